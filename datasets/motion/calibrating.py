"""The calibration report: what was measured over a collection, and what thresholds do to it. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from django.db import connection

from affectory.accounts.models import Project
from affectory.core.errors import InvalidError, NotFoundError
from datasets.motion.checks import CHECK_LABELS, LIMIT_OF, UNIT_OF, Limit, Thresholds
from datasets.motion.domain.calibration import distribution, refused_at, verdicts, verdicts_by, worst_first
from datasets.motion.models import Collection

WORST = 20


def calibration(
    *, project: Project, thresholds: Thresholds, collection: Collection | None = None
) -> list[dict[str, Any]]:
    """MO63: one entry per check with its distribution, what each threshold would refuse and the worst twenty."""
    measured = _measured(project, collection)
    return [
        _entry(check, measured[check], getattr(thresholds, LIMIT_OF[check]))
        for check in CHECK_LABELS
        if check in measured
    ]


def what_if(
    *,
    project: Project,
    thresholds: Thresholds,
    check: str,
    warn: float | None,
    fail: float | None,
    collection: Collection | None = None,
) -> dict[str, Any]:
    """MO63: how a pair of thresholds would judge what one check measured, by label, beside the present pair."""
    if check not in LIMIT_OF:
        raise NotFoundError(f"There is no check {check!r}; known: {', '.join(LIMIT_OF)}.", code="checks.unknown")
    present: Limit = getattr(thresholds, LIMIT_OF[check])
    given = replace(present, warn=warn, fail=fail)
    _refuse_crossed(given)
    rows = _measured(project, collection, check=check).get(check, _Rows())
    return {
        "check": check,
        "setting": LIMIT_OF[check],
        "warn": warn,
        "fail": fail,
        "now": asdict(verdicts(rows.values, present)),
        "then": asdict(verdicts(rows.values, given)),
        "labels": [
            {"label": label, "now": asdict(now), "then": asdict(then)}
            for (label, now), then in zip(
                verdicts_by(rows.labels, rows.values, present).items(),
                verdicts_by(rows.labels, rows.values, given).values(),
                strict=True,
            )
        ],
    }


def _refuse_crossed(limit: Limit) -> None:
    if limit.warn is None or limit.fail is None:
        return
    crossed = limit.warn > limit.fail if limit.bad == "above" else limit.warn < limit.fail
    if crossed:
        side = "below" if limit.bad == "above" else "above"
        sentence = f"The warning must lie {side} the failing threshold, or at it: {limit.warn:g} and {limit.fail:g}."
        raise InvalidError(sentence, code="checks.threshold", fields={"warn": [sentence]})


@dataclass(frozen=True, slots=True)
class _Rows:
    """What one check measured, motion by motion, in parallel lists; NaN where the motion had nothing to measure."""

    ids: Sequence[str] = ()
    names: Sequence[str] = ()
    labels: Sequence[str] = ()
    values: Sequence[float] = ()
    outcomes: Sequence[str] = ()


def _measured(project: Project, collection: Collection | None, *, check: str = "") -> dict[str, _Rows]:
    """One statement, one row per check: thousands of motions with a dozen checks each would be slow as objects."""
    with connection.cursor() as cursor:
        cursor.execute(
            _MEASURED,
            {"project": project.pk, "collection": None if collection is None else collection.pk, "check": check},
        )
        return {check: _Rows(*columns) for check, *columns in cursor.fetchall()}


_MEASURED = """
SELECT c ->> 'id', array_agg(m.id::text ORDER BY m.name, m.id), array_agg(m.name::text ORDER BY m.name, m.id),
       array_agg(coalesce(nullif(m.label, ''), 'none') ORDER BY m.name, m.id),
       array_agg(coalesce((c ->> 'value')::float8, 'NaN') ORDER BY m.name, m.id),
       array_agg(c ->> 'outcome' ORDER BY m.name, m.id)
FROM motion_motionasset m CROSS JOIN LATERAL jsonb_array_elements(m.checks) c
WHERE m.project_id = %(project)s AND m.state IN ('ready', 'rejected')
  AND (%(collection)s::uuid IS NULL OR m.collection_id = %(collection)s)
  AND (%(check)s = '' OR c ->> 'id' = %(check)s)
GROUP BY 1
"""


def _entry(check: str, rows: _Rows, limit: Limit) -> dict[str, Any]:
    values = np.array(rows.values, float)
    spread = distribution(values, limit)
    return {
        "id": check,
        "label": CHECK_LABELS[check],
        "unit": UNIT_OF[check],
        "setting": LIMIT_OF[check],
        "bad": limit.bad,
        "threshold_warn": limit.warn,
        "threshold_fail": limit.fail,
        "verdicts": asdict(verdicts(rows.values, limit)),
        "distribution": None if spread is None else asdict(spread),
        "refused_at": refused_at(values, limit),
        "worst": [
            {
                "id": rows.ids[place],
                "name": rows.names[place],
                "label": rows.labels[place],
                "value": rows.values[place],
                "outcome": rows.outcomes[place],
            }
            for place in worst_first(values, limit, WORST)
        ],
    }
