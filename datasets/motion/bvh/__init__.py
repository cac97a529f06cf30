"""BVH motion files: reading and kinematics."""

from datasets.motion.bvh.errors import BvhError
from datasets.motion.bvh.kinematics import (
    WorldPose,
    compose,
    end_site_positions,
    forward_kinematics,
    local_transforms,
    with_joints,
    world_pose,
)
from datasets.motion.bvh.reader import Bvh, BvhLimits, parse_bvh
from datasets.motion.bvh.timing import nominal_fps

__all__ = [
    "Bvh",
    "BvhError",
    "BvhLimits",
    "WorldPose",
    "compose",
    "end_site_positions",
    "forward_kinematics",
    "local_transforms",
    "nominal_fps",
    "parse_bvh",
    "with_joints",
    "world_pose",
]
