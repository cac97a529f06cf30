"""Characters as GLB files: the mannequin under other names, in an armature that is scaled and turned, or broken."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from datasets.glb import pack
from datasets.motion.avatar import AVATAR_JOINTS, mannequin_glb

MIXAMO = {
    "pelvis": "Hips", "spine1": "Spine", "spine2": "Spine1", "spine3": "Spine2", "neck": "Neck", "head": "Head",
    **{f"{side}_{joint}": side.capitalize() + name for side in ("left", "right") for joint, name in (
        ("collar", "Shoulder"), ("shoulder", "Arm"), ("elbow", "ForeArm"), ("wrist", "Hand"),
        ("hip", "UpLeg"), ("knee", "Leg"), ("ankle", "Foot"), ("foot", "ToeBase"),
    )},
}  # fmt: skip


def character(
    *,
    names: dict[str, str] | None = None,
    armature: dict[str, Any] | None = None,
    change: Callable[[dict[str, Any], bytearray], None] | None = None,
) -> bytes:
    """``armature`` is written into the node above all joints; ``change`` may alter the document and its bytes."""
    data = mannequin_glb()
    length = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20 : 20 + length])
    binary = bytearray(data[28 + length :])
    for joint, name in enumerate(AVATAR_JOINTS):
        document["nodes"][joint]["name"] = (names or MIXAMO).get(name, name)
    document["nodes"][-1] |= armature or {}
    if change:
        change(document, binary)
    return pack(document, bytes(binary))


def scale_accessor(name: str, factor: float) -> Callable[[dict[str, Any], bytearray], None]:
    """Multiplies an attribute of floats of the first primitive, or the inverse bind matrices."""

    def change(document: dict[str, Any], binary: bytearray) -> None:
        primitive = document["meshes"][0]["primitives"][0]["attributes"]
        place = primitive[name] if name in primitive else document["skins"][0][name]
        accessor = document["accessors"][place]
        view = document["bufferViews"][accessor["bufferView"]]
        width = {"VEC3": 3, "VEC4": 4, "MAT4": 16}[accessor["type"]]
        at, count = view["byteOffset"], accessor["count"] * width
        values = np.frombuffer(bytes(binary[at : at + 4 * count]), "<f4") * np.float32(factor)
        binary[at : at + 4 * count] = values.tobytes()

    return change
