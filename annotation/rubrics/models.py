from __future__ import annotations

from django.conf import settings
from django.db import models

from affectory.accounts.models import Project
from affectory.core.models import UuidModel


class ProjectRubric(UuidModel):
    """RU2: a project's words for a rubric family, numbered from 1. A row never changes; the latest is in force."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="rubrics", db_index=False)
    family = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    criterion = models.TextField()
    scores = models.JSONField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)

    class Meta:
        ordering = ["family", "version"]
        constraints = [
            models.UniqueConstraint(fields=["project", "family", "version"], name="rubric_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.family} {self.version}"
