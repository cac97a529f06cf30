from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from affectory.browsing.library import Library, Roles
from affectory.browsing.models import SavedFilter


def can_read(user: User, project: Project, library: Library, roles: Roles = None) -> bool:
    held = roles_of(user, project) if roles is None else roles
    return bool(library.readers & frozenset(held))


def can_change_filter(user: User, saved: SavedFilter) -> bool:
    """BW10: a shared filter is there for all and is changed by the person whose it is."""
    return saved.owner_id == user.pk


def can_act_in_bulk(user: User, project: Project) -> bool:
    return Role.MAINTAINER in roles_of(user, project)
