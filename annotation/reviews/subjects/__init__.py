"""Kinds of thing that can be reviewed. A kind is one module here and one line in the registry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, cast
from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.core.registry import Registry

Block = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class SubjectFacts:
    """What review keeps of a subject when its round opens; none of it is shown to reviewers."""

    subject_id: UUID
    family: str
    subject_type: str
    performer_key: str
    group_key: str


class ReviewSubject(Protocol):
    """What review needs to know of a kind of subject."""

    def waiting(self, project: Project, *, limit: int) -> list[UUID]:
        """Subjects that are ready and in no round, oldest first."""

    def take_in(self, *, actor: User | None, project: Project, ids: Sequence[UUID]) -> list[SubjectFacts]:
        """Mark subjects as under review, in the caller's transaction; those that are not ready are left out."""

    def payload(self, *, project: Project, subject_id: UUID, shows_checks: bool) -> dict[str, Any]:
        """RV11: what a reviewer gets to see. Built from named fields only."""

    def record_outcome(self, *, subject_id: UUID, kept: bool, reasons: dict[str, list[str]]) -> None:
        """Tell the subject how its round ended, in the caller's transaction."""

    def funnel(self, *, project: Project, now: datetime) -> list[dict[str, Any]]:
        """Per state: count, median age in hours, and since when the oldest is there."""

    def blocks(self, *, project: Project) -> list[Block]:
        """What keeps subjects from becoming ready: kind, count, sentence."""


KINDS = Registry("kind of review subject")
KINDS.register("episode", "annotation.reviews.subjects.episodes:EpisodeSubject")


def subject_of(kind: str) -> ReviewSubject:
    return cast(ReviewSubject, KINDS.load(kind)())
