from __future__ import annotations

from affectory.accounts.models import Project, User
from affectory.core.errors import NotAllowedError
from datasets.motion import policies


def require_maintainer(actor: User, project: Project) -> None:
    if not policies.can_change_motions(actor, project):
        raise NotAllowedError(
            "Only a maintainer of the project may change its motions.", code="motion.not_maintainer"
        )
