"""The base of views that read releases: the same decision for members, people with a token and the unknown."""

from __future__ import annotations

from typing import Any

from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.accounts.selectors import project_for, project_named
from affectory.accounts.views import ProjectAPIView
from affectory.core.errors import NotAllowedError
from export.access import metering
from export.access.api.reading import OpenView
from export.access.domain import Reading
from export.access.selectors import Asker, Standing, standing_in
from export.releases import selectors


class ReleaseView(OpenView, ProjectAPIView):
    """RL13, RL40: GET is for whoever may read releases of the project; other methods are for the roles named."""

    asker: Asker
    reading = Reading.NOTHING

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if not self.is_reading(request) or request.method == "OPTIONS":
            super().initial(request, *args, **kwargs)
            return
        APIView.initial(self, request, *args, **kwargs)
        slug = kwargs["project"]
        self.asker = self.person(request)
        self.judge(request, slug, standing_in(self.asker, slug))
        self.project = project_named(slug)

    def judge(self, request: Request, slug: str, standing: Standing | None) -> None:
        """Raises what the caller is told, or sets what they may read."""
        reading = Reading.NOTHING if standing is None else standing.reading
        if self.fault is not None:
            self.excuse_fault(standing)
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
