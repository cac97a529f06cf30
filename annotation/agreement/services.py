"""Working the stored report."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project
from affectory.core.canonical import content_uuid
from annotation.reviews.models import ReviewPolicy
from annotation.reviews.schemes import CURRENT, SCHEMES

from . import domain, selectors
from .models import AgreementReport
from .report import build_report


def work_report(project: Project, subject_kind: str = "episode") -> dict[str, Any]:
    """The report as things stand, without storing it. The seed is the project's own, so it repeats."""
    seed = content_uuid("agreement", str(project.pk), subject_kind).int % 2**63
    report = build_report(selectors.initial_decisions(project, subject_kind), seed=seed)
    labels = {judgement.id: judgement.label for judgement in SCHEMES[CURRENT[subject_kind]].judgements}
    for row in report["by_judgement"]:
        row["label"] = labels[row["id"]]
    report["excluded"] = {**selectors.left_out(project, subject_kind), "single": report["n_single"]}
    return report


def compute_report(*, project: Project, subject_kind: str = "episode") -> AgreementReport:
    """AG6: work the report anew and store it. A second delivery stores the same again.

    The request is ticked off before reading, so that a round that closes meanwhile asks for another one.
    """
    ReviewPolicy.objects.filter(project=project, subject_kind=subject_kind).update(report_wanted_at=None)
    report = work_report(project, subject_kind)
    with transaction.atomic():
        stored, _ = AgreementReport.objects.update_or_create(
            project=project,
            subject_kind=subject_kind,
            defaults={
                "level": report["level"],
                "code_version": domain.CODE_VERSION,
                "n_items": report["n_items"],
                "report": report,
                "computed_at": timezone.now(),
            },
        )
    return stored


def current_report(project: Project, subject_kind: str = "episode") -> dict[str, Any]:
    """The stored report, or a fresh one where none was stored or it lags behind the closed rounds."""
    stored = selectors.stored_report(project, subject_kind)
    fresh = (
        stored is not None
        and stored.code_version == domain.CODE_VERSION
        and stored.report["n_closed"] == selectors.closed_first_rounds(project, subject_kind)
    )
    if stored is not None and fresh:
        return {**stored.report, "computed_at": stored.computed_at}
    return {**work_report(project, subject_kind), "computed_at": timezone.now()}
