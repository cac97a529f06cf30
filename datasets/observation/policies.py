from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from datasets.episodes.policies import Roles


def can_render(user: User, project: Project, roles: Roles = None) -> bool:
    return Role.MAINTAINER in (roles_of(user, project) if roles is None else roles)


def can_see_fingerprints(user: User, project: Project, roles: Roles = None) -> bool:
    """OB12: a fingerprint covers the label, of which there are five; whoever must not know the label could try."""
    return Role.MAINTAINER in (roles_of(user, project) if roles is None else roles)
