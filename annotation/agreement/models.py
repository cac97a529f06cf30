from __future__ import annotations

from django.db import models

from affectory.accounts.models import Project
from affectory.core.models import UuidModel


class AgreementReport(UuidModel):
    """The latest report on a project's closed rounds. Derived: it can be worked again at any time."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="agreement_reports")
    subject_kind = models.CharField(max_length=20)
    level = models.CharField(max_length=20)
    code_version = models.CharField(max_length=40)
    n_items = models.PositiveIntegerField()
    report = models.JSONField()
    computed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "subject_kind"], name="agreement_report_one_per_kind")
        ]

    def __str__(self) -> str:
        return f"agreement on {self.n_items} in {self.project_id}"
