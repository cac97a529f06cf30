"""What every check comes to: a number with thresholds and a curve over the frames."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Outcome(StrEnum):
    PASS = "pass"  # noqa: S105  an outcome, not a secret
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Limit:
    """From ``warn`` on a value is doubtful, from ``fail`` on it is not used. ``None``: never."""

    warn: float | None
    fail: float | None
    bad: Literal["above", "below"] = "above"

    def outcome(self, value: float) -> Outcome:
        if self._reached(value, self.fail):
            return Outcome.FAIL
        return Outcome.WARN if self._reached(value, self.warn) else Outcome.PASS

    def _reached(self, value: float, threshold: float | None) -> bool:
        if threshold is None:
            return False
        return value > threshold if self.bad == "above" else value < threshold


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The defaults; an installation passes its own."""

    not_finite: Limit = field(default=Limit(0.0, 0.0))
    length_s: Limit = field(default=Limit(1.0, 0.5, "below"))
    longest_s: Limit = field(default=Limit(60.0, 180.0))
    movement_m: Limit = field(default=Limit(0.05, 0.01, "below"))
    bone_length_change: Limit = field(default=Limit(0.02, 0.10))
    root_jump_m: Limit = field(default=Limit(0.05, 0.25))
    root_jump_deg: Limit = field(default=Limit(12.0, 45.0))
    foot_slide_m_per_s: Limit = field(default=Limit(0.25, None))
    ground_penetration_m: Limit = field(default=Limit(0.03, 0.25))
    floating_s: Limit = field(default=Limit(0.8, 3.0))
    joint_range_deg: Limit = field(default=Limit(15.0, 60.0))
    self_penetration_m: Limit = field(default=Limit(0.06, 0.12))


@dataclass(frozen=True, slots=True)
class CheckResult:
    """``series`` has one value per frame; ``spans`` are the frames [start, end) where it passes the warning."""

    id: str
    value: float
    unit: str
    threshold_warn: float | None
    threshold_fail: float | None
    outcome: Outcome
    series: NDArray[np.float32]
    spans: tuple[tuple[int, int], ...]
    message: str

    def as_json(self) -> dict[str, Any]:
        """Everything but the series, for a JSON column."""
        return {
            "id": self.id,
            "value": self.value,
            "unit": self.unit,
            "threshold_warn": self.threshold_warn,
            "threshold_fail": self.threshold_fail,
            "outcome": str(self.outcome),
            "spans": [list(span) for span in self.spans],
            "message": self.message,
        }


def result_of(
    check: str, value: float, unit: str, limit: Limit, series: Floats, message: str, *, mark: bool = True
) -> CheckResult:
    spans: tuple[tuple[int, int], ...] = ()
    if mark and limit.warn is not None:
        spans = _spans(series > limit.warn)
    return CheckResult(
        id=check,
        value=round(value, 6),
        unit=unit,
        threshold_warn=limit.warn,
        threshold_fail=limit.fail,
        outcome=limit.outcome(value),
        series=series.astype(np.float32),
        spans=spans,
        message=message,
    )


def _spans(marked: NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], marked, [False]]).astype(np.int8)))
    return tuple((int(start), int(end)) for start, end in edges.reshape(-1, 2))
