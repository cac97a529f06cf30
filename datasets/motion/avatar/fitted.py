"""A fitted avatar as it is kept: a file like the mannequin's, whose vertices have colours of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.body import BodyPart, MannequinMesh
from datasets.motion.avatar.glb import TOP_MATERIAL, GlbBuffer, mannequin_document, packed
from datasets.motion.avatar.skeleton import AVATAR_JOINTS, AVATAR_PARENTS, REST_POSITIONS
from datasets.scenes.gltf import GltfError, read_gltf

OWN_COLOURS: Final = "grey"
"""MO64: the colour of top that leaves a fitted avatar in its own clothes; a person who is called by a colour wears
it."""

_PARTS: Final = {
    "head": BodyPart.HEAD,
    "neck": BodyPart.HEAD,
    **{f"{side}_{joint}": BodyPart[f"{side.upper()}_{part}"] for side in ("left", "right") for joint, part in (
        ("shoulder", "ARM"), ("elbow", "ARM"), ("wrist", "HAND"), ("hip", "LEG"), ("knee", "LEG"), ("ankle", "FOOT"),
        ("foot", "FOOT"),
    )},
}  # fmt: skip
_PART_OF_JOINT: Final = np.array([_PARTS.get(joint, BodyPart.TORSO) for joint in AVATAR_JOINTS], np.uint8)


@dataclass(frozen=True, slots=True)
class FittedAvatar:
    """``colours`` (V, 3) are linear; the mesh's triangles are divided into what keeps them and the top, which takes
    the colour that an episode gives to a person."""

    mesh: MannequinMesh
    colours: NDArray[np.float32]


def parts_of(strongest: NDArray[np.integer]) -> NDArray[np.uint8]:
    """MO65: a vertex belongs to the part of the body that the joint of its largest weight moves."""
    return _PART_OF_JOINT[strongest]


def reach_of(mesh: MannequinMesh) -> float:
    """OB39: how far any vertex is from a joint that moves it: in no pose is it farther from its joints."""
    apart = np.linalg.norm(mesh.positions[:, None] - REST_POSITIONS[mesh.joints], axis=2)
    return float(apart[mesh.weights > 0].max())


def thickness_of(mesh: MannequinMesh) -> dict[BodyPart, float]:
    """By part of the body, how far its surface is from the nearest bone at most, in the T-pose."""
    ends = REST_POSITIONS[1:]
    starts = REST_POSITIONS[list(AVATAR_PARENTS[1:])]
    bones = ends - starts
    along = np.einsum("vbx,bx->vb", mesh.positions[:, None] - starts, bones) / (bones**2).sum(axis=1)
    nearest = starts + np.clip(along, 0.0, 1.0)[:, :, None] * bones
    apart = np.linalg.norm(mesh.positions[:, None] - nearest, axis=2).min(axis=1)
    return {part: float(apart[mesh.parts == part].max()) for part in BodyPart if (mesh.parts == part).any()}


def avatar_glb(avatar: FittedAvatar) -> bytes:
    buffer = GlbBuffer()
    return packed(mannequin_document(buffer, avatar.mesh, avatar.colours), buffer)


def read_avatar(data: bytes, *, name: str = "the avatar") -> FittedAvatar:
    """What ``avatar_glb`` wrote, or ValueError."""
    try:
        primitives = [i.primitive for i in read_gltf(data, name=name).instances()]
    except GltfError as error:
        raise ValueError(str(error)) from error
    arrays: dict[str, list[Any]] = {"positions": [], "normals": [], "joints": [], "weights": [], "colours": []}
    triangles: dict[bool, list[Any]] = {False: [np.zeros((0, 3), np.uint32)], True: [np.zeros((0, 3), np.uint32)]}
    start = 0
    for primitive in primitives:
        for attribute, found in arrays.items():
            value = getattr(primitive, attribute)
            if value is None:
                raise ValueError(f"{name}: its vertices have no {attribute}")
            found.append(value)
        triangles[primitive.material.name == TOP_MATERIAL].append(primitive.faces.astype(np.uint32) + start)
        start += len(primitive.positions)
    if not start:
        raise ValueError(f"{name}: shows nothing")
    joined = {attribute: np.concatenate(found) for attribute, found in arrays.items()}
    if joined["joints"].max() >= len(AVATAR_JOINTS):
        raise ValueError(f"{name}: is not on the avatar's {len(AVATAR_JOINTS)} joints")
    joints, weights = joined["joints"].astype(np.uint8), joined["weights"].astype(np.float32)
    mesh = MannequinMesh(
        positions=joined["positions"].astype(np.float32),
        normals=joined["normals"].astype(np.float32),
        joints=joints,
        weights=weights,
        parts=parts_of(joints[np.arange(len(joints)), weights.argmax(axis=1)]),
        body_triangles=np.concatenate(triangles[False]),
        top_triangles=np.concatenate(triangles[True]),
    )
    return FittedAvatar(mesh, joined["colours"][:, :3].astype(np.float32))
