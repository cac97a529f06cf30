from __future__ import annotations

from django.db.models import QuerySet

from affectory.core.errors import NotFoundError
from affectory.core.rows import fetch_joined

from .models import Membership, Project, Role, User

ALL_ROLES = frozenset(Role)


def roles_of(user: User, project: Project) -> frozenset[Role]:
    """AC3: the roles somebody has in a project right now. An administrator acts as a maintainer."""
    if not user.is_active:
        return frozenset()
    rows = Membership.objects.filter(user_id=user.pk, project_id=project.pk).values_list("role", flat=True)
    roles = frozenset(Role(role) for role in rows)
    return roles | {Role.MAINTAINER} if user.is_superuser else roles


def projects_visible_to(user: User) -> QuerySet[Project]:
    """Projects somebody has a role in; all for an administrator."""
    if user.is_superuser:
        return Project.objects.all()
    return Project.objects.filter(pk__in=Membership.objects.filter(user_id=user.pk).values("project_id"))


def project_for(user: User, slug: str) -> tuple[Project, frozenset[Role]]:
    """A project with the user's roles in it. To somebody without a role it does not exist."""
    tail = (
        "LEFT JOIN accounts_membership ON accounts_membership.project_id = accounts_project.id "
        "AND accounts_membership.user_id = %s WHERE accounts_project.slug = %s"
    )
    found = fetch_joined((Project, Membership), tail, [user.pk, slug])
    project = found[0][0] if found and user.is_active else None
    roles = frozenset(Role(membership.role) for _, membership in found if membership is not None)
    if user.is_superuser:
        roles |= {Role.MAINTAINER}
    if project is None or not roles:
        raise NotFoundError(f"There is no project {slug!r} that you have a role in.", code="project.not_found")
    return project, roles
