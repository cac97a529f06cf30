"""What the rows say about a video, as a drafter may know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affectory.core import storage
from annotation.drafting.domain.facts import VideoFacts, Window, cues_of
from annotation.drafting.domain.options import Options, read_options
from annotation.drafting.domain.proposing import Asked
from annotation.drafting.models import DraftRun, DraftWindow
from annotation.taxonomy import catalogue
from datasets.videos.frames import FrameTable
from datasets.videos.models import SubtitleTrack, Video


def facts_of(video: Video, track: SubtitleTrack | None) -> VideoFacts:
    """Of a video that is prepared."""
    return VideoFacts(
        id=video.pk,
        name=video.name,
        origin=video.source or video.name,
        table=FrameTable.from_bytes(storage.read_bytes(video.frames_sha256)),
        cuts=tuple(video.cuts or ()),
        cues=cues_of(track.cues) if track is not None else (),
        has_audio=bool(video.has_audio),
    )


def options_of(run: DraftRun) -> Options:
    return read_options(run.types, run.per_video, run.options)


def window_of(row: DraftWindow) -> Window:
    return Window(row.number, range(row.first_frame, row.end_frame), wanted_of(row.wanted))


def asked_of(facts: VideoFacts, window: Window, options: Options) -> Asked:
    return Asked(facts, window, options.lengths, catalogue.vocabulary(), catalogue.rubrics())


def wanted_value(wanted: Mapping[str, int]) -> list[dict[str, Any]]:
    """As a list, for the order of an object's keys is not kept."""
    return [{"type": name, "count": count} for name, count in wanted.items()]


def wanted_of(value: list[dict[str, Any]]) -> dict[str, int]:
    return {entry["type"]: entry["count"] for entry in value}
