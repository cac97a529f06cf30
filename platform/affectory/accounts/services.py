"""Writes about people, projects and tokens."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from affectory.core import jobs
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import Job

from . import audit, domain, policies
from .models import Membership, Project, Role, Token, User
from .selectors import job_for


@transaction.atomic
def create_user(
    *,
    actor: User | None,
    username: str,
    password: str,
    display_name: str = "",
    is_administrator: bool = False,
) -> User:
    """Make an account. `actor` None is the command line. Raises InvalidError for a weak password or bad name."""
    if actor is not None and not policies.can_administer(actor):
        raise NotAllowedError("Only an administrator makes accounts.", code="accounts.not_administrator")
    user = User(
        username=username, display_name=display_name, is_superuser=is_administrator, is_staff=is_administrator
    )
    try:
        validate_password(password, user)
        user.set_password(password)
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        fields = error.message_dict if hasattr(error, "error_dict") else {"password": error.messages}
        raise InvalidError(next(iter(fields.values()))[0], code="accounts.invalid_user", fields=fields) from error
    user.save()
    audit.user_created(actor=actor, user=user)
    return user


@transaction.atomic
def create_project(
    *,
    actor: User | None,
    slug: str,
    name: str,
    kind: str,
    description: str = "",
    is_synthetic: bool = False,
) -> Project:
    """Make a project. `actor` None is the command line; otherwise an administrator, who becomes its maintainer."""
    if actor is not None and not policies.can_administer(actor):
        raise NotAllowedError("Only an administrator makes projects.", code="accounts.not_administrator")
    project = Project(slug=slug, name=name, kind=kind, description=description, is_synthetic=is_synthetic)
    try:
        project.full_clean()
    except ValidationError as error:
        raise InvalidError(
            next(iter(error.message_dict.values()))[0],
            code="accounts.invalid_project",
            fields=error.message_dict,
        ) from error
    project.save()
    if actor is not None:
        Membership.objects.create(project=project, user=actor, role=Role.MAINTAINER)
    audit.project_created(actor=actor, project=project)
    return project


@transaction.atomic
def set_roles(*, actor: User | None, project: Project, user_id: UUID, roles: Collection[str]) -> frozenset[Role]:
    """Give somebody exactly these roles in a project. AC5: a project keeps at least one maintainer."""
    if actor is not None and not policies.can_manage_people(actor, project):
        raise NotAllowedError("Only a maintainer gives roles in this project.", code="accounts.not_maintainer")
    unknown = sorted(set(roles) - set(Role.values))
    if unknown:
        message = f"There is no role {unknown[0]!r}. Known: {', '.join(Role.values)}."
        raise InvalidError(message, code="accounts.unknown_role", fields={"roles": [message]})
    Project.objects.select_for_update().get(pk=project.pk)
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        raise NotFoundError("There is no such person.", code="accounts.user_not_found")
    mine = Membership.objects.filter(project=project, user=user)
    before = frozenset(Role(role) for role in mine.values_list("role", flat=True))
    after = frozenset(Role(role) for role in roles)
    if Role.MAINTAINER in before - after:
        others = Membership.objects.filter(project=project, role=Role.MAINTAINER).exclude(user=user)
        if not others.exists():
            raise ConflictError(
                "This is the project's only maintainer; make somebody else one first.",
                code="accounts.last_maintainer",
            )
    mine.filter(role__in=before - after).delete()
    Membership.objects.bulk_create(
        [Membership(project=project, user=user, role=role) for role in sorted(after - before)]
    )
    if before != after:
        audit.roles_changed(actor=actor, project=project, user=user, before=sorted(before), after=sorted(after))
    return after


def grant_role(*, actor: User | None, project: Project, user: User, role: str) -> None:
    """Add one role to those somebody has."""
    have = Membership.objects.filter(project=project, user=user).values_list("role", flat=True)
    set_roles(actor=actor, project=project, user_id=user.pk, roles={*have, role})


@transaction.atomic
def issue_token(
    *,
    user: User,
    name: str,
    scopes: Collection[str],
    expires_at: datetime | None = None,
) -> tuple[Token, str]:
    """AC2: the secret is returned once and stored only as a digest; every token has scopes and an end."""
    unknown = sorted(set(scopes) - set(domain.Scope))
    if unknown or not scopes:
        message = f"Choose scopes from: {', '.join(domain.Scope)}."
        raise InvalidError(message, code="accounts.unknown_scope", fields={"scopes": [message]})
    now = timezone.now()
    expires_at = expires_at or now + timedelta(days=settings.TOKEN_DEFAULT_DAYS)
    if not now < expires_at <= now + timedelta(days=settings.TOKEN_MAX_DAYS):
        message = f"A token ends in the future and within {settings.TOKEN_MAX_DAYS} days."
        raise InvalidError(message, code="accounts.token_end", fields={"expires_at": [message]})
    secret = domain.new_secret()
    token = Token.objects.create(
        user=user,
        name=name or "token",
        digest=domain.token_digest(secret),
        hint=secret[-4:],
        scopes=sorted(set(scopes)),
        expires_at=expires_at,
    )
    audit.token_issued(actor=user, token=token)
    return token, secret


@transaction.atomic
def revoke_token(*, actor: User, token_id: UUID) -> None:
    """End a token at once. People revoke their own; an administrator any."""
    owned = Token.objects.filter(pk=token_id)
    if not actor.is_superuser:
        owned = owned.filter(user=actor)
    token = owned.first()
    if token is None:
        raise NotFoundError("You have no such token.", code="accounts.token_not_found")
    if owned.filter(revoked_at=None).update(revoked_at=timezone.now()):
        audit.token_revoked(actor=actor, token=token)


def ensure_user(*, username: str, password: str, display_name: str, is_administrator: bool = False) -> User:
    """The account of that name, made if it is not there. For commands that may run twice."""
    try:
        with transaction.atomic():
            existing = User.objects.filter(username=username).first()
            return existing or create_user(
                actor=None,
                username=username,
                password=password,
                display_name=display_name,
                is_administrator=is_administrator,
            )
    except IntegrityError:
        return User.objects.get(username=username)


@transaction.atomic
def change_profile(
    *, actor: User, display_name: str | None = None, preferences: dict[str, object] | None = None
) -> None:
    """People change their own name and preferences (theme, density, keys, unwanted content). What is not named here
    stays as it is by now, whatever ``actor`` was read with: somebody works in several tabs."""
    stored = User.objects.select_for_update(no_key=True).only("display_name", "preferences").get(pk=actor.pk)
    actor.display_name = stored.display_name if display_name is None else display_name
    if preferences is not None and domain.UNWANTED in preferences:
        try:
            preferences = {**preferences, domain.UNWANTED: domain.read_unwanted(preferences[domain.UNWANTED])}
        except domain.PreferenceError as error:
            fields = {f"preferences.{domain.UNWANTED}": [str(error)]}
            raise InvalidError(str(error), code="profile.preference", fields=fields) from error
    actor.preferences = {**stored.preferences, **(preferences or {})}
    actor.save(update_fields=["display_name", "preferences"])


@transaction.atomic
def cancel_job(*, actor: User, job_id: UUID) -> Job:
    """Stop a job of a project that the actor maintains, or ask it to stop at its next step."""
    job = job_for(actor, job_id)
    jobs.cancel_job(job)
    audit.job_cancelled(actor=actor, job=job)
    job.refresh_from_db()
    return job


@transaction.atomic
def retry_job(*, actor: User, job_id: UUID) -> Job:
    """Put a failed or cancelled job of a project that the actor maintains back into its queue."""
    job = job_for(actor, job_id)
    jobs.retry_job(job)
    audit.job_retried(actor=actor, job=job)
    job.refresh_from_db()
    return job


def lock_project(project_id: UUID) -> None:
    """Whoever reads a project's material before writing to it takes turns: two imports of one file, an import and a
    person. Assumes a transaction; NO KEY, so that rows that merely point at the project are not held up."""
    Project.objects.select_for_update(no_key=True).get(pk=project_id)
