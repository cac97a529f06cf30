from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from affectory.accounts.models import User
from affectory.accounts.selectors import projects_visible_to
from affectory.core.errors import NotFoundError
from affectory.core.registry import Registry
from affectory.inbox import domain
from affectory.inbox.models import DigestSetting, InboxLine

VEILS = Registry("veil of the inbox")
"""App → a function of a person that says, as a condition on their lines, which of them they may not read for now.
Apps register theirs when they are ready."""


def lines_visible_to(user: User) -> QuerySet[InboxLine]:
    """IN3: one's own lines, of projects that one still has a role in; answers to a request for access reach people
    without a role. What an app keeps from somebody for now (RV51) is in no line either. Page, count and digest all
    read here."""
    in_reach = Q(project=None) | Q(kind__in=domain.OPEN_KINDS) | Q(project__in=projects_visible_to(user))
    lines = InboxLine.objects.filter(person=user)
    for app in VEILS.ids():
        lines = lines.exclude(VEILS.load(app)(user))
    return lines if user.is_superuser else lines.filter(in_reach)


def unread_count(user: User) -> int:
    return lines_visible_to(user).filter(read_at=None).count()


def search_lines(
    lines: QuerySet[InboxLine], *, unread: bool = False, project: str = "", kind: str = ""
) -> QuerySet[InboxLine]:
    """``kind`` is a kind or the part of it before the dot: what it is about."""
    if unread:
        lines = lines.filter(read_at=None)
    if project:
        lines = lines.filter(project__slug=project)
    if kind:
        lines = lines.filter(Q(kind=kind) | Q(kind__startswith=f"{kind}."))
    return lines


def line_for(user: User, line_id: UUID) -> InboxLine:
    line = lines_visible_to(user).select_related("project").filter(pk=line_id).first()
    if line is None:
        raise NotFoundError("There is no such line in your inbox.", code="inbox.line_not_found")
    return line


def said(line: InboxLine) -> dict[str, Any]:
    """A line in words: what it says and where it leads."""
    slug = line.project.slug if line.project is not None else ""
    return {
        "text": domain.sentence(line.kind, line.args),
        "link": domain.address(line.kind, line.args, project=slug, about=line.about_id) if slug else "/inbox",
    }


def digest_of(user: User) -> DigestSetting:
    """A person's setting, or what holds while there is none: no mail."""
    return DigestSetting.objects.filter(person=user).first() or DigestSetting(
        person=user, covered_until=timezone.now()
    )
