"""SC36: what may change of a scene: its name, its rights, and whether it is used."""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotFoundError
from affectory.core.rights import Rights

from .. import audit
from ..models import Scene
from .access import require


@transaction.atomic
def change_scene(
    *, actor: User, project: Project, scene_id: UUID, name: str | None = None, rights: Rights | None = None
) -> Scene:
    """Renames a scene, or changes what may be done with it. Releases that are out keep what they say."""
    require(actor, project)
    scene = _locked(project, scene_id)
    if name is not None and name.strip() != scene.name:
        if not name.strip():
            raise InvalidError("A scene needs a name.", code="scene.name", fields={"name": ["A scene needs a name."]})
        before, scene.name = scene.name, name.strip()[:120]
        try:
            with transaction.atomic():
                scene.save(update_fields=["name"])
        except IntegrityError as error:
            sentence = f"Another scene is named {scene.name!r}; give this one another name."
            raise ConflictError(sentence, code="scene.exists", fields={"name": [sentence]}) from error
        audit.scene_renamed(actor=actor, scene=scene, before=before)
    if rights is not None and rights != scene.rights:
        written = scene.rights_json
        scene.licence = rights.licence[:500]
        scene.may_redistribute = rights.may_redistribute
        scene.may_send_to_external_model = rights.may_send_to_external_model
        scene.save(update_fields=["licence", "may_redistribute", "may_send_to_external_model"])
        audit.scene_rights_changed(actor=actor, scene=scene, before=written)
    return scene


@transaction.atomic
def take_out_scene(*, actor: User, project: Project, scene_id: UUID) -> Scene:
    """No longer listed, nor composed in. A scene with episodes stays: they would stand nowhere.

    A composition that is running at this moment may still place an episode in it, which is whole all the same."""
    require(actor, project)
    scene = _locked(project, scene_id)
    if episodes := scene.episodes.count():  # type: ignore[attr-defined]  # the relation of a higher app
        sentence = f"{episodes} episodes stand in this scene, so it stays. Discard or withdraw them first."
        raise ConflictError(sentence, code="scene.in_use", about={"episodes": episodes})
    if scene.taken_out_at is None:
        scene.taken_out_at = timezone.now()
        scene.save(update_fields=["taken_out_at"])
        audit.scene_taken_out(actor=actor, scene=scene)
    return scene


@transaction.atomic
def bring_back_scene(*, actor: User, project: Project, scene_id: UUID) -> Scene:
    """SC53: listed and composed in again, under its name, unless another scene has that by now."""
    require(actor, project)
    scene = _locked(project, scene_id)
    if scene.taken_out_at is not None:
        scene.taken_out_at = None
        try:
            with transaction.atomic():
                scene.save(update_fields=["taken_out_at"])
        except IntegrityError as error:
            sentence = name_taken(scene.name)
            raise ConflictError(sentence, code="scene.exists", fields={"name": [sentence]}) from error
        audit.scene_brought_back(actor=actor, scene=scene)
    return scene


def name_taken(name: str) -> str:
    """Why a scene of this name cannot be brought back."""
    return f"Another scene is named {name!r} by now; rename one of the two first."


def _locked(project: Project, scene_id: UUID) -> Scene:
    scene = Scene.objects.select_for_update().filter(project=project, pk=scene_id).first()
    if scene is None:
        raise NotFoundError("There is no such scene in this project.", code="scene.not_found")
    return scene
