"""Where a video can be parted without a model: scene cuts and gaps between subtitles. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from annotation.drafting.domain.facts import Cue, VideoFacts, Window

GAP_S = Fraction(4, 5)
"""Subtitles that leave so much time between them leave a gap."""

AT_REST, IN_GAP, IN_SPEECH = 0.0, 0.15, 0.6
"""What it costs to part a video: at a cut while nobody speaks and at its ends nothing, in a gap without a cut a
little, at a cut within a line of speech more."""


@dataclass(frozen=True, slots=True)
class Boundary:
    frame: int
    cost: float


def boundaries(video: VideoFacts) -> tuple[Boundary, ...]:
    """DR2: the ends of the video, its cuts, and the middle of each gap between subtitles that holds no cut."""
    last = len(video.table)
    speech = _joined(video.cues)
    found = {0: AT_REST, last: AT_REST}
    cuts = sorted({cut for cut in video.cuts if 0 < cut < last})
    for cut in cuts:
        time = video.table.time(cut)
        found[cut] = IN_SPEECH if any(start < time < end for start, end in speech) else AT_REST
    for start, end in _gaps(speech, video.table.duration):
        inside = video.table.inside(start, end)
        if end - start >= GAP_S and inside and not any(cut in inside for cut in cuts):
            middle = video.table.inside((start + end) / 2, end)
            if middle:
                found.setdefault(middle.start, IN_GAP)
    return tuple(Boundary(frame, found[frame]) for frame in sorted(found))


def windows(video: VideoFacts, *, longest: Fraction, types: tuple[str, ...], count: int) -> tuple[Window, ...]:
    """DR3: as many stretches of about the same length as it takes for none to be much longer than ``longest``, parted
    at the boundaries nearest to even parts; the drafts are dealt over them evenly and the tasks in turn. A stretch of
    which nothing is wanted is left out."""
    places = boundaries(video)
    parts = max(1, -(-video.table.duration // longest))
    edges = [0]
    for part in range(1, int(parts)):
        aim = video.table.duration * part / parts
        near = min(places, key=lambda place: (abs(video.table.time(place.frame) - aim), place.cost, place.frame))
        if near.frame > edges[-1] and near.frame < len(video.table):
            edges.append(near.frame)
    edges.append(len(video.table))
    stretches = [range(*pair) for pair in pairwise(edges)]
    wanted: list[dict[str, int]] = [{} for _ in stretches]
    for number in range(count):
        dealt = wanted[number * len(stretches) // count]
        task = types[number % len(types)]
        dealt[task] = dealt.get(task, 0) + 1
    filled = [(frames, tasks) for frames, tasks in zip(stretches, wanted, strict=True) if tasks]
    return tuple(Window(number, frames, tasks) for number, (frames, tasks) in enumerate(filled, start=1))


def _joined(cues: Iterable[Cue]) -> list[tuple[Fraction, Fraction]]:
    """Speech as stretches that do not touch."""
    found: list[tuple[Fraction, Fraction]] = []
    for start, end in sorted((Fraction(cue.start), Fraction(max(cue.start, cue.end))) for cue in cues):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def _gaps(speech: list[tuple[Fraction, Fraction]], duration: Fraction) -> Iterable[tuple[Fraction, Fraction]]:
    """Between two lines; before the first and after the last one there is silence, not a gap."""
    for (_, end), (start, _) in pairwise(speech):
        if end < duration:
            yield end, min(start, duration)
