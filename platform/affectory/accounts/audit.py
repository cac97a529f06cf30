from affectory.core.audit import record
from affectory.core.models import Job

from .models import Project, Token, User


def project_created(*, actor: User | None, project: Project) -> None:
    record(actor=actor, event="project_created", project_id=project.pk, subject=project, slug=project.slug)


def roles_changed(*, actor: User | None, project: Project, user: User, before: list[str], after: list[str]) -> None:
    record(actor=actor, event="roles_changed", project_id=project.pk, subject=user, before=before, after=after)


def user_created(*, actor: User | None, user: User) -> None:
    record(actor=actor, event="user_created", subject=user, username=user.username)


def signed_in(*, user: User) -> None:
    record(actor=user, event="signed_in", subject=user)


def token_issued(*, actor: User, token: Token) -> None:
    record(actor=actor, event="token_issued", subject=token, scopes=token.scopes)


def token_revoked(*, actor: User, token: Token) -> None:
    record(actor=actor, event="token_revoked", subject=token)


def job_cancelled(*, actor: User, job: Job) -> None:
    record(actor=actor, event="job_cancelled", project_id=job.project_id, subject=job, title=job.title)


def job_retried(*, actor: User, job: Job) -> None:
    record(actor=actor, event="job_retried", project_id=job.project_id, subject=job, title=job.title)
