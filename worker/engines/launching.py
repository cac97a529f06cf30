"""What an engine plug-in tells about its host process."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class HostCommand:
    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)


class Engine(Protocol):
    engine_id: str

    def host(self) -> HostCommand:
        """The command that speaks worker.engines.protocol on its standard input and output."""
