"""Rows that every app builds on: ids, the audit log, long-running jobs."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from enum import StrEnum

from django.conf import settings
from django.db import models
from django.db.models import Q


def choices_of(kinds: Iterable[StrEnum]) -> list[tuple[str, str]]:
    """The choices of a column that holds one of a pure domain's words; an empty word is what `blank` is for."""
    return [(kind.value, kind.value.replace("_", " ").lower()) for kind in kinds if kind.value]


def uuid_or_none(text: str) -> uuid.UUID | None:
    """An id out of a query string; None for what is no id and so names nothing."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


class UuidModel(models.Model):
    """A row with a random id, so that neither order nor gaps tell anything."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True, editable=False)

    class Meta:
        abstract = True


class AuditEvent(models.Model):
    """One thing that happened. Rows are only ever added; a trigger refuses changes."""

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    event = models.CharField(max_length=80)
    project_id = models.UUIDField(null=True)
    subject_type = models.CharField(max_length=80, blank=True)
    subject_id = models.CharField(max_length=64, blank=True)
    data = models.JSONField(default=dict)

    class Meta:
        indexes = [
            models.Index(fields=["project_id", "-id"], name="audit_by_project"),
            models.Index(fields=["subject_type", "subject_id"], name="audit_by_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.event}"


class Job(UuidModel):
    """A piece of work long enough to be watched: what the job tray shows."""

    class State(models.TextChoices):
        QUEUED = "queued", "Queued"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    task = models.CharField(max_length=80)
    arguments = models.JSONField(default=dict)
    title = models.CharField(max_length=200)
    project_id = models.UUIDField(null=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    state = models.CharField(max_length=12, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(null=True)
    refused = models.PositiveIntegerField(default=0)
    message = models.TextField(blank=True)
    log = models.TextField(blank=True)
    error_code = models.CharField(max_length=80, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    cancel_requested = models.BooleanField(default=False)
    owner = models.UUIDField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["project_id", "-created_at", "-id"], name="job_by_project"),
            models.Index(fields=["heartbeat_at"], name="job_alive", condition=Q(state="running")),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~Q(state="running") | Q(owner__isnull=False), name="job_running_has_owner"
            )
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.state})"


class WithdrawnMark(models.Model):
    """WD5: that a thing of this name or these bytes was withdrawn. The digest tells whether something is that thing,
    and not what it was called."""

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField(auto_now_add=True)
    project_id = models.UUIDField()
    what = models.CharField(max_length=20)
    digest = models.CharField(max_length=64)
    sentence = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project_id", "what", "digest"], name="withdrawn_mark_once")]

    def __str__(self) -> str:
        return f"{self.what} {self.digest[:12]}"
