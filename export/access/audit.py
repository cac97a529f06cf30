from __future__ import annotations

from affectory.accounts.models import User
from affectory.core.audit import record
from export.access.models import AccessPolicy, AccessRequest, Terms


def mode_changed(*, actor: User, policy: AccessPolicy, before: str) -> None:
    record(
        actor=actor,
        event="access.mode_changed",
        project_id=policy.project_id,
        subject=policy,
        before=before,
        after=policy.mode,
    )


def terms_written(*, actor: User, terms: Terms) -> None:
    record(actor=actor, event="access.terms_written", project_id=terms.project_id, subject=terms, number=terms.number)


def requested(*, actor: User, request: AccessRequest) -> None:
    _record("access.requested", actor, request, terms=request.terms.number)


def decided(*, actor: User, request: AccessRequest) -> None:
    _record(f"access.{request.state}", actor, request, note=request.note)


def taken_back(*, actor: User, request: AccessRequest) -> None:
    _record("access.taken_back", actor, request)


def _record(event: str, actor: User, request: AccessRequest, **data: object) -> None:
    record(
        actor=actor, event=event, project_id=request.project_id, subject=request, user=str(request.user_id), **data
    )
