"""The one place where kinds of error become HTTP statuses."""

from __future__ import annotations

import logging
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from affectory.core import errors

logger = logging.getLogger(__name__)

_STATUS: tuple[tuple[type[errors.AffectoryError], int], ...] = (
    (errors.NotAllowedError, status.HTTP_403_FORBIDDEN),
    (errors.NotFoundError, status.HTTP_404_NOT_FOUND),
    (errors.ConflictError, status.HTTP_409_CONFLICT),
    (errors.GoneError, status.HTTP_410_GONE),
    (errors.UnavailableError, status.HTTP_503_SERVICE_UNAVAILABLE),
    (errors.AffectoryError, status.HTTP_400_BAD_REQUEST),
)


def exception_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: every error body is {"code", "detail"} and, for bad input, "fields"."""
    if isinstance(error, errors.AffectoryError):
        set_rollback()
        code = next(number for kind, number in _STATUS if isinstance(error, kind))
        body: dict[str, Any] = {**error.about, "code": error.code, "detail": error.message}
        if error.fields:
            body["fields"] = error.fields
        return Response(body, status=code)
    if isinstance(error, OperationalError):
        # The server is gone or out of connections: nothing was written, and trying again may help.
        set_rollback()
        logger.error("The database did not answer", exc_info=error)
        body = {"code": "unavailable", "detail": "The database does not answer at the moment. Try again in a minute."}
        return Response(body, status=503, headers={"Retry-After": "30"})
    if isinstance(error, Http404):
        return Response({"code": "not_found", "detail": "There is no such thing."}, status=404)
    if isinstance(error, PermissionDenied):
        return Response({"code": "not_allowed", "detail": "You may not do this."}, status=403)
    if isinstance(error, exceptions.ValidationError):
        set_rollback()
        fields = _fields(error.detail)
        first = next(iter(fields.items()), ("", ["The input is not valid."]))
        sentence = f"{first[0]}: {first[1][0]}" if first[0] else first[1][0]
        return Response({"code": "invalid", "detail": sentence, "fields": fields}, status=400)
    if isinstance(error, exceptions.APIException):
        set_rollback()
        headers = {}
        if challenge := getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = challenge
        if seconds := getattr(error, "wait", None):
            headers["Retry-After"] = str(int(seconds))
        body = {"code": str(error.default_code), "detail": str(error.detail)}
        return Response(body, status=error.status_code, headers=headers)
    return None


def _fields(detail: Any, path: str = "") -> dict[str, list[str]]:
    """Flatten DRF's nested messages into {"plan.counts[2].label": ["…"]}."""
    if isinstance(detail, dict):
        found: dict[str, list[str]] = {}
        for key, value in detail.items():
            name = "" if key == "non_field_errors" else str(key)
            found |= _fields(value, f"{path}.{name}" if path and name else path or name)
        return found
    if isinstance(detail, list) and any(isinstance(item, dict | list) for item in detail):
        found = {}
        for index, item in enumerate(detail):
            if item:
                found |= _fields(item, f"{path}[{index}]")
        return found
    messages = detail if isinstance(detail, list) else [detail]
    return {path: [str(message) for message in messages]}
