from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of


def can_see_motions(user: User, project: Project) -> bool:
    """MO30: labels, names and performers of motions are for maintainers, not for who judges or pulls."""
    return Role.MAINTAINER in roles_of(user, project)


def can_change_motions(user: User, project: Project) -> bool:
    return Role.MAINTAINER in roles_of(user, project)
