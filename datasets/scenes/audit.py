from affectory.accounts.models import User
from affectory.core.audit import record

from .models import Scene


def scene_imported(*, actor: User | None, scene: Scene) -> None:
    record(
        actor=actor,
        event="scene_imported",
        project_id=scene.project_id,
        subject=scene,
        name=scene.name,
        glb_sha256=scene.glb_sha256,
        source=scene.source_name,
    )


def scene_renamed(*, actor: User, scene: Scene, before: str) -> None:
    _record("scene_renamed", actor, scene, before=before, after=scene.name)


def scene_rights_changed(*, actor: User, scene: Scene, before: dict[str, object]) -> None:
    _record("scene_rights_changed", actor, scene, before=before, after=scene.rights_json)


def scene_taken_out(*, actor: User, scene: Scene) -> None:
    _record("scene_taken_out", actor, scene, name=scene.name)


def scene_brought_back(*, actor: User, scene: Scene) -> None:
    _record("scene_brought_back", actor, scene, name=scene.name)


def _record(event: str, actor: User, scene: Scene, **data: object) -> None:
    record(actor=actor, event=event, project_id=scene.project_id, subject=scene, **data)
