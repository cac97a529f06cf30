"""Who may do what with access."""

from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of


def can_manage_access(user: User, project: Project) -> bool:
    """RL41, RL42: maintainers open a project, write its terms and decide about requests."""
    return Role.MAINTAINER in roles_of(user, project)
