"""The conditions that profiles, calls, attempts and budgets can be in, and the moves between them."""

from __future__ import annotations

from enum import StrEnum


class Medium(StrEnum):
    """What an endpoint takes besides text, which all of them do."""

    FRAMES = "frames"
    VIDEO = "video"
    AUDIO = "audio"


class ProfileState(StrEnum):
    """A changed profile is another version; the one before is replaced. Retired: nothing more is sent by it."""

    ACTIVE = "active"
    REPLACED = "replaced"
    RETIRED = "retired"


PROFILE_TRANSITIONS: dict[str, frozenset[str]] = {
    ProfileState.ACTIVE: frozenset({ProfileState.REPLACED, ProfileState.RETIRED}),
    ProfileState.REPLACED: frozenset(),
    ProfileState.RETIRED: frozenset({ProfileState.ACTIVE}),
}


class CallState(StrEnum):
    """Answered: an answer is committed, and the call is never sent again (EN4). Withheld: the rights of a video it
    shows do not allow sending it."""

    QUEUED = "queued"
    SENDING = "sending"
    ANSWERED = "answered"
    FAILED = "failed"
    WITHHELD = "withheld"


CALL_TRANSITIONS: dict[str, frozenset[str]] = {
    CallState.QUEUED: frozenset({CallState.SENDING, CallState.WITHHELD, CallState.FAILED}),
    CallState.SENDING: frozenset({CallState.QUEUED, CallState.ANSWERED, CallState.FAILED}),
    CallState.ANSWERED: frozenset({CallState.FAILED}),
    CallState.FAILED: frozenset({CallState.QUEUED}),
    CallState.WITHHELD: frozenset({CallState.QUEUED}),
}
"""From answered to failed: whoever asked could make nothing of the answer (unparsed). From failed to queued: only
where no answer ever came (api error)."""

ENDED = (CallState.ANSWERED, CallState.FAILED, CallState.WITHHELD)


class AttemptState(StrEnum):
    """Sent is committed before a byte leaves. Unknown: whoever sent it is gone, and nobody knows what came of it."""

    SENT = "sent"
    KNOWN = "known"
    UNKNOWN = "unknown"


ATTEMPT_TRANSITIONS: dict[str, frozenset[str]] = {
    AttemptState.SENT: frozenset({AttemptState.KNOWN, AttemptState.UNKNOWN}),
    AttemptState.KNOWN: frozenset(),
    AttemptState.UNKNOWN: frozenset(),
}


class BudgetState(StrEnum):
    """Whether the run that a budget belongs to may send."""

    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"


BUDGET_TRANSITIONS: dict[str, frozenset[str]] = {
    BudgetState.OPEN: frozenset({BudgetState.PAUSED, BudgetState.CLOSED}),
    BudgetState.PAUSED: frozenset({BudgetState.OPEN, BudgetState.CLOSED}),
    BudgetState.CLOSED: frozenset(),
}
REOPENED: dict[str, frozenset[str]] = {BudgetState.CLOSED: frozenset({BudgetState.OPEN})}
"""By whoever keeps the run, for what is asked for again in it; nobody else opens a closed one."""


class PauseReason(StrEnum):
    """Why a run is paused, as a code; the sentence stands beside it."""

    PERSON = "person"
    BUDGET_SPENT = "budget_spent"
    OVERCHARGED = "overcharged"
    ENDPOINT_DOWN = "endpoint_down"
    CREDENTIALS = "credentials"
    SECRET_MISSING = "secret_missing"  # noqa: S105  a reason, not a secret
    REQUEST_REFUSED = "request_refused"
    LIMITS_AWAY = "limits_away"
    PROFILE_RETIRED = "profile_retired"


class Outcome(StrEnum):
    """What came of a call. Only OK is an answer; the others say why there is none."""

    OK = "ok"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    UNPARSED = "unparsed"
    API_ERROR = "api_error"
