from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of

READERS = (Role.MAINTAINER, Role.ANNOTATOR)


def can_change_rubrics(user: User, project: Project) -> bool:
    return Role.MAINTAINER in roles_of(user, project)
