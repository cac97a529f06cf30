"""The conditions of something brought in, and the moves between them. Pure."""

from __future__ import annotations

from enum import StrEnum


class IntakeState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


INTAKE_TRANSITIONS: dict[str, frozenset[str]] = {
    IntakeState.QUEUED: frozenset({IntakeState.RUNNING, IntakeState.CANCELLED, IntakeState.FAILED}),
    IntakeState.RUNNING: frozenset({IntakeState.DONE, IntakeState.FAILED, IntakeState.CANCELLED}),
    # A failed or cancelled one may be taken up again: finished rows are kept, the rest goes on.
    IntakeState.FAILED: frozenset({IntakeState.RUNNING}),
    IntakeState.CANCELLED: frozenset({IntakeState.RUNNING}),
    IntakeState.DONE: frozenset(),
}
