"""SP12: items of different splits that ask the same or nearly so, and what maintainers ruled about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models.fields.json import KT

from affectory.accounts.models import Project
from annotation.questions.judging import question_id_of
from annotation.questions.models import Revision
from export.releases.domain import Verdict
from export.releases.models import QuestionRuling
from export.releases.plan import Bundle
from export.splits.duplicates import near_texts

_SHOWN = 100


def duplicate_report(project: Project, bundles: Sequence[Bundle]) -> dict[str, Any]:
    """What a release says about questions that read alike. Answers are not looked at."""
    reasons = {
        (str(ruling.first_id), str(ruling.second_id)): ruling.reason
        for ruling in QuestionRuling.objects.filter(project=project, verdict=Verdict.DISTINCT)
    }
    found = sorted(_alike(bundles), key=lambda pair: (pair["distance"], pair["first"], pair["second"]))
    for pair in found:
        pair["reason"] = reasons.get((pair["first"], pair["second"]))
    overridden = sum(pair["reason"] is not None for pair in found)
    report = {
        "questions": len(bundles),
        "not_compared": 0,
        "crossing": len(found),
        "overridden": overridden,
        "pairs": sorted(found, key=lambda pair: pair["reason"] is not None)[:_SHOWN],
    }
    return {**report, "statements": _statements(report)}


def _alike(bundles: Sequence[Bundle]) -> Iterator[dict[str, Any]]:
    splits = {bundle.origin["revision"]: bundle.split for bundle in bundles}
    if len(set(splits.values())) < 2:
        return
    asked = Revision.objects.filter(pk__in=list(splits)).order_by("item_id").select_related("item")
    rows = [
        (str(revision.item_id), question_id_of(revision.item), splits[str(revision.pk)], revision.question_text)
        for revision in asked.defer("content").annotate(question_text=KT("content__question"))
    ]
    for near in near_texts([text for *_, text in rows]):
        first, second = rows[near.first], rows[near.second]
        if first[2] != second[2]:
            yield {
                "kind": "near_text" if near.distance else "same_text",
                "first": first[0],
                "second": second[0],
                "splits": [first[2], second[2]],
                "distance": near.distance,
                "names": [first[1], second[1]],
                "texts": [first[3], second[3]],
            }


def _statements(report: Mapping[str, Any]) -> list[str]:
    n = report["crossing"]
    pairs = "pair of items" if n == 1 else "pairs of items"
    said = [
        f"Of {report['questions']:,} questions, {n:,} {pairs} in different splits read the same or nearly the same."
    ]
    if report["overridden"]:
        said.append(f"For {report['overridden']:,} of these a maintainer has said why they are no duplicates.")
    return said
