from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from affectory.accounts.models import Project, User
from affectory.core.errors import NotFoundError

from . import policies
from .anchors import Anchor, content_order
from .models import Scene, SceneAnchor, SceneImport


def scenes_visible_to(user: User, project: Project) -> QuerySet[Scene]:
    """Without those that were taken out."""
    scenes = Scene.objects.filter(project=project, taken_out_at=None)
    return scenes if policies.can_see_scenes(user, project) else scenes.none()


def scene_visible_to(user: User, project: Project, scene_id: UUID) -> Scene:
    """Also one that was taken out: its page says so."""
    seen = policies.can_see_scenes(user, project)
    scene = Scene.objects.filter(project=project, pk=scene_id).first() if seen else None
    if scene is None:
        raise NotFoundError("There is no such scene in this project.", code="scene.not_found")
    return scene


def scenes_of(project: Project) -> QuerySet[Scene]:
    """All scenes in use, in an order that depends on their content alone."""
    return Scene.objects.filter(project=project, taken_out_at=None).order_by("glb_sha256")


def scenes_taken_out(project: Project) -> QuerySet[Scene]:
    """The latest first; `name_taken` where another scene is called so by now."""
    namesake = Scene.objects.filter(project=project, name=OuterRef("name"), taken_out_at=None)
    taken_out = Scene.objects.filter(project=project, taken_out_at__isnull=False)
    return taken_out.annotate(name_taken=Exists(namesake)).order_by("-taken_out_at", "-id")


def scene_import_of(user: User, project: Project, import_id: UUID) -> SceneImport:
    """What somebody asked for is shown to them alone: it tells of files that are no scene yet."""
    work = SceneImport.objects.filter(project=project, created_by=user, pk=import_id).select_related("job").first()
    if work is None:
        raise NotFoundError("You have asked for no such import in this project.", code="scene.no_import")
    return work


def anchor_rows_of(scene: Scene) -> QuerySet[SceneAnchor]:
    """The anchors in use, without those taken out."""
    return SceneAnchor.objects.filter(scene=scene, taken_out_at=None)


def anchors_of(scene: Scene) -> list[Anchor]:
    """The anchors in use, in an order that depends on their content alone."""
    return sorted((row.anchor for row in anchor_rows_of(scene)), key=content_order)
