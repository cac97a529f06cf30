"""What can be done to many episodes at once where they are reviewed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.browsing.actions import Action, Done
from affectory.browsing.arguments import read_text
from annotation.reviews.models import Round
from annotation.reviews.services import open_rounds
from annotation.reviews.subjects.episodes import KIND

LONGEST_NAME = 120
IN_REVIEW = "It was put out for review before."
NOT_READY = "It is not ready for review: its clips have to be there and the challenge to hold on them."


def _review(*, actor: User, project: Project, ids: Sequence[UUID], arguments: Mapping[str, Any]) -> list[Done]:
    """RV40: what is ready joins the batch of that name."""
    reviewed = _with_rounds(ids)
    open_rounds(actor=actor, project=project, subject_ids=ids, name=arguments["name"])
    begun = _with_rounds(ids) - reviewed
    return [Done(one, refusal="" if one in begun else IN_REVIEW if one in reviewed else NOT_READY) for one in ids]


def _with_rounds(ids: Sequence[UUID]) -> set[UUID]:
    rounds = Round.objects.filter(subject_kind=KIND, subject_id__in=ids)
    return set(rounds.values_list("subject_id", flat=True))


REVIEW = Action(
    "Put out for review",
    _review,
    check=lambda given: {"name": read_text({"name": "", **given}, "name", longest=LONGEST_NAME, may_be_empty=True)},
)
