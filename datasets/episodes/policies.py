from __future__ import annotations

from collections.abc import Collection

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of

Roles = Collection[Role] | None
"""The roles a caller has read for this very request; None: read them."""


def can_compose(user: User, project: Project, roles: Roles = None) -> bool:
    return Role.MAINTAINER in _held(user, project, roles)


def can_see_all_episodes(user: User, project: Project, roles: Roles = None) -> bool:
    """EP20: labels, motions and unfinished or removed episodes are for maintainers."""
    return Role.MAINTAINER in _held(user, project, roles)


def can_see_reviewed_episodes(user: User, project: Project, roles: Roles = None) -> bool:
    """EP21: a reviewer sees episodes in review, and of them only what a review shows."""
    return Role.REVIEWER in _held(user, project, roles)


def _held(user: User, project: Project, roles: Roles) -> Collection[Role]:
    return roles_of(user, project) if roles is None else roles
