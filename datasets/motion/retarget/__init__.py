"""From any recorded skeleton to the avatar."""

from datasets.motion.retarget.families import FAMILIES, REQUIRED_JOINTS, RetargetError
from datasets.motion.retarget.mapping import JointProblem, mapping_problems
from datasets.motion.retarget.motion import (
    AvatarMotion,
    AvatarMotionError,
    RetargetReport,
    avatar_fk,
    avatar_pose,
)
from datasets.motion.retarget.options import OptionsError, RetargetOptions
from datasets.motion.retarget.recognition import Found, Recognition, recognise, skeleton_digest, survey
from datasets.motion.retarget.transfer import retarget
from datasets.motion.retarget.units import UNITS, guess_unit

__all__ = [
    "FAMILIES",
    "REQUIRED_JOINTS",
    "UNITS",
    "AvatarMotion",
    "AvatarMotionError",
    "Found",
    "JointProblem",
    "OptionsError",
    "Recognition",
    "RetargetError",
    "RetargetOptions",
    "RetargetReport",
    "avatar_fk",
    "avatar_pose",
    "guess_unit",
    "mapping_problems",
    "recognise",
    "retarget",
    "skeleton_digest",
    "survey",
]
