"""Writes of the inbox: one function per verb."""

from .digests import change_digest, send_due_digests, stop_digest
from .lines import mark_all_read, mark_line, notify, notify_all

__all__ = [
    "change_digest",
    "mark_all_read",
    "mark_line",
    "notify",
    "notify_all",
    "send_due_digests",
    "stop_digest",
]
