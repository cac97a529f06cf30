"""What people and workers do with items, one function a verb."""

from annotation.questions.services.changing import change_item, check_content
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
    "run_import",
    "save_draft",
    "submit_revision",
]
