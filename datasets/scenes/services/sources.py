"""What scenes are made of: bytes at hand, a file that was sent before, or a folder of this machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from django.conf import settings

from affectory.core import storage
from affectory.core.errors import AffectoryError, InvalidError
from datasets.scenes.domain import Opened, SceneError
from datasets.scenes.files import FolderFiles, SceneFiles
from datasets.scenes.gltf import GltfError, Limits
from datasets.scenes.opening import Entry, entry_named, files_of, open_entry


class SceneSource(Protocol):
    @property
    def name(self) -> str: ...

    def files(self) -> SceneFiles:
        """Raises GltfError."""
        ...

    def keep(self) -> str:
        """The SHA-256 under which the source is kept, after a scene was read from it."""
        ...

    def is_what_was_kept(self, sha256: str) -> bool:
        """Whether a scene that was read from what lies there would be read from the same bytes today."""
        ...


@dataclass(frozen=True, slots=True)
class SceneFile:
    """A `.glb`, a `.gltf` or `.obj` that needs no other file, or a zip of scenes with their files."""

    name: str
    data: bytes

    def files(self) -> SceneFiles:
        return files_of(self.name, self.data, most_bytes=settings.SCENE_ARCHIVE_MAX_BYTES)

    def keep(self) -> str:
        return storage.put_bytes(self.data)

    def is_what_was_kept(self, sha256: str) -> bool:
        return hashlib.sha256(self.data).hexdigest() == sha256


@dataclass(frozen=True, slots=True)
class StoredFile:
    """The same, in storage already."""

    name: str
    sha256: str

    def files(self) -> SceneFiles:
        path = storage.local_path(self.sha256)
        return files_of(self.name, path, most_bytes=settings.SCENE_ARCHIVE_MAX_BYTES)

    def keep(self) -> str:
        return self.sha256

    def is_what_was_kept(self, sha256: str) -> bool:
        return self.sha256 == sha256


class LocalFile:
    """A file of this machine that is only looked at."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.name = path.name

    def files(self) -> SceneFiles:
        return files_of(self.name, self._path, most_bytes=settings.SCENE_ARCHIVE_MAX_BYTES)

    def keep(self) -> str:
        return storage.put_file(self._path)

    def is_what_was_kept(self, sha256: str) -> bool:
        with self._path.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest() == sha256


_LIST = "affectory-scene-files-1"


class Folder:
    """What is kept of a folder is a list of the files that a scene was read from, each with its SHA-256."""

    def __init__(self, path: Path) -> None:
        self._files = FolderFiles(path)

    @property
    def name(self) -> str:
        return self._files.name

    def files(self) -> FolderFiles:
        return self._files

    def keep(self) -> str:
        listed = {"format": _LIST, "files": self._files.taken()}
        return storage.put_bytes(json.dumps(listed, sort_keys=True, indent=1).encode())

    def is_what_was_kept(self, sha256: str) -> bool:
        try:
            kept = json.loads(storage.read_bytes(sha256))
            files = kept["files"] if kept.get("format") == _LIST else []
            return bool(files) and all(self._files.digest(row["path"]) == row["sha256"] for row in files)
        except (AffectoryError, ValueError, KeyError, TypeError, AttributeError):
            return False


def limits() -> Limits:
    return Limits(bytes_total=settings.SCENE_MAX_BYTES, triangles=settings.SCENE_MAX_TRIANGLES)


def opened(files: SceneFiles, entry: str, *, with_pictures: bool) -> tuple[Entry, Opened]:
    """Raises InvalidError with the sentence that names file and field."""
    with refusals():
        found = entry_named(files, entry)
        return found, open_entry(files, found, limits=limits(), with_pictures=with_pictures)


@contextmanager
def refusals() -> Iterator[None]:
    """What is wrong with a file, as the rest of the product tells it."""
    try:
        yield
    except SceneError as error:
        raise InvalidError(str(error), code="scene.refused", fields={error.field: [str(error)]}) from error
    except GltfError as error:
        raise InvalidError(str(error), code="scene.refused", fields={"file": [str(error)]}) from error
