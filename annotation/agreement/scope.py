"""Which decisions a report is about, as it stands in an address. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

GRANULARITIES = ("clip", "episode")


@dataclass(frozen=True, slots=True)
class Scope:
    """``kind`` is the kind of subject; empty fields and None do not narrow. ``judgement`` takes one judgement's
    fine and problem in place of the verdict."""

    kind: str
    granularity: str = ""
    type: str = ""
    judgement: str = ""
    batch: UUID | None = None

    @property
    def is_whole(self) -> bool:
        """True for what is stored: all of a kind, or of its granularity."""
        return not (self.type or self.judgement or self.batch)

    def whole(self) -> Scope:
        return replace(self, type="", judgement="", batch=None)
