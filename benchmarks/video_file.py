"""The video that the benchmarks of media share: 20 minutes of 1280 × 720 at 30 frames a second, a key frame every 250
frames, three B-frames, stereo sound. Twenty seconds are encoded and copied sixty times."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg

SECONDS, RATE, GOP = 1200, 30, 250
_ONCE_S = 20


def make_video(folder: Path) -> Path:
    picture, sound, whole = folder / "once.mp4", folder / "once.m4a", folder / "twenty_minutes.mp4"
    pattern = f"testsrc2=size=1280x720:rate={RATE}:duration={_ONCE_S},noise=alls=6:allf=t"
    tones = f"aevalsrc='0.4*sin(2*PI*440*t)*lt(mod(t,1),0.5)|0.3*sin(2*PI*330*t)':s=48000:d={_ONCE_S}"
    _ffmpeg(
        *("-f", "lavfi", "-i", pattern, "-c:v", "libx264", "-preset", "veryfast", "-crf", "26"),
        *("-g", str(GOP), "-bf", "3", "-sc_threshold", "0", "-pix_fmt", "yuv420p", str(picture)),
    )
    _ffmpeg("-f", "lavfi", "-i", tones, "-c:a", "aac", str(sound))
    # Looped apart: together the shorter one would wait for the other at every turn.
    again = ("-stream_loop", str(SECONDS // _ONCE_S - 1))
    _ffmpeg(*again, "-i", str(picture), *again, "-i", str(sound), "-c", "copy", str(whole))
    return whole


def _ffmpeg(*arguments: str) -> None:
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-nostdin", "-y", *arguments]
    subprocess.run(command, check=True)
