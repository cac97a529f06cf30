"""Text streams of a video as subtitle files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from worker.media import ffmpeg
from worker.media.containers import MediaRefusedError, container_name, opened

_AS_ASS = frozenset({"ass", "ssa"})
_MAX_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class TakenSubtitles:
    """A whole file in the named format; its times count from the start of the container."""

    data: bytes
    format: str


def take_subtitles(path: Path, stream: int, *, cancelled: Callable[[], bool] = lambda: False) -> TakenSubtitles:
    """ASS stays ASS, because it names speakers; everything else becomes SubRip. Raises MediaRefusedError where there
    is no such text stream or nothing in it."""
    with opened(path) as container:
        name = container_name(container)
        codec = next((s.codec_context.name for s in container.streams.subtitles if s.index == stream), None)
    if codec is None:
        raise MediaRefusedError("media.no_stream", f"The file has no subtitle stream {stream}.")
    kind = "ass" if codec in _AS_ASS else "srt"
    source = ffmpeg.source(path, name)
    wanted = ffmpeg.output("pipe:", source[str(stream)], f=kind, **{"c:s": "copy" if kind == "ass" else "srt"})
    data = bytearray()
    try:
        for piece in ffmpeg.read_output(wanted, cancelled=cancelled):
            data += piece
            if len(data) > _MAX_BYTES:
                raise MediaRefusedError("media.too_much_text", f"Stream {stream} holds more text than is read.")
    except ffmpeg.FfmpegCancelledError:
        raise
    except ffmpeg.FfmpegError as error:
        raise MediaRefusedError(
            "media.unreadable_stream", f"Stream {stream} cannot be read as text. Send a subtitle file instead."
        ) from error
    if not data.strip():
        raise MediaRefusedError("media.empty_stream", f"Stream {stream} holds no text.")
    return TakenSubtitles(bytes(data), kind)
