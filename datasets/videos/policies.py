from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of

WATCHERS = (Role.MAINTAINER, Role.ANNOTATOR, Role.REVIEWER)
CUTTERS = (Role.MAINTAINER, Role.ANNOTATOR)


def can_see_videos(user: User, project: Project) -> bool:
    """VI40: videos are for those who maintain, annotate or review; researchers get releases."""
    return bool(roles_of(user, project) & set(WATCHERS))


def can_change_videos(user: User, project: Project) -> bool:
    """Registering, rights, subtitles, preparing again, and the original file."""
    return Role.MAINTAINER in roles_of(user, project)


def can_request_clips(user: User, project: Project) -> bool:
    return bool(roles_of(user, project) & set(CUTTERS))
