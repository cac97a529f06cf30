"""Writes about releases."""

from export.releases.services.composing import compose_lines
from export.releases.services.drafts import (
    change_draft,
    create_release,
    discard_draft,
    publish_release,
    save_profile,
)
from export.releases.services.freezing import (
    fail_freeze,
    finish_freeze,
    request_freeze,
    sweep_freezes,
    write_release,
)
from export.releases.services.withdrawing import withdraw_release

__all__ = [
    "change_draft",
    "compose_lines",
    "create_release",
    "discard_draft",
    "fail_freeze",
    "finish_freeze",
    "publish_release",
    "request_freeze",
    "save_profile",
    "sweep_freezes",
    "withdraw_release",
    "write_release",
]
