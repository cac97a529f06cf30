"""What composing tells: slot by slot, with what was refused on the way, and the counts of a group. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from datasets.episodes.checks import Check
from datasets.episodes.domain import EpisodeSpec, MotionUse, RobotStart


@dataclass(frozen=True, slots=True)
class Refusal:
    """EP34: a candidate that was not taken, with all that a picture of it needs. ``placement`` is empty where nobody
    could be placed, ``start`` None where the check that failed comes before it."""

    name: str
    slot: int
    attempt: int
    scene_sha256: str
    motions: tuple[str, ...]
    check: Check
    placement: tuple[MotionUse, ...] = ()
    start: RobotStart | None = None
    anchor: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """One episode asked for: what was found, and what was refused on the way. ``name`` is the group's."""

    name: str
    number: int
    spec: EpisodeSpec | None
    checks: tuple[Check, ...]
    refusals: tuple[Refusal, ...]


@dataclass(slots=True)
class Tally:
    """Counts of one group, as the composition page shows them, and the nearest miss of every check."""

    asked: int = 0
    tried: int = 0
    candidates: int = 0
    accepted: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    nearest: dict[str, Refusal] = field(default_factory=dict)

    def add(self, slot: Slot) -> None:
        self.tried += 1
        self.candidates += len(slot.refusals) + (slot.spec is not None)
        self.accepted += slot.spec is not None
        self.refused.update(refusal.check.id for refusal in slot.refusals)
        for refusal in slot.refusals:
            self._keep_nearest(refusal)

    def join(self, other: Tally) -> None:
        """Another part of the same group, composed elsewhere. The order in which parts are joined changes nothing."""
        self.tried += other.tried
        self.candidates += other.candidates
        self.accepted += other.accepted
        self.refused.update(other.refused)
        for refusal in other.nearest.values():
            self._keep_nearest(refusal)

    def _keep_nearest(self, refusal: Refusal) -> None:
        known = self.nearest.get(refusal.check.id)
        if known is None or _nearness(refusal) < _nearness(known):
            self.nearest[refusal.check.id] = refusal


def _nearness(refusal: Refusal) -> tuple[float, int, int]:
    return round(refusal.check.miss, 6), refusal.slot, refusal.attempt
