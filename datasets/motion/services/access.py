from __future__ import annotations

from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.accounts.services import lock_project
from affectory.core.errors import NotAllowedError, NotFoundError
from datasets.motion import policies
from datasets.motion.models import MotionAsset


def require_maintainer(actor: User, project: Project) -> None:
    if not policies.can_change_motions(actor, project):
        raise NotAllowedError(
            "Only a maintainer of the project may change its motions.", code="motion.not_maintainer"
        )


def locked_motion(actor: User, motion_id: UUID) -> MotionAsset:
    """A motion for somebody who may change it, locked after its project. Assumes the caller's transaction."""
    found = MotionAsset.objects.select_related("project").filter(pk=motion_id).first()
    if found is None:
        raise NotFoundError("There is no such motion.", code="motion.no_motion")
    require_maintainer(actor, found.project)
    lock_project(found.project_id)
    return MotionAsset.objects.select_for_update(of=("self",)).select_related("collection").get(pk=motion_id)
