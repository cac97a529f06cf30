"""First checks of a retargeted motion (MO9 to MO15): each is a number with thresholds and a curve over the frames."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.skeleton import JOINT_INDEX, REST_POSITIONS
from datasets.motion.bvh import Bvh
from datasets.motion.bvh.hierarchy import POSITION_CHANNELS
from datasets.motion.retarget.motion import AvatarMotion, avatar_pose
from datasets.motion.rotations import angle_between

Floats = NDArray[np.float64]
_FEET: Final = tuple(JOINT_INDEX[f"{side}_{joint}"] for side in ("left", "right") for joint in ("ankle", "foot"))
_TOES: Final = (JOINT_INDEX["left_foot"], JOINT_INDEX["right_foot"])
_CONTACT_HEIGHT_M: Final = 0.03
_CONTACT_RISE_M_PER_S: Final = 0.25


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


CHECK_LABELS = {
    "nan": "Values that are no numbers",
    "length": "Length",
    "movement": "Movement",
    "bone_length_change": "Bone length change",
    "root_jump_position": "Root jump",
    "root_jump_rotation": "Root turn",
    "foot_slide": "Foot sliding",
    "ground_penetration": "Feet in the floor",
}
"""What people call each check."""


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


def run_checks(
    motion: AvatarMotion, *, bvh: Bvh | None = None, thresholds: Thresholds | None = None
) -> tuple[CheckResult, ...]:
    """All checks of one motion. With the file it came from, its bones are measured too."""
    limits = thresholds or Thresholds()
    broken = not_finite(motion, limits.not_finite)
    if broken.outcome is not Outcome.PASS:
        return (broken, length(motion, limits.length_s, limits.longest_s))
    positions, _ = avatar_pose(motion)
    found = [
        broken,
        length(motion, limits.length_s, limits.longest_s),
        movement(positions, limits.movement_m),
        root_position_jump(motion, limits.root_jump_m),
        root_rotation_jump(motion, limits.root_jump_deg),
        foot_slide(positions, float(motion.fps), limits.foot_slide_m_per_s),
        ground_penetration(positions, limits.ground_penetration_m),
    ]
    if bvh is not None and motion.report is not None:
        found.insert(3, bone_length_change(bvh, motion.report.joints.values(), limits.bone_length_change))
    return tuple(found)


def worst(results: Iterable[CheckResult]) -> Outcome:
    """The motion's outcome as a whole."""
    order = (Outcome.PASS, Outcome.WARN, Outcome.FAIL)
    return max((result.outcome for result in results), key=order.index, default=Outcome.PASS)


def not_finite(motion: AvatarMotion, limit: Limit) -> CheckResult:
    """MO9: no frame holds NaN or infinity."""
    sound = np.isfinite(motion.root_positions).all(axis=1) & np.isfinite(motion.rotations).all(axis=(1, 2))
    count = int((~sound).sum())
    return _result(
        "nan",
        float(count),
        "frames",
        limit,
        (~sound).astype(np.float64),
        f"{count} frames hold values that are not finite",
    )


def length(motion: AvatarMotion, shortest: Limit, longest: Limit) -> CheckResult:
    """MO10: long enough to show an emotion, and not so long that a clip of it could neither be made nor watched:
    mostly a frame time that is wrong."""
    elapsed = np.arange(1, motion.frames + 1) / float(motion.fps)
    told = f"lasts {motion.duration_s:.2f} s"
    if longest.outcome(motion.duration_s) is Outcome.PASS:
        return _result("length", motion.duration_s, "s", shortest, elapsed, told, mark=False)
    told = f"lasts {motion.duration_s:.0f} s; cut it, or correct its frame time"
    return _result("length", motion.duration_s, "s", longest, elapsed, told, mark=False)


def movement(positions: Floats, limit: Limit) -> CheckResult:
    """MO11: somebody moves: the joint that gets farthest from where it began."""
    away = np.linalg.norm(positions - positions[:, :1], axis=2).max(axis=0)
    farthest = float(away.max())
    return _result(
        "movement", farthest, "m", limit, away, f"no joint moves further than {farthest:.3f} m", mark=False
    )


def bone_length_change(bvh: Bvh, joints: Iterable[str], limit: Limit) -> CheckResult:
    """MO12: bones keep their length: the largest deviation from a bone's median, relative to it.

    Only position channels can stretch a bone. Joints that carry the whole body (the root and all above the place
    where the named joints part) are no bones.
    """
    starts = np.cumsum([0, *(len(names) for names in bvh.channels)])
    change = np.zeros(bvh.frames)
    for joint in sorted(_bones(bvh, joints)):
        names = bvh.channels[joint]
        if not any(name in POSITION_CHANNELS for name in names):
            continue
        offset = np.tile(bvh.offsets[joint], (bvh.frames, 1))
        for column, name in enumerate(names, start=int(starts[joint])):
            if name in POSITION_CHANNELS:
                offset[:, POSITION_CHANNELS.index(name)] = bvh.values[:, column]
        lengths = np.linalg.norm(offset, axis=1)
        usual = float(np.median(lengths))
        if usual > 1e-9:
            change = np.maximum(change, np.abs(lengths / usual - 1.0))
    largest = float(change.max())
    return _result(
        "bone_length_change",
        largest,
        "ratio",
        limit,
        change,
        f"a bone's length changes by up to {100 * largest:.1f} %",
    )


def _bones(bvh: Bvh, joints: Iterable[str]) -> set[int]:
    """The joints between the named ones and the place where all their paths meet, that place left out."""
    paths = []
    for name in set(joints):
        path = [bvh.joint_names.index(name)]
        while bvh.parents[path[-1]] >= 0:
            path.append(int(bvh.parents[path[-1]]))
        paths.append(path)
    if not paths:
        return set()
    shared = set(paths[0]).intersection(*paths[1:])
    return {joint for path in paths for joint in path} - shared


def root_position_jump(motion: AvatarMotion, limit: Limit) -> CheckResult:
    """MO13: the root does not jump: how much longer a step is than both its neighbours."""
    step = np.linalg.norm(np.diff(motion.root_positions.astype(np.float64), axis=0), axis=1)
    excess = _excess(step)
    largest = float(excess.max())
    return _result(
        "root_jump_position",
        largest,
        "m",
        limit,
        excess,
        f"the root jumps by up to {largest:.3f} m between two frames",
    )


def root_rotation_jump(motion: AvatarMotion, limit: Limit) -> CheckResult:
    """MO13, for the root's rotation."""
    root = motion.rotations[:, 0].astype(np.float64)
    excess = _excess(np.degrees(angle_between(root[1:], root[:-1])))
    largest = float(excess.max())
    return _result(
        "root_jump_rotation",
        largest,
        "deg",
        limit,
        excess,
        f"the root turns by up to {largest:.1f}° more than before",
    )


def _excess(step: Floats) -> Floats:
    """Per frame, how much the step into it exceeds the larger of the steps before and after, at least 0."""
    if len(step) == 0:
        return np.zeros(1)
    around = np.concatenate([[0.0], step, [0.0]])
    neighbours = np.maximum(around[:-2], around[2:])
    return np.concatenate([[0.0], np.maximum(step - neighbours, 0.0)])


def foot_slide(positions: Floats, fps: float, limit: Limit) -> CheckResult:
    """MO14: a foot on the floor stays where it is: mean horizontal speed while in contact, the worse foot."""
    frames = positions.shape[1]
    sliding = np.zeros(frames)
    mean = 0.0
    for joint in _TOES:
        path = positions[joint]
        velocity = np.zeros_like(path)
        velocity[1:] = np.diff(path, axis=0) * fps
        touching = (path[:, 1] - REST_POSITIONS[joint, 1] < _CONTACT_HEIGHT_M) & (
            np.abs(velocity[:, 1]) < _CONTACT_RISE_M_PER_S
        )
        speed = np.where(touching, np.hypot(velocity[:, 0], velocity[:, 2]), 0.0)
        if touching.any():
            mean = max(mean, float(speed[touching].mean()))
        sliding = np.maximum(sliding, speed)
    return _result("foot_slide", mean, "m/s", limit, sliding, f"a foot slides at {mean:.2f} m/s while on the floor")


def ground_penetration(positions: Floats, limit: Limit) -> CheckResult:
    """MO15: the feet stay above the floor: how deep the lower foot sinks in."""
    heights = positions[list(_FEET), :, 1] - REST_POSITIONS[list(_FEET), 1][:, None]
    depth = np.maximum(-heights.min(axis=0), 0.0)
    deepest = float(depth.max())
    return _result(
        "ground_penetration", deepest, "m", limit, depth, f"a foot sinks up to {deepest:.3f} m into the floor"
    )


def _result(
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
