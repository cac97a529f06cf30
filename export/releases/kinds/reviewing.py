"""Who was asked what, whatever was judged; nobody's name."""

from __future__ import annotations

from typing import Any

from affectory.accounts.models import Project
from annotation.reviews.domain import DecisionState, ReasonDef
from annotation.reviews.models import Decision, ReviewPolicy, Round
from annotation.reviews.schemes import SCHEMES
from annotation.reviews.selectors import policy_of


def review_of(project: Project, kind: str) -> tuple[dict[str, Any], ReviewPolicy]:
    """Numbers of reviewers, people, judgements and their reasons; and the policy in force."""
    policy = policy_of(project.pk, kind)
    scheme = SCHEMES[policy.scheme_id]
    rounds = Round.objects.filter(project=project, subject_kind=kind)
    asked = rounds.order_by("slots_required").values_list("slots_required", flat=True).distinct()
    judged = Decision.objects.filter(project=project, round__subject_kind=kind, state=DecisionState.FINAL)
    found = {
        f"reviewers_per_{kind}": list(asked) or [policy.reviewers],
        "people": judged.order_by().values("reviewer").distinct().count(),
        "scheme": scheme.id,
        "judgements": [{"label": j.label, "reasons": _labels(j.reasons)} for j in scheme.judgements],
        "skip_reasons": _labels(scheme.skip_reasons),
    }
    return found, policy


def _labels(reasons: tuple[ReasonDef, ...]) -> list[str]:
    return [reason.label for reason in reasons]
