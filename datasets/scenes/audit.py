from affectory.accounts.models import User
from affectory.core.audit import record

from .models import Scene, SceneAnchor


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


def anchor_placed(*, actor: User, anchor: SceneAnchor) -> None:
    _anchor_event("anchor_placed", actor, anchor, replaces=str(anchor.replaces_id) if anchor.replaces_id else None)


def anchor_removed(*, actor: User, anchor: SceneAnchor) -> None:
    _anchor_event("anchor_removed", actor, anchor)


def anchors_found(*, actor: User, scene: Scene, added: int, gone: int) -> None:
    record(
        actor=actor, event="anchors_found", project_id=scene.project_id, subject=scene, added=added, taken_out=gone
    )


def _anchor_event(event: str, actor: User, anchor: SceneAnchor, **data: object) -> None:
    record(
        actor=actor,
        event=event,
        project_id=anchor.scene.project_id,
        subject=anchor.scene,
        anchor=str(anchor.pk),
        kind=anchor.kind,
        name=anchor.name,
        position=[anchor.x_m, anchor.y_m, anchor.z_m],
        yaw=anchor.yaw,
        **data,
    )
