from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from affectory.accounts.models import Project, User
from affectory.core.errors import NotFoundError

from . import policies
from .anchors import Anchor, content_order
from .models import Scene, SceneAnchor


def scenes_visible_to(user: User, project: Project) -> QuerySet[Scene]:
    scenes = Scene.objects.filter(project=project)
    return scenes if policies.can_see_scenes(user, project) else scenes.none()


def scene_visible_to(user: User, project: Project, scene_id: UUID) -> Scene:
    scene = scenes_visible_to(user, project).filter(pk=scene_id).first()
    if scene is None:
        raise NotFoundError("There is no such scene in this project.", code="scene.not_found")
    return scene


def scenes_of(project: Project) -> QuerySet[Scene]:
    """All scenes in an order that depends on their content alone."""
    return Scene.objects.filter(project=project).order_by("glb_sha256")


def anchor_rows_of(scene: Scene) -> QuerySet[SceneAnchor]:
    """The anchors in use, without those taken out."""
    return SceneAnchor.objects.filter(scene=scene, taken_out_at=None)


def anchors_of(scene: Scene) -> list[Anchor]:
    """The anchors in use, in an order that depends on their content alone."""
    return sorted((row.anchor for row in anchor_rows_of(scene)), key=content_order)
