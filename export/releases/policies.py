"""Who may do what with releases."""

from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of


def can_manage_releases(user: User, project: Project) -> bool:
    """RL13: maintainers draft, freeze and publish."""
    return Role.MAINTAINER in roles_of(user, project)
