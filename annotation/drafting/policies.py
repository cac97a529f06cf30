"""Who may do what with drafting."""

from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of


def can_run_drafting(user: User, project: Project) -> bool:
    """DR8: asking for drafts, runs, their calls and the measures: maintainers."""
    return Role.MAINTAINER in roles_of(user, project)
