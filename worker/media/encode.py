"""Raw frames to a video that browsers play and seek in: H.264, 4:2:0, index in front.

OB30: the same frames give the same bytes. One thread, fixed settings, no dates and no version strings in the file.
"""

from __future__ import annotations

import contextlib
import fcntl
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

import imageio_ffmpeg
import numpy as np
from numpy.typing import NDArray
from PIL import Image

_PIPE_BYTES = 1024 * 1024
_QUALITY = "20"
_PRESET = "veryfast"


class EncodingError(Exception):
    """ffmpeg ended with an error; the text holds its last words."""


class ClipEncoder:
    """Takes RGB frames (height, width, 3) one by one; the file is complete once the block is left without an error.

    OB31: a key frame stands at least at every second, so that a player finds any moment quickly.
    """

    def __init__(self, path: Path, *, width: int, height: int, fps: int) -> None:
        self._path = path
        self._shape = (height, width, 3)
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self._process = subprocess.Popen(
            encoding_command(path, width=width, height=height, fps=fps),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._log,
        )
        assert self._process.stdin is not None
        self._pipe = self._process.stdin
        with contextlib.suppress(OSError):  # a larger pipe only saves switches between the two processes
            fcntl.fcntl(self._pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)

    def write(self, rgb: NDArray[np.uint8]) -> None:
        if rgb.shape != self._shape or rgb.dtype != np.uint8:
            raise EncodingError(f"a frame is {rgb.shape} {rgb.dtype}, not {self._shape} uint8")
        try:
            self._pipe.write(memoryview(np.ascontiguousarray(rgb)).cast("B"))
        except BrokenPipeError:
            raise EncodingError(self._last_words()) from None

    def __enter__(self) -> ClipEncoder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is not None:
                self._process.kill()
            with contextlib.suppress(BrokenPipeError):
                self._pipe.close()
            code = self._process.wait()
            if error is None and code != 0:
                raise EncodingError(self._last_words())
        finally:
            self._log.close()

    def _last_words(self) -> str:
        self._process.wait()
        self._log.seek(0)
        return (
            f"ffmpeg ended with code {self._process.returncode}: {self._log.read()[-500:].decode(errors='replace')}"
        )


def save_poster(rgb: NDArray[np.uint8], path: Path) -> None:
    """A still picture to show before the video plays."""
    Image.fromarray(rgb).save(path, "JPEG", quality=86, subsampling=2)


def encoding_command(path: Path, *, width: int, height: int, fps: int, source: str = "pipe:0") -> list[str]:
    return [
        imageio_ffmpeg.get_ffmpeg_exe(),
        *("-nostdin", "-hide_banner", "-loglevel", "error", "-y"),
        *("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(fps), "-i", source),
        *("-vf", "scale=out_color_matrix=bt709:out_range=tv:flags=bilinear+accurate_rnd,format=yuv420p"),
        *("-an", "-c:v", "libx264", "-preset", _PRESET, "-crf", _QUALITY, "-pix_fmt", "yuv420p"),
        *("-g", str(fps), "-keyint_min", str(fps), "-sc_threshold", "0", "-threads", "1", "-filter_threads", "1"),
        *("-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"),
        *("-flags:v", "+bitexact", "-fflags", "+bitexact", "-map_metadata", "-1", "-movflags", "+faststart"),
        *("-f", "mp4", str(path)),
    ]
