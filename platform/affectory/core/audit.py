"""CO4: everything a person decides is attributed, time-stamped and kept, in the same transaction."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import models

from .models import AuditEvent
from .registry import Registry
from .rows import insert

VEILS = Registry("veil of the audit log")
"""App → a function of a person and a project that says, as a condition on events, which of that app's events the
person may not learn of (AU1). Apps register theirs when they are ready."""


def record(
    *,
    actor: models.Model | None,
    event: str,
    project_id: UUID | None = None,
    subject: models.Model | None = None,
    **data: Any,
) -> AuditEvent:
    """Append one event. Apps call this from their own audit.py, which has one function per event."""
    row = AuditEvent(
        actor_id=actor.pk if actor is not None else None,
        event=event,
        project_id=project_id,
        subject_type=subject._meta.label if subject is not None else "",
        subject_id=str(subject.pk) if subject is not None else "",
        data=data,
    )
    insert(row)
    return row
