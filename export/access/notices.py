"""Who is told what about access, in the transaction in which it happens."""

from __future__ import annotations

from affectory.accounts.selectors import maintainers_of
from affectory.inbox.domain import Kind
from affectory.inbox.services import notify, notify_all
from export.access.domain import RequestState
from export.access.models import AccessRequest

_ANSWERS = {
    RequestState.APPROVED: Kind.ACCESS_APPROVED,
    RequestState.REFUSED: Kind.ACCESS_REFUSED,
    RequestState.REVOKED: Kind.ACCESS_REVOKED,
}


def asked(request: AccessRequest) -> None:
    notify_all(
        people=maintainers_of(request.project),
        kind=Kind.ACCESS_REQUESTED,
        project=request.project,
        about=request,
        text_args={},
    )


def decided(request: AccessRequest) -> None:
    kind = _ANSWERS[RequestState(request.state)]
    notify(person=request.user, kind=kind, project=request.project, about=request, text_args={})
