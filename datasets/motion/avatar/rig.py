"""MO57: whether an uploaded character can be an avatar: its skin, its joints, and which of them are a body's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.retarget.families import REQUIRED_JOINTS
from datasets.motion.retarget.recognition import SPINE, Survey, survey
from datasets.motion.retarget.tree import hangs_on, meeting, path_up
from datasets.scenes.gltf import MORE_JOINTS, GltfError, GltfScene, Instance, Limits, read_gltf

Floats = NDArray[np.float64]

MOST_TRIANGLES: Final = 60_000
_SUM_TOLERANCE: Final = 0.02
LARGEST_BYTES: Final = 64 * 2**20
_ADVICE: Final = "export it again from the program that made it, with its skin and without compression"
_LIMBS: Final = tuple(
    f"{side}_{joint}" for side in ("left", "right") for joint in ("hip", "knee", "shoulder", "elbow")
)
_FLATTEST: Final = 1e-9
_LARGEST_BIND: Final = 1e12
_BIND_TOLERANCE: Final = 1e-3
_NO_SKIN: Final = f"has no skin: its parts do not bend with joints, so no motion can be put on it; {_ADVICE}"


class AvatarError(ValueError):
    """A file that cannot be an avatar. The text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Rig:
    """A character at rest, as the file's nodes put it (armature scale and turn included), in the file's units.

    ``places`` (J, 3) are the joints' positions, ``joints`` the avatar's joints among them; ``wrists`` without a joint
    of their own stand where the hand's joints begin.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    places: Floats
    seen: Survey
    joints: Mapping[str, int]
    points: Mapping[str, Floats]
    nodes: Mapping[int, int]
    scene: GltfScene


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of the character at rest: positions and normals (V, 3), and up to four joints of the rig per vertex. One
    that is mirrored (a scale below 0) has its triangles' corners the other way round."""

    instance: Instance
    positions: Floats
    normals: Floats
    joints: NDArray[np.int64]
    weights: Floats
    mirrored: bool


def read_rig(data: bytes, *, name: str) -> Rig:
    """The rig, or AvatarError: no skin, a skin that is broken, joints that are no body's."""
    if len(data) > LARGEST_BYTES:
        raise AvatarError(f"{name}: is larger than {LARGEST_BYTES // 2**20} MiB; reduce its pictures and triangles")
    try:
        scene = read_gltf(data, name=name, limits=Limits(bytes_total=LARGEST_BYTES, triangles=500_000))
    except GltfError as error:
        if error.field.startswith("images") and b'"skins"' not in data:
            raise AvatarError(f"{name}: {_NO_SKIN}") from error
        raise AvatarError(str(error)) from error
    skins = (scene.nodes[i].skin for i in scene.order if _is_skinned(scene, i))
    used = sorted({skin for skin in skins if skin is not None})
    if not used:
        raise AvatarError(f"{name}: {_NO_SKIN}")
    triangles = scene.triangle_count()
    if triangles > MOST_TRIANGLES:
        raise AvatarError(f"{name}: has {triangles:,} triangles; reduce them to {MOST_TRIANGLES:,} at most")
    indices = list(dict.fromkeys(joint for skin in used for joint in scene.skins[skin or 0].joints))
    order = {index: place for place, index in enumerate(scene.order)}
    if any(joint not in order for joint in indices):
        raise AvatarError(f"{name}: a joint of its skin is not in the scene that is shown; {_ADVICE}")
    indices.sort(key=order.__getitem__)
    nodes = {index: place for place, index in enumerate(indices)}
    names = tuple(scene.nodes[index].name for index in indices)
    parents = tuple(_joint_above(scene, scene.nodes[index].parent, nodes) for index in indices)
    places = np.array([scene.nodes[index].world[:3, 3] for index in indices])
    if _bodies(names, parents) > 1:
        raise AvatarError(f"{name}: holds the skeletons of several people; keep one of them and {_ADVICE}")
    seen = survey(names, parents)
    joints = {joint: at.joint for joint, at in seen.found.items()}
    points = {joint: places[place] for joint, place in joints.items()}
    _complete_hands(joints, points, parents, places)
    missing = [joint for joint in REQUIRED_JOINTS if joint not in points]
    if missing:
        listed = ", ".join(joint.replace("_", " ") for joint in missing)
        raise AvatarError(
            f"{name}: its {len(names)} joints are no body's: missing {listed}. Name the joints as Mixamo does"
        )
    _check_limbs(name, names, joints, parents)
    _add_trunk(joints, points, names, parents, places)
    return Rig(names, parents, places, seen, joints, points, nodes, scene)


def pieces_of(rig: Rig, *, name: str) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    """The character's parts at rest, and the names of those that are left out: they hang on no joint, are held in a
    hand, or are hidden by a scale of 0."""
    kept, left_out = [], []
    for instance in rig.scene.instances():
        if instance.node.skin is not None and instance.primitive.joints is not None:
            kept.append(_skinned(rig, instance, name))
            continue
        joint = _joint_above(rig.scene, instance.node.parent, rig.nodes)
        if joint < 0 or _avatar_joint(rig, joint).endswith("_wrist") or _is_flat(instance.node.world).any():
            left_out.append(instance.node.name)
        else:
            kept.append(_rigid(instance, joint))
    return tuple(kept), tuple(dict.fromkeys(left_out))


def avatar_joints_of(rig: Rig) -> tuple[str, ...]:
    """For every joint of the rig, the avatar's joint that it moves with."""
    return tuple(_avatar_joint(rig, joint) for joint in range(len(rig.names)))


def _avatar_joint(rig: Rig, joint: int) -> str:
    by_joint = {place: avatar for avatar, place in rig.joints.items()}
    for at in path_up(joint, rig.parents):
        found = by_joint.get(at)
        if found is None:
            continue
        wrist = found.replace("_elbow", "_wrist")
        if found.endswith("_elbow") and at != joint and wrist not in rig.joints:
            return wrist
        return found
    return "pelvis"


def _is_skinned(scene: GltfScene, index: int) -> bool:
    node = scene.nodes[index]
    if node.skin is None or node.mesh is None:
        return False
    return any(primitive.joints is not None for primitive in scene.meshes[node.mesh].primitives)


def _joint_above(scene: GltfScene, index: int, nodes: Mapping[int, int]) -> int:
    while index >= 0 and index not in nodes:
        index = scene.nodes[index].parent
    return nodes[index] if index >= 0 else -1


def _bodies(names: tuple[str, ...], parents: tuple[int, ...]) -> int:
    """How many of the joints' trees have both arms and legs."""
    trees: dict[int, list[int]] = {}
    for joint in range(len(names)):
        trees.setdefault(path_up(joint, parents)[-1], []).append(joint)
    found = 0
    for tree in trees.values():
        if len(tree) < len(REQUIRED_JOINTS):
            continue
        place = {joint: index for index, joint in enumerate(tree)}
        seen = survey([names[joint] for joint in tree], [place.get(parents[joint], -1) for joint in tree])
        found += all(joint in seen.found for joint in _LIMBS)
    return found


def _is_flat(matrices: Floats) -> NDArray[np.bool_]:
    """Whether a matrix (…, 4, 4) presses what it moves flat, so that nothing undoes it."""
    linear = matrices[..., :3, :3]
    size = np.abs(linear).max(axis=(-2, -1))
    return np.asarray(np.abs(np.linalg.det(linear)) <= _FLATTEST * size**3)


def _complete_hands(
    joints: dict[str, int], points: dict[str, Floats], parents: tuple[int, ...], places: Floats
) -> None:
    """A hand that begins with several joints has its wrist in their middle."""
    for side in ("left", "right"):
        elbow = joints.get(f"{side}_elbow")
        if f"{side}_wrist" in joints or elbow is None:
            continue
        below = [joint for joint, parent in enumerate(parents) if parent == elbow]
        if below:
            points[f"{side}_wrist"] = places[below].mean(axis=0)


def _check_limbs(name: str, names: tuple[str, ...], joints: Mapping[str, int], parents: tuple[int, ...]) -> None:
    """Knees hang on hips, elbows on shoulders. Feet and hands may hang elsewhere, as inverse kinematics has them."""
    for side in ("left", "right"):
        for upper, lower in (("hip", "knee"), ("shoulder", "elbow")):
            above, below = joints[f"{side}_{upper}"], joints[f"{side}_{lower}"]
            if not hangs_on(below, above, parents):
                raise AvatarError(
                    f"{name}: {names[below]} was taken for the {side} {lower} but does not hang on {names[above]}; "
                    "name the joints as Mixamo does"
                )


def _add_trunk(
    joints: dict[str, int],
    points: dict[str, Floats],
    names: tuple[str, ...],
    parents: tuple[int, ...],
    places: Floats,
) -> None:
    for optional in ("collar", "foot"):
        for side in ("left", "right"):
            place = joints.get(f"{side}_{optional}")
            anchor = joints.get(f"{side}_{'shoulder' if optional == 'collar' else 'ankle'}")
            low, high = (anchor, place) if optional == "collar" else (place, anchor)
            if low is not None and high is not None and not hangs_on(low, high, parents):
                del joints[f"{side}_{optional}"], points[f"{side}_{optional}"]
    pelvis = meeting(joints["left_hip"], joints["right_hip"], parents)
    chest = meeting(joints["left_shoulder"], joints["right_shoulder"], parents)
    spine = [joint for joint in reversed(path_up(chest, parents)) if hangs_on(joint, pelvis, parents)]
    found = {"pelvis": pelvis}
    if spine:
        slots = {1: ("spine3",), 2: ("spine1", "spine3")}.get(len(spine), SPINE)
        chosen = [spine[round((number + 1) * len(spine) / len(slots)) - 1] for number in range(len(slots))]
        found |= dict(zip(slots, chosen, strict=True))
    lower = [name.lower() for name in names]
    heads = [joint for joint, text in enumerate(lower) if "head" in text and chest in path_up(joint, parents)]
    if heads:
        found["head"] = heads[0]
        necks = [joint for joint in path_up(heads[0], parents)[1:] if hangs_on(joint, chest, parents)]
        if necks:
            found["neck"] = necks[-1]
    for avatar, place in found.items():
        joints[avatar] = place
        points[avatar] = places[place]


def _skinned(rig: Rig, instance: Instance, name: str) -> Piece:
    primitive, scene = instance.primitive, rig.scene
    skin = scene.skins[instance.node.skin or 0]
    assert primitive.joints is not None
    assert primitive.weights is not None
    part = instance.mesh.name or instance.node.name
    weights = primitive.weights.astype(np.float64)
    sums = weights.sum(axis=1)
    wrong = int(((np.abs(sums - 1.0) > _SUM_TOLERANCE) | (weights.min(axis=1) < 0.0)).sum())
    if wrong:
        worst = float(sums[np.argmax(np.abs(sums - 1.0))])
        more = MORE_JOINTS in scene.ignored
        told = "normalise the weights" if not more else "let four joints at most move a vertex"
        raise AvatarError(
            f"{name}: {part}: the weights of {wrong} of its {len(sums)} vertices do not sum to 1 (one sums to "
            f"{worst:.3g}); {told} and {_ADVICE}"
        )
    binds = skin.inverse_bind
    skewed = float(np.abs(binds[:, 3] - (0.0, 0.0, 0.0, 1.0)).max()) > _BIND_TOLERANCE
    if skewed or _is_flat(binds).any() or float(np.abs(binds).max()) > _LARGEST_BIND:
        raise AvatarError(f"{name}: an inverse bind matrix of its skin cannot be undone; {_ADVICE}")
    world = np.stack([scene.nodes[joint].world for joint in skin.joints]) @ skin.inverse_bind
    blended = np.einsum("vk,vkab->vab", weights, world[primitive.joints])
    if _is_flat(blended).any():
        raise AvatarError(f"{name}: {part}: a scale of 0 presses it flat; apply its transforms and {_ADVICE}")
    places = np.einsum("vab,vb->va", blended[:, :3, :3], primitive.positions) + blended[:, :3, 3]
    normals = np.einsum("vab,vb->va", np.linalg.inv(blended[:, :3, :3]).transpose(0, 2, 1), primitive.normals)
    own = np.array([rig.nodes[joint] for joint in skin.joints])[primitive.joints]
    mirrored = bool(np.median(np.linalg.det(blended[:, :3, :3])) < 0.0)
    return Piece(instance, places, normals, own, weights / sums[:, None], mirrored)


def _rigid(instance: Instance, joint: int) -> Piece:
    count = len(instance.primitive.positions)
    joints = np.zeros((count, 4), np.int64)
    joints[:, 0] = joint
    weights = np.zeros((count, 4))
    weights[:, 0] = 1.0
    linear = instance.node.world[:3, :3]
    normals = instance.primitive.normals @ np.linalg.inv(linear)
    return Piece(instance, instance.world_positions(), normals, joints, weights, bool(np.linalg.det(linear) < 0.0))
