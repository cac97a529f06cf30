"""What a probe and a time look like in JSON. Pure."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from datasets.videos.domain import Probe
from datasets.videos.times import TimeError, shortest_decimal


def fraction_text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def shown_seconds(value: Fraction) -> float:
    """A length or a time as a JSON number, never later than it is."""
    try:
        return float(shortest_decimal(value))
    except TimeError:
        return 0.0


def probe_json(probe: Probe) -> dict[str, Any]:
    """Exact numbers as text, seconds besides as numbers."""
    return {
        "container": probe.container,
        "video_codec": probe.video_codec,
        "width": probe.width,
        "height": probe.height,
        "rotation": probe.rotation,
        "time_base": fraction_text(probe.time_base),
        "start": fraction_text(probe.start),
        "rate": fraction_text(probe.rate),
        "is_vfr": probe.is_vfr,
        "frame_count": probe.frame_count,
        "duration": fraction_text(probe.duration),
        "duration_s": shown_seconds(probe.duration),
        "header_duration_s": None if probe.header_duration is None else shown_seconds(probe.header_duration),
        "video_streams": probe.video_streams,
        "audio": [asdict(stream) for stream in probe.audio],
        "subtitles": [asdict(stream) for stream in probe.subtitles],
    }
