"""WD3: episodes of withdrawn motions and avatars. The specification stays, with the digest of what is nowhere any
more; what was measured on it goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import batched
from typing import Any
from uuid import UUID

from django.db.models import Q

from affectory.accounts.models import User
from affectory.core.transitions import move_many
from datasets.episodes import audit
from datasets.episodes.domain import TRANSITIONS, EpisodeState
from datasets.episodes.models import Episode

_BATCH = 1000


def of_motions(motion_ids: Collection[UUID], *, prefix: str = "") -> Q:
    """Episodes with one of these motions, whichever person's; ``prefix`` leads to the episode."""
    return Q(**{f"{prefix}motion__in": motion_ids}) | Q(**{f"{prefix}second_motion__in": motion_ids})


def episodes_of_motions(motion_ids: Collection[UUID]) -> list[UUID]:
    """Those that are not withdrawn yet, in the order in which they are locked; a dyad goes with either of its two."""
    found = Episode.objects.filter(of_motions(motion_ids)).exclude(state=EpisodeState.WITHDRAWN)
    return list(found.order_by("pk").values_list("pk", flat=True))


def episodes_of_avatars(avatar_ids: Collection[UUID]) -> list[UUID]:
    found = Episode.objects.filter(avatar__in=avatar_ids).exclude(state=EpisodeState.WITHDRAWN)
    return list(found.order_by("pk").values_list("pk", flat=True))


def withdraw_episodes(*, actor: User, ids: Collection[UUID]) -> set[str]:
    """Needs the caller's transaction. Returns the digests of pictures of them."""
    digests: set[str] = set()
    found = Episode.objects.filter(pk__in=ids).exclude(state=EpisodeState.WITHDRAWN).order_by("pk")
    counts: Counter[UUID] = Counter()
    for some in batched(found.select_for_update(no_key=True), _BATCH):
        digests |= {one.picture_sha256 for one in some}
        counts.update(one.project_id for one in some)
        columns: dict[str, Any] = {"checks": [], "removal_reasons": [], "picture_sha256": ""}
        move_many([(one, columns) for one in some], to=EpisodeState.WITHDRAWN, transitions=TRANSITIONS)
    for project_id, count in counts.items():
        audit.episodes_withdrawn(actor=actor, project_id=project_id, count=count)
    return digests - {""}
