"""The conditions of something brought in, the moves between them, and what its lines change. Pure."""

from __future__ import annotations

from enum import StrEnum


class IntakeState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RowChange(StrEnum):
    """What a line of a manifest did to what it names."""

    NONE = ""
    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


INTAKE_TRANSITIONS: dict[str, frozenset[str]] = {
    IntakeState.QUEUED: frozenset({IntakeState.RUNNING, IntakeState.CANCELLED, IntakeState.FAILED}),
    IntakeState.RUNNING: frozenset({IntakeState.DONE, IntakeState.FAILED, IntakeState.CANCELLED}),
    # A failed or cancelled one may be taken up again: finished rows are kept, the rest goes on.
    IntakeState.FAILED: frozenset({IntakeState.RUNNING}),
    IntakeState.CANCELLED: frozenset({IntakeState.RUNNING}),
    IntakeState.DONE: frozenset(),
}
