"""Parts of searches that every list shares."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db.models import BooleanField, F, Func, Q, QuerySet
from django.db.models.functions import Upper

_HEX = re.compile(r"[0-9a-f]{4,32}")


def by_id(text: str) -> Q:
    """Rows whose id begins with these digits (four at least): a range of ids, which an index answers. Text that
    begins no id matches none."""
    digits = text.strip().lower().replace("-", "").removesuffix("…")
    if not _HEX.fullmatch(digits):
        return Q(pk__in=[])
    return Q(pk__gte=UUID(digits.ljust(32, "0")), pk__lte=UUID(digits.ljust(32, "f")))


def among(column: str, ids: QuerySet[Any]) -> Q:
    """Rows whose column is one of these, which are looked up first: indexes answer several such alternatives
    together, and not several `IN (SELECT …)`."""
    found = ArraySubquery(ids.order_by())
    equals = {"template": "(%(expressions)s))", "arg_joiner": " = ANY("}
    return Q(Func(F(column), found, output_field=BooleanField(), **equals))


def by_part_of(*columns: str, name: str) -> GinIndex:
    """An index for `icontains` with three letters and more; fewer are looked for row by row."""
    return GinIndex(*(OpClass(Upper(column), name="gin_trgm_ops") for column in columns), name=name)
