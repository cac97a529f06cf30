"""Checks of a retargeted motion (MO9 to MO15, MO60 to MO62): each is a number with thresholds and a curve over the
frames."""

from __future__ import annotations

from collections.abc import Iterable

from datasets.motion.bvh import Bvh
from datasets.motion.checks.body import joint_range, self_penetration
from datasets.motion.checks.ground import floating, foot_slide, ground_penetration
from datasets.motion.checks.recording import bone_length_change, length, movement, not_finite
from datasets.motion.checks.results import CheckResult, Limit, Outcome, Thresholds
from datasets.motion.checks.root import root_position_jump, root_rotation_jump
from datasets.motion.retarget.motion import AvatarMotion, avatar_pose

__all__ = [
    "CHECK_LABELS",
    "LIMIT_OF",
    "UNIT_OF",
    "CheckResult",
    "Limit",
    "Outcome",
    "Thresholds",
    "run_checks",
    "worst",
]

CHECK_LABELS = {
    "nan": "Values that are no numbers",
    "length": "Length",
    "movement": "Movement",
    "bone_length_change": "Bone length change",
    "root_jump_position": "Root jump",
    "root_jump_rotation": "Root turn",
    "foot_slide": "Foot sliding",
    "ground_penetration": "Feet in the floor",
    "floating": "Floating",
    "joint_range": "Joint range",
    "self_penetration": "Body in body",
}
"""What people call each check."""

LIMIT_OF = {
    "nan": "not_finite",
    "length": "length_s",
    "movement": "movement_m",
    "bone_length_change": "bone_length_change",
    "root_jump_position": "root_jump_m",
    "root_jump_rotation": "root_jump_deg",
    "foot_slide": "foot_slide_m_per_s",
    "ground_penetration": "ground_penetration_m",
    "floating": "floating_s",
    "joint_range": "joint_range_deg",
    "self_penetration": "self_penetration_m",
}
"""The name in Thresholds, and so in the setting MOTION_CHECK_LIMITS, of what judges each check."""

UNIT_OF = {
    "nan": "frames",
    "length": "s",
    "movement": "m",
    "bone_length_change": "ratio",
    "root_jump_position": "m",
    "root_jump_rotation": "deg",
    "foot_slide": "m/s",
    "ground_penetration": "m",
    "floating": "s",
    "joint_range": "deg",
    "self_penetration": "m",
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
        floating(positions, float(motion.fps), limits.floating_s),
        joint_range(motion, limits.joint_range_deg),
        self_penetration(positions, limits.self_penetration_m),
    ]
    if bvh is not None and motion.report is not None:
        found.insert(3, bone_length_change(bvh, motion.report.joints.values(), limits.bone_length_change))
    return tuple(found)


def worst(results: Iterable[CheckResult]) -> Outcome:
    """The motion's outcome as a whole."""
    order = (Outcome.PASS, Outcome.WARN, Outcome.FAIL)
    return max((result.outcome for result in results), key=order.index, default=Outcome.PASS)
