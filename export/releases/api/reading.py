"""The base of views that read releases: the same decision for members, people with a token and the unknown."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from rest_framework import exceptions, status
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.accounts.models import Token
from affectory.accounts.permissions import SignedIn
from affectory.accounts.selectors import project_for, project_named
from affectory.accounts.views import ProjectAPIView
from affectory.core.errors import NotAllowedError
from export.access import metering
from export.access.domain import AccessMode, Reading
from export.access.selectors import Asker, Standing, asker, standing_in
from export.releases import selectors

WARNING_HEADER = "X-Affectory-Warning"


class ReadersOrSignedIn(BasePermission):
    """What only reads is decided by `ReleaseView.judge`, which knows the project; the rest is for the signed-in."""

    message = SignedIn.message

    def has_permission(self, request: Request, view: Any) -> bool:
        return view.is_reading(request) or SignedIn().has_permission(request, view)


class ReleaseView(ProjectAPIView):
    """RL13, RL40: GET is for whoever may read releases of the project; other methods are for the roles named.

    A token that is not valid does not shut anybody out from what is public; the answer then carries a warning.
    """

    release_scope = True
    reads = True
    permission_classes = [ReadersOrSignedIn]
    asker: Asker
    reading = Reading.NOTHING
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

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if not self.is_reading(request) or request.method == "OPTIONS":
            super().initial(request, *args, **kwargs)
            return
        APIView.initial(self, request, *args, **kwargs)
        slug = kwargs["project"]
        self.asker = self.person(request)
        self.judge(request, slug, standing_in(self.asker, slug))
        self.project = project_named(slug)

    def person(self, request: Request) -> Asker:
        """Who asks. A token without a scope for releases is worth no more than one that is not valid."""
        token = request.auth if isinstance(request.auth, Token) else None
        if token is not None and not SignedIn().has_permission(request, self):
            self.fault = exceptions.PermissionDenied(SignedIn.message)
        known = None if self.fault is not None else request.user
        return asker(known, request.META.get("REMOTE_ADDR", ""), "" if token is None else token.hint)

    def judge(self, request: Request, slug: str, standing: Standing | None) -> None:
        """Raises what the caller is told, or sets what they may read."""
        reading = Reading.NOTHING if standing is None else standing.reading
        if self.fault is not None:
            if standing is None or standing.mode != AccessMode.PUBLIC:
                raise self.fault
            self.warning = f"{getattr(self.fault, 'detail', self.fault)} You were served as somebody unknown."
        elif not reading.gives_files:
            if not request.user.is_authenticated:
                raise exceptions.NotAuthenticated
            if reading is Reading.GATED:
                raise NotAllowedError(selectors.gated(slug), code="access.gated")
            project_for(request.user, slug)
            raise NotAllowedError("Your role in this project does not allow this.", code="role.not_allowed")
        self.reading = reading

    def over_limit(self, request: Request, size: int | None) -> Response | None:
        """RL45: the refusal, where the day's bytes are used up; a head sends none. ``size`` as in `exceeded`."""
        over = metering.exceeded(self.asker, size) if request.method == "GET" else None
        if over is None:
            return None
        body = {"code": "access.too_much_today", "detail": over.message}
        return Response(body, status=status.HTTP_429_TOO_MANY_REQUESTS, headers=over.headers())

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.warning:
            response.headers[WARNING_HEADER] = self.warning
        return response
