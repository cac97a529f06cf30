"""From any recorded skeleton to the avatar."""

from datasets.motion.retarget.families import (
    FAMILIES,
    REQUIRED_JOINTS,
    Recognition,
    RetargetError,
    recognise,
)
from datasets.motion.retarget.motion import (
    AvatarMotion,
    AvatarMotionError,
    RetargetReport,
    avatar_fk,
    avatar_pose,
)
from datasets.motion.retarget.transfer import retarget
from datasets.motion.retarget.units import UNITS, guess_unit

__all__ = [
    "FAMILIES",
    "REQUIRED_JOINTS",
    "UNITS",
    "AvatarMotion",
    "AvatarMotionError",
    "Recognition",
    "RetargetError",
    "RetargetReport",
    "avatar_fk",
    "avatar_pose",
    "guess_unit",
    "recognise",
    "retarget",
]
