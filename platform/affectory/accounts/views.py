"""The base of every view that belongs to a project. It lives here because it needs roles."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.views import APIView

from affectory.core.errors import NotAllowedError

from .models import Project, Role
from .selectors import project_for


class ProjectAPIView(APIView):
    """Finds the project in the URL and checks that the caller has one of the roles its method asks for.

    `roles` maps methods to roles; HEAD counts as GET. A method without an entry is refused to everybody, so that a
    forgotten entry denies rather than opens. To people without any role in the project it does not exist (404).
    """

    roles: Mapping[str, Collection[Role]] = {}
    project: Project
    project_roles: frozenset[Role]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.project, self.project_roles = project_for(request.user, kwargs["project"])
        method = "GET" if request.method == "HEAD" else request.method
        if method in self.http_method_names_upper() and not self.project_roles & set(self.roles.get(method, ())):
            raise NotAllowedError("Your role in this project does not allow this.", code="role.not_allowed")

    def http_method_names_upper(self) -> set[str]:
        return {name.upper() for name in self.http_method_names if hasattr(self, name)} - {"OPTIONS"}
