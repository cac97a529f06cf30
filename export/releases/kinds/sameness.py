"""RL55: comparing rows without making them, where the database knows what they are made of."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Protocol
from uuid import UUID

from export.releases.domain import RowKey
from export.releases.kinds.base import Material, Planned
from export.releases.kinds.episodes.material import EpisodeMaterial
from export.releases.kinds.episodes.sameness import EpisodeSameness
from export.releases.models import Release
from export.releases.plan import Placement


class Sameness(Protocol):
    def note(self, release: Release) -> None:
        """Keep the digest of each pinned row's sources. Before the lines are written: what changes in between is then
        found to differ, never to be the same."""
        ...

    def unlike(self, placement: Placement, base: Release) -> dict[UUID, RowKey | None] | None:
        """Rows that are not surely the same as in a frozen release, in ascending order of their ids, with their key
        there or None where they are not in it. None as a whole where they are too many to be named."""
        ...

    def rows(self, placement: Placement, version: str, ids: Collection[UUID]) -> Iterator[Planned]:
        """Those of `Material.rows` with these ids. Needs the caller's transaction."""
        ...


def sameness_of(material: Material) -> Sameness | None:
    """None for kinds whose rows are few enough to be made for every preview."""
    return EpisodeSameness(material) if isinstance(material, EpisodeMaterial) else None
