"""EP55: which episodes have their whole clip drawn twice: a share of them, chosen by a digest of the id, so that the
choice is the same everywhere and says nothing about the episode."""

from __future__ import annotations

import hashlib
from uuid import UUID

from django.conf import settings


def is_sampled(episode_id: UUID) -> bool:
    return position(episode_id) < settings.EPISODE_REPEAT_SHARE


def position(episode_id: UUID) -> float:
    """Where an id falls in [0, 1)."""
    digest = hashlib.sha256(b"rendered twice/" + episode_id.bytes).digest()
    return int.from_bytes(digest[:8], "big") / 2**64
