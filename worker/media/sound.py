"""The sound of a video: its outline for the time line, and exact stretches of it for clips."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import av
import av.error
import numpy as np
from av.audio.stream import AudioStream
from av.container import InputContainer
from numpy.typing import NDArray

from worker.media import ffmpeg
from worker.media.containers import opened
from worker.media.probe import SoundOf

PEAKS_RATE = 100
SAMPLE_RATE = 48000
_PER_PEAK = SAMPLE_RATE // PEAKS_RATE
_ALIGN = 8
_JUMP = Fraction(1, 100)
_LEAD_IN = Fraction(1, 2)
"""Decoders need some packets before what they give is right."""


def make_peaks(proxy: Path, out: Path, *, cancelled: Callable[[], bool] = lambda: False) -> Path | None:
    """VI29: least and greatest sample of every hundredth of a second, in 127ths; None where there is no sound to see.
    Read from the proxy, whose time is the original time and whose sound is what people hear."""
    if not _has_sound(proxy):
        return None
    stream = ffmpeg.output(
        "pipe:1", ffmpeg.source(proxy, "mov")["a:0"], f="s16le", ac=1, ar=SAMPLE_RATE, **{"c:a": "pcm_s16le"}
    )
    pieces: list[NDArray[np.int8]] = []
    for piece in ffmpeg.read_output(stream, cancelled=cancelled, chunk=2 * _PER_PEAK * 1000):
        pieces.append(_outline(np.frombuffer(piece[: len(piece) // 2 * 2], "<i2")))
    pairs = np.concatenate(pieces) if pieces else np.empty((0, 2), np.int8)
    if not pairs.any():
        return None
    header = json.dumps({"format": "AFPK1", "rate": PEAKS_RATE, "pairs": len(pairs)}, separators=(",", ":")).encode()
    out.write_bytes(header + b" " * (-(len(header) + 1) % _ALIGN) + b"\n" + pairs.tobytes())
    return out


def write_pcm(sound: SoundOf, stretches: Sequence[tuple[Fraction, Fraction]], out: Path) -> None:
    """16-bit samples at 48 kHz: the stretches of the original timeline one after the other, each at its exact sample.
    What is missing or does not decode is silence, so that nothing behind it moves."""
    ends = np.cumsum([0, *(end - begin for begin, end in stretches)])
    borders = [round(end * SAMPLE_RATE) for end in ends]
    with out.open("wb") as file:
        file.truncate(borders[-1] * sound.channels * 2)
    if not borders[-1]:
        return
    samples = np.memmap(out, "<i2", "r+", shape=(borders[-1], sound.channels))
    with opened(sound.path) as container:
        stream = next(s for s in container.streams.audio if s.index == sound.stream)
        for (begin, _), first, last in zip(stretches, borders, borders[1:], strict=False):
            _fill(samples[first:last], container, stream, sound.start + begin)
    samples.flush()


def write_speech(sound: SoundOf, begin: Fraction, end: Fraction, out: Path, *, rate: int) -> Path:
    """A stretch of the original timeline as a WAV file in one channel, as models that listen take it."""
    pcm = out.with_suffix(".pcm")
    write_pcm(sound, [(begin, end)], pcm)
    samples = ffmpeg.source(pcm, "s16le", ar=SAMPLE_RATE, ac=sound.channels)
    options = {"fflags": "+bitexact", "flags:a": "+bitexact", "map_metadata": -1}
    ffmpeg.run(ffmpeg.output(out, samples["a:0"], f="wav", ar=rate, ac=1, **{"c:a": "pcm_s16le"}, **options))
    pcm.unlink()
    return out


def _fill(place: NDArray[np.int16], container: InputContainer, stream: AudioStream, begin: Fraction) -> None:
    """``begin``: on the container's own clock."""
    assert stream.time_base is not None
    container.seek(int((begin - _LEAD_IN) / stream.time_base), stream=stream)
    channels = place.shape[1]
    resampler, expected = _resampler(channels), None
    for packet in container.demux(stream):
        try:
            frames = packet.decode()
        except av.error.FFmpegError:
            continue
        for frame in frames:
            if frame.pts is None or frame.time_base is None:
                continue
            time = frame.pts * frame.time_base
            if (time - begin) * SAMPLE_RATE >= len(place):
                _put(place, resampler.resample(None), begin)
                return
            if expected is not None and abs(time - expected) > _JUMP:
                # The resampler counts samples: behind a gap another one begins at the sound's own time.
                _put(place, resampler.resample(None), begin)
                resampler = _resampler(channels)
            expected = time + Fraction(frame.samples, frame.sample_rate)
            _put(place, resampler.resample(frame), begin)
    _put(place, resampler.resample(None), begin)


def _put(place: NDArray[np.int16], frames: Sequence[av.AudioFrame], begin: Fraction) -> None:
    for frame in frames:
        data = frame.to_ndarray().reshape(-1, place.shape[1])
        at = round((Fraction(frame.pts or 0, SAMPLE_RATE) - begin) * SAMPLE_RATE)
        first, last = max(0, -at), min(len(data), len(place) - at)
        if first < last:
            place[at + first : at + last] = data[first:last]


def _resampler(channels: int) -> av.AudioResampler:
    return av.AudioResampler(format="s16", layout="mono" if channels == 1 else "stereo", rate=SAMPLE_RATE)


def _outline(samples: NDArray[np.int16]) -> NDArray[np.int8]:
    full = -(-len(samples) // _PER_PEAK)
    padded = np.zeros(full * _PER_PEAK, np.int16)
    padded[: len(samples)] = samples
    blocks = padded.reshape(full, _PER_PEAK)
    pairs = np.stack([blocks.min(axis=1), blocks.max(axis=1)], axis=1).astype(np.int32)
    return np.clip(np.round(pairs * 127 / 32768), -127, 127).astype(np.int8)


def _has_sound(path: Path) -> bool:
    with av.open(str(path)) as container:
        return bool(container.streams.audio)
