"""How the labels came about and who was asked what: the part of the header that the protocol is written from."""

from __future__ import annotations

from typing import Any

from affectory.accounts.models import Project
from annotation.reviews.domain import DecisionState, ReasonDef
from annotation.reviews.models import Decision, Round
from annotation.reviews.schemes import SCHEMES
from annotation.reviews.selectors import policy_of
from datasets.motion.models import Collection, LabelMapping

KIND = "episode"


def protocol_of(project: Project) -> dict[str, Any]:
    """RL17: mappings in force, judgements with their reasons, and how many people judged; nobody's name."""
    policy = policy_of(project.pk, KIND)
    scheme = SCHEMES[policy.scheme_id]
    rounds = Round.objects.filter(project=project, subject_kind=KIND)
    asked = rounds.order_by("slots_required").values_list("slots_required", flat=True).distinct()
    judged = Decision.objects.filter(project=project, round__subject_kind=KIND, state=DecisionState.FINAL)
    collections = Collection.objects.filter(project=project).order_by("name")
    return {
        "mappings": [_mapping(collection) for collection in collections],
        "reviewers_per_episode": list(asked) or [policy.reviewers],
        "people": judged.order_by().values("reviewer").distinct().count(),
        "scheme": scheme.id,
        "judgements": [{"label": j.label, "reasons": _labels(j.reasons)} for j in scheme.judgements],
        "skip_reasons": _labels(scheme.skip_reasons),
    }


def _mapping(collection: Collection) -> dict[str, Any]:
    found: LabelMapping | None = collection.label_mappings.order_by("-version").first()
    return {
        "collection": collection.name,
        "version": None if found is None else found.version,
        "labels": {} if found is None else dict(sorted(found.labels.items())),
        "exclusions": {} if found is None else dict(sorted(found.exclusions.items())),
    }


def _labels(reasons: tuple[ReasonDef, ...]) -> list[str]:
    return [reason.label for reason in reasons]
