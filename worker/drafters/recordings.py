"""Stretches of a video as files of their own, to be shown to a model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from affectory.core import storage
from affectory.core.errors import JobRetryError
from annotation.drafting.domain.asking import Recording
from annotation.drafting.domain.proposing import Asked
from annotation.drafting.requests import CLIP_TYPE, SOUND_RATE, SOUND_TYPE
from datasets.videos.models import Video
from datasets.videos.selectors import file_of_video
from worker.media import ffmpeg
from worker.media.containers import MediaRefusedError
from worker.media.cutting import CutError, cut_segment
from worker.media.probe import sound_of
from worker.media.sound import write_speech

QUALITY = 28
"""x264's crf: coarser than what people judge by, and a quarter of its bytes."""


class NotCutError(Exception):
    """The stretch cannot be had from the file; the text says why."""


class TooLargeError(Exception):
    """``size`` bytes: more than the endpoint takes."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size:,} bytes")
        self.size = size


def clip_of(
    asked: Asked, video: Video, *, height: int, most: int, folder: Path, cancelled: Callable[[], bool]
) -> Recording:
    """DR25: exactly the window's frames in H.264, no higher than ``height``, without sound: that is a medium of its
    own. Nothing that is too large is kept."""

    def cut(out: Path) -> None:
        table, frames = asked.video.table, asked.window.frames
        size = _fitted(video.width or 0, video.height or 0, height)
        cut_segment(file_of_video(video.pk), table, frames, out, size=size, quality=QUALITY, cancelled=cancelled)

    return _kept(cut, folder / "clip.mp4", CLIP_TYPE, asked, most)


def speech_of(asked: Asked, video: Video, *, most: int, folder: Path) -> Recording | None:
    """DR25: the window's sound in one channel at 16 kHz; None where the file has none after all."""
    sound = sound_of(file_of_video(video.pk))
    if sound is None:
        return None

    def write(out: Path) -> None:
        table, frames = asked.video.table, asked.window.frames
        write_speech(sound, table.time(frames.start), table.time(frames.stop), out, rate=SOUND_RATE)

    return _kept(write, folder / "sound.wav", SOUND_TYPE, asked, most)


def _kept(make: Callable[[Path], None], out: Path, media_type: str, asked: Asked, most: int) -> Recording:
    try:
        make(out)
    except ffmpeg.FfmpegCancelledError:
        raise
    except ffmpeg.FfmpegError as error:
        if error.is_ours:
            raise JobRetryError(f"The video tool failed: {error}", code="video.tool_failed") from error
        raise NotCutError(str(error)) from error
    except (CutError, MediaRefusedError) as error:
        raise NotCutError(str(error)) from error
    size = out.stat().st_size
    if size > most:
        raise TooLargeError(size)
    stretch = asked.video.segment(asked.window.frames)
    return Recording(storage.put_file(out), media_type, size, stretch["end"] - stretch["start"])


def _fitted(width: int, height: int, most: int) -> tuple[int, int]:
    """Both even, for a frame of black pixels at an edge is no part of the picture."""
    scale = min(1.0, most / height)
    return max(2, 2 * round(width * scale / 2)), max(2, 2 * round(height * scale / 2))
