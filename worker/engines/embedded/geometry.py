"""Vertices as the GPU gets them: of a stage read from glTF, and of a skinned person."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from datasets.scenes.gltf import GltfScene, Instance, decode_image

VERTEX = np.dtype(
    [
        ("position", "<f4", 3),
        ("normal", "i1", 4),
        ("colour", "u1", 4),
        ("id", "<u4"),
        ("uv", "<f4", 3),
        ("joints", "u1", 4),
        ("weights", "u1", 4),
    ]
)
# moderngl's names for the fields above, and the padding that skips them.
FORMATS = {
    "position": ("3f4", "12x"),
    "normal": ("4i1", "4x"),
    "colour": ("4f1", "4x"),
    "id": ("1u4", "4x"),
    "uv": ("3f4", "12x"),
    "joints": ("4u1", "4x"),
    "weights": ("4f1", "4x"),
}
LARGEST_ID = 0xFFFF
_LARGEST_PICTURE = 1024


@dataclass(frozen=True, slots=True)
class Part:
    """Triangles that share their state: whether they have a picture, are cut out by it, are seen from both sides, or
    lie in a plane whose light is a picture of its own."""

    vertices: NDArray[np.void]
    triangles: NDArray[np.int64]
    textured: bool = False
    masked: bool = False
    double_sided: bool = False
    planar: bool = False


@dataclass(frozen=True, slots=True)
class Geometry:
    parts: tuple[Part, ...]
    pictures: tuple[Pillow.Image, ...] = ()
    names: tuple[str, ...] = ()


def stage_geometry(scene: GltfScene) -> Geometry:
    """All primitives of a scene in world space. Ids: the ``instance_id`` of the node or of its nearest ancestor."""
    ids = instance_ids(scene)
    layers: dict[int, int] = {}
    parts = []
    for instance in scene.instances():
        image = instance.primitive.material.image
        if image is not None and instance.primitive.uv is not None:
            layers.setdefault(image, len(layers))
        parts.append(_stage_part(instance, ids[instance.node.index], layers))
    pictures = tuple(_picture(scene, image) for image in layers)
    return Geometry(parts=tuple(parts), pictures=pictures)


def instance_ids(scene: GltfScene) -> dict[int, int]:
    """Id of every node that shows something; nodes without one get the numbers after the largest one given."""
    given: dict[int, int] = {}
    for index in scene.order:
        node = scene.nodes[index]
        own = node.extras.get("instance_id")
        if isinstance(own, int) and not isinstance(own, bool) and 1 <= own <= LARGEST_ID:
            given[index] = own
        elif node.parent in given:
            given[index] = given[node.parent]
    following = max(given.values(), default=0) + 1
    for index in scene.order:
        if scene.nodes[index].mesh is not None and index not in given:
            given[index] = min(following, LARGEST_ID)
            following += 1
    return given


def pack_vertices(
    positions: NDArray[np.floating],
    normals: NDArray[np.floating],
    linear_colours: NDArray[np.floating],
    ids: NDArray[np.integer] | int,
) -> NDArray[np.void]:
    vertices = np.zeros(len(positions), VERTEX)
    vertices["position"] = positions
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    vertices["normal"][:, :3] = np.round(normals / np.maximum(lengths, 1e-12) * 127)
    shown = np.clip(linear_colours, 0.0, 1.0)
    shown[:, :3] = np.sqrt(shown[:, :3])
    vertices["colour"] = np.round(shown * 255)
    vertices["id"] = ids
    vertices["uv"][:, 2] = -1.0
    return vertices


def pack_skin(vertices: NDArray[np.void], joints: NDArray[np.integer], weights: NDArray[np.floating]) -> None:
    """OB27: weights in 1/255 that still add up to one: what rounding loses goes to the largest."""
    shares = np.asarray(weights, np.float64)
    shares = shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-9)
    steps = np.round(shares * 255).astype(np.int64)
    largest = steps.argmax(axis=1)
    steps[np.arange(len(steps)), largest] += 255 - steps.sum(axis=1)
    vertices["joints"], vertices["weights"] = joints, steps


def _stage_part(instance: Instance, identity: int, layers: dict[int, int]) -> Part:
    primitive, material = instance.primitive, instance.primitive.material
    linear = instance.node.world[:3, :3]
    colours = np.tile(np.array(material.base_colour), (len(primitive.positions), 1))
    if primitive.colours is not None:
        colours[:, : primitive.colours.shape[1]] *= primitive.colours
    mirrored = np.linalg.det(linear) < 0
    # The cofactor matrix turns normals like the inverse transpose does, and exists for flattened objects too.
    normals = primitive.normals @ _cofactors(linear).T * (-1.0 if mirrored else 1.0)
    vertices = pack_vertices(instance.world_positions(), normals, colours, identity)
    triangles = primitive.faces[:, ::-1] if mirrored else primitive.faces
    textured = material.image is not None and primitive.uv is not None
    if material.image is not None and primitive.uv is not None:
        vertices["uv"][:, :2] = _moved_uv(primitive.uv, material.uv_offset, material.uv_scale, material.uv_rotation)
        vertices["uv"][:, 2] = layers[material.image]
    return Part(
        vertices=vertices,
        triangles=triangles,
        textured=textured,
        masked=textured and material.alpha_mode == "MASK",
        double_sided=material.double_sided,
    )


def _cofactors(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    a, b, c = matrix.T
    return np.stack([np.cross(b, c), np.cross(c, a), np.cross(a, b)], axis=1)


def _moved_uv(
    uv: NDArray[np.floating], offset: tuple[float, float], scale: tuple[float, float], rotation: float
) -> NDArray[np.floating]:
    u, v = uv[:, 0] * scale[0], uv[:, 1] * scale[1]
    c, s = np.cos(rotation), np.sin(rotation)
    return np.stack([u * c + v * s + offset[0], v * c - u * s + offset[1]], axis=1)


def _picture(scene: GltfScene, image: int) -> Pillow.Image:
    picture = decode_image(scene.images[image], name=scene.name)
    picture.thumbnail((_LARGEST_PICTURE, _LARGEST_PICTURE))
    return picture
