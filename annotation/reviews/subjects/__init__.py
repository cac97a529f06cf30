"""Kinds of thing that can be reviewed. A kind is one module here and one line in the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, cast
from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.core.registry import Registry
from annotation.reviews.domain import Outcome

if TYPE_CHECKING:
    from annotation.reviews.models import Round

Block = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class SubjectFacts:
    """What review keeps of a subject when its round opens; none of it is shown to reviewers.

    ``authors``: whoever had a hand in what is judged (RV41). ``start_s``: where in its group, a video, it begins.
    """

    subject_id: UUID
    family: str
    subject_type: str
    performer_key: str
    group_key: str
    granularity: str = ""
    revision_id: UUID | None = None
    start_s: float = 0.0
    authors: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class Warned:
    """RV71: where the content warnings of a kind's subjects stand, as SQL of ours: tables, the subject's key in them,
    and the column with a JSON list of words."""

    tables: str
    key: str
    column: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round ended. ``reasons``: every code by judgement; ``told``: what its author may read (RV48)."""

    outcome: Outcome
    reasons: Mapping[str, Sequence[str]] = field(default_factory=dict)
    told: Sequence[Mapping[str, Any]] = ()
    note: str = ""


class ReviewSubject(Protocol):
    """What review needs to know of a kind of subject."""

    warned: Warned | None

    def waiting(self, project: Project, *, limit: int, by_itself: bool = False) -> list[UUID]:
        """Subjects that are ready and in no open round, oldest first; or only those that nobody has to put out."""

    def take_in(self, *, actor: User | None, project: Project, ids: Sequence[UUID]) -> list[SubjectFacts]:
        """Mark subjects as under review, in the caller's transaction; those that are not ready are left out."""

    def payload(self, *, project: Project, round_: Round, shows_checks: bool) -> dict[str, Any]:
        """RV11: what a reviewer gets to see. Built from named fields only."""

    def record_outcome(self, *, round_: Round, ending: Ending) -> None:
        """Tell the subject how its round ended, in the caller's transaction."""

    def cannot_be_shown(self, *, project: Project) -> set[UUID]:
        """RV46: subjects under review that nobody could look at just now."""

    def funnel(self, *, project: Project, now: datetime) -> list[dict[str, Any]]:
        """Per state: count, median age in hours, and since when the oldest is there."""

    def blocks(self, *, project: Project) -> list[Block]:
        """What keeps subjects from becoming ready: kind, count, sentence."""


KINDS = Registry("kind of review subject")
KINDS.register("episode", "annotation.reviews.subjects.episodes:EpisodeSubject")
KINDS.register("item", "annotation.reviews.subjects.items:ItemSubject")


def subject_of(kind: str) -> ReviewSubject:
    return cast(ReviewSubject, KINDS.load(kind)())


def kind_of_project(project: Project) -> str:
    """What a project mainly puts out for review."""
    return "item" if project.kind == Project.Kind.LONGEMO else "episode"
