"""Counter videos, made, examined and given a proxy once for all tests of a session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

import av
import numpy as np
import pytest

from tests.factories.counter_video import KINDS, CounterVideo, clicks, read_number
from worker.media.cutting import cut_segment, join_segments
from worker.media.probe import Examination, examine, sound_of
from worker.media.proxy import Proxy, make_proxy


@dataclass(frozen=True, slots=True)
class Prepared:
    video: CounterVideo
    examination: Examination
    proxy: Proxy

    @property
    def size(self) -> tuple[int, int]:
        return self.examination.probe.width, self.examination.probe.height


def prepared(video: CounterVideo) -> Prepared:
    examination = examine(video.path)
    return Prepared(video, examination, make_proxy(video.path, examination, video.path.with_suffix(".proxy.mp4")))


@pytest.fixture(scope="session")
def counter(tmp_path_factory) -> Callable[[str], Prepared]:
    folder = tmp_path_factory.mktemp("counters")
    return cache(lambda kind: prepared(KINDS[kind](folder)))


def cut(source: Prepared, stretches: list[range], folder: Path) -> tuple[Path, list[Path], object]:
    """The joined clip, its parts and its frame table."""
    table = source.proxy.table
    parts = [
        cut_segment(source.video.path, table, frames, folder / f"{number}.mp4", size=source.size)
        for number, frames in enumerate(stretches)
    ]
    clip = folder / "clip.mp4"
    return clip, parts, join_segments(parts, table, stretches, clip, sound=sound_of(source.video.path))


def shown(path: Path) -> tuple[list[int | None], list[Fraction]]:
    """The numbers on a file's frames, in the order shown, and their times."""
    numbers, times = [], []
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        for frame in container.decode(stream):
            picture = frame.to_ndarray(format="gray")
            numbers.append(read_number(np.rot90(picture, frame.rotation // 90)))
            times.append(Fraction(frame.pts) * Fraction(stream.time_base.numerator, stream.time_base.denominator))
    return numbers, times


def heard(path: Path) -> list[float]:
    """When clicks begin, in seconds of the file."""
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        frames = list(container.decode(stream))
        start = float(frames[0].pts * stream.time_base)
        samples = np.concatenate([frame.to_ndarray().reshape(frame.to_ndarray().shape[0], -1)[0] for frame in frames])
        return [start + at for at in clicks(samples.astype(float), stream.rate)]
