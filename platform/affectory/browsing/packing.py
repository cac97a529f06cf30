"""Columns that the database keeps for counting: the values of several facets in one text."""

from __future__ import annotations

from django.db.models import Case, CharField, Expression, F, GeneratedField, TextField, Value, When
from django.db.models.functions import Concat

from affectory.browsing.domain import NO, SEPARATOR, YES


def packed(*parts: str | Expression) -> GeneratedField:
    """BW12: the values, columns or what is worked out of them, in the order of the list's facets with few values."""
    pieces: list[Expression | F] = []
    for part in parts:
        pieces += [F(part) if isinstance(part, str) else part, Value(SEPARATOR)]
    return GeneratedField(expression=Concat(*pieces[:-1]), output_field=TextField(), db_persist=True)


def flag(column: str) -> Case:
    """A yes or no as it stands in an address."""
    return Case(When(**{column: True}, then=Value(YES)), default=Value(NO), output_field=CharField())
