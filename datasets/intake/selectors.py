from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet

from datasets.intake.models import Intake


def counts_by_outcome(
    intakes: Iterable[Intake], rows: QuerySet[Any], *, of: str, outcomes: type[StrEnum]
) -> dict[UUID, dict[str, int]]:
    """Outcome → rows for each, every outcome there, and the total; in one query. ``of`` is the rows' foreign key."""
    ids = [intake.pk for intake in intakes]
    counts = {intake_id: {outcome.value: 0 for outcome in outcomes} | {"total": 0} for intake_id in ids}
    grouped = rows.filter(**{f"{of}__in": ids}).values_list(f"{of}_id", "outcome").annotate(n=Count("id")).order_by()
    for intake_id, outcome, n in grouped:
        counts[intake_id][outcome] = n
        counts[intake_id]["total"] += n
    return counts
