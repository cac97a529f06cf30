"""An OBJ model as one GLB: a node for every object, a primitive for every material in it."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from datasets.glb import BinaryBuffer, pack
from datasets.scenes.gltf.errors import GltfError, Limits
from datasets.scenes.gltf.files import Resolver, read_beside
from datasets.scenes.obj.materials import MtlMaterial, read_mtl
from datasets.scenes.obj.reading import ObjModel, ObjPart, read_obj

Whole = NDArray[np.signedinteger[Any]]

_FLOAT, _UINT = 5126, 5125
_ARRAY_BUFFER, _ELEMENT_BUFFER = 34962, 34963
_AS_THEY_ARE = {"PNG": "image/png", "JPEG": "image/jpeg"}
_TURNED_TO_PNG = ("BMP", "TGA", "TIFF", "GIF", "WEBP")


def glb_of_obj(
    data: bytes,
    *,
    name: str,
    resolve: Resolver | None = None,
    limits: Limits | None = None,
    with_pictures: bool = True,
) -> tuple[bytes, tuple[str, ...]]:
    """The GLB of an OBJ file with its MTL files and pictures, and what was left out of it. Raises GltfError, which
    names file and line."""
    limits = limits or Limits()
    model = read_obj(data, name=name, limits=limits)
    writer = _Writer(model, name, resolve, limits)
    return writer.write(with_pictures)


class _Writer:
    def __init__(self, model: ObjModel, name: str, resolve: Resolver | None, limits: Limits) -> None:
        self._model, self._name, self._resolve, self._limits = model, name, resolve, limits
        self._buffer = BinaryBuffer()
        self._left = limits.bytes_total
        self._materials: list[dict[str, Any]] = []
        self._images: list[dict[str, Any]] = []
        self._pictures: dict[str, int] = {}
        self._left_out = set(model.ignored)

    def write(self, with_pictures: bool) -> tuple[bytes, tuple[str, ...]]:
        known = self._libraries() if with_pictures else {}
        if not with_pictures and self._model.libraries:
            self._left_out.add("materials and pictures, as was asked")
        numbers: dict[str, int] = {}
        nodes: dict[str, list[dict[str, Any]]] = {}
        for part in self._model.parts:
            if part.material not in numbers:
                numbers[part.material] = self._material(part.material, known, with_pictures)
            nodes.setdefault(part.name, []).append(self._primitive(part, numbers[part.material]))
        document: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "Affectory"},
            "scene": 0,
            "scenes": [{"nodes": list(range(len(nodes)))}],
            "nodes": [{"name": name or "object", "mesh": index} for index, name in enumerate(nodes)],
            "meshes": [{"name": name or "object", "primitives": parts} for name, parts in nodes.items()],
            "materials": self._materials,
            "accessors": self._buffer.accessors,
            "bufferViews": self._buffer.views,
            "buffers": [{"byteLength": len(self._buffer.data)}],
        }
        if self._images:
            document |= {"images": self._images, "textures": [{"source": i} for i in range(len(self._images))]}
        if any("extensions" in m for m in map(_picture_of, self._materials)):
            document["extensionsUsed"] = ["KHR_texture_transform"]
        return pack(document, self._buffer.data), tuple(sorted(self._left_out))

    def _libraries(self) -> dict[str, tuple[MtlMaterial, str]]:
        """Every material with the file it stands in."""
        found: dict[str, tuple[MtlMaterial, str]] = {}
        for named, line in self._model.libraries:
            for path, data in self._library(named, line):
                for key, material in read_mtl(data, name=path).items():
                    found.setdefault(key, (material, path))
        return found

    def _library(self, named: str, line: int) -> list[tuple[str, bytes]]:
        """One file whose name may hold blanks, or several parted by them."""
        try:
            return [(named, self._beside(named, self._name, line))]
        except GltfError:
            if " " not in named or self._resolve is None:
                raise
        return [(path, self._beside(path, self._name, line)) for path in named.split()]

    def _beside(self, path: str, name: str, line: int) -> bytes:
        data = read_beside(
            path.replace("\\", "/"), resolve=self._resolve, limit=self._left, name=name, field=f"line {line}"
        )
        if len(data) > self._left:
            raise GltfError(f"{path!r} is larger than what is read", name=name, field=f"line {line}")
        self._left -= len(data)
        return data

    def _material(self, name: str, known: dict[str, tuple[MtlMaterial, str]], with_pictures: bool) -> int:
        found, library = known.get(name, (None, ""))
        if found is None and name and with_pictures and self._model.libraries:
            line = self._model.material_lines.get(name, 0)
            message = f"the material {name[:60]!r} stands in none of its MTL files; add it there"
            raise GltfError(message, name=self._name, field=f"line {line}")
        material = found or MtlMaterial(name)
        surface: dict[str, Any] = {
            "baseColorFactor": [*material.colour, material.opacity],
            "metallicFactor": 0.0,
            "roughnessFactor": 0.9,
        }
        if material.picture:
            # A colour beside a picture is meant for viewers that show no pictures.
            surface["baseColorFactor"] = [1.0, 1.0, 1.0, material.opacity]
            surface["baseColorTexture"] = self._texture(material, library)
        written: dict[str, Any] = {"name": name, "pbrMetallicRoughness": surface, "doubleSided": True}
        if material.opacity < 1.0:
            written["alphaMode"] = "BLEND"
        self._materials.append(written)
        return len(self._materials) - 1

    def _texture(self, material: MtlMaterial, library: str) -> dict[str, Any]:
        if material.picture not in self._pictures:
            data = self._beside(material.picture, library, material.picture_line)
            content, kind = _as_gltf_picture(
                data, name=library, field=f"line {material.picture_line}", limits=self._limits
            )
            self._pictures[material.picture] = len(self._images)
            self._images.append({"bufferView": self._buffer.add_bytes(content), "mimeType": kind})
        use: dict[str, Any] = {"index": self._pictures[material.picture]}
        if material.picture_scale != (1.0, 1.0) or material.picture_offset != (0.0, 0.0):
            # v runs downwards in glTF: what moves the picture up in OBJ moves it the other way here.
            (su, sv), (ou, ov) = material.picture_scale, material.picture_offset
            moved = {"scale": [su, sv], "offset": [ou, 1.0 - sv - ov]}
            use["extensions"] = {"KHR_texture_transform": moved}
        return use

    def _primitive(self, part: ObjPart, material: int) -> dict[str, Any]:
        model = self._model
        # Corners without normals are shaded flat: it is all of the primitive or none.
        columns = [part.corners]
        has_uv, has_normals = bool((part.uv >= 0).all()), bool((part.normals >= 0).all())
        columns += [part.uv] if has_uv else []
        columns += [part.normals] if has_normals else []
        rows, corners = _distinct([column.reshape(-1) for column in columns])
        attributes = {"POSITION": self._floats(model.positions[rows[0]], bounds=True)}
        if has_uv:
            uv = model.uv[rows[1]]
            attributes["TEXCOORD_0"] = self._floats(np.stack([uv[:, 0], 1.0 - uv[:, 1]], axis=1))
        if has_normals:
            attributes["NORMAL"] = self._floats(_unit(model.normals[rows[-1]]))
        indices = self._buffer.add(corners.astype("<u4"), _UINT, 1, _ELEMENT_BUFFER)
        return {"attributes": attributes, "indices": indices, "material": material}

    def _floats(self, values: NDArray[np.float64], *, bounds: bool = False) -> int:
        with np.errstate(over="ignore"):
            return self._buffer.add(np.asarray(values, "<f4"), _FLOAT, values.shape[1], _ARRAY_BUFFER, bounds=bounds)


def _picture_of(material: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = material["pbrMetallicRoughness"].get("baseColorTexture", {})
    return found


def _distinct(columns: list[Whole]) -> tuple[list[Whole], Whole]:
    """The distinct rows, column by column, and where each row stands among them."""
    key = np.zeros(len(columns[0]), np.int64)
    sizes = [int(column.max()) + 1 for column in columns]
    for column, size in zip(columns, sizes, strict=True):
        key = key * size + column
    distinct, places = np.unique(key, return_inverse=True)
    found = []
    for size in reversed(sizes):
        distinct, column = np.divmod(distinct, size)
        found.append(column)
    return found[::-1], places


def _unit(normals: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.where(lengths > 1e-12, normals / np.maximum(lengths, 1e-12), (0.0, 1.0, 0.0))


def _as_gltf_picture(data: bytes, *, name: str, field: str, limits: Limits) -> tuple[bytes, str]:
    """glTF holds PNG and JPEG; what else modelling programs write becomes PNG."""
    try:
        picture = Pillow.open(io.BytesIO(data), formats=(*_AS_THEY_ARE, *_TURNED_TO_PNG))
        if picture.width * picture.height > limits.image_pixels:
            message = (
                f"the picture is {picture.width} × {picture.height}, at most {limits.image_pixels} pixels are read"
            )
            raise GltfError(message, name=name, field=field)
        if picture.format in _AS_THEY_ARE:
            return data, _AS_THEY_ARE[picture.format]
        out = io.BytesIO()
        picture.convert("RGBA" if "A" in picture.getbands() else "RGB").save(out, "PNG")
    except (OSError, SyntaxError, ValueError, Pillow.DecompressionBombError) as error:
        if isinstance(error, GltfError):
            raise
        message = f"the picture cannot be read ({error}); save it as PNG or JPEG"
        raise GltfError(message, name=name, field=field) from error
    return out.getvalue(), "image/png"
