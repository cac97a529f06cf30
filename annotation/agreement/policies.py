"""Who may do what with reports and splits."""

from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of


def can_run_agreement(user: User, project: Project) -> bool:
    """Reading both sides, tagging causes and setting the threshold are for maintainers."""
    return Role.MAINTAINER in roles_of(user, project)
