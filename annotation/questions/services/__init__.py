"""What people and workers do with items, one function a verb."""

from annotation.questions.services.changing import change_item, check_content, link_item, link_items
from annotation.questions.services.clips import request_item_clip, subtitle_lines_for
from annotation.questions.services.drafts import (
    Saved,
    Submitted,
    choose_kind,
    create_item,
    discard_draft,
    save_draft,
    submit_revision,
)
from annotation.questions.services.imports import import_items
from annotation.questions.services.running import fail_import, run_import

__all__ = [
    "Saved",
    "Submitted",
    "change_item",
    "check_content",
    "choose_kind",
    "create_item",
    "discard_draft",
    "fail_import",
    "import_items",
    "link_item",
    "link_items",
    "request_item_clip",
    "run_import",
    "save_draft",
    "submit_revision",
    "subtitle_lines_for",
]
