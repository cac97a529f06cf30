"""SC23: one scene of a scene set as one GLB: its stage, and every object where the scene file puts it."""

from __future__ import annotations

import itertools
import posixpath
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.scenes.assembling import Assembly, Asset
from datasets.scenes.categories import category_of
from datasets.scenes.files import SceneFiles
from datasets.scenes.floorplan import STRUCTURE, UNDRAWN
from datasets.scenes.gltf.errors import GltfError, Limits
from datasets.scenes.habitat.configs import Config
from datasets.scenes.habitat.dataset import OBJECT, STAGE, Dataset, Missing, Template
from datasets.scenes.obj import glb_of_obj

Floats = NDArray[np.float64]

MOST_INSTANCES = 20_000
SHOWN_MISSING = 8
_OF_A_BUILDING = STRUCTURE | UNDRAWN | {"stairs"}
"""What a stage's own nodes may be called and then are, rather than part of the stage."""
_ORIGINS = ("", "unknown", "com", "asset_local")


def assemble(
    files: SceneFiles, scene: str, *, limits: Limits | None = None, with_pictures: bool = True
) -> tuple[bytes, tuple[str, ...]]:
    """The GLB, and what was left out. Raises GltfError; where files are missing it names them and who names them."""
    return _Assembling(files, scene, limits or Limits(), with_pictures).run()


def missing_files(files: SceneFiles, scene: str) -> list[Missing]:
    """What the scene names that is not there, without reading a mesh. Raises GltfError for JSON at fault."""
    return _Assembling(files, scene, Limits(), True).missing()


class _Assembling:
    def __init__(self, files: SceneFiles, scene: str, limits: Limits, with_pictures: bool) -> None:
        self._files, self._limits, self._with_pictures = files, limits, with_pictures
        self._dataset = Dataset(files, scene)
        self._scene = self._dataset.read(scene)
        self._assembly = Assembly(limits)
        self._assets: dict[str, Asset] = {}
        self._templates: dict[tuple[str, str], Template | str] = {}
        self._left_out: set[str] = set()
        self._counts: Counter[str] = Counter()
        self._numbers = itertools.count(1)

    def missing(self) -> list[Missing]:
        return [
            Missing(self._scene.name, config.where("template_name"), found)
            for config, handle, suffix in self._uses()
            if isinstance(found := self._template(handle, suffix), str)
        ]

    def run(self) -> tuple[bytes, tuple[str, ...]]:
        if missing := self.missing():
            more = f", and {len(missing) - SHOWN_MISSING} more" if len(missing) > SHOWN_MISSING else ""
            told = "; ".join(f"{m.field}: {m.what}" for m in missing[:SHOWN_MISSING])
            raise GltfError(
                f"names what is missing or not readable ({len(missing)}): {told}{more}; add it to the folder",
                name=self._scene.name,
            )
        for config, handle, suffix in self._uses():
            template = self._template(handle, suffix)
            assert isinstance(template, Template)
            (self._place_stage if suffix == STAGE else self._place_object)(config, handle, template)
        if articulated := self._scene.size("articulated_object_instances"):
            self._left_out.add(f"{articulated} articulated objects (URDF)")
        return self._assembly.glb(), tuple(sorted(self._left_out))

    def _uses(self) -> list[tuple[Config, str, str]]:
        stage = self._scene.child("stage_instance")
        if not stage.text("template_name"):
            raise stage.fail("is missing; a scene stands on a stage", "template_name")
        objects = self._scene.children("object_instances")
        if len(objects) > MOST_INSTANCES:
            raise self._scene.fail(
                f"has {len(objects)} entries, at most {MOST_INSTANCES} are read", "object_instances"
            )
        for config in objects:
            if not config.text("template_name"):
                raise config.fail("is missing", "template_name")
        return [
            (stage, stage.text("template_name"), STAGE),
            *((config, config.text("template_name"), OBJECT) for config in objects),
        ]

    def _template(self, handle: str, suffix: str) -> Template | str:
        key = (handle, suffix)
        if key not in self._templates:
            self._templates[key] = self._dataset.template(handle, suffix)
        return self._templates[key]

    # ---- placing ------------------------------------------------------------------------------------------------

    def _place_stage(self, config: Config, handle: str, template: Template) -> None:
        asset = self._asset(template.asset)
        if template.config.numbers("origin", 3, (0.0, 0.0, 0.0)).any():
            self._left_out.add("the stage's origin, which says where habitat's own files lie")
        own = {}
        for index, name in asset.names():
            category = category_of(name)
            if category in _OF_A_BUILDING and category != "stage":
                own[index] = {"instance_id": next(self._numbers), "category": category}
        matrix = _matrix(config, template.config, config.numbers("translation", 3, (0.0, 0.0, 0.0)))
        extras = {"instance_id": next(self._numbers), "category": "stage", "template": handle}
        self._assembly.place(asset, matrix, name="stage", extras=extras, own=own)

    def _place_object(self, config: Config, handle: str, template: Template) -> None:
        asset = self._asset(template.asset)
        category = self._dataset.category(template, handle)
        self._counts[category] += 1
        matrix = _matrix(config, template.config, config.numbers("translation", 3, (0.0, 0.0, 0.0)))
        if self._origin(config) != "asset_local":
            matrix[:3, 3] -= matrix[:3, :3] @ _centre_of_mass(asset, template.config)
        extras: dict[str, Any] = {"instance_id": next(self._numbers), "category": category, "template": handle}
        self._assembly.place(asset, matrix, name=f"{category}.{self._counts[category]:02d}", extras=extras)

    def _origin(self, config: Config) -> str:
        """What `translation` puts in its place: the asset's own zero, or (as where nothing is said) its centre."""
        own = config if "translation_origin" in config else self._scene
        given = own.text("translation_origin").lower()
        if given not in _ORIGINS:
            raise own.fail(f"is {given!r}; COM and asset_local are known", "translation_origin")
        return given

    def _asset(self, path: str) -> Asset:
        if path not in self._assets:
            data = self._files.read(path, self._limits.bytes_total)
            resolve = self._files.resolver(posixpath.dirname(path))
            name = self._files.shown(path)
            if path.lower().endswith(".obj"):
                data, left_out = glb_of_obj(
                    data, name=name, resolve=resolve, limits=self._limits, with_pictures=self._with_pictures
                )
                self._left_out |= set(left_out)
            asset = self._assembly.add(data, name=name, resolve=resolve, with_pictures=self._with_pictures)
            self._left_out |= set(asset.ignored)
            self._assets[path] = asset
        return self._assets[path]


def _matrix(instance: Config, template: Config, translation: Floats) -> Floats:
    """From the asset's units and axes to the world: translation · rotation · scale · turn."""
    scale = instance.scale() * template.numbers("scale", 3, (1.0, 1.0, 1.0)) * template.number("units_to_meters", 1.0)
    if (scale == 0).any():
        raise template.fail("is 0, which leaves nothing", "scale or units_to_meters")
    matrix = np.eye(4)
    matrix[:3, :3] = instance.rotation() @ np.diag(scale) @ template.turn()
    matrix[:3, 3] = translation
    return matrix


def _centre_of_mass(asset: Asset, template: Config) -> Floats:
    """In the asset's own axes: as its configuration says, else the middle of its box, as habitat takes it."""
    if "COM" in template:
        return template.turn().T @ template.numbers("COM", 3, (0.0, 0.0, 0.0))
    return (asset.low + asset.high) / 2
