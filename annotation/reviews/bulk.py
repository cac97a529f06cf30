"""What can be done to many episodes at once where they are reviewed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from affectory.accounts.models import Project, User
from affectory.browsing.actions import Action, Done, Foreseen
from affectory.browsing.arguments import read_text
from annotation.reviews.discarding import Discarded, discard_unjudged, take_back
from annotation.reviews.domain import DecisionState
from annotation.reviews.models import Decision, Round
from annotation.reviews.services import open_rounds
from annotation.reviews.subjects.episodes import KIND
from datasets.episodes.composition_selectors import UNREVIEWED
from datasets.episodes.domain import CompositionState, EpisodeState
from datasets.episodes.models import Episode

LONGEST_NAME = 120
IN_REVIEW = "It was put out for review before."
AT_WORK = Q(composition__state__in=[CompositionState.QUEUED, CompositionState.COMPOSING])
BEING_COMPOSED = "Its plan is still being composed; cancel that job first."
STAYS = "It was judged, or it is gone already."
REVIEW_ENDED = "It was out for review, and that review has ended."
CHANGED = "It was composed again or withdrawn meanwhile."
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


def _discard(*, actor: User, project: Project, ids: Sequence[UUID], arguments: Mapping[str, Any]) -> list[Done]:
    """BW15: what was judged stays, and what is still being composed."""
    at_work = set(Episode.objects.filter(AT_WORK, pk__in=ids).values_list("pk", flat=True))
    gone = discard_unjudged(actor=actor, project=project, ids=[pk for pk in ids if pk not in at_work])
    return [
        Done(pk, before=_written(gone[pk]))
        if pk in gone
        else Done(pk, refusal=BEING_COMPOSED if pk in at_work else STAYS)
        for pk in ids
    ]


def _bring_back(*, actor: User, project: Project, before: Mapping[UUID, Any]) -> list[Done]:
    read = {pk: Discarded(was["state"], tuple(map(UUID, was["clips"]))) for pk, was in before.items()}
    back = take_back(actor=actor, project=project, before=read)
    why: dict[str, str] = {EpisodeState.IN_REVIEW: REVIEW_ENDED}
    return [Done(pk, refusal="" if pk in back else why.get(was.state, CHANGED)) for pk, was in read.items()]


def _written(was: Discarded) -> dict[str, Any]:
    return {"state": was.state, "clips": [str(pk) for pk in was.clips]}


def _foresee_discard(episodes: QuerySet[Episode]) -> list[Foreseen]:
    verdicts = Decision.objects.filter(
        round__subject_kind=KIND,
        round__subject_id=OuterRef("pk"),
        state__in=[DecisionState.HELD, DecisionState.FINAL],
    )
    still = episodes.filter(AT_WORK).count()
    rest = episodes.exclude(AT_WORK).order_by()
    states = dict(rest.values_list("state").annotate(n=Count("pk")))
    judged = rest.filter(Exists(verdicts), state=EpisodeState.IN_REVIEW).count()
    decided = states.get(EpisodeState.KEPT, 0) + states.get(EpisodeState.REMOVED, 0)
    gone = states.get(EpisodeState.DISCARDED, 0) + states.get(EpisodeState.WITHDRAWN, 0)
    told = [
        Foreseen(sum(states.get(state, 0) for state in UNREVIEWED), "go, and an undo brings them back"),
        Foreseen(states.get(EpisodeState.IN_REVIEW, 0) - judged, "are out for review and go for good"),
        Foreseen(judged + decided, "were judged and stay", changes=False),
        Foreseen(still, "are of a plan that is still being composed and stay", changes=False),
        Foreseen(gone, "are gone already", changes=False),
    ]
    return [entry for entry in told if entry.n]


DISCARD = Action("Discard", _discard, revert=_bring_back, foresee=_foresee_discard)
