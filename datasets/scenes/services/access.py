from __future__ import annotations

from affectory.accounts.models import Project, User
from affectory.core.errors import NotAllowedError

from .. import policies


def require(actor: User, project: Project) -> None:
    if not policies.can_change_scenes(actor, project):
        raise NotAllowedError("Only a maintainer adds and changes scenes.", code="scene.not_allowed")
