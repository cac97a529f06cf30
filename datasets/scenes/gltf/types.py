"""What a glTF file is once read: plain frozen dataclasses over numpy arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Node:
    """``parent`` is -1 for roots; ``world`` is the rest transform in file units (column vectors)."""

    index: int
    name: str
    parent: int
    children: tuple[int, ...]
    local: Matrix
    world: Matrix
    mesh: int | None
    skin: int | None
    extras: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Image:
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Material:
    """Base colour is linear RGBA; the texture's own values are sRGB. ``image`` indexes ``GltfScene.images``."""

    name: str
    base_colour: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    image: int | None = None
    uv_set: int = 0
    uv_offset: tuple[float, float] = (0.0, 0.0)
    uv_scale: tuple[float, float] = (1.0, 1.0)
    uv_rotation: float = 0.0
    double_sided: bool = False
    alpha_mode: str = "OPAQUE"
    alpha_cutoff: float = 0.5


@dataclass(frozen=True, slots=True)
class Primitive:
    """Triangles of one material, in mesh space. ``normals`` are the file's or, without any, flat ones; none where the
    file was read without shading."""

    positions: Floats
    normals: Floats
    faces: NDArray[np.signedinteger[Any]]
    material: Material
    uv: Floats | None = None
    colours: Floats | None = None
    joints: NDArray[np.int64] | None = None
    weights: Floats | None = None


@dataclass(frozen=True, slots=True)
class Mesh:
    name: str
    primitives: tuple[Primitive, ...]


@dataclass(frozen=True, slots=True)
class Skin:
    joints: tuple[int, ...]
    inverse_bind: Matrix


@dataclass(frozen=True, slots=True)
class Instance:
    """One primitive where a node puts it."""

    node: Node
    mesh: Mesh
    primitive: Primitive

    def world_positions(self) -> Matrix:
        world = self.node.world
        return self.primitive.positions.astype(np.float64) @ world[:3, :3].T + world[:3, 3]


@dataclass(frozen=True, slots=True)
class GltfScene:
    """The default scene of a file. ``order`` lists its nodes, parents before children."""

    name: str
    nodes: tuple[Node, ...]
    order: tuple[int, ...]
    meshes: tuple[Mesh, ...]
    images: tuple[Image, ...]
    skins: tuple[Skin, ...]
    bounds: tuple[tuple[float, float, float], tuple[float, float, float]]
    ignored: tuple[str, ...] = field(default=())

    def instances(self) -> Iterator[Instance]:
        for index in self.order:
            node = self.nodes[index]
            if node.mesh is None:
                continue
            mesh = self.meshes[node.mesh]
            for primitive in mesh.primitives:
                yield Instance(node, mesh, primitive)

    def triangle_count(self) -> int:
        return sum(len(instance.primitive.faces) for instance in self.instances())
