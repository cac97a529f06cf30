from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.db import models

from affectory.core.models import UuidModel, choices_of
from datasets.intake.domain import IntakeState

INTAKE_STATES = choices_of(IntakeState)


class Intake(UuidModel):
    """Something that somebody brought in, and how far it is. What became of it stands in rows that each app has."""

    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    job_id = models.UUIDField(null=True, blank=True)
    state = models.CharField(max_length=20, choices=INTAKE_STATES, default=IntakeState.QUEUED.value)
    dry_run = models.BooleanField(default=False)
    is_synthetic = models.BooleanField(default=False)
    failure = models.TextField(blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    project_id: UUID

    class Meta:
        abstract = True
