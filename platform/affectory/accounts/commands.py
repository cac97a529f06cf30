"""What commands that work in a project have in common: whose work it is, and how far it is."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError

from .models import Project, Role, User


def project_named(slug: str) -> Project:
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise CommandError(f"There is no project {slug!r}; create it first.")
    return project


def acting_maintainer(project: Project, username: str) -> User:
    """Who is named, else the project's first maintainer, else an administrator."""
    if username:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is nobody called {username!r}.")
        return user
    members = User.objects.filter(memberships__project=project, memberships__role=Role.MAINTAINER)
    user = members.order_by("memberships__created_at").first() or User.objects.filter(is_superuser=True).first()
    if user is None:
        raise CommandError("The project has no maintainer who could do this; name somebody with --as.")
    return user


class ProgressPrinter:
    """A `core.jobs.Watcher` that writes lines."""

    cancelled = False
    lost = False

    def __init__(self, out: Any) -> None:
        self._out = out
        self._total: int | None = None

    def progress(
        self,
        *,
        done: int | None = None,
        total: int | None = None,
        refused: int | None = None,
        message: str | None = None,
    ) -> None:
        self._total = total if total is not None else self._total
        if message:
            self._out.write(message)
        if done:
            of = f" of {self._total}" if self._total else ""
            self._out.write(f"  {done}{of} done, {refused or 0} refused")
