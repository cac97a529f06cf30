"""What is found in a motion file: pure, the same for the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.bvh import (
    Bvh,
    BvhError,
    BvhLimits,
    compose,
    forward_kinematics,
    local_transforms,
    parse_bvh,
    world_pose,
)
from datasets.motion.checks import CheckResult, Outcome, Thresholds, run_checks, worst
from datasets.motion.retarget import (
    REQUIRED_JOINTS,
    UNITS,
    Recognition,
    RetargetError,
    RetargetOptions,
    RetargetReport,
    guess_unit,
    recognise,
    retarget,
    skeleton_digest,
    survey,
)
from datasets.motion.retarget.recognition import LEAST_CONFIDENCE
from datasets.motion.retarget.transfer import found_joints
from datasets.motion.rotations import IDENTITY, about_axis, between, rotate

_LEG_OF_HEIGHT: Final = 0.5
_POSE_FRAMES: Final = 300
_AXES: Final = {
    f"{sign}{name}": factor * row
    for sign, factor in (("+", 1.0), ("-", -1.0))
    for name, row in zip("XYZ", np.eye(3), strict=True)
}


@dataclass(frozen=True, slots=True)
class Inspection:
    """``reasons`` against the motion (none: it is fit for use), and everything that is kept of it.

    ``joint_map`` is what a person had said about the joints. With ``needs_mapping`` the one reason is that a person
    has to say which joint is which (MO50)."""

    reasons: tuple[str, ...] = ()
    needs_mapping: bool = False
    warnings: tuple[str, ...] = ()
    fps: float | None = None
    fps_ratio: str = ""
    frames: int | None = None
    duration_s: float | None = None
    skeleton: dict[str, Any] = field(default_factory=dict)
    skeleton_sha256: str = ""
    joint_map: Mapping[str, int] | None = None
    checks: tuple[dict[str, Any], ...] = ()
    checks_outcome: str = ""
    series: dict[str, list[float | None]] = field(default_factory=dict)
    retarget_report: dict[str, Any] = field(default_factory=dict)
    positions: bytes = b""
    retargeted: bytes = b""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What people decided about a file: how it is retargeted, which joint is which (by the skeleton's digest; None
    where nobody said), and how sure a recognition must be to be used without a person."""

    options: RetargetOptions = field(default_factory=RetargetOptions)
    joints_of: Callable[[str], Mapping[str, int] | None] = field(default=lambda _: None)
    least_confidence: float = LEAST_CONFIDENCE


def inspect_data(
    data: bytes,
    *,
    name: str,
    max_bytes: int,
    thresholds: Thresholds | None = None,
    unit: str = "",
    up_axis: str = "",
    wishes: Wishes | None = None,
) -> Inspection:
    """Read, retarget, check. MO38: a motion one of whose checks fails is rejected with what the check says.

    ``unit`` and ``up_axis`` are what somebody said of the file; empty, they are recognised.
    """
    wishes = wishes or Wishes()
    try:
        bvh = parse_bvh(data, name=name, limits=BvhLimits(max_bytes=max_bytes))
    except BvhError as error:
        return Inspection(reasons=(str(error),))
    found = _about_the_file(bvh)
    joints = wishes.joints_of(found.skeleton_sha256)
    found = replace(found, joint_map=joints)
    try:
        body = recognise(bvh.joint_names, bvh.parents, joint_map=joints, places=first_places(bvh))
    except RetargetError as error:
        return _nobody(found, bvh, f"{name}: {error}", may_be_mapped=not joints)
    if body.confidence < wishes.least_confidence:
        told = (
            f"{name}: the joints are recognised with {100 * body.confidence:.0f} % confidence where "
            f"{100 * wishes.least_confidence:.0f} % are asked for; say which joint is which"
        )
        return _nobody(found, bvh, told, may_be_mapped=True, body=body)
    try:
        motion = retarget(
            bvh,
            unit_scale=UNITS[unit] if unit else None,
            up_axis=up_axis or None,
            body=body,
            options=wishes.options,
        )
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


def first_places(bvh: Bvh) -> Callable[[], NDArray[np.float64]]:
    """The joints' positions (J, 3) in the first frame, worked out when asked for."""
    return lambda: world_pose(replace(bvh, values=bvh.values[:1])).positions[:, 0]


@dataclass(frozen=True, slots=True)
class Pose:
    """One pose of all of a file's joints: metres (J, 3), Y up, standing on the floor."""

    described: str
    positions: NDArray[np.float64]


def rest_pose(bvh: Bvh, body: Recognition | None) -> Pose:
    """The pose with all rotations 0 where that is a person standing, else the motion's first frame."""
    beginning = replace(bvh, values=bvh.values[:_POSE_FRAMES])
    try:
        report = retarget(beginning, body=body).report if body is not None else None
    except RetargetError:
        report = None
    if report is None or report.reference != "rest pose":
        return Pose("frame 0", _on_the_floor(world_positions(replace(bvh, values=bvh.values[:1]), None)[0]))
    offsets = np.median(local_transforms(beginning)[0], axis=1)
    turned = np.tile(IDENTITY, (len(offsets), 1, 1))
    places = compose(bvh.parents, offsets[:, None, :], turned).positions[:, 0]
    turn = between(_AXES[report.up_axis], _AXES["+Y"])
    return Pose("rest pose", _on_the_floor(rotate(turn, places * report.metres_per_unit)))


def _on_the_floor(places: NDArray[np.float64]) -> NDArray[np.float64]:
    middle = 0.5 * (places.min(axis=0) + places.max(axis=0))
    return np.asarray(places - np.array([middle[0], places[:, 1].min(), middle[2]]))


def _nobody(
    found: Inspection, bvh: Bvh, told: str, *, may_be_mapped: bool, body: Recognition | None = None
) -> Inspection:
    """MO50: what is not recognised waits for a person, unless it has too few joints to be anybody."""
    could_be = may_be_mapped and len(bvh.joint_names) >= len(REQUIRED_JOINTS)
    report: dict[str, Any] = {}
    if could_be:
        seen = survey(bvh.joint_names, bvh.parents, places=first_places(bvh))
        report = {
            "family": seen.family,
            "confidence": body.confidence if body else 0.0,
            "scores": dict(seen.scores),
            "found": list(found_joints(body or seen, bvh.joint_names)),
        }
    return replace(
        found,
        reasons=(told,),
        needs_mapping=could_be,
        retarget_report=report,
        positions=_as_bytes(world_positions(bvh, None)),
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
        middle = [one["joint"] for one in report.found if one["avatar"] in ("left_hip", "right_hip")]
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
        skeleton_sha256=skeleton_digest(bvh.joint_names, bvh.parents),
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
    """Five digits of each number; a plot needs no more."""
    known = np.isfinite(result.series)
    values = np.where(known, result.series, 0.0).astype(np.float64)
    places = 10.0 ** (4.0 - np.floor(np.log10(np.maximum(np.abs(values), 1e-30))))
    short = np.rint(values * places) / places
    return [value if is_known else None for value, is_known in zip(short.tolist(), known.tolist(), strict=True)]
