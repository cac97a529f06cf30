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
