"""Videos that carry their own truth: every frame shows its number as a bar code, every half second has a click.

A frame is two rows of sixteen cells. The upper row is the number in binary, highest bit left, white for one; the
lower row is its complement, so that a blurred, black or half replaced picture is told from a number.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import imageio_ffmpeg
import numpy as np
from numpy.typing import NDArray

BITS = 16
SOUND_RATE = 48000
CLICK_EVERY = Fraction(1, 2)
CLICK_S = 0.01
_SOUND_BLOCK = 1024
_DARK, _BRIGHT = 20, 235


@dataclass(frozen=True, slots=True)
class CounterVideo:
    """``numbers[i]`` is what frame i (in the order shown) carries, ``times[i]`` when it appears on the original
    timeline; ``end`` is where the last one ends. ``clicks_from``: the sound's own zero on that timeline."""

    path: Path
    numbers: tuple[int, ...]
    times: tuple[Fraction, ...]
    end: Fraction
    has_sound: bool = False
    clicks_from: Fraction = Fraction(0)


def picture(number: int, *, width: int, height: int) -> NDArray[np.uint8]:
    """A grey picture (height, width) that carries the number."""
    bits = (number >> np.arange(BITS - 1, -1, -1)) & 1
    cells = np.where(np.stack([bits, 1 - bits]), _BRIGHT, _DARK).astype(np.uint8)
    rows = np.arange(height) * 2 // height
    columns = np.arange(width) * BITS // width
    return cells[rows[:, None], columns[None, :]]


def read_number(image: NDArray[np.uint8]) -> int | None:
    """The number of a picture of any size, grey (H, W) or colour (H, W, 3 or more); None where it carries none."""
    grey = image[..., :3].mean(axis=-1) if image.ndim == 3 else image.astype(np.float64)
    height, width = grey.shape
    levels = np.empty((2, BITS))
    for row in range(2):
        for column in range(BITS):
            top, left = row * height / 2, column * width / BITS
            cell = grey[
                int(top + height / 8) : int(np.ceil(top + height * 3 / 8)),
                int(left + width / BITS / 4) : int(np.ceil(left + width / BITS * 3 / 4)),
            ]
            levels[row, column] = cell.mean()
    if np.abs(levels[0] - levels[1]).min() < 80:
        return None
    return int("".join("1" if up > down else "0" for up, down in levels.T), 2)


def write_counter(
    path: Path,
    *,
    ticks: Sequence[int],
    time_base: Fraction,
    last_ticks: int,
    numbers: Sequence[int] | None = None,
    size: tuple[int, int] = (256, 96),
    quarter_turns: int = 0,
    gop: int = 250,
    b_frames: int = 3,
    sound_s: Fraction | None = None,
    codec: str = "libx264",
) -> None:
    """Frame i is shown at ``ticks[i] * time_base``; frames before nought are hidden by an edit list where the
    container has one. ``quarter_turns``: the stored picture is turned so often, clockwise, before it is encoded."""
    width, height = size
    names = range(len(ticks)) if numbers is None else numbers
    with av.open(str(path), "w") as container:
        rate = Fraction(1) / (time_base * (ticks[1] - ticks[0])) if len(ticks) > 1 else Fraction(1)
        video = container.add_stream(codec, rate=rate)
        assert isinstance(video, av.VideoStream)
        video.width, video.height = (height, width) if quarter_turns % 2 else (width, height)
        video.pix_fmt = "yuv420p"
        video.time_base = video.codec_context.time_base = time_base
        video.codec_context.gop_size = gop
        if codec == "libx264":
            settings = {"preset": "ultrafast", "crf": "30", "bf": str(b_frames), "sc_threshold": "0"}
            video.options = {**settings, "b-pyramid": "none", "threads": "1", "x264-params": f"bframes={b_frames}"}
        audio = container.add_stream("aac", rate=SOUND_RATE, layout="mono") if sound_s is not None else None
        sound = _sound_frames(sound_s) if sound_s is not None else iter(())
        heard = 0
        for tick, number, following in zip(ticks, names, [*ticks[1:], ticks[-1] + last_ticks], strict=True):
            while audio is not None and Fraction(heard, SOUND_RATE) < following * time_base:
                block = next(sound, None)
                if block is None:
                    break
                heard += block.samples
                container.mux(audio.encode(block))
            turned = np.ascontiguousarray(np.rot90(picture(number, width=width, height=height), -quarter_turns))
            frame = av.VideoFrame.from_ndarray(turned, format="gray").reformat(format="yuv420p")
            frame.pts, frame.time_base, frame.duration = tick, time_base, following - tick
            container.mux(video.encode(frame))
        container.mux(video.encode(None))
        if audio is not None:
            for block in sound:
                container.mux(audio.encode(block))
            container.mux(audio.encode(None))


def clicks(samples: NDArray[np.floating], rate: int) -> list[float]:
    """The seconds at which clicks begin."""
    loud = np.flatnonzero(np.abs(samples) > 0.2 * max(1e-9, np.abs(samples).max()))
    begins = loud[np.flatnonzero(np.diff(loud, prepend=-rate) > rate // 10)]
    return [float(sample / rate) for sample in begins]


def _sound_frames(seconds: Fraction) -> Iterator[av.AudioFrame]:
    total = int(seconds * SOUND_RATE)
    for first in range(0, total, _SOUND_BLOCK):
        at = np.arange(first, min(first + _SOUND_BLOCK, total))
        since = at % int(CLICK_EVERY * SOUND_RATE)
        tone = np.where(since < CLICK_S * SOUND_RATE, 0.8 * np.sin(since * (2 * np.pi * 1000 / SOUND_RATE)), 0.0)
        frame = av.AudioFrame.from_ndarray(tone.astype(np.float32)[None, :], format="fltp", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = SOUND_RATE, first, Fraction(1, SOUND_RATE)
        yield frame


def _constant(path: Path, rate: Fraction, count: int, **options: Any) -> CounterVideo:
    base = 1 / rate
    sound_s = count * base if options.pop("sound", False) else None
    write_counter(path, ticks=range(count), time_base=base, last_ticks=1, sound_s=sound_s, **options)
    times = tuple(number * base for number in range(count))
    return CounterVideo(path, tuple(range(count)), times, count * base, has_sound=sound_s is not None)


def cfr_25(folder: Path) -> CounterVideo:
    """25 frames a second, B-frames, one key frame, sound."""
    return _constant(folder / "cfr_25.mp4", Fraction(25), 250, sound=True)


def film_23976(folder: Path) -> CounterVideo:
    return _constant(folder / "film_23976.mp4", Fraction(24000, 1001), 240)


def ten_fps(folder: Path) -> CounterVideo:
    return _constant(folder / "ten_fps.mp4", Fraction(10), 43)


def vfr(folder: Path) -> CounterVideo:
    """A hundred frames of 1/30 s, then a hundred of 1/12 s, in ticks of 1/60 s."""
    ticks = [2 * n for n in range(100)] + [200 + 5 * n for n in range(100)]
    base = Fraction(1, 60)
    path = folder / "vfr.mp4"
    write_counter(path, ticks=ticks, time_base=base, last_ticks=5)
    return CounterVideo(path, tuple(range(200)), tuple(t * base for t in ticks), 700 * base)


def edit_list(folder: Path) -> CounterVideo:
    """What a copied cut leaves: 83 frames lie before nought and are hidden by an edit list."""
    base = Fraction(1, 25)
    path = folder / "edit_list.mp4"
    write_counter(path, ticks=range(-83, 52), time_base=base, last_ticks=1, numbers=range(135))
    return CounterVideo(path, tuple(range(83, 135)), tuple(n * base for n in range(52)), 52 * base)


def rotated(folder: Path) -> CounterVideo:
    """Stored lying on its side; the header says how to turn it upright."""
    lying = folder / "lying.mp4"
    made = _constant(lying, Fraction(24000, 1001), 120, quarter_turns=1)
    path = folder / "rotated.mp4"
    _ffmpeg("-display_rotation", "90", "-i", str(lying), "-c", "copy", str(path))
    return CounterVideo(path, made.numbers, made.times, made.end)


def late_picture(folder: Path) -> CounterVideo:
    """Sound from nought, pictures from 0.521 s on, in the milliseconds of Matroska."""
    base = Fraction(1, 1000)
    path = folder / "late_picture.mkv"
    ticks = [521 + 40 * n for n in range(250)]
    write_counter(path, ticks=ticks, time_base=base, last_ticks=40, sound_s=Fraction(10521, 1000))
    return CounterVideo(path, tuple(range(250)), tuple(t * base for t in ticks), 10521 * base, has_sound=True)


def transport_stream(folder: Path) -> CounterVideo:
    """A broadcast file: its clock does not start at nought."""
    plain = folder / "for_ts.mp4"
    made = _constant(plain, Fraction(25), 150)
    path = folder / "transport_stream.ts"
    _ffmpeg("-i", str(plain), "-c", "copy", str(path))
    return CounterVideo(path, made.numbers, made.times, made.end)


def twenty_minutes(folder: Path, *, sound: bool = True) -> CounterVideo:
    """Long, small and slow: 12,000 frames at 10 a second, a key frame every 25 s."""
    return _constant(folder / "twenty_minutes.mp4", Fraction(10), 12_000, size=(128, 48), sound=sound)


KINDS: dict[str, Callable[[Path], CounterVideo]] = {
    "cfr_25": cfr_25,
    "vfr": vfr,
    "edit_list": edit_list,
    "rotated": rotated,
    "late_picture": late_picture,
    "film_23976": film_23976,
    "transport_stream": transport_stream,
    "ten_fps": ten_fps,
    "twenty_minutes": twenty_minutes,
}


def _ffmpeg(*arguments: str) -> None:
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-nostdin", "-y", *arguments]
    subprocess.run(command, check=True, capture_output=True)
