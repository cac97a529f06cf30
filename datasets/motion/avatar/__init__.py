"""The common avatar: its skeleton, its body and the file that carries both."""

from datasets.motion.avatar.body import BodyPart, MannequinMesh, mannequin_mesh
from datasets.motion.avatar.glb import BODY_MATERIAL, TOP_MATERIAL, mannequin_glb
from datasets.motion.avatar.skeleton import (
    AVATAR_HEIGHT_M,
    AVATAR_JOINTS,
    AVATAR_PARENTS,
    JOINT_INDEX,
    LEG_LENGTH_M,
    REST_OFFSETS,
    REST_POSITIONS,
)

__all__ = [
    "AVATAR_HEIGHT_M",
    "AVATAR_JOINTS",
    "AVATAR_PARENTS",
    "BODY_MATERIAL",
    "JOINT_INDEX",
    "LEG_LENGTH_M",
    "REST_OFFSETS",
    "REST_POSITIONS",
    "TOP_MATERIAL",
    "BodyPart",
    "MannequinMesh",
    "mannequin_glb",
    "mannequin_mesh",
]
