from __future__ import annotations

from collections import defaultdict
from uuid import UUID

from django.db.models import QuerySet

from affectory.core.errors import NotFoundError
from affectory.core.models import Job
from affectory.core.rows import fetch, fetch_joined

from .models import Membership, Project, Role, User


def roles_of(user: User, project: Project) -> frozenset[Role]:
    """AC3: the roles somebody has in a project right now. An administrator acts as a maintainer."""
    if not user.is_active:
        return frozenset()
    rows = fetch(Membership, "WHERE user_id = %s AND project_id = %s", [user.pk, project.pk])
    roles = frozenset(Role(row.role) for row in rows)
    return roles | {Role.MAINTAINER} if user.is_superuser else roles


def projects_visible_to(user: User) -> QuerySet[Project]:
    """Projects somebody has a role in; all for an administrator."""
    if user.is_superuser:
        return Project.objects.all()
    return Project.objects.filter(pk__in=Membership.objects.filter(user_id=user.pk).values("project_id"))


def memberships_of(user: User) -> list[tuple[Project, list[str]]]:
    """Every project that somebody may enter, with their roles there by name."""
    roles: dict[UUID, set[str]] = defaultdict(set)
    for project_id, role in Membership.objects.filter(user=user).values_list("project_id", "role"):
        roles[project_id].add(role)
    every_project = {Role.MAINTAINER.value} if user.is_superuser else set()
    return [(project, sorted(roles[project.pk] | every_project)) for project in projects_visible_to(user)]


def members_of(project: Project) -> list[User]:
    """Everybody with a role in the project whose account is open."""
    return list(User.objects.filter(is_active=True, memberships__project=project).distinct().order_by("username"))


def maintainers_of(project: Project) -> list[User]:
    """Maintainers by role; administrators act as such, and are not told of every project for that."""
    return list(
        User.objects.filter(is_active=True, memberships__project=project, memberships__role=Role.MAINTAINER).order_by(
            "username"
        )
    )


def job_for(user: User, job_id: UUID) -> Job:
    """A job of a project that the user maintains; to others it does not exist."""
    job = Job.objects.filter(pk=job_id).first()
    project = Project.objects.filter(pk=job.project_id).first() if job is not None and job.project_id else None
    allowed = user.is_superuser or (project is not None and Role.MAINTAINER in roles_of(user, project))
    if job is None or not allowed:
        raise NotFoundError("There is no such job in a project that you maintain.", code="job.not_found")
    return job


def project_named(slug: str) -> Project:
    """Whoever asks for it by this has looked already whether it may be known of."""
    return Project.objects.get(slug=slug)


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
