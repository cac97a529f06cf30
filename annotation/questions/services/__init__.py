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
from annotation.questions.services.finishing import (
    Beat,
    confirm_draft,
    discard_item,
    record_work,
    reopen_item,
    restore_item,
)
from annotation.questions.services.imports import import_items
from annotation.questions.services.numbering import number_items
from annotation.questions.services.piles import HandedOver, hand_over, hand_over_pile, set_queue_policy
from annotation.questions.services.reservations import (
    Offer,
    expire_reservations,
    release_item,
    reserve_item,
    reserve_next,
    skip_item,
)
from annotation.questions.services.running import fail_import, run_import
from annotation.questions.services.video_reservations import (
    VideoOffer,
    expire_video_reservations,
    keep_video,
    release_video,
    reserve_next_video,
    reserve_video,
    skip_video,
)

__all__ = [
    "Beat",
    "HandedOver",
    "Offer",
    "Saved",
    "Submitted",
    "VideoOffer",
    "change_item",
    "check_content",
    "choose_kind",
    "confirm_draft",
    "create_item",
    "discard_draft",
    "discard_item",
    "expire_reservations",
    "expire_video_reservations",
    "fail_import",
    "hand_over",
    "hand_over_pile",
    "import_items",
    "keep_video",
    "link_item",
    "link_items",
    "number_items",
    "record_work",
    "release_item",
    "release_video",
    "reopen_item",
    "request_item_clip",
    "reserve_item",
    "reserve_next",
    "reserve_next_video",
    "reserve_video",
    "restore_item",
    "run_import",
    "save_draft",
    "set_queue_policy",
    "skip_item",
    "skip_video",
    "submit_revision",
    "subtitle_lines_for",
]
