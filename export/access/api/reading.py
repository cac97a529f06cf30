"""The base of views that may be read without an account: who asks, and a token that is not valid."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.accounts.models import Token
from affectory.accounts.permissions import SignedIn
from affectory.api.schema import Schema
from export.access.domain import AccessMode
from export.access.selectors import Asker, Standing, asker

WARNING_HEADER = "X-Affectory-Warning"


class ReadersOrSignedIn(BasePermission):
    """What only reads is decided by the view, which knows the project; the rest is for the signed-in."""

    message = SignedIn.message

    def has_permission(self, request: Request, view: Any) -> bool:
        return view.is_reading(request) or SignedIn().has_permission(request, view)


class OpenSchema(Schema):
    def get_auth(self) -> list[dict[str, Any]]:
        """Generated clients ask without credentials only where the description says that this may work."""
        known: list[dict[str, Any]] = super().get_auth()
        return [*known, {}] if self.method == "GET" and cast(OpenView, self.view).reads else known


class OpenView(APIView):
    """A token that is not valid does not shut anybody out from what is public; the answer then carries a warning."""

    schema = OpenSchema()
    release_scope = True
    reads = True
    permission_classes = [ReadersOrSignedIn]
    fault: Exception | None = None
    warning = ""

    def is_reading(self, request: HttpRequest | Request) -> bool:
        return self.reads and request.method in SAFE_METHODS

    def perform_authentication(self, request: Request) -> None:
        try:
            super().perform_authentication(request)
        except exceptions.AuthenticationFailed as error:
            if not self.is_reading(request):
                raise
            self.fault = error

    def person(self, request: Request) -> Asker:
        """Who asks. A token without a scope for releases is worth no more than one that is not valid."""
        token = request.auth if isinstance(request.auth, Token) else None
        if token is not None and not SignedIn().has_permission(request, self):
            self.fault = exceptions.PermissionDenied(SignedIn.message)
        known = None if self.fault is not None else request.user
        return asker(known, request.META.get("REMOTE_ADDR", ""), "" if token is None else token.hint)

    def excuse_fault(self, standing: Standing | None) -> None:
        """Needs a fault; raises it unless the project is public."""
        assert self.fault is not None
        if standing is None or standing.mode != AccessMode.PUBLIC:
            raise self.fault
        self.warning = f"{getattr(self.fault, 'detail', self.fault)} You were served as somebody unknown."

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.warning:
            response.headers[WARNING_HEADER] = self.warning
        return response
