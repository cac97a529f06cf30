"""The conditions of a run, of its windows and of its proposals."""

from __future__ import annotations

from enum import StrEnum


class RunState(StrEnum):
    """Paused: somebody asked for it, the budget is spent or the endpoint is out of order; the row says which."""

    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


RUN_TRANSITIONS: dict[str, frozenset[str]] = {
    RunState.QUEUED: frozenset({RunState.RUNNING, RunState.PAUSED, RunState.FAILED, RunState.CANCELLED}),
    RunState.RUNNING: frozenset({RunState.PAUSED, RunState.DONE, RunState.FAILED, RunState.CANCELLED}),
    RunState.PAUSED: frozenset({RunState.QUEUED, RunState.CANCELLED}),
    RunState.FAILED: frozenset({RunState.QUEUED, RunState.CANCELLED}),
    RunState.DONE: frozenset(),
    RunState.CANCELLED: frozenset(),
}
ASKED_AGAIN: dict[str, frozenset[str]] = {
    RunState.DONE: frozenset({RunState.QUEUED}),
    RunState.PAUSED: frozenset({RunState.QUEUED}),
    RunState.FAILED: frozenset({RunState.QUEUED}),
}
"""DR24: a finished run goes on only for what somebody asks for again."""
AT_WORK = (RunState.QUEUED, RunState.RUNNING)
UNFINISHED = (RunState.QUEUED, RunState.RUNNING, RunState.PAUSED)


class PauseReason(StrEnum):
    NONE = ""
    ASKED = "asked"
    BUDGET = "budget"
    ENDPOINT = "endpoint"


class WindowState(StrEnum):
    """A window is the stretch of a video that one call, or one look without a model, is about.

    Not sent: the video's rights, its readiness or its content changed before the call left. Unanswered: the call
    ended without an answer that can be read. Both say why.
    """

    WAITING = "waiting"
    ANSWERED = "answered"
    UNANSWERED = "unanswered"
    NOT_SENT = "not_sent"


WINDOW_TRANSITIONS: dict[str, frozenset[str]] = {
    WindowState.WAITING: frozenset({WindowState.ANSWERED, WindowState.UNANSWERED, WindowState.NOT_SENT}),
    WindowState.UNANSWERED: frozenset({WindowState.WAITING}),
    WindowState.NOT_SENT: frozenset({WindowState.WAITING}),
    WindowState.ANSWERED: frozenset(),
}
WITHOUT_ANSWER = (WindowState.UNANSWERED, WindowState.NOT_SENT)


class ProposalOutcome(StrEnum):
    """DR5: made an item of, refused with reasons, or the same as an earlier proposal."""

    PROPOSED = "proposed"
    REFUSED = "refused"
    REPEATED = "repeated"


class Fate(StrEnum):
    """What became of a proposal's item."""

    WAITING = "waiting"
    KEPT = "kept"
    EDITED = "edited"
    REWRITTEN = "rewritten"
    DISCARDED = "discarded"


class LeftOut(StrEnum):
    """Why a video takes no part in a run."""

    NOT_READY = "not_ready"
    NO_RIGHT = "no_right"
    HAS_DRAFTS = "has_drafts"
    NOTHING_TO_SHOW = "nothing_to_show"
    NO_BOUNDARY = "no_boundary"
