"""Writes binary glTF 2.0. The same description gives the same bytes on every machine.

``pack`` joins a JSON document and one binary chunk; ``write_glb`` makes both from arrays. Nothing here reads files.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

_FLOAT, _UBYTE, _USHORT, _UINT = 5126, 5121, 5123, 5125
_ARRAY_BUFFER, _ELEMENT_BUFFER = 34962, 34963
_KINDS = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


@dataclass(frozen=True, slots=True)
class Material:
    """A matte surface. ``colour`` is linear RGB, as glTF wants it; ``srgb`` converts from a hex colour."""

    name: str
    colour: tuple[float, float, float]
    roughness: float = 0.9
    double_sided: bool = False


@dataclass(frozen=True, slots=True)
class Primitive:
    """Triangles of one material. Joints and weights (N, 4) are given together or not at all."""

    positions: NDArray[np.float32]
    normals: NDArray[np.float32]
    triangles: NDArray[np.uint32]
    material: int
    joints: NDArray[np.uint8] | None = None
    weights: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the scene; without primitives it only carries its children (a joint, a group)."""

    name: str
    primitives: tuple[Primitive, ...] = ()
    translation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    children: tuple[int, ...] = ()
    skin: int | None = None
    extras: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Skin:
    """Joints are node indices; ``inverse_bind`` is (J, 4, 4), row-major as numpy has it."""

    joints: tuple[int, ...]
    inverse_bind: NDArray[np.float32]


def srgb(hex_colour: str) -> tuple[float, float, float]:
    """'#rrggbb' as linear RGB, rounded so that the written text is short and stable."""
    values = [int(hex_colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
    return (round(linear[0], 5), round(linear[1], 5), round(linear[2], 5))


def pack(document: dict[str, Any], binary: bytes | bytearray | memoryview) -> bytes:
    """Joins a glTF document and its binary chunk (buffer 0) into one GLB file."""
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
    text += b" " * (-len(text) % 4)
    pieces: list[bytes | bytearray | memoryview] = [struct.pack("<II", len(text), 0x4E4F534A), text]
    if binary:
        padding = b"\0" * (-len(binary) % 4)
        pieces += [struct.pack("<II", len(binary) + len(padding), 0x004E4942), binary, padding]
    total = 12 + sum(map(len, pieces))
    return b"".join([struct.pack("<III", 0x46546C67, 2, total), *pieces])


def write_glb(
    nodes: Sequence[Node],
    materials: Sequence[Material],
    *,
    skins: Sequence[Skin] = (),
    extras: dict[str, Any] | None = None,
) -> bytes:
    """One scene whose roots are the nodes that nobody names as a child."""
    buffer = BinaryBuffer()
    meshes: list[dict[str, Any]] = []
    written_nodes = []
    for node in nodes:
        entry: dict[str, Any] = {"name": node.name}
        if node.primitives:
            entry["mesh"] = len(meshes)
            meshes.append({"name": node.name, "primitives": [_primitive(buffer, p) for p in node.primitives]})
        if node.skin is not None:
            entry["skin"] = node.skin
        if any(node.translation):
            entry["translation"] = [round(float(v), 7) for v in node.translation]
        if node.children:
            entry["children"] = list(node.children)
        if node.extras:
            entry["extras"] = node.extras
        written_nodes.append(entry)
    nested = {child for node in nodes for child in node.children}
    document: dict[str, Any] = {
        "asset": {"version": "2.0", "generator": "Affectory"},
        "scene": 0,
        "scenes": [{"nodes": [i for i in range(len(nodes)) if i not in nested]}],
        "nodes": written_nodes,
        "meshes": meshes,
        "materials": [_material(m) for m in materials],
    }
    if extras:
        document["asset"]["extras"] = extras
    if skins:
        document["skins"] = [
            {"joints": list(s.joints), "inverseBindMatrices": buffer.matrices(s.inverse_bind)} for s in skins
        ]
    document["accessors"] = buffer.accessors
    document["bufferViews"] = buffer.views
    document["buffers"] = [{"byteLength": len(buffer.data)}]
    return pack(document, bytes(buffer.data))


class BinaryBuffer:
    """One binary chunk that grows, with its views and accessors."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []

    def add(self, array: NDArray[Any], component: int, width: int, target: int | None, bounds: bool = False) -> int:
        flat = np.ascontiguousarray(array)
        view: dict[str, Any] = {"buffer": 0, "byteOffset": len(self.data), "byteLength": flat.nbytes}
        if target is not None:
            view["target"] = target
        self.data += flat.tobytes()
        self.data += b"\0" * (-len(self.data) % 4)
        accessor: dict[str, Any] = {
            "bufferView": len(self.views),
            "componentType": component,
            "count": flat.size // width,
            "type": _KINDS[width],
        }
        if bounds:
            rows = flat.reshape(-1, width)
            accessor["min"] = [float(v) for v in rows.min(axis=0)]
            accessor["max"] = [float(v) for v in rows.max(axis=0)]
        self.views.append(view)
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def add_bytes(self, content: bytes) -> int:
        """A buffer view of its own; returns its index."""
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(content)})
        self.data += content
        self.data += b"\0" * (-len(self.data) % 4)
        return len(self.views) - 1

    def matrices(self, row_major: NDArray[np.float32]) -> int:
        columns = np.asarray(row_major, "<f4").transpose(0, 2, 1)
        return self.add(columns, _FLOAT, 16, None)


def _primitive(buffer: BinaryBuffer, part: Primitive) -> dict[str, Any]:
    attributes = {
        "POSITION": buffer.add(np.asarray(part.positions, "<f4"), _FLOAT, 3, _ARRAY_BUFFER, bounds=True),
        "NORMAL": buffer.add(np.asarray(part.normals, "<f4"), _FLOAT, 3, _ARRAY_BUFFER),
    }
    if part.joints is not None and part.weights is not None:
        attributes["JOINTS_0"] = buffer.add(np.asarray(part.joints, "u1"), _UBYTE, 4, _ARRAY_BUFFER)
        attributes["WEIGHTS_0"] = buffer.add(np.asarray(part.weights, "<f4"), _FLOAT, 4, _ARRAY_BUFFER)
    if len(part.positions) <= 65535:
        indices = buffer.add(np.asarray(part.triangles, "<u2"), _USHORT, 1, _ELEMENT_BUFFER)
    else:
        indices = buffer.add(np.asarray(part.triangles, "<u4"), _UINT, 1, _ELEMENT_BUFFER)
    return {"attributes": attributes, "indices": indices, "material": part.material}


def _material(material: Material) -> dict[str, Any]:
    written: dict[str, Any] = {
        "name": material.name,
        "pbrMetallicRoughness": {
            "baseColorFactor": [*material.colour, 1.0],
            "metallicFactor": 0.0,
            "roughnessFactor": material.roughness,
        },
    }
    if material.double_sided:
        written["doubleSided"] = True
    return written
