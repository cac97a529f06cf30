"""A source video, what a worker found out about it, and a prepared clip: states, moves and values. Pure.

The *original timeline* of a video starts where its container starts (what a player shows as 0:00) and counts seconds;
all times on it are exact fractions. A frame is shown from its own time until the next frame's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class VideoState(StrEnum):
    """VI57: a video can be used only after a worker has decoded exactly the bytes it holds."""

    REGISTERED = "registered"
    PREPARING = "preparing"
    READY = "ready"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


VIDEO_TRANSITIONS: dict[str, frozenset[str]] = {
    VideoState.REGISTERED: frozenset({VideoState.PREPARING, VideoState.REFUSED, VideoState.WITHDRAWN}),
    VideoState.PREPARING: frozenset(
        {VideoState.READY, VideoState.REFUSED, VideoState.REGISTERED, VideoState.WITHDRAWN}
    ),
    # Preparing again, by hand, after the tools have changed or a disk has lost something.
    VideoState.READY: frozenset({VideoState.REGISTERED, VideoState.WITHDRAWN}),
    VideoState.REFUSED: frozenset({VideoState.REGISTERED, VideoState.WITHDRAWN}),
    VideoState.WITHDRAWN: frozenset(),
}


class ClipState(StrEnum):
    QUEUED = "queued"
    CUTTING = "cutting"
    READY = "ready"
    FAILED = "failed"


CLIP_TRANSITIONS: dict[str, frozenset[str]] = {
    ClipState.QUEUED: frozenset({ClipState.CUTTING, ClipState.FAILED}),
    ClipState.CUTTING: frozenset({ClipState.READY, ClipState.FAILED, ClipState.QUEUED}),
    ClipState.FAILED: frozenset({ClipState.QUEUED}),
    ClipState.READY: frozenset(),
}


class MediaNoteKind(StrEnum):
    REMARK = "remark"
    WARNING = "warning"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class MediaNote:
    """Something a person has to know about a file: "media.silent", "media.frames_lost", "media.no_picture" …"""

    code: str
    kind: MediaNoteKind
    message: str


@dataclass(frozen=True, slots=True)
class AudioStream:
    index: int
    codec: str
    channels: int
    sample_rate: int
    language: str


@dataclass(frozen=True, slots=True)
class SubtitleStream:
    index: int
    codec: str
    language: str
    title: str
    is_text: bool


@dataclass(frozen=True, slots=True)
class Probe:
    """What the file is. ``width`` × ``height`` in pixels as shown, after turning by ``rotation`` (degrees clockwise:
    0, 90, 180, 270). ``rate``: frames a second, exact if constant, else the mean. ``start``: the container's clock at
    zero of the original timeline. ``duration``: end of the last frame on the original timeline, from the frames that
    really decode; ``header_duration`` is what the header claims, None where it claims nothing."""

    container: str
    video_codec: str
    width: int
    height: int
    rotation: int
    time_base: Fraction
    start: Fraction
    rate: Fraction
    is_vfr: bool
    frame_count: int
    duration: Fraction
    header_duration: Fraction | None
    video_streams: int
    audio: tuple[AudioStream, ...]
    subtitles: tuple[SubtitleStream, ...]


@dataclass(frozen=True, slots=True)
class Interval:
    """Half-open: the frames with start <= time < end, on the original timeline."""

    start: Fraction
    end: Fraction


class PreparationStep(StrEnum):
    """What is made of a video, each once and by itself, in this order."""

    PROBE = "probe"
    PROXY = "proxy"
    POSTER = "poster"
    SPRITE = "sprite"
    PEAKS = "peaks"
    CUTS = "cuts"


CONTENT_WARNINGS = ("violence", "grief", "abuse", "sex", "slurs", "flashing")
"""The codes that people can opt out of; any other words are shown as they are."""


_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")


def is_language_tag(text: str) -> bool:
    """Whether this is written like a language: en, deu, pt-BR."""
    return _LANGUAGE_TAG.fullmatch(text) is not None


class SubtitleOrigin(StrEnum):
    FILE = "file"
    EMBEDDED = "embedded"


class RowKind(StrEnum):
    """What a row of a registration's report is about."""

    VIDEO = "video"
    SUBTITLES = "subtitles"
    OTHER = "other"


class RegistrationOutcome(StrEnum):
    """VI42: what became of one file or one manifest line."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    UNCHANGED = "unchanged"
    WARNING = "warning"
    EXCLUDED = "excluded"
    REFUSED = "refused"
