"""How a project wants one kind of subject reviewed."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from affectory.accounts.models import Project, User
from affectory.core.errors import InvalidError, NotAllowedError

from .. import audit, policies, schemes
from ..domain import Order
from ..models import ReviewPolicy

BOUNDS = {"reviewers": (1, 9), "lease_minutes": (1, 240), "round_limit": (1, 9), "most_per_person": (0, 100_000)}


def ensure_policy(project: Project, subject_kind: str = "episode") -> ReviewPolicy:
    """The project's policy for a kind of subject, made with the defaults when there is none."""
    policy = ReviewPolicy.objects.filter(project=project, subject_kind=subject_kind).first()
    if policy is None:
        policy, _ = ReviewPolicy.objects.get_or_create(
            project=project,
            subject_kind=subject_kind,
            defaults={"scheme_id": schemes.CURRENT[subject_kind], **schemes.POLICY_DEFAULTS.get(subject_kind, {})},
        )
    return policy


@transaction.atomic
def change_policy(*, actor: User, project: Project, subject_kind: str = "episode", **changes: Any) -> ReviewPolicy:
    """RV10: a maintainer changes the policy; rounds that are open keep what they were opened under."""
    require_maintainer(actor, project)
    ensure_policy(project, subject_kind)
    policy = ReviewPolicy.objects.select_for_update().get(project=project, subject_kind=subject_kind)
    for name, (low, high) in BOUNDS.items():
        if name in changes and not low <= changes[name] <= high:
            raise _unfit(name, f"{name} is a whole number from {low} to {high}.")
    if subject_kind == "episode" and changes.get("round_limit", 1) != 1:
        raise _unfit("round_limit", "An episode has no author to go back to, so it is judged in one round.")
    if changes.get("order", policy.order) not in [order.value for order in Order]:
        raise _unfit("order", f"order is one of {', '.join(Order)}.")
    scheme_id = changes.get("scheme_id", policy.scheme_id)
    if scheme_id != policy.scheme_id and schemes.KIND_OF.get(scheme_id) != subject_kind:
        known = ", ".join(sorted(one for one, kind in schemes.KIND_OF.items() if kind == subject_kind))
        raise InvalidError(f"There is no such scheme. Known: {known}.", code="review.unknown_scheme")
    before = {name: getattr(policy, name) for name in changes}
    for name, value in changes.items():
        setattr(policy, name, value)
    policy.save(update_fields=list(changes))
    audit.policy_changed(actor=actor, policy=policy, before=before, after=changes)
    return policy


def require_maintainer(actor: User, project: Project) -> None:
    if not policies.can_run_review(actor, project):
        raise NotAllowedError("Only a maintainer runs the review.", code="review.not_maintainer")


def _unfit(name: str, message: str) -> InvalidError:
    return InvalidError(message, code="review.policy", fields={name: [message]})
