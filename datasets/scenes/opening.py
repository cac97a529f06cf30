"""From files that were handed in to a scene that can be looked at and imported: which scenes there are, and how each
format is read. Pure."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from datasets.scenes.assembling import without_pictures
from datasets.scenes.domain import Opened, SceneError, open_scene
from datasets.scenes.files import FolderFiles, LoneFile, SceneFiles, ZipFiles, is_zip
from datasets.scenes.gltf import Limits
from datasets.scenes.habitat import assemble
from datasets.scenes.habitat.dataset import SCENE, scene_files
from datasets.scenes.obj import glb_of_obj

SHOWN = 8


class SceneFormat(StrEnum):
    GLB = "glb"
    GLTF = "gltf"
    OBJ = "obj"
    HABITAT = "habitat"


@dataclass(frozen=True, slots=True)
class Entry:
    """One scene among the files."""

    path: str
    format: SceneFormat

    @property
    def name(self) -> str:
        """What the scene may be called."""
        base = posixpath.basename(self.path)
        return base.removesuffix(SCENE) if self.format is SceneFormat.HABITAT else base.rsplit(".", 1)[0]


def files_of(name: str, data: bytes | Path, *, most_bytes: int) -> SceneFiles:
    """A zip by its first bytes, or one file; a path is a stored file. Raises GltfError."""
    head = data[:4] if isinstance(data, bytes) else _head(data)
    if is_zip(head):
        return ZipFiles(name, data, most_bytes=most_bytes)
    return LoneFile(name, data if isinstance(data, bytes) else data.read_bytes())


def files_in(folder: Path) -> SceneFiles:
    return FolderFiles(folder)


def entries_of(files: SceneFiles) -> list[Entry]:
    """Where there are habitat's scene files, meshes are their parts; else every mesh file is a scene."""
    names = files.names()
    if scenes := scene_files(names):
        return [Entry(path, SceneFormat.HABITAT) for path in scenes]
    if isinstance(files, LoneFile):
        return [Entry(files.name, _lone_format(files))]
    kinds = {f".{kind}": kind for kind in SceneFormat if kind is not SceneFormat.HABITAT}
    found = [(name, kinds.get(posixpath.splitext(name)[1].lower())) for name in sorted(names)]
    return [Entry(name, kind) for name, kind in found if kind is not None]


def entry_named(files: SceneFiles, path: str) -> Entry:
    """The one scene of the files, or the one of several that is meant. Raises SceneError."""
    entries = entries_of(files)
    listed = ", ".join(entry.path for entry in entries[:SHOWN]) + ("" if len(entries) <= SHOWN else " …")
    if path:
        for entry in entries:
            if entry.path == path:
                return entry
        raise SceneError(f"{files.name} holds no scene {path!r}; found: {listed or 'none'}", field="entry")
    if len(entries) == 1:
        return entries[0]
    if not entries:
        raise SceneError(
            f"{files.name} must hold a .glb, .gltf or .obj file, or a habitat .scene_instance.json; found: none"
        )
    raise SceneError(f"{files.name} holds {len(entries)} scenes; say which one: {listed}", field="entry")


def open_entry(files: SceneFiles, entry: Entry, *, limits: Limits, with_pictures: bool = True) -> Opened:
    """Reads one scene, whatever its format. Raises GltfError."""
    name, folder = files.shown(entry.path), posixpath.dirname(entry.path)
    if entry.format is SceneFormat.HABITAT:
        glb, left_out = assemble(files, entry.path, limits=limits, with_pictures=with_pictures)
        return open_scene(glb, name=name, limits=limits, left_out=left_out)
    data = files.read(entry.path, limits.bytes_total)
    resolve = files.resolver(folder)
    if entry.format is SceneFormat.OBJ:
        glb, left_out = glb_of_obj(data, name=name, resolve=resolve, limits=limits, with_pictures=with_pictures)
        return open_scene(glb, name=name, limits=limits, left_out=left_out, has_axis_rule=False)
    left_out = ()
    if not with_pictures:
        data, left_out = without_pictures(data, name=name), ("pictures, as was asked",)
    return open_scene(data, name=name, resolve=resolve, limits=limits, left_out=left_out)


def _head(path: Path) -> bytes:
    with path.open("rb") as opened:
        return opened.read(4)


def _lone_format(files: LoneFile) -> SceneFormat:
    """By its first bytes, else by its ending; what is neither is read as glTF, whose reader says so."""
    if files.head() == b"glTF":
        return SceneFormat.GLB
    return SceneFormat.OBJ if files.name.lower().endswith(".obj") else SceneFormat.GLTF
