from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from affectory.accounts.models import Project
from affectory.core.models import UuidModel, choices_of
from annotation.reviews.models import Round

from .causes import Cause


class AgreementReport(UuidModel):
    """The latest report on a project's closed rounds. Derived: it can be worked again at any time.

    An empty ``granularity`` is the report on all of a kind.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="agreement_reports")
    subject_kind = models.CharField(max_length=20)
    granularity = models.CharField(max_length=10, blank=True)
    level = models.CharField(max_length=20)
    code_version = models.CharField(max_length=40)
    n_items = models.PositiveIntegerField()
    report = models.JSONField()
    computed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "subject_kind", "granularity"], name="agreement_report_one_per_kind"
            )
        ]

    def __str__(self) -> str:
        return f"agreement on {self.n_items} in {self.project_id}"


class AgreementThreshold(UuidModel):
    """The alpha below which a project wants to be warned (AG9). Without a row there is none."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="agreement_thresholds")
    subject_kind = models.CharField(max_length=20)
    granularity = models.CharField(max_length=10, blank=True)
    alpha = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "subject_kind", "granularity"], name="agreement_threshold_one_per_kind"
            ),
            models.CheckConstraint(condition=Q(alpha__gte=-1, alpha__lte=1), name="agreement_threshold_is_an_alpha"),
        ]

    def __str__(self) -> str:
        return f"warn below {self.alpha} in {self.project_id}"


class SplitTag(UuidModel):
    """Why a round was split, in the words of who read both sides. Taking it off keeps the row."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="split_tags")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="split_tags", db_index=False)
    cause = models.CharField(max_length=24, choices=choices_of(Cause))
    guideline_version = models.PositiveSmallIntegerField(null=True, blank=True)
    guideline_line = models.PositiveSmallIntegerField(null=True, blank=True)
    note = models.TextField(blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round", "cause"], condition=Q(removed_at=None), name="split_tag_once_per_cause"
            ),
            models.CheckConstraint(
                condition=Q(guideline_version=None, guideline_line=None)
                | Q(guideline_version__isnull=False, guideline_line__isnull=False),
                name="split_tag_names_a_whole_line",
            ),
            models.CheckConstraint(
                condition=Q(removed_at=None, removed_by=None) | Q(removed_at__isnull=False, removed_by__isnull=False),
                name="split_tag_removed_by_somebody",
            ),
        ]
        indexes = [models.Index(fields=["project", "cause"], condition=Q(removed_at=None), name="split_tag_standing")]

    def __str__(self) -> str:
        return f"{self.cause} on {self.round_id}"
