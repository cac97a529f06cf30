"""A plan with a blocking check becomes the error that says what stands in the way."""

from __future__ import annotations

from affectory.core.errors import ConflictError, InvalidError
from export.releases.plan import ReleasePlan


def check_allowed(plan: ReleasePlan) -> None:
    """Raises ConflictError while another release is being frozen, InvalidError for everything else that blocks."""
    blocking = plan.blocking
    if not blocking:
        return
    if any(check.id == "freezing" for check in blocking):
        message = next(check.message for check in blocking if check.id == "freezing")
        raise ConflictError(message, code="release.freezing")
    sentence = " ".join(check.message for check in blocking)
    fields = {check.id: [check.message] for check in blocking}
    raise InvalidError(f"This cannot be frozen yet. {sentence}", code="release.blocked", fields=fields)
