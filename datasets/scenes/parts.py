"""The objects of a glTF scene and their triangles, block by block, so that five million of them never lie in memory
at once. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from datasets.scenes.categories import LONGEST, category_of
from datasets.scenes.gltf import GltfScene, Instance, Node

Floats = NDArray[np.float64]

BLOCK_TRIANGLES = 200_000


@dataclass(frozen=True, eq=False)
class Placing:
    """From file units to metres, Y up, floor at y = 0: a turn with its scale, and how far down."""

    turn: Floats
    floor_y: float = 0.0

    def matrix(self) -> Floats:
        matrix = np.eye(4)
        matrix[:3, :3] = self.turn
        matrix[1, 3] = -self.floor_y
        return matrix


AS_IT_IS = Placing(np.eye(3))


@dataclass(frozen=True, eq=False)
class Blocks:
    """Triangles (T, 3, 3) of primitives, in blocks; can be gone through any number of times."""

    members: tuple[Instance, ...]
    placing: Placing = AS_IT_IS

    def __iter__(self) -> Iterator[Floats]:
        for member in self.members:
            faces = member.primitive.faces
            if not len(faces):
                continue
            placed = member.world_positions() @ self.placing.turn.T
            placed[:, 1] -= self.placing.floor_y
            for start in range(0, len(faces), BLOCK_TRIANGLES):
                yield placed[faces[start : start + BLOCK_TRIANGLES]]

    @property
    def triangles(self) -> int:
        return sum(len(member.primitive.faces) for member in self.members)


def extent_of(blocks: Iterable[Floats]) -> tuple[Floats, Floats]:
    """The lowest and the highest corner of at least one triangle."""
    lows, highs = zip(*((b.min(axis=(0, 1)), b.max(axis=(0, 1))) for b in blocks), strict=True)
    return cast(Floats, np.min(lows, axis=0)), cast(Floats, np.max(highs, axis=0))


@dataclass(frozen=True, eq=False)
class Part:
    """One object: the node that names it, and the nodes under it that carry a mesh."""

    node: Node
    members: tuple[Instance, ...]

    def blocks(self, placing: Placing = AS_IT_IS) -> Blocks:
        return Blocks(self.members, placing)

    @property
    def category(self) -> str:
        given = self.node.extras.get("category")
        return (given if isinstance(given, str) and given else category_of(self.node.name))[:LONGEST]

    @property
    def mesh_nodes(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(member.node.index for member in self.members))


def parts_of(gltf: GltfScene) -> list[Part]:
    """SC25: in scene order. Nodes are one object where one of them, or one above, carries an `instance_id`; it is
    the nearest that counts. Without any, every node with a mesh is an object."""
    owners: dict[int, int] = {}
    for index in gltf.order:
        node = gltf.nodes[index]
        number = node.extras.get("instance_id")
        if isinstance(number, int) and not isinstance(number, bool):
            owners[index] = index
        elif node.parent in owners:
            owners[index] = owners[node.parent]
    found: dict[int, list[Instance]] = {}
    for member in gltf.instances():
        found.setdefault(owners.get(member.node.index, member.node.index), []).append(member)
    return [
        Part(gltf.nodes[owner], tuple(members))
        for owner, members in found.items()
        if any(len(member.primitive.faces) for member in members)
    ]


def all_blocks(parts: list[Part], placing: Placing = AS_IT_IS) -> Blocks:
    return Blocks(tuple(member for part in parts for member in part.members), placing)
