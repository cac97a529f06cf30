"""Writes about releases."""

from export.releases.services.composing import compose_lines
from export.releases.services.drafts import (
    change_draft,
    create_release,
    discard_draft,
    publish_release,
    save_profile,
)
from export.releases.services.duplicates import (
    hash_release,
    hash_waiting,
    rule_on_duplicates,
    take_back_ruling,
)
from export.releases.services.freezing import (
    fail_freeze,
    finish_freeze,
    request_freeze,
    sweep_freezes,
    write_release,
)
from export.releases.services.mirroring import mirror_all, mirror_release, unmirror_release
from export.releases.services.withdrawing import withdraw_release

__all__ = [
    "change_draft",
    "compose_lines",
    "create_release",
    "discard_draft",
    "fail_freeze",
    "finish_freeze",
    "hash_release",
    "hash_waiting",
    "mirror_all",
    "mirror_release",
    "publish_release",
    "request_freeze",
    "rule_on_duplicates",
    "save_profile",
    "sweep_freezes",
    "take_back_ruling",
    "unmirror_release",
    "withdraw_release",
    "write_release",
]
