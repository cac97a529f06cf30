from __future__ import annotations

from collections.abc import Collection

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of

Roles = Collection[Role] | None
"""The roles a caller has read for this very request; None: read them."""


def can_see_motions(user: User, project: Project, roles: Roles = None) -> bool:
    """MO30: labels, names and performers of motions are for maintainers, not for who judges or pulls."""
    return Role.MAINTAINER in (roles_of(user, project) if roles is None else roles)


def can_change_motions(user: User, project: Project) -> bool:
    return Role.MAINTAINER in roles_of(user, project)
