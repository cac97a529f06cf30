"""Videos taken apart with ffmpeg, for tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg
import numpy as np
from numpy.typing import NDArray
from PIL import Image


def frames_of(path: Path | str, *, width: int, height: int, only_keys: bool = False) -> NDArray[np.uint8]:
    """(F, height, width, 3); with ``only_keys`` those that can be decoded by themselves."""
    decoder = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error"]
    decoder += ["-skip_frame", "nokey"] if only_keys else []
    decoder += ["-i", str(path), "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    raw = subprocess.run(decoder, check=True, capture_output=True).stdout
    return np.frombuffer(raw, np.uint8).reshape(-1, height, width, 3)


def write_clip(path: Path, *, quality: int, seed: int = 1, frames: int = 12) -> Path:
    """Soft blotches that drift; the seed decides where they are, the quality (x264's crf) how coarse they are."""
    blotches = np.random.default_rng(seed).integers(0, 255, (12, 28, 3), dtype=np.uint8)
    drift = [Image.fromarray(blotches[:, n // 2 : n // 2 + 16]).resize((320, 240)) for n in range(frames)]
    encoder = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"]
    encoder += [
        "-s",
        "320x240",
        "-r",
        "12",
        "-i",
        "-",
        "-c:v",
        "libx264",
        "-crf",
        str(quality),
        "-pix_fmt",
        "yuv420p",
    ]
    raw = b"".join(frame.tobytes() for frame in drift)
    subprocess.run([*encoder, str(path)], input=raw, check=True)
    return path
