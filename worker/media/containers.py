"""Which files are opened at all, and how. VI20: known containers, read from the file itself and nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import av
import av.error
from av.container import InputContainer
from av.rational import AVRational
from av.stream import Disposition
from av.video.stream import VideoStream

from datasets.videos.domain import MediaNote, MediaNoteKind
from worker.media.references import points_elsewhere

# The name that is forced on ffmpeg, and the names by which libavformat knows the container.
CONTAINERS = {
    "mov": "mov,mp4,m4a,3gp,3g2,mj2",
    "matroska": "matroska,webm",
    "avi": "avi",
    "mpegts": "mpegts",
    "mpeg": "mpeg",
    "ogg": "ogg",
    "flv": "flv",
    "asf": "asf",
}
_SAFE = {"protocol_whitelist": "file", "format_whitelist": ",".join(CONTAINERS.values())}
_SNIFFED_BYTES = 4096
_BOXES = (b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"pnot")
_PLAYLISTS = (b"#EXTM3U", b"#EXTINF", b"ffconcat", b"[playlist]", b"<MPD", b"<smil", b"<ASX", b"<asx")


class MediaRefusedError(Exception):
    """A file that is no video we can use: a code and a sentence that says why and what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def note(self) -> MediaNote:
        return MediaNote(self.code, MediaNoteKind.REFUSAL, self.message)


@contextmanager
def opened(path: Path) -> Iterator[InputContainer]:
    """The container of a foreign file. Raises MediaRefusedError where it cannot be used."""
    _refuse_by_first_bytes(path)
    try:
        container = av.open(f"file:{path}", "r", options=dict(_SAFE))
    except (av.error.FFmpegError, ValueError) as error:
        raise MediaRefusedError(
            "media.unreadable",
            "This is no video file that can be read: the container is unknown, damaged or cut short. Accepted are "
            "MP4, MOV, Matroska, WebM, AVI, MPEG-TS, MPEG-PS, Ogg, FLV and ASF; save it anew in one of them.",
        ) from error
    with container:
        yield container


def container_name(container: InputContainer) -> str:
    """The name to force on ffmpeg, which then guesses nothing."""
    return next(short for short, names in CONTAINERS.items() if names == container.format.name)


def exact(value: AVRational) -> Fraction:
    return Fraction(value.numerator, value.denominator)


def pictures_of(container: InputContainer) -> list[VideoStream]:
    """The video streams; a cover is none."""
    return [s for s in container.streams.video if not s.disposition & Disposition.attached_pic]


def chosen_picture(container: InputContainer) -> VideoStream | None:
    """VI25: of several videos in one file the one marked as default, else the first."""
    pictures = pictures_of(container)
    return next((s for s in pictures if s.disposition & Disposition.default), pictures[0] if pictures else None)


def _refuse_by_first_bytes(path: Path) -> None:
    with path.open("rb") as file:
        head = file.read(_SNIFFED_BYTES)
    if not head:
        raise MediaRefusedError("media.empty", "The file is empty. Send it again.")
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith(_PLAYLISTS) or (text.startswith(b"<?xml") and any(mark in head for mark in _PLAYLISTS)):
        raise MediaRefusedError(
            "media.playlist",
            "This is a playlist that points to other files, not a video. Nothing it names was opened; "
            "register the video file itself.",
        )
    if head[4:8] in _BOXES and points_elsewhere(path):
        raise MediaRefusedError(
            "media.points_elsewhere",
            "The pictures of this video lie in other files that it names. None of them was opened; save it anew as a "
            "file that holds everything (self-contained).",
        )
    if text.startswith(b"v=0") and b"\nm=" in head:
        raise MediaRefusedError(
            "media.playlist",
            "This is the description of a live stream, not a video. Nothing it names was opened; "
            "register a recording of it.",
        )
    if not any(head) and not _anything_in(path):
        raise MediaRefusedError(
            "media.zeros", "The file holds nothing but zeros. The copy went wrong; send the file again."
        )


def _anything_in(path: Path, samples: int = 64) -> bool:
    """Whether any byte is not nought, at the beginning, the end and some places between: a video has no such gaps
    everywhere, and a huge file need not be read through."""
    size = path.stat().st_size
    with path.open("rb") as file:
        for number in range(samples + 1):
            file.seek(max(0, size - _SNIFFED_BYTES) * number // samples)
            if any(file.read(_SNIFFED_BYTES)):
                return True
    return False
