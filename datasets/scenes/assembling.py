"""Several glTF files as one: the assets of a scene set, each placed as often as it is used. Pure.

Every asset has passed the strict reader by itself, so that a refusal names the file at fault. Meshes, surfaces and
pictures are carried over once and as they are; skins, cameras, lights and animations are left behind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.glb import pack
from datasets.scenes.gltf import GltfError, Limits, check_pictures, read_gltf
from datasets.scenes.gltf.files import Resolver
from datasets.scenes.repack import self_contained, split

Floats = NDArray[np.float64]

_PICTURE_EXTENSIONS = {"KHR_texture_basisu", "EXT_texture_webp", "EXT_texture_avif", "MSFT_texture_dds"}
_KEPT_IN_NODES = ("name", "mesh", "children", "matrix", "translation", "rotation", "scale", "extras")


@dataclass(frozen=True, eq=False)
class Asset:
    """One file within the whole: its nodes, which are copied for every use, and where it begins and ends."""

    nodes: tuple[dict[str, Any], ...]
    roots: tuple[int, ...]
    low: Floats
    high: Floats
    triangles: int
    ignored: tuple[str, ...]

    def names(self) -> Iterator[tuple[int, str]]:
        """Nodes that carry a mesh."""
        for index, node in enumerate(self.nodes):
            if "mesh" in node:
                yield index, str(node.get("name", ""))


class Assembly:
    """A glTF document that grows asset by asset."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._left = self._limits.bytes_total
        self._triangles = 0
        self._binary = bytearray()
        self._tables: dict[str, list[dict[str, Any]]] = {
            key: [] for key in ("meshes", "materials", "textures", "images", "samplers", "accessors", "bufferViews")
        }
        self._nodes: list[dict[str, Any]] = []
        self._roots: list[int] = []
        self._extensions: set[str] = set()

    def add(self, data: bytes, *, name: str, resolve: Resolver | None = None, with_pictures: bool = True) -> Asset:
        """Raises GltfError."""
        if not with_pictures:
            data = without_pictures(data, name=name)
        gltf = read_gltf(data, name=name, resolve=resolve, limits=self._limits, with_shading=False)
        check_pictures(gltf, limits=self._limits)
        document, binary = self_contained(data, name=name, resolve=resolve)
        self._left -= len(binary)
        if self._left < 0:
            message = f"the files of the scene hold more than the {self._limits.bytes_total} bytes that are read"
            raise GltfError(f"{message}; take fewer or smaller ones", name=name)
        self._extensions |= set(document.get("extensionsUsed", []))
        starts = {key: len(rows) for key, rows in self._tables.items()}
        self._take_tables(document, binary, starts)
        nodes = tuple(_node(row, starts["meshes"]) for row in document.get("nodes", []))
        low, high = (np.array(corner) for corner in gltf.bounds)
        roots = tuple(document["scenes"][document.get("scene", 0)].get("nodes", []))
        return Asset(nodes, roots, low, high, gltf.triangle_count(), gltf.ignored)

    def place(
        self,
        asset: Asset,
        matrix: Floats,
        *,
        name: str,
        extras: dict[str, Any],
        own: dict[int, dict[str, Any]] | None = None,
    ) -> None:
        """One more use of an asset. `own` holds extras for some of its nodes."""
        self._triangles += asset.triangles
        if self._triangles > self._limits.triangles:
            message = f"the scene shows more than the {self._limits.triangles} triangles that are read"
            raise GltfError(f"{message}; take fewer or simpler objects", name=name)
        start = len(self._nodes) + 1
        if start + len(asset.nodes) > self._limits.nodes:
            raise GltfError(f"the scene has more than the {self._limits.nodes} nodes that are read", name=name)
        self._roots.append(start - 1)
        holder: dict[str, Any] = {"name": name, "children": [start + root for root in asset.roots], "extras": extras}
        if not np.allclose(matrix, np.eye(4), atol=1e-12):
            holder["matrix"] = [float(v) for v in matrix.T.ravel()]
        self._nodes.append(holder)
        for index, node in enumerate(asset.nodes):
            copied = dict(node)
            if "children" in node:
                copied["children"] = [start + child for child in node["children"]]
            if own and index in own:
                copied["extras"] = {**copied.get("extras", {}), **own[index]}
            self._nodes.append(copied)

    def glb(self) -> bytes:
        document: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "Affectory"},
            "scene": 0,
            "scenes": [{"nodes": self._roots}],
            "nodes": self._nodes,
            "buffers": [{"byteLength": len(self._binary)}],
        }
        document |= {key: rows for key, rows in self._tables.items() if rows}
        if self._extensions:
            document["extensionsUsed"] = sorted(self._extensions)
        return pack(document, self._binary)

    # ---- tables -------------------------------------------------------------------------------------------------

    def _take_tables(self, document: dict[str, Any], binary: bytearray, starts: dict[str, int]) -> None:
        views = document.get("bufferViews", [])
        # Views that nothing here refers to (animations, pictures that are not wanted) stay behind.
        rows = [*document.get("accessors", []), *document.get("images", [])]
        used = {row["bufferView"] for row in rows if "bufferView" in row}
        places: dict[int, int] = {}
        for index in sorted(used):
            view = dict(views[index])
            at = view.get("byteOffset", 0)
            self._binary += b"\0" * (-len(self._binary) % 8)
            view["byteOffset"], view["buffer"] = len(self._binary), 0
            self._binary += memoryview(binary)[at : at + view["byteLength"]]
            places[index] = len(self._tables["bufferViews"])
            self._tables["bufferViews"].append(view)
        for key in ("accessors", "images"):
            for row in document.get(key, []):
                own = {"bufferView": places[row["bufferView"]]} if "bufferView" in row else {}
                self._tables[key].append({**row, **own})
        self._tables["samplers"] += document.get("samplers", [])
        for row in document.get("textures", []):
            kept = {"source": row["source"] + starts["images"]} if "source" in row else {}
            if "sampler" in row:
                kept["sampler"] = row["sampler"] + starts["samplers"]
            self._tables["textures"].append(kept)
        self._tables["materials"] += [
            _moved_textures(row, starts["textures"]) for row in document.get("materials", [])
        ]
        for row in document.get("meshes", []):
            primitives = [_primitive(part, starts) for part in row["primitives"]]
            self._tables["meshes"].append({"name": row.get("name", ""), "primitives": primitives})


def without_pictures(data: bytes, *, name: str) -> bytes:
    """SC27: a document whose surfaces have plain colours: for files whose pictures are not read."""
    try:
        document, binary = split(data)
        if not isinstance(document, dict):
            return data
        for key in ("images", "textures", "samplers"):
            document.pop(key, None)
        document["materials"] = [_plain(row) for row in document.get("materials", [])]
        for key in ("extensionsUsed", "extensionsRequired"):
            if key in document:
                document[key] = [extension for extension in document[key] if extension not in _PICTURE_EXTENSIONS]
                if not document[key]:
                    del document[key]
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError, IndexError):
        return data  # The reader says what is wrong with it.
    if data[:4] == b"glTF":
        return pack(document, binary)
    return json.dumps(document).encode()


def _plain(row: Any) -> Any:
    """A material without anything that refers to a picture."""
    if isinstance(row, dict):
        return {key: _plain(value) for key, value in row.items() if not _is_texture(key, value)}
    return row


def _moved_textures(row: Any, by: int) -> Any:
    if not isinstance(row, dict):
        return row
    return {
        key: {**value, "index": value["index"] + by} if _is_texture(key, value) else _moved_textures(value, by)
        for key, value in row.items()
    }


def _is_texture(key: str, value: Any) -> bool:
    return key.endswith("Texture") and isinstance(value, dict) and isinstance(value.get("index"), int)


def _primitive(row: dict[str, Any], starts: dict[str, int]) -> dict[str, Any]:
    kept: dict[str, Any] = {
        "attributes": {key: index + starts["accessors"] for key, index in row["attributes"].items()},
    }
    if "indices" in row:
        kept["indices"] = row["indices"] + starts["accessors"]
    if "material" in row:
        kept["material"] = row["material"] + starts["materials"]
    if "mode" in row:
        kept["mode"] = row["mode"]
    return kept


def _node(row: dict[str, Any], first_mesh: int) -> dict[str, Any]:
    kept = {key: row[key] for key in _KEPT_IN_NODES if key in row}
    if "mesh" in kept:
        kept["mesh"] += first_mesh
    extras = kept.pop("extras", None)
    if isinstance(extras, dict):
        # Numbers of another file mean nothing in this one.
        kept["extras"] = {key: value for key, value in extras.items() if key != "instance_id"}
    return kept
