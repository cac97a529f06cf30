"""The clip that shows an item's part of its video, and the subtitles heard in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotFoundError
from annotation.questions.domain.reading import read_segments
from annotation.questions.domain.record import Segment, Severity, SubtitleLine
from annotation.questions.domain.subtitle_lines import lines_within
from annotation.questions.models import Item
from annotation.questions.services.access import seen_item
from annotation.taxonomy import catalogue
from datasets.videos.models import PreparedClip
from datasets.videos.selectors import subtitles_in_force, video_visible_to
from datasets.videos.services import request_clip


@transaction.atomic
def request_item_clip(*, actor: User, item_id: UUID) -> PreparedClip:
    """QU67: the clip of the latest revision's segments, made if it is not there."""
    item = seen_item(actor, item_id)
    latest = item.revisions.last()
    if latest is None:
        raise ConflictError(
            "Submit the item first; its clip is cut from what was submitted.", code="item.no_revision"
        )
    if item.video is None:
        raise ConflictError("Link the item to a registered video first.", code="item.no_video")
    if not item.video.frames_sha256:
        raise ConflictError("The video is not prepared yet; clips can be cut once it is.", code="video.unprepared")
    clip = clip_for(actor, item, latest.content)
    if clip is None:
        raise ConflictError("This item is about the whole video; it needs no clip.", code="item.whole_video")
    item.clip = clip
    item.save(update_fields=["clip"])
    return clip


def clip_for(actor: User, item: Item, content: Mapping[str, Any]) -> PreparedClip | None:
    """QU67: an item with segments gets the prepared clip of exactly these, once its video is linked and prepared.
    None where there is nothing to cut, or not yet. Assumes a transaction."""
    segments = (content.get("source") or {}).get("segments")
    video = item.video
    if segments is None or video is None or not video.frames_sha256:
        return None
    try:
        clip, _ = request_clip(actor=actor, video_id=video.pk, segments=segments)
    except InvalidError as error:
        fields = {f"source.{field}": messages for field, messages in error.fields.items()}
        raise InvalidError(error.message, code=error.code, fields=fields) from error
    return clip


def subtitle_lines_for(
    *, actor: User, project: Project, video_id: UUID, segments: Any, track_id: UUID | None = None
) -> tuple[SubtitleLine, ...]:
    """QU65: from a track of the video, or from its first one in force."""
    video = video_visible_to(actor, project, video_id)
    read = required_segments(segments)
    tracks = subtitles_in_force().filter(video=video).order_by("language", "label", "id")
    track = tracks.filter(pk=track_id).first() if track_id is not None else tracks.first()
    if track is None:
        raise NotFoundError("This video has no such subtitles.", code="item.no_subtitles")
    return lines_within(track.cues, read)


def required_segments(value: Any) -> tuple[Segment, ...] | None:
    """QU7, for segments that stand by themselves. Raises InvalidError; overlaps are no fault."""
    read, problems = read_segments(value, catalogue.vocabulary())
    fields = {
        problem.field.removeprefix("source."): [problem.message]
        for problem in problems
        if problem.severity is Severity.ERROR
    }
    for where, messages in fields.items():
        raise InvalidError(f"{where} {messages[0]}.", code="item.segments", fields=fields)
    return read
