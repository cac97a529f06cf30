"""Telling people things, and what they have read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.inbox.domain import Kind, checked_arguments
from affectory.inbox.models import InboxLine
from affectory.inbox.selectors import line_for, lines_visible_to


def notify(
    *,
    person: User,
    kind: Kind,
    project: Project | None,
    about: models.Model,
    text_args: Mapping[str, str],
    event: str = "",
) -> None:
    """Tell one person of one event, in the caller's transaction; see notify_all."""
    notify_all(people=[person], kind=kind, project=project, about=about, text_args=text_args, event=event)


def notify_all(
    *,
    people: Iterable[User],
    kind: Kind,
    project: Project | None,
    about: models.Model,
    text_args: Mapping[str, str],
    event: str = "",
) -> None:
    """Tell people of one event, in the caller's transaction, so that what is rolled back is told to nobody.

    IN1: kind, thing and ``event`` (the round, the comment: what tells two events about one thing apart) name the
    event; telling it again changes nothing. The caller leaves out who did it, and whom a rule keeps it from.
    """
    arguments = checked_arguments(kind, text_args)
    key = f"{kind}:{about.pk}:{event}"[:200]
    lines = [
        InboxLine(
            person_id=person_id,
            project_id=project.pk if project is not None else None,
            kind=kind.value,
            about_kind=about._meta.label_lower,
            about_id=str(about.pk),
            args=arguments,
            key=key,
        )
        for person_id in sorted({person.pk for person in people})
    ]
    InboxLine.objects.bulk_create(lines, ignore_conflicts=True, batch_size=1000)


@transaction.atomic
def mark_line(*, actor: User, line_id: UUID, read: bool) -> InboxLine:
    line = line_for(actor, line_id)
    if (line.read_at is not None) != read:
        line.read_at = timezone.now() if read else None
        line.save(update_fields=["read_at"])
    return line


def mark_all_read(*, actor: User, until: datetime) -> int:
    """All lines up to the newest that the person has seen; what came after stays unread. Returns how many."""
    unread = lines_visible_to(actor).filter(read_at=None, created_at__lte=until)
    return unread.update(read_at=timezone.now())
