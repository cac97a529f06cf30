"""The JSON of a glTF file with typed access: every value is checked, every refusal names its field."""

from __future__ import annotations

import json
import math
import struct
from typing import Any

from affectory.core.errors import InvalidError
from affectory.core.strict_json import check_text

from .errors import GltfError, Limits
from .files import Resolver, read_uri

_JSON_CHUNK, _BIN_CHUNK = 0x4E4F534A, 0x004E4942

# Extensions that only change how a surface looks, or that are read here.
_READABLE = {
    "KHR_materials_unlit",
    "KHR_texture_transform",
    "KHR_mesh_quantization",
    "KHR_lights_punctual",
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_specular",
    "KHR_materials_transmission",
    "KHR_materials_volume",
    "KHR_materials_clearcoat",
    "KHR_materials_sheen",
    "KHR_materials_pbrSpecularGlossiness",
}
_ADVICE = {
    "KHR_draco_mesh_compression": "export it without Draco compression",
    "EXT_meshopt_compression": "export it without meshopt compression",
    "KHR_texture_basisu": "export its textures as PNG or JPEG",
}


class Document:
    """Top-level arrays by name, and the buffers once loaded."""

    def __init__(self, data: bytes, *, name: str, resolve: Resolver | None, limits: Limits) -> None:
        self.name = name
        self.limits = limits
        if len(data) > limits.bytes_total:
            raise GltfError(
                f"is larger than the {limits.bytes_total} bytes that are read",
                name=name,
            )
        text, self._binary = _chunks(data, name=name)
        self._left = limits.bytes_total - len(data)
        self._tables: dict[str, list[dict[str, Any]]] = {}
        self._resolve = resolve
        self.root = self._parse(text)
        self._check_header()
        self._buffers: dict[int, memoryview] = {}

    # ---- values -------------------------------------------------------------------------------------------------

    def fail(self, message: str, field: str) -> GltfError:
        return GltfError(message, name=self.name, field=field)

    def table(self, key: str) -> list[dict[str, Any]]:
        """A top-level array of objects; empty when absent. It is looked through once: every index asks for it."""
        if key not in self._tables:
            rows = self.root.get(key, [])
            if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                raise self.fail("must be a list of objects", key)
            self._tables[key] = rows
        return self._tables[key]

    def mapping(self, owner: dict[str, Any], key: str, field: str) -> dict[str, Any]:
        value = owner.get(key, {})
        if not isinstance(value, dict):
            raise self.fail("must be an object", f"{field}.{key}")
        return value

    def string(self, owner: dict[str, Any], key: str, field: str, default: str = "") -> str:
        value = owner.get(key, default)
        if not isinstance(value, str):
            raise self.fail("must be a text", f"{field}.{key}")
        return value

    def integer(
        self,
        owner: dict[str, Any],
        key: str,
        field: str,
        *,
        default: int | None = None,
        least: int = 0,
    ) -> int:
        value = owner.get(key, default)
        if value is None:
            raise self.fail("is missing", f"{field}.{key}")
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 2**53:
            raise self.fail(f"must be a whole number of at least {least}", f"{field}.{key}")
        return value

    def reference(self, owner: dict[str, Any], key: str, field: str, target: str) -> int | None:
        """An index into the top-level array ``target``, or None when the key is absent."""
        if key not in owner:
            return None
        return self.index(owner[key], f"{field}.{key}", target)

    def index(self, value: Any, field: str, target: str) -> int:
        count = len(self.table(target))
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fail(f"must be an index into {target}", field)
        if not 0 <= value < count:
            raise self.fail(
                f"names {target}[{str(value)[:20]}], which does not exist (the file has {count})",
                field,
            )
        return value

    def indices(self, owner: dict[str, Any], key: str, field: str, target: str) -> tuple[int, ...]:
        values = owner.get(key, [])
        if not isinstance(values, list):
            raise self.fail("must be a list", f"{field}.{key}")
        return tuple(self.index(value, f"{field}.{key}[{i}]", target) for i, value in enumerate(values))

    def numbers(
        self,
        owner: dict[str, Any],
        key: str,
        field: str,
        count: int,
        default: tuple[float, ...],
    ) -> tuple[float, ...]:
        values = owner.get(key, default)
        if not isinstance(values, list | tuple) or len(values) != count:
            raise self.fail(f"must be a list of {count} numbers", f"{field}.{key}")
        return tuple(self._number(value, f"{field}.{key}[{i}]") for i, value in enumerate(values))

    def number(self, owner: dict[str, Any], key: str, field: str, default: float) -> float:
        return self._number(owner.get(key, default), f"{field}.{key}")

    def _number(self, value: Any, field: str) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.fail("must be a number", field)
        try:
            result = float(value)
        except OverflowError:
            result = math.inf
        if not math.isfinite(result):
            raise self.fail("is not a finite number", field)
        return result

    # ---- buffers ------------------------------------------------------------------------------------------------

    def view(self, index: int) -> memoryview:
        """The bytes of a buffer view."""
        field = f"bufferViews[{index}]"
        row = self.table("bufferViews")[index]
        buffer = self.reference(row, "buffer", field, "buffers")
        if buffer is None:
            raise self.fail("is missing", f"{field}.buffer")
        offset = self.integer(row, "byteOffset", field, default=0)
        length = self.integer(row, "byteLength", field, least=1)
        data = self._buffer(buffer)
        if offset + length > len(data):
            raise self.fail(f"runs past buffers[{buffer}], which has {len(data)} bytes", field)
        return data[offset : offset + length]

    def uri(self, uri: str, field: str) -> bytes:
        data = read_uri(uri, resolve=self._resolve, limit=self._left, name=self.name, field=field)
        self._left -= len(data)
        return data

    def _buffer(self, index: int) -> memoryview:
        if index not in self._buffers:
            field = f"buffers[{index}]"
            row = self.table("buffers")[index]
            length = self.integer(row, "byteLength", field, least=1)
            if "uri" in row:
                data: bytes | memoryview = self.uri(self.string(row, "uri", field), f"{field}.uri")
            elif index == 0 and self._binary is not None:
                data = self._binary
            else:
                raise self.fail("has no uri and the file carries no binary chunk for it", field)
            if len(data) < length:
                raise self.fail(
                    f"declares {length} bytes but has {len(data)}",
                    f"{field}.byteLength",
                )
            self._buffers[index] = memoryview(data)[:length]
        return self._buffers[index]

    # ---- header -------------------------------------------------------------------------------------------------

    def _parse(self, text: bytes) -> dict[str, Any]:
        if len(text) > self.limits.json_bytes:
            raise GltfError(
                f"its JSON is larger than {self.limits.json_bytes} bytes",
                name=self.name,
            )
        try:
            root = json.loads(text.decode("utf-8-sig"), parse_constant=_refuse_constant, parse_float=_finite)
            if b"\\u" in text:  # nothing else lets in what neither UTF-8 nor the database holds
                check_text(root)
        except UnicodeDecodeError as error:
            sentence = "is not glTF: it begins neither like a GLB file nor like JSON in UTF-8"
            raise GltfError(sentence, name=self.name) from error
        except InvalidError as error:
            raise GltfError(f"{error.message.rstrip('.')}; write plain text", name=self.name) from error
        except RecursionError as error:
            raise GltfError("is not glTF: its JSON is nested too deeply", name=self.name) from error
        except ValueError as error:
            raise GltfError(f"is not glTF: its JSON cannot be read ({error})", name=self.name) from error
        if not isinstance(root, dict):
            raise GltfError("is not glTF: its JSON is not an object", name=self.name)
        return root

    def _check_header(self) -> None:
        asset = self.mapping(self.root, "asset", "file")
        version = self.string(asset, "version", "asset")
        if not version.startswith("2."):
            raise self.fail(f"is {version!r}; only glTF 2 is read", "asset.version")
        required = self.root.get("extensionsRequired", [])
        if not isinstance(required, list) or not all(isinstance(entry, str) for entry in required):
            raise self.fail("must be a list of texts", "extensionsRequired")
        for extension in sorted(set(required) - _READABLE):
            advice = _ADVICE.get(extension, "export it without this extension")
            raise self.fail(f"{extension[:100]!r} is not read; {advice}", "extensionsRequired")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:40]} is too large a number")
    return value


def _refuse_constant(text: str) -> float:
    raise ValueError(f"{text} is no JSON number")


def _chunks(data: bytes, *, name: str) -> tuple[bytes, memoryview | None]:
    """The JSON text and the binary chunk of a GLB; of a plain `.gltf` the text alone."""
    if not data:
        raise GltfError("is empty", name=name)
    if data[:4] != b"glTF":
        return data, None
    if len(data) < 20:
        raise GltfError("ends inside its GLB header", name=name)
    version, total = struct.unpack_from("<II", data, 4)
    if version != 2:
        raise GltfError(
            f"is GLB version {version}; only version 2 is read",
            name=name,
            field="header.version",
        )
    if total > len(data):
        raise GltfError(
            f"is truncated: {len(data)} of {total} bytes",
            name=name,
            field="header.length",
        )
    chunks: list[tuple[int, memoryview]] = []
    offset = 12
    while offset + 8 <= total:
        length, kind = struct.unpack_from("<II", data, offset)
        offset += 8
        if offset + length > total:
            raise GltfError(
                "a chunk runs past the end of the file",
                name=name,
                field=f"chunks[{len(chunks)}]",
            )
        chunks.append((kind, memoryview(data)[offset : offset + length]))
        offset += length
    if not chunks or chunks[0][0] != _JSON_CHUNK:
        raise GltfError("its first chunk is not JSON", name=name, field="chunks[0]")
    binary = chunks[1][1] if len(chunks) > 1 and chunks[1][0] == _BIN_CHUNK else None
    return bytes(chunks[0][1]), binary
