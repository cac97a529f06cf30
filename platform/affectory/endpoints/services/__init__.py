"""Writes about endpoints: profiles, budgets, calls and their attempts."""

from affectory.endpoints.services.attempts import (
    Began,
    Begun,
    begin_attempt,
    begin_attempts,
    heartbeat,
    mark_unknown,
    sign_off,
    sign_on,
    sweep_calls,
    take_over_calls,
)
from affectory.endpoints.services.budgets import (
    change_budget,
    close_budget,
    open_budget,
    pause,
    reopen_budget,
    resume,
)
from affectory.endpoints.services.calls import mark_unparsed, put_back, request_again, request_call, request_larger
from affectory.endpoints.services.profiles import ProfileFields, change_profile, create_profile, retire, revive
from affectory.endpoints.services.settling import Reply, Settled, settle_attempt, settle_attempts
from affectory.endpoints.services.trying import try_profile

__all__ = [
    "Began",
    "Begun",
    "ProfileFields",
    "Reply",
    "Settled",
    "begin_attempt",
    "begin_attempts",
    "change_budget",
    "change_profile",
    "close_budget",
    "create_profile",
    "heartbeat",
    "mark_unknown",
    "mark_unparsed",
    "open_budget",
    "pause",
    "put_back",
    "reopen_budget",
    "request_again",
    "request_call",
    "request_larger",
    "resume",
    "retire",
    "revive",
    "settle_attempt",
    "settle_attempts",
    "sign_off",
    "sign_on",
    "sweep_calls",
    "take_over_calls",
    "try_profile",
]
