"""From what a list is asked for to its rows and its counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Case, F, Func, IntegerField, Q, QuerySet, TextField, Value, When
from django.db.models.lookups import In
from django.http import QueryDict
from rest_framework.request import Request

from affectory.api.pagination import KeysetPagination
from affectory.browsing.domain import (
    LONGEST_TEXT,
    MOST_VALUES,
    NO,
    NONE,
    SEPARATOR,
    YES,
    Asked,
    Counted,
    Group,
    as_word,
    counts_of_facets,
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
        rows = _with(rows, facet).filter(_holds(facet, asked.chosen[facet.name]))
    return rows


def counted(library: Library, rows: QuerySet[Any], asked: Asked, *, sees_all: bool) -> Counted:
    """BW2, in one pass over the rows: each is looked at with the choices that it misses, and left out where they are
    two or more, since no facet counts it then."""
    facets = library.facets_for(sees_all)
    bits = {facet.name: 1 << n for n, facet in enumerate(_active(library, asked, sees_all))}
    if asked.search:
        rows = library.find(rows, asked.search, sees_all)
    rows = reduce(_with, [facet for facet in facets if not _is_packed(library, facet)], rows)
    missed: Any = Value(0)
    for facet in facets:
        if facet.name in bits:
            values = asked.chosen[facet.name]
            held = _part_holds(library, facet, values) if _is_packed(library, facet) else _holds(facet, values)
            missed = missed + Case(
                When(held, then=Value(0)), default=Value(bits[facet.name]), output_field=IntegerField()
            )
    rows = rows.annotate(missed=missed)
    if len(bits) > 1:
        rows = rows.filter(missed__in=[0, *bits.values()])
    groups = [*_grouped(library, rows, facets), *(group for facet in facets for group in _listed(rows, facet))]
    one = next(facet.name for facet in facets if facet in library.few)
    total = sum(n for values, missed_bits, n in groups if missed_bits == 0 and one in values)
    return Counted(total, counts_of_facets(groups, bits))


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


def _with(rows: QuerySet[Any], facet: Facet) -> QuerySet[Any]:
    """The rows with what the facet works out."""
    if facet.expression is None or facet.column in rows.query.annotations:
        return rows
    return rows.annotate(**{facet.column: facet.expression})


def _holds(facet: Facet, values: Sequence[str]) -> Q:
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


def _is_packed(library: Library, facet: Facet) -> bool:
    return bool(library.packed) and facet in library.few


def _part_holds(library: Library, facet: Facet, values: Sequence[str]) -> Q:
    """The same, asked of the packed column: counts then need no other, and their index is narrow."""
    place = Value(library.few.index(facet) + 1)
    part = Func(F(library.packed), Value(SEPARATOR), place, function="split_part", output_field=TextField())
    return Q(In(part, ["" if value == NONE else value for value in values]))


def _grouped(library: Library, rows: QuerySet[Any], facets: Sequence[Facet]) -> Iterable[Group]:
    """Counts by all facets with few values together, and by each of the others. GROUPING SETS is not in the ORM."""
    few = [facet for facet in library.few if facet in facets]
    together = {"packed": library.packed} if library.packed else {_alias(facet): facet.column for facet in few}
    many = {_alias(facet): facet.column for facet in facets if facet.many and facet.kind is not Kind.LIST}
    columns = together | many
    names = {_alias(facet): facet.name for facet in facets}
    try:
        inner, params = _selected(rows, columns)
    except EmptyResultSet:
        return
    sets = ", ".join(_set(group) for group in (list(together), *([column] for column in many)))
    listed = ", ".join(f'"{column}"' for column in columns)
    sql = (
        f"SELECT GROUPING({listed}), count(*), missed, {listed} "  # noqa: S608  names of ours
        f"FROM ({inner}) AS found GROUP BY GROUPING SETS ({sets})"
    )
    top = len(columns) - 1
    for absent, n, missed, *values in _fetched(sql, params):
        there = {
            column: value
            for place, (column, value) in enumerate(zip(columns, values, strict=True))
            if not absent >> (top - place) & 1
        }
        if "packed" in there:
            parts = zip(library.few, there["packed"].split(SEPARATOR), strict=True)
            yield {facet.name: part or NONE for facet, part in parts if facet in few}, missed, n
        else:
            yield {names[column]: as_word(value) for column, value in there.items()}, missed, n


def _listed(rows: QuerySet[Any], facet: Facet) -> Iterable[Group]:
    """Counts by the values of an array."""
    if facet.kind is not Kind.LIST:
        return
    try:
        inner, params = _selected(rows, {"listed": facet.column})
    except EmptyResultSet:
        return
    sql = (
        f"SELECT value, missed, count(*) FROM ({inner}) AS found, "  # noqa: S608  names of ours
        'unnest("listed") AS value GROUP BY value, missed'
    )
    for value, missed, n in _fetched(sql, params):
        yield {facet.name: as_word(value)}, missed, n


def _selected(rows: QuerySet[Any], columns: Mapping[str, str]) -> tuple[str, tuple[Any, ...]]:
    named = rows.annotate(**{name: F(path) for name, path in columns.items()})
    return named.order_by().values(*columns, "missed").query.sql_with_params()


def _fetched(sql: str, params: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def _set(columns: Sequence[str]) -> str:
    return f"({', '.join(f'"{column}"' for column in [*columns, 'missed'])})"


def _alias(facet: Facet) -> str:
    return f"facet_{facet.name}"
