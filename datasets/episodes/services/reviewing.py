"""From checked episodes to reviewers, and what became of the review."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import User
from affectory.core.transitions import move
from datasets.episodes import audit
from datasets.episodes.checks import Check, first_failure
from datasets.episodes.domain import TRANSITIONS, EpisodeState
from datasets.episodes.models import Episode

from .access import locked_episode
from .checking import joined


@transaction.atomic
def open_for_review(*, episode_id: UUID, checks: Sequence[Check] = (), picture_sha256: str = "") -> Episode:
    """EP14: an episode whose clips are all there is put before reviewers; what was measured on the clips themselves
    replaces what was measured before, and refuses the episode, with that picture, where it fails. Nothing happens to
    one that is further already."""
    episode = locked_episode(episode_id)
    if episode.state != EpisodeState.CHECKED:
        return episode
    found = joined(episode.checks, checks)
    failure = first_failure(checks)
    if failure is not None:
        told = {"checks": found, "refusal": failure.message, "picture_sha256": picture_sha256}
        move(episode, to=EpisodeState.REFUSED, transitions=TRANSITIONS, **told)
        audit.episode_checked(episode=episode)
        return episode
    move(episode, to=EpisodeState.IN_REVIEW, transitions=TRANSITIONS, checks=found, opened_at=timezone.now())
    audit.episode_opened_for_review(episode=episode)
    return episode


@transaction.atomic
def record_review_outcome(
    *, actor: User | None, episode_id: UUID, kept: bool, reasons: Sequence[str] = ()
) -> Episode:
    """EP15: kept if all reviewers accepted, else removed with their reasons; decided once."""
    episode = locked_episode(episode_id)
    move(
        episode,
        to=EpisodeState.KEPT if kept else EpisodeState.REMOVED,
        actor=actor,
        transitions=TRANSITIONS,
        removal_reasons=[] if kept else list(reasons),
        decided_at=timezone.now(),
    )
    audit.episode_outcome_recorded(actor=actor, episode=episode)
    return episode
