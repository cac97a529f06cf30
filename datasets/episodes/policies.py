from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of


def can_compose(user: User, project: Project) -> bool:
    return Role.MAINTAINER in roles_of(user, project)


def can_see_all_episodes(user: User, project: Project) -> bool:
    """EP20: labels, motions and unfinished or removed episodes are for maintainers."""
    return Role.MAINTAINER in roles_of(user, project)


def can_see_reviewed_episodes(user: User, project: Project) -> bool:
    """EP21: a reviewer sees episodes in review, and of them only what a review shows."""
    return Role.REVIEWER in roles_of(user, project)
