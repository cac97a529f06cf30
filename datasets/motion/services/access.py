from __future__ import annotations

from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.core.errors import NotAllowedError
from datasets.motion import policies


def require_maintainer(actor: User, project: Project) -> None:
    if not policies.can_change_motions(actor, project):
        raise NotAllowedError(
            "Only a maintainer of the project may change its motions.", code="motion.not_maintainer"
        )


def lock_project(project_id: UUID) -> None:
    """Whoever changes a project's motions takes turns: imports, label mappings, exclusions and rights.

    Each reads before it writes (is this file here? was it left out?), so none may slip in between. Assumes a
    transaction; NO KEY, so that rows that merely point at the project are not held up.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project_id)
