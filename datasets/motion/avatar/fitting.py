"""MO58: an uploaded character brought onto the avatar's skeleton: the same 22 joints, at the same places, in the same
T-pose. Everything that plays or measures a motion works with it as with the mannequin."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.body import HEM_M, SLEEVE_M, BodyPart, MannequinMesh, mannequin_mesh
from datasets.motion.avatar.fitted import FittedAvatar, parts_of, thickness_of
from datasets.motion.avatar.rig import AvatarError, Piece, Rig, avatar_joints_of, pieces_of, read_rig
from datasets.motion.avatar.skeleton import AVATAR_HEIGHT_M, AVATAR_JOINTS, JOINT_INDEX, LEG_LENGTH_M, REST_POSITIONS
from datasets.motion.rotations import between, from_axes, matrices, normalised
from datasets.scenes.gltf import MORPHS, GltfError, decode_image

Floats = NDArray[np.float64]

MOST_VERTICES: Final = 60_000
_TRUNK: Final = ("pelvis", "spine1", "spine2", "spine3", "neck", "head")
_BONES: Final = (
    ("collar", "shoulder"),
    ("shoulder", "elbow"),
    ("elbow", "wrist"),
    ("hip", "knee"),
    ("knee", "ankle"),
)
_SLIGHTEST, _STRONGEST = 0.5, 2.0
"""How much a part may be made narrower or wider to fit."""
_LONGEST_COLLAR: Final = 3.0
_HEAD_ROOM: Final = 1.25
_MUCH_M: Final = 0.10


def fit_avatar(data: bytes, *, name: str) -> tuple[FittedAvatar, dict[str, Any]]:
    """The character in a GLB file as an avatar and how it was understood, or AvatarError saying why not."""
    rig = read_rig(data, name=name)
    pieces, left_out = pieces_of(rig, name=name)
    frame = _frame(rig, pieces, name)
    moves = _moves(rig, frame, pieces)
    moved_with = np.array([JOINT_INDEX[joint] for joint in avatar_joints_of(rig)])
    count = sum(len(piece.positions) for piece in pieces)
    if count > MOST_VERTICES:
        raise AvatarError(f"{name}: has {count:,} vertices; reduce them to {MOST_VERTICES:,} at most")
    positions, normals, joints, weights, colours, triangles = [], [], [], [], [], []
    pictures = _pictures(rig, pieces, name)
    start = 0
    for piece in pieces:
        place, normal, own, share = _moved(piece, moved_with, moves)
        positions.append(place)
        normals.append(normal)
        joints.append(own)
        weights.append(share)
        colours.append(_colours(piece, pictures))
        faces = piece.instance.primitive.faces.astype(np.int64) + start
        triangles.append(faces[:, ::-1] if piece.mirrored != frame.mirrors else faces)
        start += len(place)
    strongest = np.concatenate([own[:, 0] for own in joints])
    places = _on_the_floor(np.concatenate(positions), np.concatenate(joints), np.concatenate(weights))
    faces = np.concatenate(triangles)
    dressed = _is_dressed(places, strongest)[faces].all(axis=1)
    mesh = MannequinMesh(
        positions=places.astype(np.float32),
        normals=np.concatenate(normals).astype(np.float32),
        joints=np.concatenate(joints).astype(np.uint8),
        weights=np.concatenate(weights).astype(np.float32),
        parts=parts_of(strongest),
        body_triangles=faces[~dressed].astype(np.uint32),
        top_triangles=faces[dressed].astype(np.uint32),
    )
    if not np.isfinite(mesh.positions).all() or float(np.abs(mesh.positions).max()) > 3.0:
        raise AvatarError(f"{name}: its parts do not stay near its joints; apply its transforms and export it again")
    avatar = FittedAvatar(mesh, np.concatenate(colours).astype(np.float32))
    return avatar, _report(rig, frame, mesh, left_out, name)


@dataclass(frozen=True, slots=True)
class _Frame:
    """From the file's axes and unit to the avatar's: ``turn`` (3, 3) and metres per unit. The turn mirrors too where
    the file holds the character mirrored."""

    turn: Floats
    scale: float
    mirrors: bool


def _frame(rig: Rig, pieces: tuple[Piece, ...], name: str) -> _Frame:
    """The unit is the one in which the legs are the avatar's, or smaller where the whole body would be taller: a
    character with short legs and a large head keeps its looks, and its legs are stretched."""
    at = rig.points
    leg = 0.0
    for side in ("left", "right"):
        for upper, lower in (("hip", "knee"), ("knee", "ankle")):
            leg += 0.5 * float(np.linalg.norm(at[f"{side}_{lower}"] - at[f"{side}_{upper}"]))
    # By the legs: whoever leans forwards stands upright all the same.
    up = normalised(_middle(rig, "hip") - _middle(rig, "ankle"))
    left = normalised(at["left_shoulder"] - at["right_shoulder"])
    left = left - up * float(left @ up)
    if leg < 1e-9 or float(np.linalg.norm(left)) < 0.5:
        raise AvatarError(f"{name}: its legs have no length or its shoulders lie on its spine, which is no body")
    left = normalised(left)
    height = np.concatenate([piece.positions @ up for piece in pieces])
    turn = matrices(from_axes(left, up, np.cross(left, up))).T.copy()
    mirrors = _mirrored(pieces) and _toes_forward(rig, turn) <= 0.0
    if mirrors:
        turn[2] = -turn[2]
    return _Frame(turn, min(LEG_LENGTH_M / leg, AVATAR_HEIGHT_M / max(float(np.ptp(height)), 1e-9)), mirrors)


def _mirrored(pieces: tuple[Piece, ...]) -> bool:
    """By most of its vertices; single parts are often mirrored copies of others."""
    return sum(len(piece.positions) * (1 if piece.mirrored else -1) for piece in pieces) > 0


def _toes_forward(rig: Rig, turn: Floats) -> float:
    """How far the toes are before the ankles; 0 without toes."""
    at = rig.points
    sides = [side for side in ("left", "right") if f"{side}_foot" in at]
    return sum(float((turn @ (at[f"{side}_foot"] - at[f"{side}_ankle"]))[2]) for side in sides)


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

    def goes_with(joint: str, other: str) -> None:
        linear[joint], from_points[joint], to_points[joint] = linear[other], from_points[other], to_points[other]

    def stretch_of(joint: str, below: str) -> float:
        """How much longer the avatar's bone is; nothing of one that points down."""
        seen = whole @ (from_points[below] - from_points[joint])
        wanted = to_points[below] - to_points[joint]
        return float(np.linalg.norm(wanted) / max(np.linalg.norm(seen), 1e-9)) if seen @ wanted > 0 else 0.0

    trunk: list[str] = [joint for joint in _TRUNK if joint in from_points]
    usual = stretch_of(trunk[0], trunk[-1])
    # What is taken for a vertebra may be anywhere: one that would turn the trunk over or pull it apart goes with the
    # next below.
    bones = [trunk[0]]
    for joint in trunk[1:-1]:
        if _SLIGHTEST * usual <= stretch_of(bones[-1], joint) <= _STRONGEST * usual:
            bones.append(joint)
    for joint, below in pairwise([*bones, trunk[-1]]):
        linear[joint] = along(joint, below)
    linear[trunk[-1]] = _head_size(rig, frame, pieces) * whole
    for joint, pair in (("pelvis", "hip"), ("spine3", "shoulder")):
        if joint in linear:
            seen = frame.scale * float(np.linalg.norm(from_points[f"left_{pair}"] - from_points[f"right_{pair}"]))
            wanted = float(to_points[f"left_{pair}"][0] - to_points[f"right_{pair}"][0])
            wider = float(np.clip(wanted / max(seen, 1e-6), _SLIGHTEST, _STRONGEST))
            linear[joint] = np.diag([wider, 1.0, 1.0]) @ linear[joint]
    for below, joint in pairwise(trunk[:-1]):
        if joint not in linear:
            goes_with(joint, below)
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
        linear[f"{side}_ankle"] = np.asarray(whole)
        if f"{side}_foot" in from_points:
            # The toes move with the rest of the foot, so that the sole stays in one piece.
            goes_with(f"{side}_foot", f"{side}_ankle")
        collar, shoulder = f"{side}_collar", f"{side}_shoulder"
        if collar in from_points and not _SLIGHTEST <= stretch_of(collar, shoulder) <= _LONGEST_COLLAR:
            goes_with(collar, shoulder)
    moves = np.zeros((len(AVATAR_JOINTS), 3, 4))
    for joint, turn in linear.items():
        moves[JOINT_INDEX[joint], :, :3] = turn
        moves[JOINT_INDEX[joint], :, 3] = to_points[joint] - turn @ from_points[joint]
    return moves


def _head_size(rig: Rig, frame: _Frame, pieces: tuple[Piece, ...]) -> float:
    """A head much higher than the avatar's is made smaller, so that people fit through doors and behind tables as the
    mannequin does; half its size at most, or nobody would know the character again."""
    if "head" not in rig.points:
        return 1.0
    moved_with = np.array([joint == "head" for joint in avatar_joints_of(rig)])
    tops = [
        float(((piece.positions[on_head] - rig.points["head"]) @ frame.turn.T)[:, 1].max()) * frame.scale
        for piece in pieces
        if (on_head := moved_with[piece.joints[np.arange(len(piece.joints)), piece.weights.argmax(axis=1)]]).any()
    ]
    room = AVATAR_HEIGHT_M - float(REST_POSITIONS[JOINT_INDEX["head"], 1])
    return float(np.clip(_HEAD_ROOM * room / max([room, *tops]), _SLIGHTEST, 1.0))


def _on_the_floor(places: Floats, joints: Any, weights: Floats) -> Floats:
    """MO66: soles are on the floor: a foot that hangs above it is lowered as it is, one that goes through it is made
    flatter below its ankle."""
    places = places.copy()
    for side in ("left", "right"):
        ankle = float(REST_POSITIONS[JOINT_INDEX[f"{side}_ankle"], 1])
        own = np.isin(joints, [JOINT_INDEX[f"{side}_ankle"], JOINT_INDEX[f"{side}_foot"]])
        share = (weights * own).sum(axis=1)
        if not (share > 0.5).any():
            continue
        height = places[:, 1]
        lowest = float(height[share > 0.5].min())
        if lowest > 0.0:
            there = height - lowest
        else:
            there = np.where(height < ankle, ankle - (ankle - height) * ankle / (ankle - lowest), height)
        places[:, 1] += np.where(share > 0.5, 1.0, share) * (there - height)
    return places


def _is_dressed(places: Floats, strongest: Any) -> Any:
    """Vertices in a top: all that moves with the chest, a cape or a hood too, from there down to the mannequin's hem,
    and the arms to its sleeves' ends."""
    parts = parts_of(strongest)
    arms = np.isin(parts, (BodyPart.LEFT_ARM, BodyPart.RIGHT_ARM)) & (np.abs(places[:, 0]) < SLEEVE_M)
    hips = np.isin(parts, (BodyPart.TORSO, BodyPart.LEFT_LEG, BodyPart.RIGHT_LEG)) & (places[:, 1] > HEM_M[0])
    chest = (parts == BodyPart.TORSO) & (strongest != JOINT_INDEX["pelvis"])
    return arms | hips | chest


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


def _pictures(rig: Rig, pieces: tuple[Piece, ...], name: str) -> dict[int, NDArray[np.uint8]]:
    """The pictures that the pieces show, sRGB; each is decoded once."""
    used = {material.image for piece in pieces if (material := piece.instance.primitive.material).image is not None}
    try:
        decoded = {image: decode_image(rig.scene.images[image], name=name) for image in sorted(used)}
    except GltfError as error:
        raise AvatarError(str(error)) from error
    return {image: np.asarray(picture.convert("RGB")) for image, picture in decoded.items()}


def _colours(piece: Piece, pictures: dict[int, NDArray[np.uint8]]) -> Floats:
    """Linear RGB per vertex: the material's colour, times the vertex' own, times the picture there."""
    primitive = piece.instance.primitive
    colours = np.tile(np.array(primitive.material.base_colour[:3]), (len(piece.positions), 1))
    if primitive.colours is not None:
        colours = colours * primitive.colours[:, :3]
    image = primitive.material.image
    if image is not None and primitive.uv is not None:
        picture = pictures[image]
        height, width = picture.shape[:2]
        column = np.clip((primitive.uv[:, 0] % 1.0) * width, 0, width - 1).astype(int)
        row = np.clip((primitive.uv[:, 1] % 1.0) * height, 0, height - 1).astype(int)
        seen = picture[row, column].astype(np.float64) / 255.0
        colours = colours * np.where(seen <= 0.04045, seen / 12.92, ((seen + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.clip(colours, 0.0, 1.0))


def _excess_of(mesh: MannequinMesh) -> dict[str, float]:
    """MO67: parts of the body that are farther from its bones than the mannequin's are, by how much, where it is
    much."""
    own, usual = thickness_of(mesh), thickness_of(mannequin_mesh())
    return {
        part.name.lower(): round(own[part] - usual[part], 2)
        for part in BodyPart
        if part in own and own[part] - usual[part] > _MUCH_M
    }


def _report(rig: Rig, frame: _Frame, mesh: MannequinMesh, left_out: tuple[str, ...], name: str) -> dict[str, Any]:
    warnings = []
    if _toes_forward(rig, frame.turn) < 0.0:
        warnings.append("the toes point backwards: left and right may be swapped in the file")
    if excess := _excess_of(mesh):
        listed = ", ".join(f"{part.replace('_', ' ')} {metres:.2f} m" for part, metres in excess.items())
        warnings.append(
            f"goes beyond the mannequin, whose body places are chosen for: {listed}; it may reach into furniture"
        )
    if MORPHS in rig.scene.ignored:
        warnings.append("its morph targets are left out: its shape is the one that it was modelled in")
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
