"""Clips that hold exactly the frames asked for.

A stretch of frames is encoded once and kept; clips join such stretches without encoding again. VI31: the encoder
writes down which frames it was given, and a stretch that does not hold exactly its own is never handed on.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

from datasets.videos.frames import FrameTable
from worker.media import ffmpeg
from worker.media.containers import chosen_picture, container_name, exact, opened
from worker.media.probe import SoundOf
from worker.media.sound import SAMPLE_RATE, write_pcm

CUT_SETTINGS = "h264-1"
"""Names everything below that shapes the bytes of a stretch; another value makes every stretch anew."""

QUALITY = 18
_THREADS = 4
_LEAD_S = (Fraction(1, 5), Fraction(10))
"""How far before the first frame decoding begins, at the first try and the second; the last begins at the start."""

_LEAST_TIMESCALE = 10_000
_FINE_RATE = Fraction(10_000)
"""Slots of a tenth of a millisecond, where the frames' times lie on no coarser grid."""
_MICROSECOND = 1e-6
_FILE: dict[str, Any] = {"f": "mp4", "movflags": "+faststart", **ffmpeg.BITEXACT}


class CutError(Exception):
    """The frames cannot be had from the file as they stand in its table."""


@dataclass(frozen=True, slots=True)
class ClipClock:
    """Times of a clip's frames. A constant rate stays exactly constant, however the source's ticks were rounded."""

    time_base: Fraction
    rate: Fraction
    is_constant: bool

    @property
    def timescale(self) -> int:
        """Of the file: the time base's denominator, or a multiple that other programs are used to."""
        return self.time_base.denominator * ceil(_LEAST_TIMESCALE / self.time_base.denominator)

    def step(self) -> int:
        """One tick in units of the timescale."""
        return int(self.time_base * self.timescale)


def clip_clock(table: FrameTable) -> ClipClock:
    """VI32: frames that fill the proxy without a gap run at its rate; others keep their own times."""
    if len(table) == 1 or bool((np.diff(table.slots) == 1).all()):
        return ClipClock(1 / table.proxy_rate, table.proxy_rate, True)
    return ClipClock(Fraction(1, table.time_base.denominator), table.proxy_rate, False)


def clip_table(table: FrameTable, stretches: Sequence[range]) -> FrameTable:
    """The clip's own frame table: nought is its first frame; at an even rate every frame is its own slot. Elsewhere
    slots are so fine that both the beginning and the middle of a frame's slot lie inside the frame."""
    clock = clip_clock(table)
    count = sum(len(frames) for frames in stretches)
    if clock.is_constant:
        ticks, end = np.arange(count, dtype=np.int64), count
        slots, rate = ticks, clock.rate
    else:
        parts, end = [], 0
        for frames in stretches:
            own = table.ticks[frames.start : frames.stop] - table.ticks[frames.start]
            parts.append(own * table.time_base.numerator + end)
            end += _length(table, clock, frames)
        ticks = np.concatenate(parts)
        rate = min(1 / (int(np.gcd.reduce(np.append(ticks, end))) * clock.time_base), _FINE_RATE)
        slots = np.array([ceil(int(tick) * clock.time_base * rate) for tick in ticks], np.int64)
    return FrameTable(
        time_base=clock.time_base,
        start=Fraction(0),
        ticks=ticks,
        end_tick=end,
        slots=slots.astype(np.int32),
        proxy_rate=rate,
        proxy_frames=max(int(slots[-1]) + 1, round(end * clock.time_base * rate)),
    )


def cut_segment(
    path: Path,
    table: FrameTable,
    frames: range,
    out: Path,
    *,
    size: tuple[int, int],
    quality: int = QUALITY,
    on_progress: Callable[[float], None] = lambda done: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Path:
    """Frames of the source as a video of their own, without sound: it starts at nought, every frame is encoded once,
    nothing is hidden. ``size``: of the picture as shown; ``quality``: x264's crf. The same file, frames and settings
    give the same bytes."""
    if not frames or frames.step != 1 or frames.start < 0 or frames.stop > len(table):
        raise CutError(f"there are no frames {frames.start} to {frames.stop - 1} in a video of {len(table)}")
    source = _source(path)
    log = out.with_suffix(".frames")
    length = float(table.time(frames.stop) - table.time(frames.start))
    wanted = table.ticks[frames.start : frames.stop]
    drop: list[int] = []
    # Times that were counted, because the file's own contradict each other, are found by counting only.
    leads = _LEAD_S if table.time_base == source.time_base else ()
    for lead in (*leads, None):
        stream = _cutting(source, table, frames, out, log, size=size, quality=quality, lead=lead, drop=drop)
        try:
            ffmpeg.run(stream, on_progress=lambda at: on_progress(min(1.0, float(at) / length)), cancelled=cancelled)
        except ffmpeg.FfmpegCancelledError:
            raise
        except ffmpeg.FfmpegError:
            if lead is None:
                raise
        given = ffmpeg.frames_given(log)
        if len(given) == len(frames) and (not leads or _are(given.ticks, wanted)):
            return out
        drop = sorted(set(given.ticks.tolist()) - set(wanted.tolist()) - {ffmpeg.NO_TICK})
    raise CutError(
        f"Frames {frames.start} to {frames.stop - 1} cannot be cut: {len(given)} of {len(frames)} decode. "
        "Prepare the video again."
    )


def join_segments(
    parts: Sequence[Path],
    table: FrameTable,
    stretches: Sequence[range],
    out: Path,
    *,
    sound: SoundOf | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> FrameTable:
    """VI33: stretches that were cut before, copied one behind the other, and the sound of all of them encoded in one
    pass, so that neither can drift. Returns the clip's frame table."""
    clock, joined = clip_clock(table), clip_table(table, stretches)
    with tempfile.TemporaryDirectory(dir=out.parent) as name:
        folder = Path(name)
        lines, end, told = ["ffconcat version 1.0"], 0, 0
        for number, (part, frames) in enumerate(zip(parts, stretches, strict=True)):
            (folder / f"{number}.mp4").symlink_to(part.resolve())
            end += _length(table, clock, frames)
            micros = round(end * clock.time_base * 1_000_000)  # from the beginning each time: errors do not add up
            lines += [f"file {number}.mp4", f"duration {(micros - told) / 1_000_000:.6f}"]
            told = micros
        (folder / "list.txt").write_text("\n".join(lines) + "\n")
        streams = [ffmpeg.source(folder / "list.txt", "concat")["v:0"]]
        options: dict[str, object] = {"c:v": "copy", "video_track_timescale": clock.timescale, **_FILE}
        if clock.is_constant:
            step = clock.step()
            options["bsf:v"] = f"setts=ts=N*{step}:duration={step}"
        if sound is not None:
            times = [_own_time(table, clock, frames) for frames in stretches]
            write_pcm(sound, times, folder / "sound.pcm")
            pcm = ffmpeg.source(folder / "sound.pcm", "s16le", ar=SAMPLE_RATE, ac=sound.channels)
            streams.append(pcm["a:0"])
            options |= {"c:a": "aac", "b:a": "160k"}
        ffmpeg.run(ffmpeg.output(out, *streams, **options), cancelled=cancelled)
    _check(out, joined)
    return joined


@dataclass(frozen=True, slots=True)
class _Source:
    path: Path
    container: str
    picture: int
    time_base: Fraction


def _source(path: Path) -> _Source:
    with opened(path) as container:
        stream = chosen_picture(container)
        assert stream is not None, "only prepared videos are cut"
        assert stream.time_base is not None
        return _Source(path, container_name(container), stream.index, exact(stream.time_base))


def _cutting(
    source: _Source,
    table: FrameTable,
    frames: range,
    out: Path,
    log: Path,
    *,
    size: tuple[int, int],
    quality: int,
    lead: Fraction | None,
    drop: Sequence[int],
) -> Any:
    """Decoding begins ``lead`` seconds before the first frame, and frames are told by their exact ticks; with None it
    begins at the start, and where the ticks are not the file's own, frames are counted."""
    clock = clip_clock(table)
    first, last = int(table.ticks[frames.start]), int(table.ticks[frames.stop - 1])
    options: dict[str, Any] = {"copyts": None, "reinit_filter": 0}
    begin = table.time(frames.start) - lead if lead is not None else Fraction(0)
    if begin > 0:
        options |= {"ss": f"{float(begin):.6f}", "noaccurate_seek": None}
    if table.time_base == source.time_base:
        chain = [f"trim=start_pts={first}:end_pts={last + 1}"]
    else:
        chain = [f"trim=start_frame={frames.start}:end_frame={frames.stop}"]
    if drop:
        chain.append(f"select='not({'+'.join(f'eq(pts,{tick})' for tick in drop)})'")
    width, height = size
    chain.append(f"scale={width}:{height}:flags=bicubic,pad={width + width % 2}:{height + height % 2},setsar=1")
    chain.append(f"format=yuv420p,settb={_text(clock.time_base)}")
    chain.append("setpts=N" if clock.is_constant else f"setpts=PTS-{first * table.time_base.numerator}")
    last_lasts = 1 if clock.is_constant else _tick(table, frames.stop) - last
    duration = last_lasts * (clock.step() if clock.is_constant else table.time_base.numerator * clock.step())
    stream = ffmpeg.source(source.path, source.container, **options)[str(source.picture)]
    return ffmpeg.output(
        out,
        stream,
        **{
            "vf": ",".join(chain),
            "c:v": "libx264",
            "preset": "veryfast",
            "crf": quality,
            "bf": 0,
            "g": max(1, floor(clock.rate)),
            "force_key_frames": "expr:gte(t,n_forced)",
            "threads": _THREADS,
            "fps_mode:v": "passthrough",
            "enc_time_base:v": _text(clock.time_base),
            "video_track_timescale": clock.timescale,
            "bsf:v": f"setts=duration=if(eq(N\\,{len(frames) - 1})\\,{duration}\\,DURATION)",
            "map_chapters": -1,
            **ffmpeg.told_frames(log),
            **_FILE,
        },
    )


def _are(given: NDArray[np.int64], wanted: NDArray[np.int64]) -> bool:
    """Whether every frame that the file gives a time has the one that is wanted."""
    return bool(((given == wanted) | (given == ffmpeg.NO_TICK)).all())


def _tick(table: FrameTable, frame: int) -> int:
    return table.end_tick if frame == len(table) else int(table.ticks[frame])


def _length(table: FrameTable, clock: ClipClock, frames: range) -> int:
    """How long a stretch lasts, in ticks of the clip: to the beginning of the frame behind its last one."""
    if clock.is_constant:
        return len(frames)
    return (_tick(table, frames.stop) - _tick(table, frames.start)) * table.time_base.numerator


def _own_time(table: FrameTable, clock: ClipClock, frames: range) -> tuple[Fraction, Fraction]:
    """From when to when the stretch lasts on the original timeline."""
    begin = table.time(frames.start)
    return begin, begin + _length(table, clock, frames) * clock.time_base


def _check(path: Path, joined: FrameTable) -> None:
    """What was written has the frames and the times that its table says, to a microsecond."""
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        assert stream.time_base is not None
        ticks = np.array([packet.pts for packet in container.demux(stream) if packet.size], np.float64)
        found = ticks * float(stream.time_base)
    expected = joined.ticks * float(joined.time_base)
    if len(found) != len(joined) or np.abs(found - expected).max() > _MICROSECOND:
        raise CutError(f"The joined clip has {len(found)} frames where {len(joined)} were wanted, or other times.")


def _text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
