"""Videos taken apart with ffmpeg, for tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg
import numpy as np
from numpy.typing import NDArray


def frames_of(path: Path | str, *, width: int, height: int, only_keys: bool = False) -> NDArray[np.uint8]:
    """(F, height, width, 3); with ``only_keys`` those that can be decoded by themselves."""
    decoder = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error"]
    decoder += ["-skip_frame", "nokey"] if only_keys else []
    decoder += ["-i", str(path), "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    raw = subprocess.run(decoder, check=True, capture_output=True).stdout
    return np.frombuffer(raw, np.uint8).reshape(-1, height, width, 3)
