"""The kinds of error that services raise. `affectory.api` alone turns a kind into an HTTP status.

Every error has a stable code ("review.lease_expired") that clients may match on, and a sentence for people that says
what happened and what to do; `about` holds what a client needs to go on (the newer draft, for a merge).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any


def moment(at: datetime) -> str:
    """A time as a sentence of ours holds it: unmistakable for a program, and written on the reader's own clock by the
    pages (`withLocalTimes`)."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%MZ}"


class AffectoryError(Exception):
    """Base of all errors that are meant for the caller."""

    code = "error"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        fields: Mapping[str, Sequence[str]] | None = None,
        about: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.fields = dict(fields or {})
        self.about = dict(about or {})


class InvalidError(AffectoryError):
    """What was asked for makes no sense as it stands; `fields` says where."""

    code = "invalid"


class NotAllowedError(AffectoryError):
    """The actor may not do this."""

    code = "not_allowed"


class NotFoundError(AffectoryError):
    """There is no such thing, or the actor may not know that there is."""

    code = "not_found"


class ConflictError(AffectoryError):
    """The thing is not, or no longer, in a state that allows this."""

    code = "conflict"


class GoneError(AffectoryError):
    """It was there and has been withdrawn."""

    code = "gone"


class UnavailableError(AffectoryError):
    """Something this needs is not there right now."""

    code = "unavailable"


class JobInputError(AffectoryError):
    """A job cannot be done because of what the user gave; the sentence is shown to them."""

    code = "job.input"


class JobRetryError(AffectoryError):
    """A job failed through no fault of the user; it is tried again."""

    code = "job.retry"
