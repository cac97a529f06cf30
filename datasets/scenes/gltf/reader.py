"""From a document to a scene: which nodes there are, how they hang together, what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .document import Document
from .errors import GltfError, Limits
from .files import Resolver, folder_resolver
from .surfaces import MeshReader, read_images, read_materials
from .types import GltfScene, Matrix, Mesh, Node, Skin

# Beyond this, 32-bit floats no longer tell neighbouring vertices apart.
_FARTHEST = 1e7

ROUNDED = 0.01
"""By so much the length of a rotation may differ from 1."""


def read_gltf(
    source: bytes | Path | str,
    *,
    name: str | None = None,
    resolve: Resolver | None = None,
    limits: Limits | None = None,
    with_shading: bool = True,
) -> GltfScene:
    """Reads a `.glb` or `.gltf`; raises GltfError, never anything else, on a file that is at fault.

    From a path, buffers and pictures are looked for in its folder; from bytes only where ``resolve`` says. Without
    shading everything is read and checked, but positions and faces alone are kept: a third of the memory.
    """
    limits = limits or Limits()
    if isinstance(source, bytes):
        data, shown = source, name or "file"
    else:
        path = Path(source)
        shown = name or path.name
        resolve = resolve or folder_resolver(path.parent)
        try:
            with path.open("rb") as file:
                data = file.read(limits.bytes_total + 1)
        except OSError as error:
            raise GltfError(f"cannot be read ({error.strerror})", name=shown) from error
    document = Document(data, name=shown, resolve=resolve, limits=limits)
    return _scene(document, with_shading)


def _scene(document: Document, with_shading: bool) -> GltfScene:
    rows = document.table("nodes")
    if len(rows) > document.limits.nodes:
        raise document.fail(f"has {len(rows)} nodes, at most {document.limits.nodes} are read", "nodes")
    parents = _parents(document)
    order = _order(document, _roots(document), parents)
    nodes = _nodes(document, parents, order)
    reader = MeshReader(document, read_materials(document), with_shading=with_shading)
    used = sorted({nodes[i].mesh for i in order if nodes[i].mesh is not None})  # type: ignore[type-var]  # none is None
    read = {index: reader.mesh(index) for index in used if index is not None}
    meshes = tuple(
        read.get(i, Mesh(name=document.string(row, "name", f"meshes[{i}]"), primitives=()))
        for i, row in enumerate(document.table("meshes"))
    )
    if not any(mesh.primitives for mesh in meshes):
        raise document.fail("shows no mesh with triangles, so there is nothing to draw", "meshes")
    skins = _skins(document, reader)
    _check_skinned(document, nodes, order, meshes, skins)
    if document.table("animations"):
        reader.ignored.add("animations; the scene stands still")
    if any(nodes[i].skin is not None and nodes[i].mesh is not None for i in order):
        reader.ignored.add("skins; skinned meshes are shown as they were modelled")
    scene = GltfScene(
        name=document.name,
        nodes=nodes,
        order=order,
        meshes=meshes,
        images=read_images(document),
        skins=skins,
        bounds=((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        ignored=tuple(sorted(reader.ignored)),
    )
    triangles = scene.triangle_count()
    if triangles > document.limits.triangles:
        raise document.fail(
            f"shows {triangles} triangles, at most {document.limits.triangles} are read",
            "scene",
        )
    low, high = _bounds(document, scene)
    return GltfScene(
        scene.name,
        scene.nodes,
        scene.order,
        scene.meshes,
        scene.images,
        scene.skins,
        (low, high),
        scene.ignored,
    )


def _roots(document: Document) -> tuple[int, ...]:
    scenes = document.table("scenes")
    default = document.reference(document.root, "scene", "file", "scenes")
    if default is None:
        if not scenes:
            raise document.fail("the file has no scene", "scenes")
        default = 0
    return document.indices(scenes[default], "nodes", f"scenes[{default}]", "nodes")


def _parents(document: Document) -> list[int]:
    rows = document.table("nodes")
    parents = [-1] * len(rows)
    for index, row in enumerate(rows):
        for child in document.indices(row, "children", f"nodes[{index}]", "nodes"):
            if parents[child] >= 0:
                raise document.fail(
                    f"nodes[{child}] is already a child of nodes[{parents[child]}]",
                    f"nodes[{index}].children",
                )
            parents[child] = index
    return parents


def _order(document: Document, roots: tuple[int, ...], parents: list[int]) -> tuple[int, ...]:
    """Nodes of the scene, parents first. A loop has no node without a parent, so it shows at its root."""
    if len(set(roots)) != len(roots):
        raise document.fail("names a node twice", "scenes")
    for root in roots:
        seen, at = {root}, root
        while parents[at] >= 0:
            at = parents[at]
            if at in seen:
                raise document.fail(
                    f"nodes[{root}] is among its own ancestors: the nodes form a loop",
                    f"nodes[{at}]",
                )
            seen.add(at)
        if parents[root] >= 0:
            raise document.fail(
                f"nodes[{root}] is a child of nodes[{parents[root]}], not a root",
                "scenes",
            )
    order: list[int] = []
    waiting = list(reversed(roots))
    rows = document.table("nodes")
    while waiting:
        index = waiting.pop()
        order.append(index)
        waiting.extend(reversed(rows[index].get("children", [])))
    return tuple(order)


def _nodes(document: Document, parents: list[int], order: tuple[int, ...]) -> tuple[Node, ...]:
    rows = document.table("nodes")
    local = [_local(document, row, f"nodes[{i}]") for i, row in enumerate(rows)]
    world = list(local)
    for index in order:
        if parents[index] >= 0:
            with np.errstate(over="ignore", invalid="ignore"):
                world[index] = world[parents[index]] @ local[index]
            if not np.isfinite(world[index]).all():
                raise document.fail("its place in the world is not finite", f"nodes[{index}]")
    return tuple(
        Node(
            index=i,
            name=document.string(row, "name", f"nodes[{i}]", f"node{i}"),
            parent=parents[i],
            children=document.indices(row, "children", f"nodes[{i}]", "nodes"),
            local=local[i],
            world=world[i],
            mesh=document.reference(row, "mesh", f"nodes[{i}]", "meshes"),
            skin=document.reference(row, "skin", f"nodes[{i}]", "skins"),
            extras=row["extras"] if isinstance(row.get("extras"), dict) else {},
        )
        for i, row in enumerate(rows)
    )


def _local(document: Document, row: dict[str, Any], field: str) -> Matrix:
    if "matrix" in row:
        if {"translation", "rotation", "scale"} & set(row):
            raise document.fail("has both a matrix and translation, rotation or scale", field)
        return np.array(document.numbers(row, "matrix", field, 16, ())).reshape(4, 4).T
    t = document.numbers(row, "translation", field, 3, (0.0, 0.0, 0.0))
    q = np.array(document.numbers(row, "rotation", field, 4, (0.0, 0.0, 0.0, 1.0)))
    s = document.numbers(row, "scale", field, 3, (1.0, 1.0, 1.0))
    length = float(np.linalg.norm(q))
    if not abs(length - 1) <= ROUNDED:
        raise document.fail(f"is not a rotation: its length is {length:.3g}, not 1", f"{field}.rotation")
    x, y, z, w = q / length
    local = np.eye(4)
    local[:3, :3] = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    ) * np.array(s)
    local[:3, 3] = t
    return local


def _skins(document: Document, reader: MeshReader) -> tuple[Skin, ...]:
    skins = []
    for index, row in enumerate(document.table("skins")):
        field = f"skins[{index}]"
        joints = document.indices(row, "joints", field, "nodes")
        if not 1 <= len(joints) <= document.limits.joints:
            raise document.fail(
                f"has {len(joints)} joints; 1 to {document.limits.joints} are read",
                f"{field}.joints",
            )
        matrices = document.reference(row, "inverseBindMatrices", field, "accessors")
        if matrices is None:
            inverse = np.tile(np.eye(4), (len(joints), 1, 1))
        else:
            inverse = reader.matrices(matrices, f"{field}.inverseBindMatrices")
            if len(inverse) < len(joints):
                raise document.fail(
                    f"has {len(inverse)} matrices for {len(joints)} joints",
                    f"{field}.inverseBindMatrices",
                )
        skins.append(Skin(joints=joints, inverse_bind=inverse[: len(joints)]))
    return tuple(skins)


def _check_skinned(
    document: Document,
    nodes: tuple[Node, ...],
    order: tuple[int, ...],
    meshes: tuple[Mesh, ...],
    skins: tuple[Skin, ...],
) -> None:
    for index in order:
        node = nodes[index]
        if node.mesh is None or node.skin is None:
            continue
        joints = len(skins[node.skin].joints)
        for part, primitive in enumerate(meshes[node.mesh].primitives):
            if primitive.joints is not None and int(primitive.joints.max()) >= joints:
                raise document.fail(
                    f"names joint {int(primitive.joints.max())}, but skins[{node.skin}] has only {joints}",
                    f"meshes[{node.mesh}].primitives[{part}].attributes.JOINTS_0",
                )


def _bounds(document: Document, scene: GltfScene) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for instance in scene.instances():
        used = instance.primitive.faces
        if not len(used):
            continue
        with np.errstate(over="ignore", invalid="ignore"):
            world = instance.world_positions()
        if not np.isfinite(world).all() or np.abs(world).max() > _FARTHEST:
            raise document.fail(
                f"puts vertices farther than {_FARTHEST:.0e} units away", f"nodes[{instance.node.index}]"
            )
        low, high = (
            np.minimum(low, world.min(axis=0)),
            np.maximum(high, world.max(axis=0)),
        )
    if not np.isfinite(low).all():
        raise document.fail("shows no mesh with triangles, so there is nothing to draw", "meshes")
    return (float(low[0]), float(low[1]), float(low[2])), (
        float(high[0]),
        float(high[1]),
        float(high[2]),
    )
