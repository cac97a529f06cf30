"""Where a `.gltf` file's buffers and pictures come from: a folder or a zip, never the network (SC21)."""

from __future__ import annotations

import base64
import binascii
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from .errors import GltfError

# Returns the bytes of a relative path, at most ``limit`` of them plus one; raises KeyError when there is none.
Resolver = Callable[[str, int], bytes]

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.\-]+:")
_DRIVE = re.compile(r"^[A-Za-z]:")
_DATA = re.compile(r"^data:[^,;]*(?:;[^,;]+)*?(?P<base64>;base64)?,", re.ASCII)


def folder_resolver(folder: Path) -> Resolver:
    root = folder.resolve()

    def resolve(relative: str, limit: int) -> bytes:
        path = (root / relative).resolve()
        if not path.is_relative_to(root) or not path.is_file():
            raise KeyError(relative)
        with path.open("rb") as file:
            return file.read(limit + 1)

    return resolve


def zip_resolver(archive: zipfile.ZipFile, base: str = "") -> Resolver:
    """Entries of an open archive; ``base`` is the folder of the `.gltf` file inside it."""
    names = {info.filename: info for info in archive.infolist() if not info.is_dir()}

    def resolve(relative: str, limit: int) -> bytes:
        info = names[str(PurePosixPath(base) / relative)]
        with archive.open(info) as file:
            return file.read(limit + 1)

    return resolve


def read_uri(uri: str, *, resolve: Resolver | None, limit: int, name: str, field: str) -> bytes:
    """The bytes behind ``uri``: inline data, or a file beside the document."""
    if uri.startswith("data:"):
        data = _inline(uri, limit=limit, name=name, field=field)
    else:
        data = read_beside(unquote(uri), resolve=resolve, limit=limit, name=name, field=field)
    if len(data) > limit:
        raise GltfError(
            f"holds more than the {limit} bytes that are left for this file",
            name=name,
            field=field,
        )
    return data


def _inline(uri: str, *, limit: int, name: str, field: str) -> bytes:
    head = _DATA.match(uri)
    if head is None or not head["base64"]:
        raise GltfError("a data URI must be base64 encoded", name=name, field=field)
    if (len(uri) - head.end()) * 3 // 4 > limit + 3:
        raise GltfError(
            f"holds more than the {limit} bytes that are left for this file",
            name=name,
            field=field,
        )
    try:
        return base64.b64decode(uri[head.end() :], validate=True)
    except (binascii.Error, ValueError) as error:
        raise GltfError(f"the data URI is not valid base64 ({error})", name=name, field=field) from error


def read_beside(path: str, *, resolve: Resolver | None, limit: int, name: str, field: str) -> bytes:
    """The bytes of a file that a document names, at most ``limit`` and one more; within its folder only (SC21)."""
    shown = path if len(path) <= 120 else f"{path[:117]}…"
    if _SCHEME.match(path) or path.startswith("//"):
        raise GltfError(
            f"{shown!r} is an address; only files beside the document and data URIs are read",
            name=name,
            field=field,
        )
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or _DRIVE.match(path) or "\\" in path or "\0" in path or ".." in parts:
        raise GltfError(
            f"{shown!r} does not stay inside the document's folder",
            name=name,
            field=field,
        )
    if resolve is None:
        raise GltfError(
            f"needs the file {shown!r}; hand in a folder or zip that holds it, or a .glb",
            name=name,
            field=field,
        )
    try:
        return resolve(str(PurePosixPath(*parts)), limit)
    except KeyError:
        raise GltfError(
            f"the file {shown!r} is missing; put it beside the document", name=name, field=field
        ) from None
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError) as error:
        raise GltfError(
            f"the file {shown!r} cannot be read ({error}); pack it again", name=name, field=field
        ) from error
