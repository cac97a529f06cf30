"""MO58: an uploaded character brought onto the avatar's skeleton: the same 22 joints, at the same places, in the same
T-pose. Everything that plays or measures a motion works with it as with the mannequin."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.body import BodyPart, MannequinMesh
from datasets.motion.avatar.glb import GlbBuffer, mannequin_document, packed
from datasets.motion.avatar.rig import AvatarError, Piece, Rig, avatar_joints_of, pieces_of, read_rig
from datasets.motion.avatar.skeleton import AVATAR_HEIGHT_M, AVATAR_JOINTS, JOINT_INDEX, LEG_LENGTH_M, REST_POSITIONS
from datasets.motion.rotations import between, from_axes, matrices, normalised
from datasets.scenes.gltf import decode_image

Floats = NDArray[np.float64]

MOST_VERTICES: Final = 60_000
_TRUNK: Final = ("pelvis", "spine1", "spine2", "spine3", "neck", "head")
_TOP: Final = ("spine1", "spine2", "spine3", "left_collar", "right_collar", "left_shoulder", "right_shoulder")
_BONES: Final = (
    ("collar", "shoulder"),
    ("shoulder", "elbow"),
    ("elbow", "wrist"),
    ("hip", "knee"),
    ("knee", "ankle"),
)
_SLIGHTEST, _STRONGEST = 0.5, 2.0
"""How much a part may be made narrower or wider to fit."""
_PARTS: Final = {
    "head": BodyPart.HEAD,
    "neck": BodyPart.HEAD,
    **{f"{side}_{joint}": BodyPart[f"{side.upper()}_{part}"] for side in ("left", "right") for joint, part in (
        ("shoulder", "ARM"), ("elbow", "ARM"), ("wrist", "HAND"), ("hip", "LEG"), ("knee", "LEG"), ("ankle", "FOOT"),
        ("foot", "FOOT"),
    )},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FittedAvatar:
    """``colours`` (V, 3) are linear; the mesh's triangles are divided into what keeps them and the top, which takes
    the colour that an episode gives to a person."""

    mesh: MannequinMesh
    colours: NDArray[np.float32]
    report: dict[str, Any]


def avatar_glb(avatar: FittedAvatar) -> bytes:
    """The fitted body as a file like the mannequin's, with colours of its own."""
    buffer = GlbBuffer()
    return packed(mannequin_document(buffer, avatar.mesh, avatar.colours), buffer)


def fit_avatar(data: bytes, *, name: str) -> FittedAvatar:
    """The character in a GLB file as an avatar, or AvatarError saying why not."""
    rig = read_rig(data, name=name)
    pieces, left_out = pieces_of(rig, name=name)
    frame = _frame(rig, pieces, name)
    moves = _moves(rig, frame, pieces)
    moved_with = np.array([JOINT_INDEX[joint] for joint in avatar_joints_of(rig)])
    count = sum(len(piece.positions) for piece in pieces)
    if count > MOST_VERTICES:
        raise AvatarError(f"{name}: has {count:,} vertices; reduce them to {MOST_VERTICES:,} at most")
    positions, normals, joints, weights, colours, triangles = [], [], [], [], [], []
    start = 0
    for piece in pieces:
        place, normal, own, share = _moved(piece, moved_with, moves)
        positions.append(place)
        normals.append(normal)
        joints.append(own)
        weights.append(share)
        colours.append(_colours(rig, piece, name))
        triangles.append(piece.instance.primitive.faces.astype(np.int64) + start)
        start += len(place)
    strongest = np.concatenate([own[:, 0] for own in joints])
    parts = np.array([_PARTS.get(joint, BodyPart.TORSO) for joint in AVATAR_JOINTS], np.uint8)[strongest]
    faces = np.concatenate(triangles)
    dressed = np.isin(strongest, [JOINT_INDEX[joint] for joint in _TOP])[faces].all(axis=1)
    mesh = MannequinMesh(
        positions=np.concatenate(positions).astype(np.float32),
        normals=np.concatenate(normals).astype(np.float32),
        joints=np.concatenate(joints).astype(np.uint8),
        weights=np.concatenate(weights).astype(np.float32),
        parts=parts,
        body_triangles=faces[~dressed].astype(np.uint32),
        top_triangles=faces[dressed].astype(np.uint32),
    )
    if not np.isfinite(mesh.positions).all() or float(np.abs(mesh.positions).max()) > 3.0:
        raise AvatarError(f"{name}: its parts do not stay near its joints; apply its transforms and export it again")
    return FittedAvatar(mesh, np.concatenate(colours).astype(np.float32), _report(rig, frame, mesh, left_out, name))


@dataclass(frozen=True, slots=True)
class _Frame:
    """From the file's axes and unit to the avatar's: ``turn`` (3, 3) and metres per unit."""

    turn: Floats
    scale: float


def _frame(rig: Rig, pieces: tuple[Piece, ...], name: str) -> _Frame:
    """The unit is the one in which the legs are the avatar's, or smaller where the whole body would be taller: a
    character with short legs and a large head keeps its looks, and its legs are stretched."""
    at = rig.points
    leg = 0.0
    for side in ("left", "right"):
        for upper, lower in (("hip", "knee"), ("knee", "ankle")):
            leg += 0.5 * float(np.linalg.norm(at[f"{side}_{lower}"] - at[f"{side}_{upper}"]))
    up = normalised(_middle(rig, "shoulder") - _middle(rig, "hip"))
    left = normalised(at["left_shoulder"] - at["right_shoulder"])
    left = left - up * float(left @ up)
    if leg < 1e-9 or float(np.linalg.norm(left)) < 0.5:
        raise AvatarError(f"{name}: its legs have no length or its shoulders lie on its spine, which is no body")
    left = normalised(left)
    height = np.concatenate([piece.positions @ up for piece in pieces])
    axes = matrices(from_axes(left, up, np.cross(left, up)))
    return _Frame(axes.T, min(LEG_LENGTH_M / leg, AVATAR_HEIGHT_M / max(float(np.ptp(height)), 1e-9)))


def _middle(rig: Rig, joint: str) -> Floats:
    return np.asarray(0.5 * (rig.points[f"left_{joint}"] + rig.points[f"right_{joint}"]))


def _moves(rig: Rig, frame: _Frame, pieces: tuple[Piece, ...]) -> Floats:
    """For each of the avatar's joints the affine map (22, 3, 4) from the file's rest pose to the avatar's T-pose."""
    linear: dict[str, Floats] = {}
    from_points = dict(rig.points)
    to_points = {joint: REST_POSITIONS[place] for joint, place in JOINT_INDEX.items()}
    from_points["pelvis"] = _middle(rig, "hip")
    to_points["pelvis"] = 0.5 * (to_points["left_hip"] + to_points["right_hip"])
    whole = frame.scale * frame.turn

    def along(joint: str, below: str) -> Floats:
        """Turned and stretched so that the bone fits the avatar's."""
        seen = whole @ (from_points[below] - from_points[joint])
        wanted = to_points[below] - to_points[joint]
        length = float(np.linalg.norm(seen))
        if length < 1e-6:
            return np.asarray(whole)
        direction = wanted / np.linalg.norm(wanted)
        stretch = float(np.linalg.norm(wanted)) / length
        swing = matrices(between(seen, wanted))
        stretched = np.eye(3) + (stretch - 1.0) * np.outer(direction, direction)
        return np.asarray(stretched @ swing @ whole)

    trunk: list[str] = [joint for joint in _TRUNK if joint in from_points]
    for joint, below in pairwise(trunk):
        linear[joint] = along(joint, below)
    linear[trunk[-1]] = whole
    for joint, pair in (("pelvis", "hip"), ("spine3", "shoulder")):
        if joint in linear:
            seen = frame.scale * float(np.linalg.norm(from_points[f"left_{pair}"] - from_points[f"right_{pair}"]))
            wanted = float(to_points[f"left_{pair}"][0] - to_points[f"right_{pair}"][0])
            wider = float(np.clip(wanted / max(seen, 1e-6), _SLIGHTEST, _STRONGEST))
            linear[joint] = np.diag([wider, 1.0, 1.0]) @ linear[joint]
    for side in ("left", "right"):
        for upper, lower in _BONES:
            if f"{side}_{upper}" in from_points:
                linear[f"{side}_{upper}"] = along(f"{side}_{upper}", f"{side}_{lower}")
        # A hand goes on as its forearm does, without its stretch.
        swing = matrices(
            between(
                whole @ (from_points[f"{side}_wrist"] - from_points[f"{side}_elbow"]),
                to_points[f"{side}_wrist"] - to_points[f"{side}_elbow"],
            )
        )
        linear[f"{side}_wrist"] = np.asarray(swing @ whole)
        linear[f"{side}_ankle"] = _foot(rig, frame, side, pieces)
        if f"{side}_foot" in from_points:
            # The toes move with the rest of the foot, so that the sole stays in one piece.
            linear[f"{side}_foot"] = linear[f"{side}_ankle"]
            from_points[f"{side}_foot"] = from_points[f"{side}_ankle"]
            to_points[f"{side}_foot"] = to_points[f"{side}_ankle"]
    moves = np.zeros((len(AVATAR_JOINTS), 3, 4))
    for joint, turn in linear.items():
        moves[JOINT_INDEX[joint], :, :3] = turn
        moves[JOINT_INDEX[joint], :, 3] = to_points[joint] - turn @ from_points[joint]
    return moves


def _foot(rig: Rig, frame: _Frame, side: str, pieces: tuple[Piece, ...]) -> Floats:
    """As it stands, made higher or lower so that the sole is on the floor where the avatar's is."""
    whole = frame.scale * frame.turn
    moved_with = avatar_joints_of(rig)
    own = [place for place, joint in enumerate(moved_with) if joint in (f"{side}_ankle", f"{side}_foot")]
    depths = []
    for piece in pieces:
        vertices = np.isin(piece.joints[np.arange(len(piece.joints)), piece.weights.argmax(axis=1)], own)
        if vertices.any():
            below = (piece.positions[vertices] - rig.points[f"{side}_ankle"]) @ whole.T
            depths.append(-float(below[:, 1].min()))
    depth = max(depths, default=0.0)
    if depth < 1e-3:
        return np.asarray(whole)
    higher = float(np.clip(REST_POSITIONS[JOINT_INDEX[f"{side}_ankle"], 1] / depth, _SLIGHTEST / 2, _STRONGEST * 2))
    return np.asarray(np.diag([1.0, higher, 1.0]) @ whole)


def _moved(piece: Piece, moved_with: NDArray[np.int64], moves: Floats) -> tuple[Floats, Floats, Any, Floats]:
    """Positions, normals, and the avatar's joints with their weights, the strongest first."""
    spread = np.zeros((len(piece.positions), len(AVATAR_JOINTS)))
    rows = np.arange(len(piece.positions))[:, None]
    np.add.at(spread, (np.broadcast_to(rows, piece.joints.shape), moved_with[piece.joints]), piece.weights)
    blended = np.einsum("vj,jab->vab", spread, moves)
    places = np.einsum("vab,vb->va", blended[:, :, :3], piece.positions) + blended[:, :, 3]
    normals = normalised(np.einsum("vba,vb->va", np.linalg.pinv(blended[:, :, :3]), piece.normals.astype(np.float64)))
    order = np.argsort(-spread, axis=1, kind="stable")[:, :4]
    kept = np.take_along_axis(spread, order, axis=1)
    kept /= kept.sum(axis=1, keepdims=True)
    order[kept == 0.0] = 0
    return places, normals, order, kept


def _colours(rig: Rig, piece: Piece, name: str) -> Floats:
    """Linear RGB per vertex: the material's colour, times the vertex' own, times the picture there."""
    primitive = piece.instance.primitive
    colours = np.tile(np.array(primitive.material.base_colour[:3]), (len(piece.positions), 1))
    if primitive.colours is not None:
        colours = colours * primitive.colours[:, :3]
    image = primitive.material.image
    if image is not None and primitive.uv is not None:
        picture = np.asarray(decode_image(rig.scene.images[image], name=name).convert("RGB"), np.float64) / 255.0
        height, width = picture.shape[:2]
        column = np.clip((primitive.uv[:, 0] % 1.0) * width, 0, width - 1).astype(int)
        row = np.clip((primitive.uv[:, 1] % 1.0) * height, 0, height - 1).astype(int)
        seen = picture[row, column]
        colours = colours * np.where(seen <= 0.04045, seen / 12.92, ((seen + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.clip(colours, 0.0, 1.0))


def _report(rig: Rig, frame: _Frame, mesh: MannequinMesh, left_out: tuple[str, ...], name: str) -> dict[str, Any]:
    warnings = []
    toes = [
        frame.turn @ (rig.points[f"{side}_foot"] - rig.points[f"{side}_ankle"])
        for side in ("left", "right")
        if f"{side}_foot" in rig.points
    ]
    if toes and float(np.mean([toe[2] for toe in toes])) < 0.0:
        warnings.append("the toes point backwards: left and right may be swapped in the file")
    if left_out:
        warnings.append(f"{len(left_out)} parts are held in a hand or hang on no joint and are left out")
    return {
        "file": name,
        "family": rig.seen.family,
        "scores": dict(rig.seen.scores),
        "joints_in_file": len(rig.names),
        "found": {joint: rig.names[place] for joint, place in rig.joints.items()},
        "metres_per_unit": round(frame.scale, 6),
        "vertices": len(mesh.positions),
        "triangles": len(mesh.body_triangles) + len(mesh.top_triangles),
        "left_out": list(left_out),
        "warnings": warnings,
    }
