"""Characters as GLB files: the mannequin under other names, in an armature that is scaled and turned, or broken."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from affectory.accounts.models import Project, User
from affectory.core import storage
from datasets.glb import pack
from datasets.motion.avatar import AVATAR_JOINTS, REST_POSITIONS, mannequin_glb
from datasets.motion.models import Avatar

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


def scale_part(document: dict[str, Any], binary: bytearray, factors: dict[int, float]) -> None:
    """Makes what hangs on a joint larger, seen from there."""
    for primitive in document["meshes"][0]["primitives"]:
        accessors = [document["accessors"][primitive["attributes"][name]] for name in ("POSITION", "JOINTS_0")]
        views = [document["bufferViews"][accessor["bufferView"]] for accessor in accessors]
        placed, hung = (bytes(binary[v["byteOffset"] : v["byteOffset"] + v["byteLength"]]) for v in views)
        positions = np.frombuffer(placed, "<f4").reshape(-1, 3).copy()
        strongest = np.frombuffer(hung, "u1").reshape(-1, 4)[:, 0]
        for joint, factor in factors.items():
            own = strongest == joint
            positions[own] = REST_POSITIONS[joint] + (positions[own] - REST_POSITIONS[joint]) * factor
        at = views[0]["byteOffset"]
        binary[at : at + len(placed)] = positions.astype("<f4").tobytes()


def add_avatar(actor: User, project: Project, name: str = "Anna", **rights: Any) -> Avatar:
    """A row of a fitted avatar, put in directly: fitting is tested where it is done."""
    values: dict[str, Any] = {"licence": "CC BY 4.0 Ruth", "may_redistribute": "media", **rights}
    kept = {f"{kind}_sha256": storage.put_bytes(f"{kind} {name}".encode()) for kind in ("source", "glb")}
    return Avatar.objects.create(
        project=project, name=name, source_file=f"{name}.glb", created_by=actor, **kept, **values
    )
