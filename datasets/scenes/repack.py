"""Rewrites a glTF document as one self-contained GLB in metres, Y up, floor at y = 0, with numbered instances.

The document has passed the strict reader before; materials, textures and meshes are carried over untouched, so that
the normalised file looks as its author made it.
"""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.glb import pack
from datasets.scenes.gltf.files import Resolver, read_uri

_BYTES_TOTAL = 512 * 1024 * 1024


def split(data: bytes) -> tuple[dict[str, Any], memoryview]:
    """The JSON document and the binary chunk (empty for a `.gltf`)."""
    if data[:4] != b"glTF":
        document: dict[str, Any] = json.loads(data.decode("utf-8-sig"))
        return document, memoryview(b"")
    length = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20 : 20 + length])
    rest = memoryview(data)[20 + length :]
    if len(rest) < 8:
        return document, memoryview(b"")
    size = struct.unpack_from("<I", rest, 0)[0]
    return document, rest[8 : 8 + size]


def repack(
    data: bytes,
    *,
    name: str,
    resolve: Resolver | None,
    transform: NDArray[np.float64],
    instance_ids: dict[int, int],
) -> bytes:
    """``transform`` takes file units to metres; ``instance_ids`` numbers the nodes that carry a mesh."""
    document, binary = self_contained(data, name=name, resolve=resolve)
    nodes = document["nodes"]
    for index, instance_id in instance_ids.items():
        extras = nodes[index].get("extras")
        nodes[index]["extras"] = {**(extras if isinstance(extras, dict) else {}), "instance_id": instance_id}
    if not np.allclose(transform, np.eye(4), atol=1e-9):
        shown = document["scenes"][document.get("scene", 0)]
        columns = [float(v) for v in np.asarray(transform).T.ravel()]
        nodes.append({"name": "normalised", "matrix": columns, "children": list(shown["nodes"])})
        shown["nodes"] = [len(nodes) - 1]
    document["buffers"] = [{"byteLength": len(binary)}]
    return pack(document, binary)


def self_contained(data: bytes, *, name: str, resolve: Resolver | None) -> tuple[dict[str, Any], bytearray]:
    """The document and one buffer with everything that it refers to."""
    document, chunk = split(data)
    binary = _one_buffer(document, chunk, name=name, resolve=resolve)
    _inline_images(document, binary, name=name, resolve=resolve)
    return document, binary


def _one_buffer(document: dict[str, Any], chunk: memoryview, *, name: str, resolve: Resolver | None) -> bytearray:
    binary = bytearray()
    starts = []
    for index, buffer in enumerate(document.get("buffers", [])):
        content: bytes | memoryview = chunk
        if "uri" in buffer:
            field = f"buffers[{index}].uri"
            content = read_uri(buffer["uri"], resolve=resolve, limit=_BYTES_TOTAL, name=name, field=field)
        starts.append(_append(binary, content[: buffer["byteLength"]]))
    for view in document.get("bufferViews", []):
        view["byteOffset"] = view.get("byteOffset", 0) + starts[view["buffer"]]
        view["buffer"] = 0
    return binary


def _inline_images(document: dict[str, Any], binary: bytearray, *, name: str, resolve: Resolver | None) -> None:
    for index, image in enumerate(document.get("images", [])):
        if "uri" not in image:
            continue
        field = f"images[{index}].uri"
        content = read_uri(image.pop("uri"), resolve=resolve, limit=_BYTES_TOTAL, name=name, field=field)
        views = document.setdefault("bufferViews", [])
        views.append({"buffer": 0, "byteOffset": _append(binary, content), "byteLength": len(content)})
        image["bufferView"] = len(views) - 1
        image["mimeType"] = "image/png" if content.startswith(b"\x89PNG") else "image/jpeg"


def _append(binary: bytearray, content: bytes | memoryview) -> int:
    binary += b"\0" * (-len(binary) % 8)
    start = len(binary)
    binary += content
    return start
