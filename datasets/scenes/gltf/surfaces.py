"""Materials, pictures and primitives of a glTF document."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .accessors import Accessors
from .document import Document
from .types import Floats, Image, Material, Mesh, Primitive

_FLOAT, _U8, _U16, _U32 = 5126, 5121, 5123, 5125
_QUANTISED = (5120, _U8, 5122, _U16, _FLOAT)
_TRIANGLES, _STRIP, _FAN = 4, 5, 6
MORE_JOINTS = "more than four joints per vertex"
MORPHS = "morph targets; shapes stay as they were modelled"


def read_images(document: Document) -> tuple[Image, ...]:
    rows = document.table("images")
    if len(rows) > document.limits.images:
        raise document.fail(
            f"has {len(rows)} pictures, at most {document.limits.images} are read",
            "images",
        )
    images = []
    for index, row in enumerate(rows):
        field = f"images[{index}]"
        if "uri" in row:
            data = document.uri(document.string(row, "uri", field), f"{field}.uri")
        else:
            view = document.reference(row, "bufferView", field, "bufferViews")
            if view is None:
                raise document.fail("has neither uri nor bufferView", field)
            data = bytes(document.view(view))
        images.append(Image(name=field, data=data))
    return tuple(images)


def read_materials(document: Document) -> tuple[Material, ...]:
    return tuple(_material(document, row, f"materials[{i}]") for i, row in enumerate(document.table("materials")))


def _material(document: Document, row: dict[str, Any], field: str) -> Material:
    pbr = document.mapping(row, "pbrMetallicRoughness", field)
    colour = document.numbers(pbr, "baseColorFactor", f"{field}.pbrMetallicRoughness", 4, (1.0, 1.0, 1.0, 1.0))
    alpha_mode = document.string(row, "alphaMode", field, "OPAQUE")
    if alpha_mode not in ("OPAQUE", "MASK", "BLEND"):
        raise document.fail(f"is {alpha_mode!r}, not OPAQUE, MASK or BLEND", f"{field}.alphaMode")
    values: dict[str, Any] = {
        "name": document.string(row, "name", field),
        "base_colour": colour,
        "double_sided": row.get("doubleSided") is True,
        "alpha_mode": alpha_mode,
        "alpha_cutoff": document.number(row, "alphaCutoff", field, 0.5),
    }
    if "baseColorTexture" in pbr:
        where = f"{field}.pbrMetallicRoughness.baseColorTexture"
        use = document.mapping(pbr, "baseColorTexture", f"{field}.pbrMetallicRoughness")
        texture = document.reference(use, "index", where, "textures")
        if texture is None:
            raise document.fail("is missing", f"{where}.index")
        source = document.reference(
            document.table("textures")[texture],
            "source",
            f"textures[{texture}]",
            "images",
        )
        moved = document.mapping(document.mapping(use, "extensions", where), "KHR_texture_transform", where)
        values |= {
            "image": source,
            "uv_set": document.integer(
                moved,
                "texCoord",
                where,
                default=document.integer(use, "texCoord", where, default=0),
            ),
            "uv_offset": document.numbers(moved, "offset", where, 2, (0.0, 0.0)),
            "uv_scale": document.numbers(moved, "scale", where, 2, (1.0, 1.0)),
            "uv_rotation": document.number(moved, "rotation", where, 0.0),
        }
    return Material(**values)


class MeshReader:
    """Reads meshes on first use, so that what no node shows costs nothing."""

    def __init__(self, document: Document, materials: tuple[Material, ...], *, with_shading: bool = True) -> None:
        self._document = document
        self._with_shading = with_shading
        self._materials = materials
        self._accessors = Accessors(document)
        self._whole: type[np.signedinteger[Any]] = np.int64 if with_shading else np.int32
        self.ignored: set[str] = set()

    def matrices(self, index: int, field: str) -> NDArray[np.float64]:
        values = self._accessors.read(index, field, types=("MAT4",), components=(_FLOAT,))
        return values.astype(np.float64).reshape(-1, 4, 4).transpose(0, 2, 1)

    def mesh(self, index: int) -> Mesh:
        field = f"meshes[{index}]"
        row = self._document.table("meshes")[index]
        rows = row.get("primitives")
        if not isinstance(rows, list) or not rows or not all(isinstance(part, dict) for part in rows):
            raise self._document.fail("must be a list of at least one object", f"{field}.primitives")
        parts = [self._primitive(part, f"{field}.primitives[{i}]") for i, part in enumerate(rows)]
        return Mesh(
            name=self._document.string(row, "name", field, field),
            primitives=tuple(part for part in parts if part is not None),
        )

    def _primitive(self, row: dict[str, Any], field: str) -> Primitive | None:
        document = self._document
        mode = document.integer(row, "mode", field, default=_TRIANGLES)
        if mode > _FAN:
            raise document.fail(f"is {mode}, which glTF does not know", f"{field}.mode")
        if mode < _TRIANGLES:
            self.ignored.add("points and lines")
            return None
        attributes = document.mapping(row, "attributes", field)
        if "JOINTS_1" in attributes:
            self.ignored.add(MORE_JOINTS)
        if row.get("targets"):
            self.ignored.add(MORPHS)
        positions = self._attribute(attributes, "POSITION", field, ("VEC3",), _QUANTISED)
        if positions is None:
            raise document.fail("is missing", f"{field}.attributes.POSITION")
        count = len(positions)
        faces = self._faces(row, field, count, mode)
        material_index = document.reference(row, "material", field, "materials")
        material = Material(name="") if material_index is None else self._materials[material_index]
        joints = self._attribute(attributes, "JOINTS_0", field, ("VEC4",), (_U8, _U16), count)
        weights = self._attribute(attributes, "WEIGHTS_0", field, ("VEC4",), (_FLOAT, _U8, _U16), count)
        if (joints is None) != (weights is None):
            raise document.fail(
                "JOINTS_0 and WEIGHTS_0 come together or not at all",
                f"{field}.attributes",
            )
        uv_key = f"TEXCOORD_{material.uv_set}"
        if not self._with_shading:
            self._attribute(attributes, uv_key, field, ("VEC2",), _QUANTISED, count)
            self._attribute(attributes, "COLOR_0", field, ("VEC3", "VEC4"), (_FLOAT, _U8, _U16), count)
            self._attribute(attributes, "NORMAL", field, ("VEC3",), _QUANTISED, count)
            whole_joints = None if joints is None else joints.astype(np.int64)
            return Primitive(positions, np.empty((0, 3), np.float32), faces, material, joints=whole_joints)
        optional = {
            "uv": self._attribute(attributes, uv_key, field, ("VEC2",), _QUANTISED, count),
            "colours": self._attribute(attributes, "COLOR_0", field, ("VEC3", "VEC4"), (_FLOAT, _U8, _U16), count),
            "weights": weights,
        }
        normals = self._attribute(attributes, "NORMAL", field, ("VEC3",), _QUANTISED, count)
        whole_joints = None if joints is None else joints.astype(np.int64)
        if normals is None:
            # The standard asks for flat shading, so that each triangle gets vertices of its own.
            corners = faces.reshape(-1)
            positions, normals = _flat(positions, faces)
            optional = {key: None if value is None else value[corners] for key, value in optional.items()}
            whole_joints = None if whole_joints is None else whole_joints[corners]
            faces = np.arange(len(positions), dtype=np.int64).reshape(-1, 3)
        return Primitive(
            positions=positions,
            normals=normals,
            faces=faces,
            material=material,
            joints=whole_joints,
            **optional,
        )

    def _attribute(
        self,
        attributes: dict[str, Any],
        key: str,
        field: str,
        types: tuple[str, ...],
        components: tuple[int, ...],
        count: int | None = None,
    ) -> Floats | None:
        document = self._document
        index = document.reference(attributes, key, f"{field}.attributes", "accessors")
        if index is None:
            return None
        values = self._accessors.read(index, key, types=types, components=components)
        if count is not None and len(values) != count:
            raise document.fail(
                f"has {len(values)} elements, POSITION {count}",
                f"{field}.attributes.{key}",
            )
        return values.astype(np.float32, copy=False)

    def _faces(self, row: dict[str, Any], field: str, count: int, mode: int) -> NDArray[np.signedinteger[Any]]:
        document = self._document
        index = document.reference(row, "indices", field, "accessors")
        if index is None:
            corners = np.arange(count, dtype=self._whole)
        else:
            raw = self._accessors.read(
                index,
                "indices",
                types=("SCALAR",),
                components=(_U8, _U16, _U32),
                normalise=False,
            )
            corners = raw.reshape(-1)
            if corners.max() >= count:
                at = int(np.argmax(corners >= count))
                raise document.fail(
                    f"index {at} names vertex {corners[at]}, but there are only {count}",
                    f"{field}.indices",
                )
            corners = corners.astype(self._whole)
        if mode == _TRIANGLES:
            if len(corners) % 3:
                raise document.fail(
                    f"{len(corners)} corners do not make whole triangles",
                    f"{field}.indices",
                )
            return corners.reshape(-1, 3)
        if len(corners) < 3:
            raise document.fail(f"{len(corners)} corners do not make a triangle", f"{field}.indices")
        if mode == _FAN:
            return np.stack(
                [np.full(len(corners) - 2, corners[0]), corners[1:-1], corners[2:]],
                axis=1,
            )
        strip = np.stack([corners[:-2], corners[1:-1], corners[2:]], axis=1)
        strip[1::2] = strip[1::2, [1, 0, 2]]
        return strip


def _flat(positions: Floats, faces: NDArray[np.signedinteger[Any]]) -> tuple[Floats, Floats]:
    corners = positions[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.where(lengths > 1e-20, normals / np.maximum(lengths, 1e-20), (0.0, 1.0, 0.0)).astype(np.float32)
    return corners.reshape(-1, 3), np.repeat(normals, 3, axis=0)
