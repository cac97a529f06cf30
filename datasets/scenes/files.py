"""Files that were handed in together: one, a zip, or a folder of this machine. Pure, apart from reading them.

Whatever is inside is data: names are looked up, never followed out of the folder, and bytes are counted as they come.
"""

from __future__ import annotations

import hashlib
import io
import lzma
import posixpath
import stat
import zipfile
import zlib
from pathlib import Path
from typing import Protocol

from datasets.scenes.gltf.errors import GltfError
from datasets.scenes.gltf.files import Resolver, folder_resolver, zip_resolver

LARGEST_RATIO = 200
RATIO_FROM_BYTES = 50 * 1024 * 1024
MOST_ENTRIES = 200_000
_BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, OSError, EOFError, ValueError)


class SceneFiles(Protocol):
    """Paths are relative, with single slashes."""

    name: str

    def names(self) -> list[str]: ...

    def read(self, path: str, limit: int) -> bytes:
        """The whole of a file of at most `limit` bytes. Raises GltfError."""
        ...

    def unpacked_bytes(self) -> int: ...

    def resolver(self, folder: str) -> Resolver | None:
        """For a document in `folder` that names files beside it."""
        ...

    def shown(self, path: str) -> str: ...


class LoneFile:
    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self._data = data

    def head(self) -> bytes:
        return self._data[:4]

    def names(self) -> list[str]:
        return [self.name]

    def read(self, path: str, limit: int) -> bytes:
        return _bounded(self._data, limit, self.name)

    def unpacked_bytes(self) -> int:
        return len(self._data)

    def resolver(self, folder: str) -> Resolver | None:
        return None

    def shown(self, path: str) -> str:
        return path


class ZipFiles:
    """SC6: entries that leave the folder, links, encrypted ones, and archives that unfold without measure are refused
    before anything is read from them."""

    def __init__(self, name: str, data: bytes | Path, *, most_bytes: int) -> None:
        self.name = name
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data) if isinstance(data, bytes) else data)
        except _BROKEN_ZIP as error:
            raise _broken_zip(name, error) from error
        entries = [info for info in self._archive.infolist() if not info.is_dir()]
        _check_entries(name, entries, most_bytes)
        self._entries = {info.filename: info for info in entries if not _is_hidden(info.filename)}

    def names(self) -> list[str]:
        return list(self._entries)

    def unpacked_bytes(self) -> int:
        return sum(info.file_size for info in self._entries.values())

    def read(self, path: str, limit: int) -> bytes:
        try:
            with self._archive.open(self._entries[path]) as opened:
                return _bounded(opened.read(limit + 1), limit, self.shown(path))
        except _BROKEN_ZIP as error:
            if isinstance(error, GltfError):
                raise
            raise _broken_zip(self.name, error) from error

    def resolver(self, folder: str) -> Resolver | None:
        return zip_resolver(self._archive, folder)

    def shown(self, path: str) -> str:
        return f"{self.name}/{path}"


class FolderFiles:
    """Symbolic links are followed only where they stay inside."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self.name = self._root.name
        self._names: list[str] | None = None
        self._taken: dict[str, str] = {}

    def taken(self) -> list[dict[str, str]]:
        """What was read since this was asked last: paths, each with the SHA-256 of what was there."""
        found = [{"path": path, "sha256": digest} for path, digest in sorted(self._taken.items())]
        self._taken.clear()
        return found

    def digest(self, path: str) -> str:
        """The SHA-256 of a file as it is now; empty where there is none."""
        full = (self._root / path).resolve()
        if not full.is_relative_to(self._root) or not full.is_file():
            return ""
        with full.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()

    def unpacked_bytes(self) -> int:
        return sum((self._root / name).stat().st_size for name in self.names())

    def names(self) -> list[str]:
        if self._names is None:
            found = []
            for path in sorted(self._root.rglob("*")):
                relative = path.relative_to(self._root).as_posix()
                if not _is_hidden(relative) and path.is_file() and path.resolve().is_relative_to(self._root):
                    found.append(relative)
                if len(found) > MOST_ENTRIES:
                    raise GltfError(f"holds more than the {MOST_ENTRIES} files that are looked at", name=self.name)
            self._names = found
        return self._names

    def read(self, path: str, limit: int) -> bytes:
        full = (self._root / path).resolve()
        if not full.is_relative_to(self._root):
            raise GltfError("lies outside of the folder", name=path)
        try:
            with full.open("rb") as opened:
                data = _bounded(opened.read(limit + 1), limit, self.shown(path))
        except OSError as error:
            raise GltfError(f"cannot be read ({error.strerror})", name=self.shown(path)) from error
        self._taken[path] = hashlib.sha256(data).hexdigest()
        return data

    def resolver(self, folder: str) -> Resolver | None:
        beside = folder_resolver(self._root / folder)

        def resolve(relative: str, limit: int) -> bytes:
            data = beside(relative, limit)
            self._taken[posixpath.normpath(posixpath.join(folder, relative))] = hashlib.sha256(data).hexdigest()
            return data

        return resolve

    def shown(self, path: str) -> str:
        return path


def is_zip(head: bytes) -> bool:
    return head[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def _bounded(data: bytes, limit: int, name: str) -> bytes:
    if len(data) > limit:
        raise GltfError(f"is larger than the {limit} bytes that are read", name=name)
    return data


def _broken_zip(name: str, error: Exception) -> GltfError:
    return GltfError(f"is a zip that cannot be read ({error}); make it again with an ordinary tool", name=name)


def _check_entries(name: str, entries: list[zipfile.ZipInfo], most_bytes: int) -> None:
    if len(entries) > MOST_ENTRIES:
        raise GltfError(f"holds {len(entries)} files, at most {MOST_ENTRIES} are read", name=name)
    for info in entries:
        parts = info.filename.replace("\\", "/").split("/")
        shown = repr(info.filename[:120])
        if info.filename.startswith(("/", "\\")) or ".." in parts or (parts[0].endswith(":")):
            raise GltfError(f"the entry {shown} leaves its folder; pack the files anew", name=name)
        if info.flag_bits & 0x1:
            raise GltfError(f"the entry {shown} is encrypted; pack it without a password", name=name)
        if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
            raise GltfError(f"the entry {shown} is a link; pack the file itself", name=name)
    total = sum(info.file_size for info in entries)
    packed = max(1, sum(info.compress_size for info in entries))
    if total > most_bytes or (total > RATIO_FROM_BYTES and total / packed > LARGEST_RATIO):
        raise GltfError(
            f"would unfold to {total / 1e6:.0f} MB from {packed / 1e6:.1f} MB; at most {most_bytes / 1e6:.0f} MB and "
            f"{LARGEST_RATIO} times are read",
            name=name,
        )


def _is_hidden(path: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in posixpath.normpath(path).split("/"))
