"""The mannequin as a binary glTF 2.0 file: what the browser and the render engines load."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from datasets.glb import pack
from datasets.motion.avatar.body import MannequinMesh, mannequin_mesh
from datasets.motion.avatar.skeleton import AVATAR_JOINTS, AVATAR_PARENTS, REST_OFFSETS, REST_POSITIONS

BODY_MATERIAL: Final = "body"
TOP_MATERIAL: Final = "top"
"""The material to tint when an episode gives the person a coloured top."""

_BODY_COLOUR: Final = (0.560, 0.510, 0.450, 1.0)
_TOP_COLOUR: Final = (0.270, 0.285, 0.305, 1.0)
_WHITE: Final = (1.0, 1.0, 1.0, 1.0)
_FLOAT, _UNSIGNED_BYTE, _UNSIGNED_SHORT = 5126, 5121, 5123
_VERTICES, _INDICES = 34962, 34963


class GlbBuffer:
    """Appends arrays as buffer views and accessors, each starting on a multiple of four bytes."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []

    def add(
        self,
        array: NDArray[Any],
        kind: str,
        component: int,
        *,
        target: int | None = None,
        bounds: bool = False,
    ) -> int:
        raw = np.ascontiguousarray(array).tobytes()
        view: dict[str, Any] = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(raw)}
        if target is not None:
            view["target"] = target
        accessor: dict[str, Any] = {
            "bufferView": len(self.views),
            "componentType": component,
            "count": len(array),
            "type": kind,
        }
        if bounds:
            accessor["min"] = [float(v) for v in array.min(axis=0)]
            accessor["max"] = [float(v) for v in array.max(axis=0)]
        self.views.append(view)
        self.accessors.append(accessor)
        self.data += raw + b"\0" * (-len(raw) % 4)
        return len(self.accessors) - 1


def _primitive(
    buffer: GlbBuffer,
    mesh: MannequinMesh,
    triangles: NDArray[np.uint32],
    material: int,
    colours: NDArray[np.float32] | None,
) -> dict[str, Any]:
    used, corners = np.unique(triangles, return_inverse=True)
    indices = corners.reshape(-1).astype("<u2")
    attributes = {
        "POSITION": buffer.add(mesh.positions[used].astype("<f4"), "VEC3", _FLOAT, target=_VERTICES, bounds=True),
        "NORMAL": buffer.add(mesh.normals[used].astype("<f4"), "VEC3", _FLOAT, target=_VERTICES),
        "JOINTS_0": buffer.add(mesh.joints[used], "VEC4", _UNSIGNED_BYTE, target=_VERTICES),
        "WEIGHTS_0": buffer.add(mesh.weights[used].astype("<f4"), "VEC4", _FLOAT, target=_VERTICES),
        **({} if colours is None else {"COLOR_0": buffer.add(colours[used].astype("<f4"), "VEC3", _FLOAT)}),
        "_PART": buffer.add(mesh.parts[used].astype("<f4"), "SCALAR", _FLOAT, target=_VERTICES),
    }
    return {
        "attributes": attributes,
        "indices": buffer.add(indices, "SCALAR", _UNSIGNED_SHORT, target=_INDICES),
        "material": material,
    }


def _material(name: str, colour: tuple[float, ...], roughness: float, *, open_surface: bool) -> dict[str, Any]:
    return {
        "name": name,
        **({"doubleSided": True} if open_surface else {}),
        "pbrMetallicRoughness": {
            "baseColorFactor": list(colour),
            "metallicFactor": 0.0,
            "roughnessFactor": roughness,
        },
    }


@cache
def mannequin_glb() -> bytes:
    """MO17: one skinned mesh with the primitives ``body`` and ``top``; nodes 0–21 are the joints, by their names."""
    buffer = GlbBuffer()
    return packed(mannequin_document(buffer), buffer)


def packed(document: dict[str, Any], buffer: GlbBuffer) -> bytes:
    """The document with what was put into the buffer, as one file."""
    document |= {
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer.data)}],
    }
    return pack(document, bytes(buffer.data))


def mannequin_document(
    buffer: GlbBuffer, mesh: MannequinMesh | None = None, colours: NDArray[np.float32] | None = None
) -> dict[str, Any]:
    """The mannequin, or another body on its skeleton, without its accessors: its arrays are put into the buffer."""
    mesh = mesh or mannequin_mesh()
    primitives = [
        _primitive(buffer, mesh, triangles, material, colours)
        for material, triangles in enumerate((mesh.body_triangles, mesh.top_triangles))
        if len(triangles)
    ]
    inverse = np.tile(np.eye(4, dtype="<f4"), (len(AVATAR_JOINTS), 1, 1))
    inverse[:, 3, :3] = -REST_POSITIONS  # column-major, as glTF wants it
    nodes: list[dict[str, Any]] = []
    for joint, name in enumerate(AVATAR_JOINTS):
        node: dict[str, Any] = {
            "name": name,
            "translation": [round(float(v), 6) for v in REST_OFFSETS[joint]],
        }
        children = [child for child, parent in enumerate(AVATAR_PARENTS) if parent == joint]
        if children:
            node["children"] = children
        nodes.append(node)
    root = len(nodes) + 1
    nodes.append({"name": "mannequin_mesh", "mesh": 0, "skin": 0})
    nodes.append({"name": "mannequin", "children": [0, root - 1]})
    return {
        "asset": {"version": "2.0", "generator": "Affectory"},
        "scene": 0,
        "scenes": [{"nodes": [root]}],
        "nodes": nodes,
        "meshes": [{"name": "mannequin", "primitives": primitives}],
        "skins": [
            {
                "name": "mannequin",
                "skeleton": 0,
                "joints": list(range(len(AVATAR_JOINTS))),
                "inverseBindMatrices": buffer.add(inverse.reshape(-1, 16), "MAT4", _FLOAT),
            }
        ],
        "materials": [
            _material(name, own if colours is None else _WHITE, roughness, open_surface=colours is not None)
            for name, own, roughness in ((BODY_MATERIAL, _BODY_COLOUR, 0.65), (TOP_MATERIAL, _TOP_COLOUR, 0.85))
        ],
    }
