"""Deny by default: who may call what, before any service is asked."""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from . import domain
from .models import Token


class SignedIn(BasePermission):
    """AC6: only signed-in people, and a token only within its scopes."""

    message = "Your token has no scope for this."

    def has_permission(self, request: Request, view: Any) -> bool:
        if not request.user.is_authenticated:
            return False
        if not isinstance(request.auth, Token):
            return True
        return bool(needed_scopes(request, view) & set(request.auth.scopes))


def needed_scopes(request: Request, view: Any) -> set[str]:
    """Any one of these scopes is enough. A view about releases sets `release_scope = True`."""
    if request.method not in SAFE_METHODS:
        return {domain.Scope.WRITE}
    if getattr(view, "release_scope", False):
        return {domain.Scope.READ, domain.Scope.RELEASE_READ}
    return {domain.Scope.READ}
