"""Clips without a model: which stretches between boundaries are worth a look. Pure."""

from __future__ import annotations

from fractions import Fraction
from math import inf

from annotation.drafting.domain.boundaries import Boundary, boundaries
from annotation.drafting.domain.facts import Lengths, VideoFacts

SKIPPED = 3.0
"""What it costs to leave out a stretch as long as a clip should be: more than a clip of three times that length."""


def propose_clips(video: VideoFacts, *, lengths: Lengths, count: int) -> tuple[range, ...]:
    """DR4: up to ``count`` clips in video order, as frames. The video is parted at its boundaries into clips within
    the lengths, as near to the target and as little within speech as can be; what no boundary parts is left out. Of
    each of ``count`` even groups of neighbours the one with the most lines of speech is taken, of equals the first.
    The same video gives the same clips."""
    parts = _parted(video, boundaries(video), lengths)
    groups = [parts[len(parts) * n // count : len(parts) * (n + 1) // count] for n in range(count)]
    return tuple(max(group, key=lambda frames: _lines(video, frames)) for group in groups if group)


def _parted(video: VideoFacts, places: tuple[Boundary, ...], lengths: Lengths) -> list[range]:
    """The cheapest way from the first boundary to the last, by steps that are clips or left out."""
    at = [float(video.table.time(place.frame)) for place in places]
    shortest, target, longest = float(lengths.shortest), float(lengths.target), float(lengths.longest)
    cheapest, came_from = [0.0] + [inf] * (len(places) - 1), [(0, False)] * len(places)
    for here in range(len(places) - 1):
        for there in range(here + 1, len(places)):
            length = at[there] - at[here]
            if length > longest and there > here + 1:
                break
            for is_clip, cost in (
                (True, ((length - target) / target) ** 2 + places[here].cost + places[there].cost),
                (False, SKIPPED * length / target),
            ):
                fits = shortest <= length <= longest if is_clip else there == here + 1
                if fits and cheapest[here] + cost < cheapest[there]:
                    cheapest[there], came_from[there] = cheapest[here] + cost, (here, is_clip)
    found = []
    there = len(places) - 1
    while there:
        here, is_clip = came_from[there]
        if is_clip:
            found.append(range(places[here].frame, places[there].frame))
        there = here
    return found[::-1]


def _lines(video: VideoFacts, frames: range) -> int:
    start, end = video.table.time(frames.start), video.table.time(frames.stop)
    return sum(Fraction(cue.start) < end and Fraction(cue.end) > start for cue in video.cues)
