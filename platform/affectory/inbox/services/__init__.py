"""Writes of the inbox: one function per verb."""

from .addresses import ask_again, confirm_address, send_confirmation
from .digests import change_digest, send_due_digests, stop_digest
from .lines import mark_all_read, mark_line, notify, notify_all

__all__ = [
    "ask_again",
    "change_digest",
    "confirm_address",
    "mark_all_read",
    "mark_line",
    "notify",
    "notify_all",
    "send_confirmation",
    "send_due_digests",
    "stop_digest",
]
