"""The video that browsers play: a constant rate, a key frame every second, upright, and time equal to original time.

VI26: which frame of the source each frame of the proxy shows is written down by the encoder itself while it works;
the frame table is made of that and of nothing assumed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.videos.domain import MediaNote, MediaNoteKind, Probe
from datasets.videos.frames import FrameTable
from worker.media import ffmpeg
from worker.media.containers import MediaRefusedError
from worker.media.probe import MOST_CHANNELS, Examination, mean_rate
from worker.media.rates import slots_of

LONG_SIDE, SHORT_SIDE, LEAST_SIDE = 1280, 720, 16
SOUND_RATE = 48000
_NAMED = 5
_SOUND_COMPLAINT = re.compile(r"\[aist#[^\n]*[Ee]rror")


@dataclass(frozen=True, slots=True)
class Proxy:
    """``probe``: the examination's, put right by what really decoded."""

    path: Path
    table: FrameTable
    probe: Probe
    has_sound: bool
    notes: tuple[MediaNote, ...]


def make_proxy(
    path: Path,
    examination: Examination,
    out: Path,
    *,
    on_progress: Callable[[float], None] = lambda done: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Proxy:
    """Raises MediaRefusedError where no picture decodes. A sound on which the encoder fails is left out."""
    length = float(examination.probe.duration) or 1.0

    words = ""

    def encoded(source: Examination) -> tuple[ffmpeg.Given, ffmpeg.FfmpegError | None]:
        nonlocal words
        log = out.with_suffix(".frames")
        failed = None
        try:
            words = ffmpeg.run(
                _stream(path, source, out, log),
                on_progress=lambda reached: on_progress(min(1.0, float(reached) / length)),
                cancelled=cancelled,
            )
        except ffmpeg.FfmpegCancelledError:
            raise
        except ffmpeg.FfmpegError as error:
            failed = error
        return ffmpeg.frames_given(log), failed

    notes: list[MediaNote] = []
    given, failed = encoded(examination)
    if failed is not None and not failed.is_ours and examination.sound is not None:
        examination = replace(examination, sound=None)
        given, failed = encoded(examination)
        said = "The decoder breaks off at the sound; the video is prepared without it."
        notes.append(MediaNote("media.sound_broken", MediaNoteKind.WARNING, said))
    if failed is not None and (failed.is_ours or len(given)):
        raise failed
    if not len(given):
        raise MediaRefusedError(
            "media.broken", "Not one picture of the video can be decoded: the file is damaged. Send a complete copy."
        )
    if examination.in_order and not _rises(given):
        examination = examination.counted()
        given, failed = encoded(examination)
        if failed is not None:
            raise failed
    if examination.sound is not None and _SOUND_COMPLAINT.search(words):
        said = "Parts of the sound cannot be decoded; they are silent."
        notes.append(MediaNote("media.sound_gaps", MediaNoteKind.WARNING, said))
    table, frame_notes = _table(examination, given) if examination.in_order else _counted_table(examination, given)
    rate = examination.probe.rate
    if examination.probe.is_vfr:
        rate = mean_rate(table.ticks, table.end_tick, table.time_base)
    probe = replace(examination.probe, frame_count=len(table), duration=table.duration, rate=rate)
    return Proxy(out, table, probe, examination.sound is not None, (*notes, *frame_notes))


def proxy_size(width: int, height: int) -> tuple[int, int]:
    """Within 1280 × 720, or 720 × 1280 where the picture stands; even, never larger than the source needs."""
    scale = min(1.0, LONG_SIDE / max(width, height), SHORT_SIDE / min(width, height))
    even = [max(LEAST_SIDE, 2 * round(side * scale / 2)) for side in (width, height)]
    return even[0], even[1]


def _stream(path: Path, examination: Examination, out: Path, log: Path) -> object:
    pace, rate = examination.pace, examination.pace.proxy_rate
    width, height = proxy_size(examination.probe.width, examination.probe.height)
    late = int(_predicted(examination)[0]) if examination.in_order else 0
    picture = [
        f"setpts=PTS-{examination.origin if examination.in_order else 0}",
        f"scale={width}:{height}:flags=bicubic,setsar=1,format=yuv420p",
        f"fps=fps={_text(rate)}:start_time=0:round={pace.rounding}:eof_action=pass",
    ]
    if late > 0:
        picture.append(f"drawbox=w=iw:h=ih:color=black:t=fill:enable='lt(n,{late})'")
    # A decoder that changes the picture's size midway must not start the count of frames anew.
    options: dict[str, object] = {"copyts": None, "reinit_filter": 0}
    if not examination.in_order:
        options["r"] = _text(pace.rate)
    source = ffmpeg.source(path, examination.container, **options)
    streams = [source[str(examination.picture)]]
    wanted: dict[str, object] = {
        "vf": ",".join(picture),
        "c:v": "libx264",
        "preset": "veryfast",
        "crf": 23,
        "bf": 0,
        "g": max(1, floor(rate)),
        "fps_mode:v": "passthrough",
        "enc_time_base:v": _text(1 / rate),
        **ffmpeg.told_frames(log),
        "max_error_rate": 1,
        "movflags": "+faststart",
        "map_metadata": -1,
        "map_chapters": -1,
        "f": "mp4",
    }
    if examination.sound is not None:
        probe, start = examination.probe, examination.probe.start
        streams.append(source[str(examination.sound)])
        wanted |= {
            "af": f"asetpts=PTS-round({start.numerator}/{start.denominator}/TB),"
            f"aresample={SOUND_RATE}:async=1:first_pts=0",
            "c:a": "aac",
            "b:a": "128k",
            "ac": min(MOST_CHANNELS, next(s.channels for s in probe.audio if s.index == examination.sound)),
        }
    return ffmpeg.output(out, *streams, **wanted)


def _rises(given: ffmpeg.Given) -> bool:
    """Whether the frames that have times have them in the order in which they decode."""
    first = np.flatnonzero(np.diff(given.numbers, prepend=-1))
    known = given.ticks[first][given.ticks[first] != ffmpeg.NO_TICK]
    return bool((np.diff(known) > 0).all() and (np.diff(given.numbers) >= 0).all())


def _table(examination: Examination, given: ffmpeg.Given) -> tuple[FrameTable, list[MediaNote]]:
    begins = np.flatnonzero(np.diff(given.numbers, prepend=-1))
    seen = given.ticks[begins]
    ticks, slots = examination.ticks, _predicted(examination)
    if (seen == ffmpeg.NO_TICK).any():
        seen = _named(seen, begins, ticks, slots)
    if not np.isin(seen, ticks).all():  # the decoder knows better than the packets
        ticks = seen
        slots = np.append(max(0, int(_slots(examination, seen[:1])[0])), begins[1:])
    else:
        slots = slots.copy()
    hidden = np.append(slots[:-1] == slots[1:], False) | (slots >= len(given))
    present = np.isin(ticks, seen)
    # Before its own slot the first frame stands in for the black that is drawn over it.
    slots[present] = np.append(slots[present][:1], begins[1:])
    kept = present | hidden
    last = int(np.flatnonzero(kept)[-1])
    table = FrameTable(
        time_base=examination.probe.time_base,
        start=examination.probe.start,
        ticks=ticks[kept],
        end_tick=examination.end_tick if last + 1 == len(ticks) else int(ticks[last + 1]),
        slots=np.minimum(slots[kept], len(given) - 1).astype(np.int32),
        proxy_rate=examination.pace.proxy_rate,
        proxy_frames=len(given),
    )
    return table, _frame_notes(examination, ticks[~kept], int((hidden & ~present).sum()))


def _named(
    seen: NDArray[np.int64], begins: NDArray[np.int64], ticks: NDArray[np.int64], slots: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Ticks for frames whose file names none: those of the packets in turn, if there are as many, else of the packet
    whose slot is nearest."""
    if len(seen) == len(ticks):
        return ticks
    right = np.clip(np.searchsorted(slots, begins), 1, len(slots) - 1)
    nearest = np.where(begins - slots[right - 1] <= slots[right] - begins, right - 1, right)
    return np.unique(np.where(seen == ffmpeg.NO_TICK, ticks[nearest], seen))


def _counted_table(examination: Examination, given: ffmpeg.Given) -> tuple[FrameTable, list[MediaNote]]:
    """VI27: where the times contradict the pictures' order, the pictures are counted instead, at an even rate."""
    begins = np.flatnonzero(np.diff(given.numbers, prepend=-1))
    table = FrameTable(
        time_base=1 / examination.pace.rate,
        start=Fraction(0),
        ticks=np.arange(len(begins), dtype=np.int64),
        end_tick=len(begins),
        slots=begins.astype(np.int32),
        proxy_rate=examination.pace.proxy_rate,
        proxy_frames=len(given),
    )
    said = "The frames' times contradict their order; they are shown as they decode, at an even rate."
    return table, [MediaNote("media.disordered", MediaNoteKind.WARNING, said)]


def _predicted(examination: Examination) -> NDArray[np.int64]:
    return _slots(examination, examination.ticks)


def _slots(examination: Examination, ticks: NDArray[np.int64]) -> NDArray[np.int64]:
    pace, base = examination.pace, examination.probe.time_base
    return slots_of(ticks, time_base=base, origin=examination.origin, rate=pace.proxy_rate, rounding=pace.rounding)


def _frame_notes(examination: Examination, lost: NDArray[np.int64], hidden: int) -> list[MediaNote]:
    notes = []
    if len(lost):
        base, start = examination.probe.time_base, examination.probe.start
        where = ", ".join(f"{float(int(tick) * base - start):.3f} s" for tick in lost[:_NAMED])
        said = (
            f"{len(lost)} of {len(examination.ticks)} frames cannot be decoded and are left out, at {where}"
            f"{' and later' if len(lost) > _NAMED else ''}."
        )
        notes.append(MediaNote("media.frames_lost", MediaNoteKind.WARNING, said))
    if hidden:
        said = f"{hidden} frames follow others too quickly to be seen apart in the player; cuts stay exact."
        notes.append(MediaNote("media.frames_too_quick", MediaNoteKind.WARNING, said))
    return notes


def _text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
