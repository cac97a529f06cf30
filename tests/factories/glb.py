"""Hand-made glTF documents: a valid triangle that a test then breaks in one place."""

from __future__ import annotations

import base64
import copy
import struct
from collections.abc import Callable
from typing import Any

from datasets.glb import pack

TRIANGLE = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
NORMALS = struct.pack("<9f", 0, 0, 1, 0, 0, 1, 0, 0, 1)
CORNERS = struct.pack("<3H", 0, 1, 2)
BINARY = TRIANGLE + NORMALS + CORNERS

_DOCUMENT: dict[str, Any] = {
    "asset": {"version": "2.0"},
    "scene": 0,
    "scenes": [{"nodes": [0]}],
    "nodes": [{"name": "thing", "mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2}]}],
    "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
        {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3"},
        {"bufferView": 2, "componentType": 5123, "count": 3, "type": "SCALAR"},
    ],
    "bufferViews": [
        {"buffer": 0, "byteOffset": 0, "byteLength": 36},
        {"buffer": 0, "byteOffset": 36, "byteLength": 36},
        {"buffer": 0, "byteOffset": 72, "byteLength": 6},
    ],
    "buffers": [{"byteLength": len(BINARY)}],
}


def triangle_document(change: Callable[[dict[str, Any]], object] | None = None) -> dict[str, Any]:
    document = copy.deepcopy(_DOCUMENT)
    if change is not None:
        change(document)
    return document


def triangle_glb(change: Callable[[dict[str, Any]], object] | None = None, binary: bytes = BINARY) -> bytes:
    return pack(triangle_document(change), binary)


def data_uri(data: bytes) -> str:
    return "data:application/octet-stream;base64," + base64.b64encode(data).decode()
