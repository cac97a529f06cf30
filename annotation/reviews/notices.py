"""Who is told what about reviews, in the transaction in which it happens."""

from __future__ import annotations

from affectory.accounts.models import User
from affectory.inbox.domain import Kind
from affectory.inbox.services import notify

from .models import Lease


def lease_revoked(lease: Lease, *, actor: User) -> None:
    """The reviewer, who may look for it; a lease that ends by its time is no news."""
    if lease.reviewer_id == actor.pk:
        return
    kind = lease.round.subject_kind
    notify(
        person=lease.reviewer,
        kind=Kind.HOLD_ENDED,
        project=lease.project,
        about=lease,
        text_args={"what": f"an {kind}" if kind[:1] in "aeiou" else f"a {kind}"},
    )
