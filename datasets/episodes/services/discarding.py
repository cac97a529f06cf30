"""EP56: composing is taken back by discarding the episodes that nobody has judged. Their rows stay, so that what was
said of them stays true; composing the same plan with the same seed brings them back."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import User
from affectory.core import jobs
from affectory.core.errors import ConflictError
from affectory.core.transitions import move_many
from datasets.episodes import audit
from datasets.episodes.composition_selectors import UNREVIEWED, discardable
from datasets.episodes.domain import TRANSITIONS, CompositionState, EpisodeState
from datasets.episodes.models import Composition, Episode

from . import access

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


def discard_episodes(*, actor: User | None, composition: Composition, ids: Sequence[UUID]) -> int:
    """Needs the caller's transaction, in which the reviews of these have ended. Returns how many went; one that was
    judged or withdrawn a moment ago stays."""
    states = [*UNREVIEWED, EpisodeState.IN_REVIEW]
    found = list(
        Episode.objects.filter(pk__in=ids, state__in=states)
        .order_by("pk")
        .select_for_update(no_key=True, of=("self",))
    )
    move_many([(episode, {}) for episode in found], to=EpisodeState.DISCARDED, transitions=TRANSITIONS)
    if found:
        audit.episodes_discarded(actor=actor, composition=composition, count=len(found))
    return len(found)
