from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.errors import ConflictError, InvalidError, moment
from affectory.core.rights import MayRedistribute, Rights

from .. import audit
from ..apartment import apartment_glb
from ..domain import ImportedScene, UpAxis, import_scene
from ..floorplan import things_in
from ..models import Scene
from ..stage import stage_bytes
from .access import require
from .anchors import find_at_import
from .sources import SceneFile, SceneSource, opened, refusals

APARTMENT_NAME = "Apartment"
APARTMENT_RIGHTS = Rights("CC0-1.0", MayRedistribute.MEDIA, may_send_to_external_model=True)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is to be read, as far as somebody decided it."""

    entry: str = ""
    scale: float = 1.0
    up_axis: UpAxis = "auto"
    floor_m: float | None = None
    with_pictures: bool = True


def add_scene(
    *,
    actor: User,
    project: Project,
    name: str,
    file: SceneSource,
    rights: Rights,
    reading: Reading | None = None,
) -> Scene:
    """SC2–SC4, SC6: imports a stage or refuses it with a sentence that names file and field."""
    require(actor, project)
    if not name.strip():
        raise InvalidError("A scene needs a name.", code="scene.name", fields={"name": ["A scene needs a name."]})
    reading = reading or Reading()
    with refusals():
        files = file.files()
    entry, read = opened(files, reading.entry, with_pictures=reading.with_pictures)
    with refusals():
        imported = import_scene(
            read,
            scale=reading.scale,
            up_axis=reading.up_axis,
            floor_m=reading.floor_m,
            radius=settings.OBSERVATION_AGENT_RADIUS_M,
        )
    del read
    return _keep(
        actor=actor,
        project=project,
        name=name.strip(),
        source=file,
        entry=_kept_entry(file, entry.path),
        with_pictures=reading.with_pictures,
        imported=imported,
        rights=rights,
        synthetic=False,
    )


def add_apartment(*, actor: User, project: Project) -> Scene:
    """The generated apartment; the same row when it is there already."""
    require(actor, project)
    source = SceneFile("apartment.glb", apartment_glb())
    imported = _imported_apartment(settings.OBSERVATION_AGENT_RADIUS_M)
    existing = Scene.objects.filter(
        project=project, glb_sha256=storage.put_bytes(imported.glb), taken_out_at=None
    ).first()
    if existing is not None:
        return existing
    return _keep(
        actor=actor,
        project=project,
        name=APARTMENT_NAME,
        source=source,
        entry="",
        with_pictures=True,
        imported=imported,
        rights=APARTMENT_RIGHTS,
        synthetic=True,
    )


@cache
def _imported_apartment(radius: float) -> ImportedScene:
    return import_scene(apartment_glb(), name="apartment.glb", up_axis="y", radius=radius)


def _keep(
    *,
    actor: User,
    project: Project,
    name: str,
    source: SceneSource,
    entry: str,
    with_pictures: bool,
    imported: ImportedScene,
    rights: Rights,
    synthetic: bool,
) -> Scene:
    glb_sha256 = storage.put_bytes(imported.glb)
    stage = stage_bytes(imported.grid, glb_sha256)
    values: dict[str, Any] = {
        "glb_sha256": glb_sha256,
        "nav_sha256": storage.put_bytes(stage),
        "source_sha256": source.keep(),
    }
    grid = imported.grid
    try:
        with transaction.atomic():
            scene = Scene.objects.create(
                project=project,
                name=name[:120],
                source_name=source.name[:300],
                source_entry=entry,
                with_pictures=with_pictures,
                scale=imported.scale,
                up_axis=imported.up_axis,
                floor_m=imported.floor_m,
                triangles=imported.triangles,
                bounds=[list(imported.low), list(imported.high)],
                instances=[i.as_json() for i in imported.instances],
                categories=things_in(i.category for i in imported.instances),
                walls=imported.walls,
                navigation={
                    "cell_m": round(grid.cell, 4),
                    "agent_radius_m": grid.radius,
                    "area_m2": round(grid.area_m2, 2),
                    "regions": int((grid.regions[1] > 0).sum()),
                    "origin": [round(v, 4) for v in grid.origin],
                    "shape": list(grid.floor.shape),
                },
                notes=list(imported.notes),
                licence=rights.licence[:500],
                may_redistribute=rights.may_redistribute,
                may_send_to_external_model=rights.may_send_to_external_model,
                is_synthetic=synthetic,
                created_by=actor,
                **values,
            )
            audit.scene_imported(actor=actor, scene=scene)
            find_at_import(scene)
    except IntegrityError as error:
        raise _conflict(project, name, values["glb_sha256"]) from error
    return scene


def same_scene(project: Project, glb_sha256: str) -> Scene | None:
    """SC37: the same bytes are the same scene."""
    return Scene.objects.filter(project=project, glb_sha256=glb_sha256).first()


def made_before(project: Project, source: SceneSource, reading: Reading) -> Scene | None:
    """SC35: a scene that was read in the same way from a source with the same files; known without reading a mesh."""
    made = Scene.objects.filter(
        project=project,
        source_name=source.name[:300],
        source_entry=_kept_entry(source, reading.entry),
        scale=reading.scale,
        with_pictures=reading.with_pictures,
    )
    if reading.up_axis != "auto":
        made = made.filter(up_axis=reading.up_axis)
    if reading.floor_m is not None:
        made = made.filter(floor_m=reading.floor_m)
    return next((scene for scene in made if source.is_what_was_kept(scene.source_sha256)), None)


def _kept_entry(source: SceneSource, path: str) -> str:
    """Empty where the source is the scene."""
    return "" if path == source.name else path[:500]


def _conflict(project: Project, name: str, glb_sha256: str) -> ConflictError:
    """SC37: which scene it is that has these bytes, or this name."""
    if (same := same_scene(project, glb_sha256)) is not None:
        if same.taken_out_at is not None:
            sentence = f"These bytes are the scene {same.name!r}, which was taken out; bring it back instead."
        else:
            sentence = f"These bytes are the scene {same.name!r} already, added at {moment(same.created_at)}."
        return ConflictError(
            sentence, code="scene.exists", fields={"file": [sentence]}, about={"scene": str(same.pk)}
        )
    sentence = f"Another scene is named {name!r}; give this one another name."
    return ConflictError(sentence, code="scene.exists", fields={"name": [sentence]})
