"""Tombstones, what they cover, and the deletion of bytes that follows. Triggers refuse changes to a tombstone."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from affectory.core.models import UuidModel, choices_of
from export.withdrawals.domain import MAX_SENTENCE, FileOutcome, Reason, SubjectKind

SUBJECT_KINDS = choices_of(SubjectKind)
REASONS = choices_of(Reason)
FILE_OUTCOMES = choices_of(FileOutcome)


class Tombstone(UuidModel):
    """WD1: that something was withdrawn: what kind of thing, by its id alone, when, why in one class and one public
    sentence, and by whom. No name and no content; only ever added."""

    project = models.ForeignKey("accounts.Project", on_delete=models.PROTECT, related_name="tombstones")
    kind = models.CharField(max_length=12, choices=SUBJECT_KINDS)
    subject_id = models.UUIDField()
    reason = models.CharField(max_length=20, choices=REASONS)
    sentence = models.CharField(max_length=MAX_SENTENCE)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "subject_id"], name="tombstone_once_per_subject")]
        indexes = [models.Index(fields=["project", "-created_at", "-id"], name="tombstone_page")]

    def __str__(self) -> str:
        return f"tombstone of {self.kind} {self.subject_id}"


class Covered(models.Model):
    """A single motion, video, item, performer or collection that a tombstone is about. The database lets what never
    changes be emptied where it is covered here, and nowhere else (WD8)."""

    tombstone = models.ForeignKey(Tombstone, on_delete=models.PROTECT, related_name="covered")
    kind = models.CharField(max_length=12, choices=SUBJECT_KINDS)
    subject_id = models.UUIDField()

    class Meta:
        verbose_name_plural = "covered"
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject_id", "tombstone"], name="covered_once_per_tombstone")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject_id}"


class Purge(models.Model):
    """WD4: the deletion of the bytes behind a tombstone, and what the withdrawal took away. ``due_at``: when those
    that had to wait may go."""

    tombstone = models.OneToOneField(Tombstone, on_delete=models.PROTECT, primary_key=True, related_name="purge")
    job_id = models.UUIDField()
    counts = models.JSONField(default=dict)
    due_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"], condition=models.Q(finished_at=None), name="purge_unfinished")]

    def __str__(self) -> str:
        return f"purge of {self.tombstone_id}"


class PurgeFile(models.Model):
    """Stored bytes that go if nobody else needs them."""

    purge = models.ForeignKey(Purge, on_delete=models.CASCADE, related_name="files", db_index=False)
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()
    outcome = models.CharField(max_length=8, choices=FILE_OUTCOMES, default=FileOutcome.WAITING.value)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["purge", "sha256"], name="purge_file_once")]

    def __str__(self) -> str:
        return f"{self.sha256}: {self.outcome}"
