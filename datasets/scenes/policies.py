from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of

VIEWERS = frozenset({Role.MAINTAINER, Role.REVIEWER, Role.ANNOTATOR})


def can_see_scenes(user: User, project: Project) -> bool:
    """SC10: rooms are shown to those who work on episodes; nothing in a scene tells a label."""
    return bool(VIEWERS & roles_of(user, project))


def can_change_scenes(user: User, project: Project) -> bool:
    return Role.MAINTAINER in roles_of(user, project)
