"""What is found in a motion file: pure, the same for the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.bvh import Bvh, BvhError, BvhLimits, forward_kinematics, parse_bvh
from datasets.motion.checks import CheckResult, Outcome, Thresholds, run_checks, worst
from datasets.motion.retarget import UNITS, RetargetError, RetargetReport, guess_unit, retarget
from datasets.motion.rotations import about_axis, between, rotate

_LEG_OF_HEIGHT: Final = 0.5
_AXES: Final = {
    f"{sign}{name}": factor * row
    for sign, factor in (("+", 1.0), ("-", -1.0))
    for name, row in zip("XYZ", np.eye(3), strict=True)
}


@dataclass(frozen=True, slots=True)
class Inspection:
    """``reasons`` against the motion (none: it is fit for use), and everything that is kept of it."""

    reasons: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    fps: float | None = None
    fps_ratio: str = ""
    frames: int | None = None
    duration_s: float | None = None
    skeleton: dict[str, Any] = field(default_factory=dict)
    checks: tuple[dict[str, Any], ...] = ()
    checks_outcome: str = ""
    series: dict[str, list[float | None]] = field(default_factory=dict)
    retarget_report: dict[str, Any] = field(default_factory=dict)
    positions: bytes = b""
    retargeted: bytes = b""


def inspect_data(
    data: bytes,
    *,
    name: str,
    max_bytes: int,
    thresholds: Thresholds | None = None,
    unit: str = "",
    up_axis: str = "",
) -> Inspection:
    """Read, retarget, check. MO38: a motion one of whose checks fails is rejected with what the check says.

    ``unit`` and ``up_axis`` are what somebody said of the file; empty, they are recognised.
    """
    try:
        bvh = parse_bvh(data, name=name, limits=BvhLimits(max_bytes=max_bytes))
    except BvhError as error:
        return Inspection(reasons=(str(error),))
    found = _about_the_file(bvh)
    try:
        motion = retarget(bvh, unit_scale=UNITS[unit] if unit else None, up_axis=up_axis or None)
    except RetargetError as error:
        return replace(found, reasons=(f"{name}: {error}",), positions=_as_bytes(world_positions(bvh, None)))
    report = motion.report
    results = run_checks(motion, bvh=bvh, thresholds=thresholds)
    return replace(
        found,
        reasons=_reasons(name, results),
        warnings=(
            *found.warnings,
            *(report.warnings if report else ()),
            *(result.message for result in results if result.outcome is Outcome.WARN),
        ),
        checks=tuple(result.as_json() for result in results),
        checks_outcome=str(worst(results)),
        series={result.id: _series(result) for result in results},
        retarget_report=report.as_json() if report else {},
        positions=_as_bytes(world_positions(bvh, report)),
        retargeted=motion.to_bytes(),
    )


def world_positions(bvh: Bvh, report: RetargetReport | None) -> NDArray[np.float64]:
    """The file's own joints (F, J, 3) in metres, Y up, put where the avatar is: over the origin, facing +Z.

    Without a report the unit is guessed from how far the body reaches, and nothing is turned.
    """
    positions = forward_kinematics(bvh)
    middle = [0]
    if report is None:
        reach = float(np.median(np.ptp(positions, axis=0).max(axis=1)))
        _, metres = guess_unit(reach * _LEG_OF_HEIGHT) if reach > 0 else ("m", 1.0)
        placed = positions * metres
    else:
        turn = between(_AXES[report.up_axis], _AXES["+Y"])
        placed = rotate(about_axis(1, np.array(report.turned_rad)), rotate(turn, positions * report.metres_per_unit))
        placed[..., 1] += report.lifted_m * report.metres_per_unit / report.root_scale
        # Between the hips; a root that stays at the capture volume's origin is not where the person is.
        middle = [bvh.joint_names.index(report.joints[name]) for name in ("left_hip", "right_hip")]
    placed = placed - placed[middle, 0].mean(axis=0) * np.array([1.0, 0.0, 1.0])
    return np.ascontiguousarray(placed.transpose(1, 0, 2))


def _about_the_file(bvh: Bvh) -> Inspection:
    joints = [
        {"name": name, "parent": int(parent)} for name, parent in zip(bvh.joint_names, bvh.parents, strict=True)
    ]
    return Inspection(
        warnings=bvh.warnings,
        fps=float(bvh.fps),
        fps_ratio=f"{bvh.fps.numerator}/{bvh.fps.denominator}",
        frames=bvh.frames,
        duration_s=bvh.duration_s,
        skeleton={"joints": joints, "channels": bvh.channel_count, "end_sites": len(bvh.end_parents)},
    )


def _reasons(name: str, results: Iterable[CheckResult]) -> tuple[str, ...]:
    """One for each failed check; the first names the file."""
    failed = [
        f"{result.message}; the limit is {result.threshold_fail:g} {result.unit}"
        for result in results
        if result.outcome is Outcome.FAIL
    ]
    return (f"{name}: {failed[0]}", *failed[1:]) if failed else ()


def _as_bytes(positions: NDArray[np.float64]) -> bytes:
    return positions.astype("<f4").tobytes()


def _series(result: CheckResult) -> list[float | None]:
    """Numbers as short as their float32 can be written; a plot needs no more."""
    return [float(f"{value:.5g}") if np.isfinite(value) else None for value in result.series]
