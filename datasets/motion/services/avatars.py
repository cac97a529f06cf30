"""Characters that a project shows its motions with."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.accounts.services import lock_project
from affectory.core import storage
from affectory.core.canonical import sha256_hex
from affectory.core.errors import ConflictError, InvalidError, NotFoundError
from affectory.core.rights import Rights
from affectory.core.strict_json import check_text
from affectory.core.withdrawn import Marks, What
from datasets.motion import audit
from datasets.motion.avatar.fitted import avatar_glb
from datasets.motion.avatar.fitting import fit_avatar
from datasets.motion.avatar.rig import AvatarError
from datasets.motion.models import Avatar
from datasets.motion.selectors import avatars_of
from datasets.motion.services.access import require_maintainer


def add_avatar(*, actor: User, project: Project, name: str, file_name: str, data: bytes, rights: Rights) -> Avatar:
    """MO57: a character with a sound skin and the joints of a body, fitted and kept; anything else is refused with
    what is missing, and nothing is kept."""
    require_maintainer(actor, project)
    check_text({"name": name, "file": file_name, "licence": rights.licence})
    _refuse_withdrawn(project, sha256_hex(data))
    if not rights.licence.strip():
        raise InvalidError("Say under which licence the character is.", fields={"licence": ["is empty"]})
    try:
        fitted, report = fit_avatar(data, name=file_name)
    except AvatarError as error:
        raise InvalidError(str(error), code="motion.avatar_refused", fields={"file": [str(error)]}) from error
    return _keep(
        actor,
        project,
        name=name.strip(),
        source_file=file_name[:300],
        source_sha256=storage.put_bytes(data),
        glb_sha256=storage.put_bytes(avatar_glb(fitted)),
        report=report,
        licence=rights.licence.strip(),
        may_redistribute=rights.may_redistribute,
        may_send_to_external_model=rights.may_send_to_external_model,
    )


@transaction.atomic
def choose_avatar(*, actor: User, project: Project, avatar_id: UUID | None) -> None:
    """The avatar that motions are shown with and episodes are composed for from now on; None is the mannequin. MO68:
    what is composed keeps its own."""
    require_maintainer(actor, project)
    lock_project(project.pk)
    avatar = None
    if avatar_id is not None:
        avatar = _found(project, avatar_id)
        if avatar.taken_out_at is not None:
            sentence = f"{avatar.name} is taken out; bring it back first."
            raise ConflictError(sentence, code="motion.avatar_taken_out")
    Avatar.objects.filter(project=project, is_chosen=True).update(is_chosen=False)
    if avatar is not None:
        Avatar.objects.filter(pk=avatar.pk).update(is_chosen=True)
    audit.avatar_chosen(actor=actor, project_id=project.pk, avatar=avatar)


@transaction.atomic
def change_avatar(*, actor: User, project: Project, avatar_id: UUID, is_taken_out: bool) -> Avatar:
    """MO68: one that is taken out can be chosen by nobody; the project has the mannequin again if it was in use.
    Episodes that were composed for it keep it, so it is never deleted."""
    require_maintainer(actor, project)
    lock_project(project.pk)
    avatar = _found(project, avatar_id)
    if is_taken_out != (avatar.taken_out_at is not None):
        avatar.taken_out_at = timezone.now() if is_taken_out else None
        avatar.is_chosen = False
        avatar.save(update_fields=["taken_out_at", "is_chosen"])
        audit.avatar_taken_out(actor=actor, avatar=avatar)
    return avatar


def _found(project: Project, avatar_id: UUID) -> Avatar:
    avatar = avatars_of(project).filter(pk=avatar_id).first()
    if avatar is None:
        raise NotFoundError("There is no such avatar in this project.", code="motion.no_avatar")
    return avatar


def _refuse_withdrawn(project: Project, sha256: str) -> None:
    """WD5."""
    if sentence := Marks(project.pk).sentence((What.BYTES, sha256)):
        raise InvalidError(sentence, code="motion.avatar_withdrawn", fields={"file": [sentence]})


@transaction.atomic
def _keep(actor: User, project: Project, **columns: Any) -> Avatar:
    lock_project(project.pk)
    # Again: one of the same bytes may have been withdrawn while this one was fitted.
    _refuse_withdrawn(project, columns["source_sha256"])
    others = Avatar.objects.filter(project=project)
    if others.filter(name=columns["name"]).exists():
        sentence = "There is an avatar of this name already; give another one."
        raise InvalidError(sentence, code="motion.avatar_name_taken", fields={"name": [sentence]})
    same = others.filter(source_sha256=columns["source_sha256"]).first()
    if same is not None:
        sentence = f"This file is here already, as {same.name}."
        raise InvalidError(sentence, code="motion.avatar_is_here", fields={"file": [sentence]})
    avatar = Avatar.objects.create(project=project, created_by=actor, **columns)
    audit.avatar_added(actor=actor, avatar=avatar)
    return avatar
