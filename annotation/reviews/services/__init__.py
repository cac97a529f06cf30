"""Writes of review: one function per verb."""

from .batches import change_priority, close_batch, open_ready_rounds, open_rounds, reopen_batch
from .decisions import Submitted, leave, submit_decision, take_back_decision, withdraw_decision
from .expiry import end_due_leases, repeat_lost_report_requests
from .interventions import (
    recall_submission,
    set_item_priority,
    settle_pauses,
    take_out_item,
)
from .leases import (
    extend_lease,
    lease_next,
    look_ahead,
    release_lease,
    reveal_answer,
    revoke_lease,
    skip_lease,
)
from .policy import change_policy, ensure_policy
from .seats import no_reviewer

__all__ = [
    "Submitted",
    "change_policy",
    "change_priority",
    "close_batch",
    "end_due_leases",
    "ensure_policy",
    "extend_lease",
    "lease_next",
    "leave",
    "look_ahead",
    "no_reviewer",
    "open_ready_rounds",
    "open_rounds",
    "recall_submission",
    "release_lease",
    "reopen_batch",
    "repeat_lost_report_requests",
    "reveal_answer",
    "revoke_lease",
    "set_item_priority",
    "settle_pauses",
    "skip_lease",
    "submit_decision",
    "take_back_decision",
    "take_out_item",
    "withdraw_decision",
]
