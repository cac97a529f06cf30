from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from affectory.accounts.models import Project
from affectory.browsing.domain import Outcome
from affectory.core.models import UuidModel, choices_of

OUTCOMES = choices_of(Outcome)


class SavedFilter(UuidModel):
    """What somebody asks of a list, under a name: facets, search and order as they stand in the address."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="saved_filters")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="saved_filters")
    library = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    query = models.TextField(blank=True)
    is_shared = models.BooleanField(default=False)
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "owner", "library", "name"],
                condition=Q(deleted_at=None),
                name="saved_filter_name_once_per_person",
            ),
        ]
        indexes = [models.Index(F("project"), F("library"), F("name"), F("id"), name="saved_filter_list")]

    def __str__(self) -> str:
        return self.name


class DefaultFilter(models.Model):
    """The saved filter that a person's list opens with."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    library = models.CharField(max_length=40)
    saved_filter = models.ForeignKey(SavedFilter, on_delete=models.CASCADE, related_name="defaults")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "project", "library"], name="default_filter_once_per_list"),
        ]

    def __str__(self) -> str:
        return f"{self.library}: {self.saved_filter_id}"


class BulkRun(UuidModel):
    """One action on many rows of a list: what was asked, and (in its rows) what became of each."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="bulk_runs")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    library = models.CharField(max_length=40)
    action = models.CharField(max_length=40)
    arguments = models.JSONField(default=dict)
    where = models.TextField(blank=True)
    total = models.PositiveIntegerField()
    job_id = models.UUIDField(null=True)
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="undone_by")

    class Meta:
        indexes = [models.Index(F("project"), F("created_at").desc(), F("id").desc(), name="bulk_run_page")]

    def __str__(self) -> str:
        return f"{self.library}.{self.action} of {self.total}"


class BulkRow(models.Model):
    """One row of a bulk action. ``before`` is what an undo puts back."""

    run = models.ForeignKey(BulkRun, on_delete=models.CASCADE, related_name="rows")
    subject_id = models.UUIDField()
    outcome = models.CharField(max_length=10, choices=OUTCOMES, default=Outcome.WAITING.value)
    reason = models.TextField(blank=True)
    before = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "subject_id"], name="bulk_row_once_per_run"),
            models.CheckConstraint(
                condition=~Q(outcome=Outcome.REFUSED.value) | ~Q(reason=""), name="refused_bulk_row_says_why"
            ),
        ]
        indexes = [models.Index(fields=["run", "outcome", "id"], name="bulk_row_outcome")]

    def __str__(self) -> str:
        return f"{self.subject_id}: {self.outcome}"
