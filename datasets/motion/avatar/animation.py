"""MO56: the mannequin with a motion as an animation, for whoever works on with it in other programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from datasets.motion.avatar.fitted import FittedAvatar
from datasets.motion.avatar.glb import GlbBuffer, mannequin_document, packed
from datasets.motion.avatar.skeleton import AVATAR_JOINTS, JOINT_INDEX
from datasets.motion.retarget.motion import AvatarMotion

_FLOAT = 5126


def animated_glb(
    motion: AvatarMotion,
    *,
    licence: str = "",
    extras: dict[str, Any] | None = None,
    avatar: FittedAvatar | None = None,
) -> bytes:
    """One animation with a key at every frame (frame i at i / fps seconds): each joint's rotation and the pelvis'
    place, the very numbers of the motion. Between keys a player blends as it likes."""
    buffer = GlbBuffer()
    document = mannequin_document(buffer, *((avatar.mesh, avatar.colours) if avatar else ()))
    times = np.array([float(frame / motion.fps) for frame in range(motion.frames)], "<f4")
    at = buffer.add(times[:, None], "SCALAR", _FLOAT, bounds=True)
    samplers: list[dict[str, Any]] = []
    channels: list[dict[str, Any]] = []

    def add(node: int, path: str, values: Any, kind: str) -> None:
        channels.append({"sampler": len(samplers), "target": {"node": node, "path": path}})
        output = buffer.add(np.ascontiguousarray(values, "<f4"), kind, _FLOAT)
        samplers.append({"input": at, "output": output, "interpolation": "LINEAR"})

    add(JOINT_INDEX["pelvis"], "translation", motion.root_positions, "VEC3")
    for joint in range(len(AVATAR_JOINTS)):
        add(joint, "rotation", motion.rotations[:, joint], "VEC4")
    document["animations"] = [{"name": "motion", "samplers": samplers, "channels": channels}]
    if licence:
        document["asset"]["copyright"] = licence
    if extras:
        document["asset"]["extras"] = extras
    return packed(document, buffer)
