from __future__ import annotations

import io
import lzma
import posixpath
import stat
import zipfile
import zlib
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from django.conf import settings
from django.db import IntegrityError, transaction

from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.rights import MayRedistribute, Rights

from . import audit, policies
from .apartment import apartment_glb
from .domain import ImportedScene, SceneError, UpAxis, import_scene
from .gltf import GltfError, Limits, zip_resolver
from .gltf.files import Resolver
from .models import Scene

APARTMENT_NAME = "Apartment"
APARTMENT_RIGHTS = Rights("CC0-1.0", MayRedistribute.MEDIA, may_send_to_external_model=True)
LARGEST_RATIO = 200
MOST_ENTRIES = 10_000
MOST_BYTES = Limits().bytes_total


@dataclass(frozen=True, slots=True)
class SceneFile:
    """A `.glb`, a `.gltf` that needs no other file, or a zip that holds one of them with its files."""

    name: str
    data: bytes


def add_scene(
    *,
    actor: User,
    project: Project,
    name: str,
    file: SceneFile,
    rights: Rights,
    scale: float = 1.0,
    up_axis: UpAxis = "auto",
) -> Scene:
    """SC2–SC4, SC6: imports a stage or refuses it with a sentence that names file and field."""
    _require(actor, project)
    if not name.strip():
        raise InvalidError("A scene needs a name.", code="scene.name", fields={"name": ["A scene needs a name."]})
    try:
        main, data, resolve = _opened(file)
        imported = import_scene(
            data,
            name=main,
            resolve=resolve,
            scale=scale,
            up_axis=up_axis,
            radius=settings.OBSERVATION_AGENT_RADIUS_M,
        )
    except SceneError as error:
        raise InvalidError(str(error), code="scene.refused", fields={error.field: [str(error)]}) from error
    except GltfError as error:
        raise InvalidError(str(error), code="scene.refused", fields={"file": [str(error)]}) from error
    return _keep(
        actor=actor,
        project=project,
        name=name.strip(),
        source=file,
        imported=imported,
        rights=rights,
        synthetic=False,
    )


def add_apartment(*, actor: User, project: Project) -> Scene:
    """The generated apartment; the same row when it is there already."""
    _require(actor, project)
    source = SceneFile("apartment.glb", apartment_glb())
    imported = _imported_apartment(settings.OBSERVATION_AGENT_RADIUS_M)
    existing = Scene.objects.filter(project=project, glb_sha256=storage.put_bytes(imported.glb)).first()
    if existing is not None:
        return existing
    return _keep(
        actor=actor,
        project=project,
        name=APARTMENT_NAME,
        source=source,
        imported=imported,
        rights=APARTMENT_RIGHTS,
        synthetic=True,
    )


@cache
def _imported_apartment(radius: float) -> ImportedScene:
    return import_scene(apartment_glb(), name="apartment.glb", up_axis="y", radius=radius)


def _require(actor: User, project: Project) -> None:
    if not policies.can_change_scenes(actor, project):
        raise NotAllowedError("Only a maintainer adds scenes.", code="scene.not_allowed")


def _keep(
    *,
    actor: User,
    project: Project,
    name: str,
    source: SceneFile,
    imported: ImportedScene,
    rights: Rights,
    synthetic: bool,
) -> Scene:
    values: dict[str, Any] = {
        "glb_sha256": storage.put_bytes(imported.glb),
        "nav_sha256": storage.put_bytes(imported.grid.to_bytes()),
        "source_sha256": storage.put_bytes(source.data),
    }
    grid = imported.grid
    try:
        with transaction.atomic():
            scene = Scene.objects.create(
                project=project,
                name=name[:120],
                source_name=source.name[:300],
                scale=imported.scale,
                up_axis=imported.up_axis,
                triangles=imported.triangles,
                bounds=[list(imported.low), list(imported.high)],
                instances=[i.as_json() for i in imported.instances],
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
    except IntegrityError as error:
        raise ConflictError(
            f"This project has a scene named {name!r} or one with the same content already.", code="scene.exists"
        ) from error
    return scene


def _opened(file: SceneFile) -> tuple[str, bytes, Resolver | None]:
    """SC6: a zip may hold one scene; entries that leave the folder and archives that unfold without measure are
    refused before anything is read from them."""
    packed = file.data[:4] == b"PK\x03\x04" or zipfile.is_zipfile(io.BytesIO(file.data))
    if not packed or file.data[:4] == b"glTF":
        return file.name, file.data, None
    try:
        archive = zipfile.ZipFile(io.BytesIO(file.data))
        entries = [info for info in archive.infolist() if not info.is_dir()]
        _check_entries(file.name, entries)
        scenes = [i for i in entries if i.filename.lower().endswith((".glb", ".gltf")) and not _is_hidden(i.filename)]
        if len(scenes) != 1:
            found = ", ".join(i.filename for i in scenes[:5]) or "none"
            raise SceneError(f"{file.name} must hold exactly one .glb or .gltf file; found: {found}")
        main = scenes[0]
        with archive.open(main) as opened:
            data = opened.read(MOST_BYTES + 1)
    except SceneError:
        raise
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, OSError, EOFError, ValueError) as error:
        sentence = f"{file.name} is a zip that cannot be read ({error}); make it again with an ordinary tool"
        raise SceneError(sentence) from error
    return f"{file.name}/{main.filename}", data, zip_resolver(archive, posixpath.dirname(main.filename))


def _check_entries(name: str, entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > MOST_ENTRIES:
        raise SceneError(f"{name} holds {len(entries)} files, at most {MOST_ENTRIES} are read")
    for info in entries:
        parts = info.filename.replace("\\", "/").split("/")
        if info.filename.startswith(("/", "\\")) or ".." in parts or (parts[0].endswith(":")):
            raise SceneError(f"{name}: the entry {info.filename!r} leaves its folder; pack the files anew")
        if info.flag_bits & 0x1:
            raise SceneError(f"{name}: the entry {info.filename!r} is encrypted; pack it without a password")
        if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
            raise SceneError(f"{name}: the entry {info.filename!r} is a link; pack the file itself")
    total = sum(info.file_size for info in entries)
    packed = max(1, sum(info.compress_size for info in entries))
    if total > MOST_BYTES or (total > 50 * 1024 * 1024 and total / packed > LARGEST_RATIO):
        raise SceneError(
            f"{name} would unfold to {total / 1e6:.0f} MB from {packed / 1e6:.1f} MB; at most "
            f"{MOST_BYTES / 1e6:.0f} MB and {LARGEST_RATIO} times are read"
        )


def _is_hidden(path: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in cast("list[str]", path.split("/")))
