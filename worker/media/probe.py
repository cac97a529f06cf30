"""What a video file really is, read by demuxing it whole and decoding its first pictures.

Headers lie about rates and durations, and fields in microseconds round; so times come from the packets, as whole
ticks of the stream's own clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

import av
import av.error
import numpy as np
from av.container import InputContainer
from av.stream import Disposition
from av.video.stream import VideoStream
from numpy.typing import NDArray

from datasets.videos.domain import AudioStream, MediaNote, MediaNoteKind, Probe, SubtitleStream
from worker.media.containers import (
    MediaRefusedError,
    chosen_picture,
    container_name,
    exact,
    opened,
    pictures_of,
)
from worker.media.rates import Pace, pace_of

_TEXT_SUBTITLES = frozenset({"subrip", "srt", "ass", "ssa", "webvtt", "mov_text", "text"})
_PACKETS_UNTIL_A_PICTURE = 400
_PICTURES_LOOKED_AT = 12
_SOUND_PACKETS_TRIED = 50
_MICROSECOND = Fraction(1, 1_000_000)
MOST_CHANNELS = 2
"""One stays one: spread over two it would be quieter."""


@dataclass(frozen=True, slots=True)
class Limits:
    """VI22: what may be registered at all; beyond it a file is refused before anything is decoded."""

    seconds: int = 6 * 3600
    pixels: int = 8192 * 4352


USUAL_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Examination:
    """``ticks``: of the packets that are to be shown, in the order shown. ``origin``: zero of the original timeline
    in ticks. ``picture``, ``sound``: the streams used, as numbers in the file; a sound that does not decode is none.
    ``in_order``: whether pictures leave the decoder in the order of their times."""

    probe: Probe
    container: str
    ticks: NDArray[np.int64]
    end_tick: int
    origin: int
    pace: Pace
    picture: int
    sound: int | None
    hints: tuple[Fraction, ...]
    in_order: bool
    notes: tuple[MediaNote, ...]

    def counted(self) -> Examination:
        """The same without trust in the frames' times: an even rate, which is the header's where it comes near."""
        mean = len(self.ticks) / ((self.end_tick - int(self.ticks[0])) * self.probe.time_base)
        near = next((hint for hint in self.hints if abs(hint - mean) <= mean / 10), mean)
        rate = self.pace.rate if not self.pace.is_vfr else near
        probe = replace(self.probe, rate=rate, is_vfr=False)
        return replace(self, probe=probe, pace=Pace(rate, False, rate, "near"), in_order=False)


@dataclass(slots=True)
class _Packets:
    ticks: list[int] = field(default_factory=list)
    last_duration: int = 0
    broke_off: bool = False


@dataclass(frozen=True, slots=True)
class _Timeline:
    picture: int
    start: Fraction
    base: Fraction
    ticks: NDArray[np.int64]
    end_tick: int
    pace: Pace
    hints: tuple[Fraction, ...]
    broke_off: bool


@dataclass(slots=True)
class _FirstPictures:
    """``rotation``: degrees clockwise by which a picture has to be turned to stand upright."""

    rotation: int = 0
    in_order: bool = True


def examine(path: Path, limits: Limits = USUAL_LIMITS) -> Examination:
    """Raises MediaRefusedError where there is nothing to be shown, or more than is allowed. Each look begins with the
    file's first packet: not every container can be wound back."""
    with opened(path) as container:
        line = _timeline(container, limits)
    if line.end_tick * line.base - line.start > limits.seconds:
        raise MediaRefusedError(
            "media.too_long", f"The video lasts longer than the {_hours(limits.seconds)} that are allowed here."
        )
    with opened(path) as container:
        look = _first_pictures(container, _picture(container, line.picture))
    with opened(path) as container:
        return _described(container, line, look)


def _timeline(container: InputContainer, limits: Limits) -> _Timeline:
    stream = chosen_picture(container)
    if stream is None:
        raise MediaRefusedError(
            "media.no_picture", "The file has no video in it, only sound, text or a cover. Register a file with one."
        )
    _refuse_beyond(limits, container, stream)
    start = _zero_of(container)
    packets = _demuxed(container, stream)
    ticks = np.array(sorted(set(packets.ticks)), np.int64)
    if not len(ticks):
        raise MediaRefusedError(
            "media.no_frames",
            "The file announces a video and holds no frame of it: it is damaged, cut short, or its pictures lie in "
            "another file. Send a complete copy.",
        )
    assert stream.time_base is not None
    base = exact(stream.time_base)
    hints = tuple(exact(rate) for rate in (stream.guessed_rate, stream.average_rate, stream.base_rate) if rate)
    pace = pace_of(ticks, time_base=base, origin=round(start / base), hints=hints)
    end_tick = int(ticks[-1]) + _last_duration(packets.last_duration, ticks, pace, base)
    return _Timeline(stream.index, start, base, ticks, end_tick, pace, hints, packets.broke_off)


def _described(container: InputContainer, line: _Timeline, look: _FirstPictures) -> Examination:
    stream = _picture(container, line.picture)
    sound, sound_notes = _sound(container)
    width, height = _size_as_shown(stream, look.rotation)
    probe = Probe(
        container=container_name(container),
        video_codec=stream.codec_context.codec.canonical_name,
        width=width,
        height=height,
        rotation=look.rotation,
        time_base=line.base,
        start=line.start,
        rate=mean_rate(line.ticks, line.end_tick, line.base) if line.pace.is_vfr else line.pace.rate,
        is_vfr=line.pace.is_vfr,
        frame_count=len(line.ticks),
        duration=line.end_tick * line.base - line.start,
        header_duration=_header_duration(container, stream),
        video_streams=len(pictures_of(container)),
        audio=tuple(
            AudioStream(s.index, c.codec.canonical_name, c.channels, c.sample_rate, s.language or "")
            for s in container.streams.audio
            if (c := s.codec_context) is not None
        ),
        subtitles=tuple(
            SubtitleStream(s.index, name, s.language or "", str(s.metadata.get("title", "")), name in _TEXT_SUBTITLES)
            for s in container.streams.subtitles
            if (name := s.codec_context.name)
        ),
    )
    found = Examination(
        probe=probe,
        container=probe.container,
        ticks=line.ticks,
        end_tick=line.end_tick,
        origin=round(line.start / line.base),
        pace=line.pace,
        picture=line.picture,
        sound=sound,
        hints=line.hints,
        in_order=True,
        notes=(*_notes(probe, int(line.ticks[0]) * line.base - line.start, line.broke_off), *sound_notes),
    )
    return found if look.in_order else found.counted()


def mean_rate(ticks: NDArray[np.int64], end_tick: int, base: Fraction) -> Fraction:
    return len(ticks) / ((end_tick - int(ticks[0])) * base)


def _picture(container: InputContainer, index: int) -> VideoStream:
    return next(s for s in container.streams.video if s.index == index)


def _refuse_beyond(limits: Limits, container: InputContainer, stream: VideoStream) -> None:
    width, height = stream.codec_context.width, stream.codec_context.height
    if width * height > limits.pixels:
        raise MediaRefusedError(
            "media.too_large",
            f"The picture is {width} × {height}; at most {limits.pixels:,} pixels are allowed here. Scale it down.",
        )
    claimed = _header_duration(container, stream)
    if claimed is not None and claimed > 2 * limits.seconds:
        raise MediaRefusedError(
            "media.too_long",
            f"The header says that the video lasts {_hours(int(claimed))}; at most {_hours(limits.seconds)} are "
            "allowed here. If that is not so, save the file anew.",
        )


def _zero_of(container: InputContainer) -> Fraction:
    """Where the container starts, exact: the time of the stream that gives it; the container's own field is rounded
    to microseconds."""
    said = Fraction(container.start_time or 0, av.time_base)
    exact = [
        s.start_time * s.time_base
        for s in container.streams
        if s.start_time is not None and s.time_base is not None and s.type in ("video", "audio")
    ]
    near = [time for time in exact if abs(time - said) <= _MICROSECOND]
    return min(near, key=lambda time: abs(time - said), default=said)


def _demuxed(container: InputContainer, stream: VideoStream) -> _Packets:
    """Packets that an edit list hides are left out. A file that breaks off is read up to there."""
    found, latest = _Packets(), None
    try:
        for packet in container.demux(stream):
            if packet.size == 0 or packet.is_discard:
                continue
            tick = packet.pts if packet.pts is not None else packet.dts
            if tick is None:
                continue
            found.ticks.append(tick)
            if latest is None or tick >= latest:
                latest, found.last_duration = tick, packet.duration or 0
    except av.error.FFmpegError:
        found.broke_off = True
    return found


def _last_duration(said: int, ticks: NDArray[np.int64], pace: Pace, base: Fraction) -> int:
    """A frame lasts until the next one; for the last one its packet is asked, then the rate, then the gap before."""
    step = round(1 / (pace.rate * base))
    if not pace.is_vfr and abs(said - step) > 1:
        return max(1, step)
    if said > 0:
        return said
    return int(ticks[-1] - ticks[-2]) if len(ticks) > 1 else max(1, step)


@dataclass(frozen=True, slots=True)
class SoundOf:
    """The sound to go with a video: a stream of its file, one channel or two, and the file's clock at zero of the
    original timeline."""

    path: Path
    stream: int
    channels: int
    start: Fraction


def sound_of(path: Path) -> SoundOf | None:
    with opened(path) as container:
        start = _zero_of(container)
        index, _ = _sound(container)
        if index is None:
            return None
        stream = next(s for s in container.streams.audio if s.index == index)
        return SoundOf(path, index, min(MOST_CHANNELS, stream.codec_context.channels), start)


def _first_pictures(container: InputContainer, stream: VideoStream) -> _FirstPictures:
    """Decodes a few pictures. Files that went through AVI may give their packets times in the order of decoding: then
    the pictures come out with times that jump back."""
    stream.thread_type = "NONE"
    look, tried, times = _FirstPictures(), 0, list[int]()
    for packet in container.demux(stream):
        tried += 1
        try:
            for frame in packet.decode():
                look.rotation = round(-frame.rotation / 90) % 4 * 90
                if frame.pts is not None:
                    times.append(frame.pts)
        except av.error.FFmpegError:
            continue
        if len(times) >= _PICTURES_LOOKED_AT or tried > _PACKETS_UNTIL_A_PICTURE:
            break
    look.in_order = times == sorted(times)
    return look


def _size_as_shown(stream: VideoStream, rotation: int) -> tuple[int, int]:
    width, height = stream.codec_context.width, stream.codec_context.height
    aspect = stream.sample_aspect_ratio
    if aspect and aspect > 0:
        width = max(1, round(width * aspect))
    return (height, width) if rotation in (90, 270) else (width, height)


def _sound(container: InputContainer) -> tuple[int | None, tuple[MediaNote, ...]]:
    """The default or first sound stream, if anything of it can be decoded."""
    streams = container.streams.audio
    if not streams:
        return None, (MediaNote("media.silent", MediaNoteKind.REMARK, "The video has no sound."),)
    stream = next((s for s in streams if s.disposition & Disposition.default), streams[0])
    tried = failed = 0
    try:
        for packet in container.demux(stream):
            tried += 1
            try:
                if packet.decode():
                    return stream.index, ()
            except av.error.FFmpegError:
                failed += 1
            if tried > _SOUND_PACKETS_TRIED:
                break
    except av.error.FFmpegError:
        pass
    codec = stream.codec_context.codec.canonical_name
    said = f"The sound ({codec}) cannot be decoded; the video is prepared without it."
    return None, (MediaNote("media.sound_broken", MediaNoteKind.WARNING, said),)


def _header_duration(container: InputContainer, stream: VideoStream) -> Fraction | None:
    if stream.duration is not None and stream.time_base is not None:
        return stream.duration * stream.time_base
    return Fraction(container.duration, av.time_base) if container.duration is not None else None


def _notes(probe: Probe, first: Fraction, broke_off: bool) -> list[MediaNote]:
    notes = []
    if probe.video_streams > 1:
        said = f"The file holds {probe.video_streams} videos; the one marked as default, else the first, is used."
        notes.append(MediaNote("media.several_pictures", MediaNoteKind.REMARK, said))
    if probe.is_vfr:
        said = "The frame rate changes; frames are found by their own times, never by counting."
        notes.append(MediaNote("media.variable_rate", MediaNoteKind.REMARK, said))
    if first > 1 / probe.rate:
        said = f"The picture begins {float(first):.3f} s after the start; until then it is black."
        notes.append(MediaNote("media.late_picture", MediaNoteKind.REMARK, said))
    if broke_off:
        said = f"The file breaks off after {float(probe.duration):.3f} s; what comes before is used."
        notes.append(MediaNote("media.cut_short", MediaNoteKind.WARNING, said))
    if probe.header_duration is None:
        said = f"The header names no duration; by its frames the video lasts {float(probe.duration):.3f} s."
        notes.append(MediaNote("media.no_duration", MediaNoteKind.REMARK, said))
    elif abs(probe.header_duration - (probe.duration - max(Fraction(0), first))) > max(
        Fraction(1, 2), 2 / probe.rate
    ) and abs(probe.header_duration - probe.duration) > max(Fraction(1, 2), 2 / probe.rate):
        said = (
            f"The header says {float(probe.header_duration):.3f} s, the frames end at {float(probe.duration):.3f} s; "
            "the frames count."
        )
        notes.append(MediaNote("media.duration_differs", MediaNoteKind.WARNING, said))
    return notes


def _hours(seconds: int) -> str:
    return f"{seconds // 3600} h {seconds % 3600 // 60:02d} min"
