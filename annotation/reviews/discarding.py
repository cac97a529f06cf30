"""EP56: what nobody has judged can be taken back, also when it is out for review."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import chain
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import Project, User
from datasets.episodes.services.discarding import discard_episodes, restore_episodes
from datasets.observation.models import Render
from datasets.observation.services import UNDER_WAY, cancel_renders, resume_renders

from .services.withdrawing import end_reviews, judged_subjects, open_rounds_of
from .subjects.episodes import KIND


@dataclass(frozen=True, slots=True)
class Discarded:
    """What an episode that went was: its state, and the clips that were under way."""

    state: str
    clips: tuple[UUID, ...] = ()


@transaction.atomic
def discard_unjudged(*, actor: User, project: Project, ids: Collection[UUID]) -> dict[UUID, Discarded]:
    """Their waiting clips are cancelled, they go, but for what was judged, and their reviews end. Returns what
    each which went was. The rounds are locked before anybody asks whether they were judged: a verdict comes before
    this or after."""
    list(open_rounds_of(KIND, ids).order_by("pk").select_for_update().values_list("pk", flat=True))
    judged = judged_subjects(KIND, ids)
    going = [pk for pk in ids if pk not in judged]
    under_way = Render.objects.filter(episode__in=going, state__in=UNDER_WAY).order_by("pk").select_for_update()
    clips: dict[UUID, list[UUID]] = defaultdict(list)
    for pk, episode_id in under_way.values_list("pk", "episode_id"):
        clips[episode_id].append(pk)
    cancel_renders(actor=actor, project=project, render_ids=list(chain(*clips.values())))
    before = discard_episodes(actor=actor, project=project, ids=going)
    # Last, for one of them may have been put out for review while its lock was waited for.
    end_reviews(actor=actor, kind=KIND, ids=before, reason="discarded")
    return {pk: Discarded(state, tuple(clips[pk])) for pk, state in before.items()}


@transaction.atomic
def take_back(*, actor: User, project: Project, before: Mapping[UUID, Discarded]) -> set[UUID]:
    """BW15: what nobody was asked about is as it was, and the clips that it waited for are made. Returns those that
    are back."""
    states = {pk: was.state for pk, was in before.items()}
    back = restore_episodes(actor=actor, project=project, before=states)
    clips = [clip for pk in back for clip in before[pk].clips]
    resume_renders(actor=actor, project=project, render_ids=clips)
    return back
