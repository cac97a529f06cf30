"""Who may do what with what is watched."""

from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of

WATCHERS = (Role.MAINTAINER, Role.ANNOTATOR)


def can_watch(user: User, project: Project) -> bool:
    """Watching is counted for those who write items; what others play is nobody's business."""
    return bool(roles_of(user, project) & set(WATCHERS))
