"""What imports and registrations look like outside."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from affectory.api.pagination import read_limit, read_number
from affectory.api.parsers import text_parameter
from datasets.intake.models import Intake


def intake_fields(*own: str) -> list[str]:
    """What every one of them says, and after how it was asked for what only this kind says."""
    asked = ["id", "state", "dry_run", "is_synthetic"]
    return [*asked, *own, "created_at", "created_by", "finished_at", "failure", "job_id", "counts"]


class IntakeSerializer[I: Intake](serializers.ModelSerializer[I]):
    # The context's ``counts`` come from the app's selector. A comment, as a docstring would stand in the API's types.
    created_by = serializers.CharField(source="created_by.username")
    counts = serializers.SerializerMethodField()

    def get_counts(self, intake: Intake) -> dict[str, int]:
        counts: dict[Any, dict[str, int]] = self.context["counts"]
        return counts.get(intake.pk, {})


def report_page(
    rows: QuerySet[Any],
    request: Request,
    serializer: type[serializers.ModelSerializer[Any]],
    *,
    filters: tuple[str, ...] = ("outcome",),
    limit: int = 5000,
) -> dict[str, Any]:
    """Rows of a report in their order: ``next`` is the number to go on after."""
    for name in filters:
        if value := text_parameter(request, name):
            rows = rows.filter(**{name: value})
    limit = read_limit(request, default=limit, largest=5000)
    after = read_number(request, "after", default=0)
    page = list(rows.filter(number__gt=after).order_by("number")[: limit + 1])
    return {
        "rows": serializer(page[:limit], many=True).data,
        "next": str(page[limit - 1].number) if len(page) > limit else None,
    }
