"""EP56: composing is taken back by discarding the episodes that nobody has judged. Their rows stay, so that what was
said of them stays true; composing the same plan with the same seed brings them back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from affectory.accounts.models import Project, User
from affectory.core import jobs
from affectory.core.errors import ConflictError
from affectory.core.transitions import move_many
from datasets.episodes import audit
from datasets.episodes.composition_selectors import UNREVIEWED, discardable
from datasets.episodes.domain import TRANSITIONS, CompositionState, EpisodeState
from datasets.episodes.models import Composition, Episode

from . import access, checking

TASK = "episodes.discard"


@transaction.atomic
def start_discarding(*, actor: User, composition: Composition, expected: int) -> jobs.Job:
    """``expected`` is what somebody confirmed: if more or fewer would go by now, nothing does."""
    access.require_composing(actor, composition.project)
    locked = access.locked_composition(composition.pk)
    if locked.state in (CompositionState.QUEUED, CompositionState.COMPOSING):
        raise ConflictError("This plan is still being composed; cancel its job first.", code="composition.at_work")
    found = discardable(locked)
    count = found["before_review"] + found["in_review"]
    if count != expected:
        raise ConflictError(
            f"By now it would be {access.counted(count)}, not {expected:,}. Nothing was discarded; look again.",
            code="composition.changed_meanwhile",
        )
    return jobs.start_job(
        actor=actor,
        project_id=locked.project_id,
        task=TASK,
        title=f"Discard {access.counted(count)}",
        total=count,
        composition_id=locked.pk,
    )


def discardable_ids(composition: Composition) -> list[UUID]:
    found = composition.episodes.filter(state__in=[*UNREVIEWED, EpisodeState.IN_REVIEW])
    return list(found.order_by("pk").values_list("pk", flat=True))


def discard_episodes(*, actor: User | None, project: Project, ids: Collection[UUID]) -> dict[UUID, str]:
    """Needs the caller's transaction, in which the reviews of these end. Returns the state that each which
    went was in; one that was judged or withdrawn a moment ago stays."""
    found = _locked(project, ids).filter(state__in=[*UNREVIEWED, EpisodeState.IN_REVIEW])
    before = {episode.pk: episode.state for episode in found}
    move_many([(episode, {}) for episode in found], to=EpisodeState.DISCARDED, transitions=TRANSITIONS)
    compositions = Composition.objects.only("pk").in_bulk({episode.composition_id for episode in found})
    for pk, count in Counter(episode.composition_id for episode in found).items():
        audit.episodes_discarded(
            actor=actor, project=project, composition=compositions[pk] if pk else None, count=count
        )
    return before


@transaction.atomic
def restore_episodes(*, actor: User, project: Project, before: Mapping[UUID, str]) -> set[UUID]:
    """BW15: discarded episodes are again in the state that they were in, with the checks that they had, but for what
    people were asked about, whose review has ended, and for what was composed again since. What was not checked yet
    is checked. Returns those that are back."""
    access.require_composing(actor, project)
    there = _locked(project, before).filter(state=EpisodeState.DISCARDED, opened_at=None)
    found = [episode for episode in there if before[episode.pk] in _states_of(episode)]
    for state in UNREVIEWED:
        alike = [episode for episode in found if before[episode.pk] == state]
        move_many([(episode, {}) for episode in alike], to=state, transitions=TRANSITIONS)
    if found:
        audit.episodes_restored(actor=actor, project=project, count=len(found))
    waiting = Episode.objects.filter(pk__in=[episode.pk for episode in found], state=EpisodeState.COMPOSED)
    for composition in Composition.objects.filter(pk__in=waiting.values("composition")):
        checking.check_waiting(actor=actor, composition=composition)
    return {episode.pk for episode in found}


def _states_of(episode: Episode) -> Sequence[str]:
    """In which states a discarded episode may have been, by what is written of it."""
    if episode.checked_at is None:
        return (EpisodeState.COMPOSED,)
    return (EpisodeState.REFUSED,) if episode.refusal else (EpisodeState.CHECKED,)


def _locked(project: Project, ids: Collection[UUID]) -> QuerySet[Episode]:
    rows = Episode.objects.filter(project=project, pk__in=ids).order_by("pk")
    return rows.select_for_update(no_key=True, of=("self",))
