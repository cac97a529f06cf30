"""Who may do what with withdrawals."""

from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of


def can_withdraw(user: User, project: Project) -> bool:
    """WD1: maintainers withdraw, and see the list of what was."""
    return Role.MAINTAINER in roles_of(user, project)
