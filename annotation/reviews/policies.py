"""Who may do what in review."""

from __future__ import annotations

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of

from .models import Lease


def can_use_lease(user: User, lease: Lease) -> bool:
    """RV4: a lease is used by the person it was given to and by nobody else."""
    return lease.reviewer_id == user.pk


def can_run_review(user: User, project: Project) -> bool:
    """Batches, policy, leases of others, withdrawal: maintainers."""
    return Role.MAINTAINER in roles_of(user, project)
