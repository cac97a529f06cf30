"""Which files of a scene set mean what: its scenes, and the stages and objects that they name."""

from __future__ import annotations

import csv
import fnmatch
import io
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from datasets.scenes.categories import category_of
from datasets.scenes.files import SceneFiles
from datasets.scenes.gltf.errors import GltfError
from datasets.scenes.habitat.configs import MOST_BYTES, Config

SCENE, DATASET = ".scene_instance.json", ".scene_dataset_config.json"
STAGE, OBJECT = ".stage_config.json", ".object_config.json"
LEXICON = "semantic_lexicon.json"
ASSETS = (".glb", ".gltf", ".obj")
_TABLES = (
    "semantics/objects.csv",
    "metadata/fpmodels-with-decomposed.csv",
    "metadata/object_categories_filtered.csv",
)


def scene_files(names: Sequence[str]) -> list[str]:
    return sorted(name for name in names if name.endswith(SCENE))


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that a file names and that is not there."""

    file: str
    field: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}: {self.field}: {self.what}"


@dataclass(frozen=True, slots=True)
class Template:
    """What stands for a stage or an object: a file with its mesh, and what its configuration says."""

    asset: str
    config: Config


class Dataset:
    """The scene set around one scene file: the nearest configuration above it, and everything beside that."""

    def __init__(self, files: SceneFiles, scene: str) -> None:
        self._files = files
        self.scene = scene
        self.config_path = _config_above(files, scene)
        self.root = posixpath.dirname(self.config_path or scene)
        if not self.config_path and posixpath.basename(self.root) in ("scenes", "scenes-uncluttered"):
            self.root = posixpath.dirname(self.root)
        prefix = f"{self.root}/" if self.root else ""
        self._names = [name for name in files.names() if name.startswith(prefix)]

    def read(self, path: str) -> Config:
        return Config.read(self._files.read(path, MOST_BYTES), name=self._files.shown(path))

    @cached_property
    def config(self) -> Config:
        return self.read(self.config_path) if self.config_path else Config({}, name=self._files.shown(self.scene))

    def template(self, handle: str, suffix: str) -> Template | str:
        """What a template's name stands for, or what is wrong with it."""
        found = self._find(handle, (suffix,))
        if isinstance(found, str) and found.startswith("?"):
            return found[1:]
        section = "stages" if suffix == STAGE else "objects"
        if not found:
            asset = self._find(handle, ASSETS)
            if isinstance(asset, str) and asset.startswith("?"):
                return asset[1:]
            if not asset:
                wanted = f"{posixpath.basename(handle)[:80]}{suffix}"
                return f"{handle[:120]!r} is missing; no {wanted} and no mesh of that name is there"
            return Template(asset, self._defaults(section))
        config = self.read(found).over(self._defaults(section))
        named = config.text("render_asset")
        if not named:
            return f"{config.name} names no render_asset"
        path = posixpath.normpath(posixpath.join(posixpath.dirname(found), named))
        if not named.lower().endswith(ASSETS):
            return f"{config.name} names {named!r} as its mesh; only {', '.join(ASSETS)} are read"
        if not self._is_inside(path):
            return f"{config.name} names {named!r}, which leaves the scene set's folder"
        if path not in self._lookup:
            return f"{config.name} names {named!r}, which is missing"
        return Template(path, config)

    def category(self, template: Template, handle: str) -> str:
        """By the class in the lexicon, then the tables beside it, then the name."""
        config, name = template.config, ""
        if (number := config.whole("semantic_id")) is not None:
            name = self._lexicon.get(number, "")
        stem = _stem(handle)
        name = name or config.text("semantic_category") or self._tables.get(stem, "")
        if not name or name == "unknown":
            name = "" if _is_digest(stem) else stem
        return category_of(name.replace(" ", "_"))

    # ---- lookups ------------------------------------------------------------------------------------------------

    @cached_property
    def _lookup(self) -> frozenset[str]:
        return frozenset(self._names)

    @cached_property
    def _by_stem(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in sorted(self._names):
            found.setdefault(_stem(name), []).append(name)
        return found

    def _find(self, handle: str, suffixes: Sequence[str]) -> str:
        """A file by a template's name, which may be a path or its end; "?…" where it could be several."""
        wanted = _without_suffix(handle.replace("\\", "/"))
        known = [p for p in self._by_stem.get(_stem(wanted), []) if p.lower().endswith(tuple(suffixes))]
        same = [p for p in known if _without_suffix(p) == wanted or _without_suffix(p).endswith(f"/{wanted}")]
        found = same or ([] if "/" in wanted else known)
        if len(found) > 1 and len({posixpath.splitext(p)[0] for p in found}) > 1:
            found = self._preferred(found) or found
        if len(found) > 1 and len({posixpath.splitext(p)[0] for p in found}) > 1:
            return f"?{handle!r} could be any of {', '.join(found[:3])}; write its path"
        return found[0] if found else ""

    def _preferred(self, found: list[str]) -> list[str]:
        """Those that the scene set's own search paths cover."""
        patterns = []
        for section in ("stages", "objects"):
            paths = self.config.child(section).child("paths")
            for kind in (".json", ".glb"):
                patterns += self._patterns(paths, kind)
        inside = [p for p in found if any(_covers(pattern, p) for pattern in patterns)]
        return inside if len(inside) == 1 else []

    def _patterns(self, paths: Config, kind: str) -> list[str]:
        return [posixpath.normpath(posixpath.join(self.root, text)) for text in paths.texts(kind)]

    def _defaults(self, section: str) -> Config:
        return self.config.child(section).child("default_attributes")

    def _is_inside(self, path: str) -> bool:
        return not path.startswith(("/", "..")) and (not self.root or path.startswith(f"{self.root}/"))

    @cached_property
    def _lexicon(self) -> dict[int, str]:
        for path in (name for name in self._names if name.endswith(LEXICON)):
            classes = self.read(path).children("classes")
            return {number: row.text("name") for row in classes if (number := row.whole("id")) is not None}
        return {}

    @cached_property
    def _tables(self) -> dict[str, str]:
        """Categories by template, out of the CSV files that HSSD keeps them in."""
        found: dict[str, str] = {}
        for table in _TABLES:
            path = f"{self.root}/{table}" if self.root else table
            if path not in self._lookup:
                continue
            text = self._files.read(path, MOST_BYTES).decode("utf-8-sig", "replace")
            for row in csv.DictReader(io.StringIO(text)):
                key = row.get("id") or row.get("Object Hash") or ""
                value = row.get("main_category") or row.get("clean_category") or ""
                if key and value:
                    found.setdefault(key, value)
        return found


def _config_above(files: SceneFiles, scene: str) -> str:
    """The configuration in the nearest folder above a scene; of several there, the one whose paths cover it."""
    every = sorted(name for name in files.names() if name.endswith(DATASET))
    folder = posixpath.dirname(scene)
    while True:
        here = [name for name in every if posixpath.dirname(name) == folder]
        if len(here) == 1:
            return here[0]
        if here:
            return next((name for name in here if _lists(files, name, scene)), here[0])
        if not folder:
            return ""
        folder = posixpath.dirname(folder)


def _lists(files: SceneFiles, config: str, scene: str) -> bool:
    try:
        paths = Config.read(files.read(config, MOST_BYTES), name=config).child("scene_instances").child("paths")
    except GltfError:
        return False
    root = posixpath.dirname(config)
    return any(_covers(posixpath.normpath(posixpath.join(root, text)), scene) for text in paths.texts(".json"))


def _covers(pattern: str, path: str) -> bool:
    return fnmatch.fnmatchcase(path, pattern) or posixpath.dirname(path) == pattern


def _without_suffix(path: str) -> str:
    for suffix in (SCENE, STAGE, OBJECT, *ASSETS):
        if path.lower().endswith(suffix):
            return path[: -len(suffix)]
    return path


def _stem(path: str) -> str:
    return posixpath.basename(_without_suffix(path))


def _is_digest(text: str) -> bool:
    return len(text) >= 16 and all(c in "0123456789abcdefABCDEF_part" for c in text)
