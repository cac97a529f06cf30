"""Working the stored report, and the threshold a project may set itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.canonical import content_uuid
from affectory.core.errors import InvalidError, NotAllowedError
from annotation.reviews.models import ReviewPolicy
from annotation.reviews.schemes import CURRENT

from .. import audit, domain, policies, selectors
from ..models import AgreementReport, AgreementThreshold
from ..report import build_report
from ..scope import GRANULARITIES, Scope

EPISODES = Scope("episode")


def work_report(project: Project, scope: Scope = EPISODES) -> dict[str, Any]:
    """The report as things stand, without storing it. The seed is the scope's own, so it repeats."""
    judgements = {judgement.id: judgement.label for judgement in selectors.judgements_of(scope.kind)}
    if scope.judgement and scope.judgement not in judgements:
        known = ", ".join(judgements)
        raise InvalidError(f"There is no such judgement. Known: {known}.", code="agreement.unknown_judgement")
    seed = content_uuid("agreement", str(project.pk), scope.kind).int % 2**63
    decided = selectors.initial_decisions(project, scope)
    report = build_report(decided.judged_by(scope.judgement) if scope.judgement else decided, seed=seed)
    for row in report["by_judgement"]:
        row["label"] = judgements[row["id"]]
    return report


def compute_report(*, project: Project, subject_kind: str = "episode") -> AgreementReport:
    """AG6: work the reports of a kind anew and store them: all of it, and each granularity that it has.

    A second delivery stores the same again. The request is ticked off and that committed before reading, so that a
    round that closes meanwhile asks for another one.
    """
    ReviewPolicy.objects.filter(project=project, subject_kind=subject_kind).update(report_wanted_at=None)
    whole = work_report(project, Scope(subject_kind))
    parts = [Scope(subject_kind, granularity=row["granularity"]) for row in whole["by_granularity"]]
    reports = [(scope, work_report(project, scope)) for scope in parts]
    with transaction.atomic():
        stored = _store(project, Scope(subject_kind), whole)
        for scope, report in reports:
            _store(project, scope, report)
    return stored


def _store(project: Project, scope: Scope, report: dict[str, Any]) -> AgreementReport:
    stored, _ = AgreementReport.objects.update_or_create(
        project=project,
        subject_kind=scope.kind,
        granularity=scope.granularity,
        defaults={
            "level": report["level"],
            "code_version": domain.CODE_VERSION,
            "n_items": report["n_items"],
            "report": report,
            "computed_at": timezone.now(),
        },
    )
    return stored


def current_report(project: Project, scope: Scope = EPISODES) -> dict[str, Any]:
    """The stored report, or a fresh one where the scope is narrower, none was stored or it lags behind the closed
    rounds; with what it leaves out at this moment, and the project's threshold."""
    stored = selectors.stored_report(project, scope) if scope.is_whole else None
    if stored is not None and stored.report["n_closed"] == selectors.first_rounds_in(project, scope).count():
        report = {**stored.report, "computed_at": stored.computed_at}
    else:
        report = _worked(project.pk, scope, selectors.state_of(project, scope))
    return {
        **report,
        "excluded": {**selectors.left_out(project, scope), "single": report["n_single"]},
        "threshold": _against_threshold(project, scope, report["alpha"]["value"]),
    }


@lru_cache(maxsize=64)
def _worked(project_id: UUID, scope: Scope, state: str) -> dict[str, Any]:
    """AG6: a report that is not stored, worked once for everything it depends on; `state` is a digest of that."""
    return {**work_report(Project.objects.get(pk=project_id), scope), "computed_at": timezone.now()}


def _against_threshold(project: Project, scope: Scope, alpha: float | None) -> dict[str, Any] | None:
    """AG9: a threshold only warns, and only where alpha is defined; without one, None."""
    limit = selectors.threshold_of(project, scope)
    if limit is None:
        return None
    return {"alpha": limit, "below": alpha is not None and alpha < limit}


@transaction.atomic
def set_threshold(*, actor: User, project: Project, scope: Scope, alpha: float | None) -> float | None:
    """AG9: off until a maintainer sets it; None takes it off again. Nothing is stopped by it."""
    if not policies.can_run_agreement(actor, project):
        raise NotAllowedError("Only a maintainer sets the threshold.", code="agreement.not_maintainer")
    if scope.kind not in CURRENT or scope.granularity not in ("", *GRANULARITIES):
        raise InvalidError("There is no such kind.", code="agreement.unknown_kind")
    rows = AgreementThreshold.objects.filter(project=project, subject_kind=scope.kind, granularity=scope.granularity)
    if alpha is None:
        rows.delete()
    else:
        AgreementThreshold.objects.update_or_create(
            project=project, subject_kind=scope.kind, granularity=scope.granularity, defaults={"alpha": alpha}
        )
    audit.threshold_set(actor=actor, project=project, scope=scope, alpha=alpha)
    return alpha
