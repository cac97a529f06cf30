"""The audit log as one person may read it, and its export."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.timezone import is_naive, make_aware

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from affectory.core.audit import VEILS
from affectory.core.errors import InvalidError
from affectory.core.models import AuditEvent
from affectory.core.tables import safe_cell

_SHOWN = ("id", "at", "event", "project_id", "subject_type", "subject_id", "data", "actor__username")
HEADER = ("id", "at", "actor", "event", "project", "subject_type", "subject_id", "data")


def audit_visible_to(user: User, project: Project | None) -> QuerySet[AuditEvent]:
    """AU1: the log of a project for its maintainers, of everything (None) for administrators, less what the apps keep
    from this person: each has a veil, which says of what it logs which events the person may not learn of yet."""
    events = AuditEvent.objects.select_related("actor").only(*_SHOWN)
    if project is not None:
        if Role.MAINTAINER not in roles_of(user, project):
            return events.none()
        return events.filter(project_id=project.pk).exclude(_hidden_from(user, project))
    if not user.is_superuser:
        return events.none()
    hidden = Q(pk=None)
    for one in Project.objects.all():
        hidden |= Q(project_id=one.pk) & _hidden_from(user, one)
    return events.exclude(hidden)


def _hidden_from(user: User, project: Project) -> Q:
    hidden = Q(pk=None)
    for app in VEILS.ids():
        hidden |= VEILS.load(app)(user, project)
    return hidden


def search_events(
    events: QuerySet[AuditEvent],
    *,
    event: str = "",
    actor: str = "",
    subject: str = "",
    since: str = "",
    until: str = "",
    id: str = "",
) -> QuerySet[AuditEvent]:
    """``event`` is an event or how it begins; ``subject`` a thing's id or its kind; ``until`` is left out, a day is
    taken whole; ``id`` is one event's number, as a permalink has it."""
    if event:
        events = events.filter(event__startswith=event)
    if actor:
        events = events.filter(actor__username__iexact=actor)
    if subject:
        events = events.filter(Q(subject_id=subject) | Q(subject_type__iexact=subject))
    if since:
        events = events.filter(at__gte=_moment("since", since))
    if until:
        events = events.filter(at__lt=_moment("until", until))
    if id:
        number = int(id) if id.isascii() and id.isdigit() and len(id) < 19 else 0
        events = events.filter(pk=number)
    return events


def kinds_of(events: QuerySet[AuditEvent]) -> list[str]:
    return list(events.order_by("event").values_list("event", flat=True).distinct())


def rows_of(events: QuerySet[AuditEvent]) -> Iterator[dict[str, Any]]:
    """AU2: what a page shows, oldest first, up to the newest there was when it began; read in portions."""
    newest = events.aggregate(n=Max("pk"))["n"] or 0
    slugs = dict(Project.objects.values_list("pk", "slug"))
    for event in events.filter(pk__lte=newest).order_by("pk").iterator(chunk_size=2000):
        yield {
            "id": event.pk,
            "at": event.at.isoformat(),
            "actor": event.actor.username if event.actor is not None else None,
            "event": event.event,
            "project": slugs.get(event.project_id) if event.project_id else None,
            "subject_type": event.subject_type,
            "subject_id": event.subject_id,
            "data": event.data,
        }


def as_json_lines(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def as_csv(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADER)
    for row in rows:
        data = json.dumps(row["data"], ensure_ascii=False) if row["data"] else ""
        cells = {**row, "actor": row["actor"] or "", "project": row["project"] or "", "data": data}
        writer.writerow([safe_cell(str(cells[name])) for name in HEADER])
        yield out.getvalue()
        out.seek(0)
        out.truncate()
    yield out.getvalue()


def _moment(name: str, text: str) -> datetime:
    """A day in UTC or a moment. Raises InvalidError for what is neither."""
    try:
        moment = parse_datetime(text)
        day = parse_date(text) if moment is None else None
        if day is not None:
            moment = datetime(day.year, day.month, day.day)
    except ValueError:
        moment = None
    if moment is None:
        message = f"{name} is a day like 2026-03-01, or a moment like 2026-03-01T12:00:00Z."
        raise InvalidError(message, code="audit.moment", fields={name: [message]})
    return make_aware(moment) if is_naive(moment) else moment
