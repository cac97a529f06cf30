"""RL46: taking back what was published. Row, number and digest stay, so that a citation explains itself."""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError, transaction

from affectory.accounts.models import User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from export.releases import audit, policies
from export.releases.domain import ReleaseState, parse_version
from export.releases.models import Release, Withdrawal
from export.releases.services.mirroring import take_back_when_withdrawn

MIN_REASON = 10


def withdraw_release(*, actor: User, release_id: UUID, typed_version: str, reason: str) -> Withdrawal:
    """From now on every route answers 410 with the reason. There is no way back but another release."""
    release = Release.objects.select_related("project").filter(pk=release_id).first()
    if release is None:
        raise NotFoundError("There is no such release.", code="release.not_found")
    if not policies.can_manage_releases(actor, release.project):
        raise NotAllowedError("Only a maintainer withdraws a release.", code="release.not_maintainer")
    if release.state != ReleaseState.FROZEN:
        raise ConflictError(
            f"{release.version} is {release.state}; only a frozen release is withdrawn.", code="release.not_frozen"
        )
    if parse_version(typed_version) != release.version_numbers:
        message = f"Type {release.version} to withdraw it; this cannot be undone."
        raise InvalidError(message, code="release.version_not_typed", fields={"version": [message]})
    if len(reason.strip()) < MIN_REASON:
        message = "Say in a sentence why; everybody who asks for the release will read it."
        raise InvalidError(message, code="release.no_reason", fields={"reason": [message]})
    try:
        with transaction.atomic():
            withdrawal = Withdrawal.objects.create(release=release, reason=reason.strip(), created_by=actor)
            audit.release_withdrawn(actor=actor, release=release, reason=withdrawal.reason)
            take_back_when_withdrawn(release)
    except IntegrityError as error:
        raise ConflictError(f"{release.version} is withdrawn already.", code="release.withdrawn_already") from error
    return withdrawal
