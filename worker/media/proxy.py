"""The video that browsers play: a constant rate, a key frame every second, upright, and time equal to original time.

VI26: which frame of the source each frame of the proxy shows is written down by the encoder itself while it works;
the frame table is made of that and of nothing assumed.
"""

from __future__ import annotations

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
from worker.media.probe import Examination, mean_rate
from worker.media.rates import slots_of

LONG_SIDE, SHORT_SIDE, LEAST_SIDE = 1280, 720, 16
SOUND_RATE = 48000
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Proxy:
    """``probe``: the examination's, put right by what really decoded."""

    path: Path
    table: FrameTable
    probe: Probe
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
    log = out.with_suffix(".frames")
    length = float(examination.probe.duration) or 1.0

    def told(reached: Fraction) -> None:
        on_progress(min(1.0, float(reached) / length))

    def encode(sound: int | None) -> None:
        ffmpeg.run(_stream(path, examination, sound, out, log), on_progress=told, cancelled=cancelled)

    notes: list[MediaNote] = []
    try:
        try:
            encode(examination.sound)
        except ffmpeg.FfmpegCancelledError:
            raise
        except ffmpeg.FfmpegError:
            if examination.sound is None:
                raise
            encode(None)
            said = "The sound breaks the decoder off; the video is prepared without it."
            notes.append(MediaNote("media.sound_broken", MediaNoteKind.WARNING, said))
    except ffmpeg.FfmpegCancelledError:
        raise
    except ffmpeg.FfmpegError:
        if not len(ffmpeg.frames_given(log)):
            raise _broken() from None
        raise
    shown = ffmpeg.frames_given(log)
    if not len(shown):
        raise _broken()
    table, frame_notes = _table(examination, shown)
    probe = replace(
        examination.probe,
        frame_count=len(table),
        duration=table.duration,
        rate=mean_rate(table.ticks, table.end_tick, table.time_base)
        if examination.probe.is_vfr
        else examination.probe.rate,
    )
    return Proxy(out, table, probe, (*notes, *frame_notes))


def proxy_size(width: int, height: int) -> tuple[int, int]:
    """Within 1280 × 720, or 720 × 1280 where the picture stands; even, never larger than the source needs."""
    scale = min(1.0, LONG_SIDE / max(width, height), SHORT_SIDE / min(width, height))
    even = [max(LEAST_SIDE, 2 * round(side * scale / 2)) for side in (width, height)]
    return even[0], even[1]


def _stream(path: Path, examination: Examination, sound: int | None, out: Path, log: Path) -> object:
    pace, rate = examination.pace, examination.pace.proxy_rate
    width, height = proxy_size(examination.probe.width, examination.probe.height)
    late = int(_predicted(examination)[0]) if examination.in_order else 0
    picture = [
        f"setpts=PTS-{examination.origin if examination.in_order else 0}",
        f"scale={width}:{height}:flags=bicubic,setsar=1,format=yuv420p",
        f"fps=fps={_text(rate)}:start_time=0:round={pace.rounding}",
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
    if sound is not None:
        start = examination.probe.start
        streams.append(source[str(sound)])
        wanted |= {
            "af": f"asetpts=PTS-round({start.numerator}/{start.denominator}/TB),"
            f"aresample={SOUND_RATE}:async=1:first_pts=0",
            "c:a": "aac",
            "b:a": "128k",
            "ac": 2,
        }
    return ffmpeg.output(out, *streams, **wanted)


def _table(examination: Examination, shown: NDArray[np.int64]) -> tuple[FrameTable, list[MediaNote]]:
    """``shown[k]``: the tick of the source frame that the encoder was given as proxy frame k."""
    begins = np.flatnonzero(np.diff(shown, prepend=shown[0] - 1))
    seen = shown[begins]
    rate = examination.pace.proxy_rate
    if not examination.in_order:
        return _counted_table(examination, begins, len(shown))
    ticks, predicted = examination.ticks, _predicted(examination)
    if not np.isin(seen, ticks).all():  # the decoder knows better than the packets
        ticks = seen
        predicted = begins.astype(np.int64)
        predicted[0] = max(0, _slot_of(examination, int(seen[0])))
    hidden = np.append(predicted[:-1] == predicted[1:], False)
    present = np.isin(ticks, seen)
    kept = present | hidden
    slots = predicted.copy()
    slots[present] = np.where(np.arange(len(seen)) == 0, predicted[present][:1], begins)
    lost = ticks[~kept]
    last = int(np.flatnonzero(kept)[-1])
    table = FrameTable(
        time_base=examination.probe.time_base,
        start=examination.probe.start,
        ticks=ticks[kept],
        end_tick=examination.end_tick if last + 1 == len(ticks) else int(ticks[last + 1]),
        slots=slots[kept].astype(np.int32),
        proxy_rate=rate,
        proxy_frames=len(shown),
    )
    return table, _frame_notes(examination, lost, int((hidden & ~present).sum()))


def _counted_table(
    examination: Examination, begins: NDArray[np.int64], frames: int
) -> tuple[FrameTable, list[MediaNote]]:
    """VI27: where the times contradict the pictures' order, the pictures are counted instead, at an even rate."""
    base = 1 / examination.pace.rate
    ticks = slots_of(begins, time_base=1 / examination.pace.proxy_rate, origin=0, rate=examination.pace.rate)
    table = FrameTable(
        time_base=base,
        start=Fraction(0),
        ticks=ticks,
        end_tick=int(ticks[-1]) + 1,
        slots=begins.astype(np.int32),
        proxy_rate=examination.pace.proxy_rate,
        proxy_frames=frames,
    )
    said = "The frames' times contradict their order; they are shown as they decode, at an even rate."
    return table, [MediaNote("media.disordered", MediaNoteKind.WARNING, said)]


def _predicted(examination: Examination) -> NDArray[np.int64]:
    pace = examination.pace
    return slots_of(
        examination.ticks,
        time_base=examination.probe.time_base,
        origin=examination.origin,
        rate=pace.proxy_rate,
        rounding=pace.rounding,
    )


def _slot_of(examination: Examination, tick: int) -> int:
    pace, base = examination.pace, examination.probe.time_base
    ticks = np.array([tick], np.int64)
    slots = slots_of(ticks, time_base=base, origin=examination.origin, rate=pace.proxy_rate, rounding=pace.rounding)
    return int(slots[0])


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


def _broken() -> MediaRefusedError:
    return MediaRefusedError(
        "media.broken", "Not one picture of the video can be decoded: the file is damaged. Send a complete copy."
    )


def _text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
