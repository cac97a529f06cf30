"""QU105: what becomes of somebody's item whose video went away meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from affectory.core.errors import ConflictError
from annotation.questions.domain.states import Origin
from annotation.questions.models import Item
from datasets.videos.domain import VideoState
from datasets.videos.models import Video


@dataclass(frozen=True, slots=True)
class Loss:
    """Why nobody can work with a video: what happened, and what becomes of what was written."""

    code: str
    message: str


def loss_of(video: Video | None) -> Loss | None:
    """None for a video that can be worked with, or is only being prepared."""
    if video is None:
        return Loss(
            "item.no_video",
            "This item's video was taken away meanwhile. Your text is kept; ask a maintainer to link it again.",
        )
    if video.state == VideoState.WITHDRAWN:
        return Loss(
            "item.video_withdrawn",
            "This item's video was withdrawn and is shown to nobody any more. A maintainer can say why.",
        )
    if video.state == VideoState.REFUSED:
        return Loss(
            "item.video_refused",
            "This item's video cannot be used any more. Your text is kept; ask a maintainer to see to the video.",
        )
    return None


def loss_for(item: Item) -> Loss | None:
    """The same for an item: one that came in whole, or by a name only, may wait for its video."""
    if item.video is None and item.origin not in (Origin.WRITTEN, Origin.DRAFTED):
        return None
    return loss_of(item.video)


def require_usable(video: Video) -> None:
    loss = loss_of(video)
    if loss is not None:
        raise ConflictError(loss.message, code=loss.code)


def require_video(item: Item) -> None:
    """QU89: what is written here is submitted about a video that plays. A record that came in whole, and a question
    that came with a name only, may wait for theirs."""
    loss = loss_for(item)
    if loss is not None:
        raise ConflictError(loss.message, code=loss.code)
