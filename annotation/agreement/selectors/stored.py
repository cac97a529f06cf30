"""What is stored about agreement: the reports and the threshold."""

from __future__ import annotations

from affectory.accounts.models import Project
from affectory.core.canonical import canonical_json, sha256_hex

from .. import domain
from ..models import AgreementReport, AgreementThreshold
from ..scope import Scope
from .decisions import choices_in, first_rounds_in, left_out


def stored_report(project: Project, scope: Scope) -> AgreementReport | None:
    """The stored report of a kind or of one of its granularities, if this code made it."""
    return AgreementReport.objects.filter(
        project=project,
        subject_kind=scope.kind,
        granularity=scope.granularity,
        code_version=domain.CODE_VERSION,
    ).first()


def threshold_of(project: Project, scope: Scope) -> float | None:
    """AG9: the threshold of the granularity, else the kind's."""
    found = dict(
        AgreementThreshold.objects.filter(
            project=project, subject_kind=scope.kind, granularity__in=("", scope.granularity)
        ).values_list("granularity", "alpha")
    )
    return found.get(scope.granularity, found.get(""))


def state_of(project: Project, scope: Scope) -> str:
    """AG6: a digest of everything that a scope's report depends on: equal digests, equal reports."""
    facts = {
        "code": domain.CODE_VERSION,
        "scope": [scope.kind, scope.granularity, scope.type, scope.judgement, str(scope.batch or "")],
        "closed": first_rounds_in(project, scope).count(),
        "left_out": left_out(project, scope),
        "choices": choices_in(project),
        "threshold": threshold_of(project, scope),
    }
    return sha256_hex(canonical_json(facts))[:32]
