"""From what a list is asked for to its rows and its counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet
from django.http import QueryDict
from rest_framework.request import Request

from affectory.api.pagination import KeysetPagination
from affectory.browsing.domain import (
    LONGEST_TEXT,
    MOST_VALUES,
    NO,
    NONE,
    YES,
    Asked,
)
from affectory.browsing.library import Facet, Kind, Library
from affectory.core.errors import InvalidError
from affectory.core.models import uuid_or_none

MOST_SORTS = 4


def read_asked(library: Library, query: QueryDict, *, sees_all: bool) -> Asked:
    """What a query string asks of a list. What it does not know, and what is closed to the person, does nothing."""
    chosen = {}
    for facet in library.facets_for(sees_all):
        values = tuple(dict.fromkeys(value[:LONGEST_TEXT] for value in query.getlist(facet.name) if value))
        if len(values) > MOST_VALUES:
            sentence = f"At most {MOST_VALUES} values of {facet.name} can be chosen at once."
            raise InvalidError(sentence, code="list.values", fields={facet.name: [sentence]})
        if values:
            chosen[facet.name] = values
    sort = tuple(part for part in query.get("sort", "").split(",") if part)[:MOST_SORTS]
    return Asked(chosen, query.get("search", "")[:LONGEST_TEXT].strip(), sort)


def read_where(library: Library, where: str, *, sees_all: bool) -> Asked:
    """The same out of a text that was kept or sent: `state=ready&search=walk`."""
    if "\x00" in where or "%00" in where:
        raise InvalidError("where holds the character U+0000.", code="text.nul", fields={"where": ["holds U+0000"]})
    return read_asked(library, QueryDict(where), sees_all=sees_all)


def matching(library: Library, rows: QuerySet[Any], asked: Asked, *, sees_all: bool) -> QuerySet[Any]:
    """BW1: the rows that hold one of the chosen values in every facet where something is chosen."""
    if asked.search:
        rows = library.find(rows, asked.search, sees_all)
    for facet in _active(library, asked, sees_all):
        rows = with_worked_out(rows, facet).filter(holds(facet, asked.chosen[facet.name]))
    return rows


def page(
    library: Library,
    rows: QuerySet[Any],
    request: Request,
    asked: Asked,
    serializer: Any,
    *,
    sees_all: bool,
    slug: str,
    shown: Callable[[QuerySet[Any]], Iterable[Any]],
) -> dict[str, Any]:
    """BW4: a page in the order asked for. Its keys are found first, which an index answers without touching rows;
    ``shown`` then reads what the page shows of those few."""
    order, used = library.order(asked.sort, sees_all)
    worked_out = {sort.column: sort.kind for sort in used if sort.kind is not None}
    rows = ordered_by(library, matching(library, rows, asked, sees_all=sees_all), asked, sees_all=sees_all)
    keys = rows.values_list(*(name.removeprefix("-") for name in order), named=True)
    found, links = KeysetPagination(order, worked_out).paginate(keys, request)
    by_id = {row.pk: row for row in shown(rows.model.objects.filter(pk__in=[key.id for key in found]))}
    there = [by_id[key.id] for key in found if key.id in by_id]
    context = {"slug": slug}
    return {"results": serializer(there, many=True, context=context).data, **links, "count": None}


def ordered_by(library: Library, rows: QuerySet[Any], asked: Asked, *, sees_all: bool) -> QuerySet[Any]:
    order, used = library.order(asked.sort, sees_all)
    worked_out = {sort.column: sort.expression for sort in used if sort.expression is not None}
    return rows.filter(*(sort.joined for sort in used if sort.joined)).annotate(**worked_out).order_by(*order)


def _active(library: Library, asked: Asked, sees_all: bool) -> list[Facet]:
    return [facet for facet in library.facets_for(sees_all) if facet.name in asked.chosen]


def with_worked_out(rows: QuerySet[Any], facet: Facet) -> QuerySet[Any]:
    """The rows with what the facet works out."""
    if facet.expression is None or facet.column in rows.query.annotations:
        return rows
    return rows.annotate(**{facet.column: facet.expression})


def holds(facet: Facet, values: Sequence[str]) -> Q:
    """What is no value of the facet matches nothing."""
    column = facet.column
    if facet.kind is Kind.LIST:
        return Q(**{f"{column}__overlap": list(values)})
    if facet.kind is Kind.FLAG:
        return Q(**{f"{column}__in": [value == YES for value in values if value in (YES, NO)]})
    named = [value for value in values if value != NONE]
    if facet.kind is Kind.ID:
        ids = [uuid_or_none(value) for value in named]
        conditions = [Q(**{f"{column}__in": [one for one in ids if one is not None]})]
        conditions += [Q(**{f"{column}__isnull": True})] if NONE in values else []
        if facet.also is not None:
            conditions += [facet.also(value) for value, one in zip(named, ids, strict=True) if one is None]
        return reduce(or_, conditions)
    return Q(**{f"{column}__in": [*named, ""] if NONE in values else named})
