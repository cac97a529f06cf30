"""Who may do what with endpoints."""

from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from affectory.endpoints import credentials
from affectory.endpoints.models import Profile


def can_manage_endpoints(user: User, project: Project) -> bool:
    """EN13: profiles, calls and budgets of a project are its maintainers' business."""
    return Role.MAINTAINER in roles_of(user, project)


def can_change_profile(user: User, profile_project: Project | None) -> bool:
    """EN13: a profile for all projects is an administrator's."""
    if profile_project is None:
        return user.is_active and user.is_superuser
    return can_manage_endpoints(user, profile_project)


def can_use_profile(project: Project, profile: Profile) -> bool:
    return profile.project_id in (None, project.pk)


def can_point_secret(user: User, secret_name: str, host: str) -> bool:
    """EN14: a secret goes to the hosts that the environment names for it; to another one only an administrator may
    send it, or a maintainer of one project could read the key of the house off a server of their own."""
    return not secret_name or user.is_superuser or host in credentials.hosts_of(secret_name)
