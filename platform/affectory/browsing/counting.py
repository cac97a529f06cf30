"""BW2: how many rows each value of each facet has. What `GROUPING SETS` and unnesting need is not in the ORM."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When

from affectory.browsing.domain import NONE, SEPARATOR, Asked, Counted, Group, as_word, counts_of_facets
from affectory.browsing.library import Facet, Kind, Library
from affectory.browsing.rows import holds, with_worked_out


def counted(library: Library, rows: QuerySet[Any], asked: Asked, *, sees_all: bool) -> Counted:
    """The facets with few values are counted together, in as few groups as there are combinations of them. Which of
    their choices a combination misses is seen from its values; of the other facets only rows are then counted that
    hold all those choices: usually a small part, which the index of the packed column finds."""
    facets = library.facets_for(sees_all)
    active = [facet for facet in facets if facet.name in asked.chosen]
    bits = {facet.name: 1 << n for n, facet in enumerate(active)}
    few = [facet for facet in library.few if facet in facets]
    many = [facet for facet in facets if facet.many and facet.kind is not Kind.LIST]
    packed = [facet.name for facet in active if library.packed and facet in few]
    if asked.search:
        rows = library.find(rows, asked.search, sees_all)
    rows = reduce(with_worked_out, [facet for facet in facets if not (library.packed and facet in few)], rows)
    others = {f.name: holds(f, asked.chosen[f.name]) for f in active if f.name not in packed}
    table = _Table.of(library, rows, others, bits)
    groups = []
    held: set[str] | None = set() if packed else None
    for values, missed, n, text in table.by_values(few, [] if packed else many):
        missing = [name for name in packed if values[name] not in asked.chosen[name]]
        groups.append((values, missed + sum(bits[name] for name in missing), n))
        if held is not None and not missing:
            held.add(text)
    if packed and held:
        groups += [group[:3] for group in table.by_values([], many, held)]
    if held is None or held:
        groups += [group for f in facets if f.kind is Kind.LIST for group in table.by_entries(f, held)]
    total = sum(n for values, missed, n in groups if missed == 0 and few[0].name in values)
    return Counted(total, counts_of_facets(groups, bits))


@dataclass(frozen=True)
class _Table:
    """The rows with a column for every facet and, in ``missed``, which of the choices of facets that are not packed a
    row misses; rows that miss two or more are left out, since no facet counts them."""

    library: Library
    rows: QuerySet[Any]
    misses: bool

    @classmethod
    def of(cls, library: Library, rows: QuerySet[Any], chosen: Mapping[str, Q], bits: Mapping[str, int]) -> _Table:
        if not chosen:
            return cls(library, rows, misses=False)
        missed: Any = Value(0)
        for name, held in chosen.items():
            bit = Case(When(held, then=Value(0)), default=Value(bits[name]), output_field=IntegerField())
            missed = missed + bit
        rows = rows.annotate(missed=missed)
        if len(chosen) > 1:
            rows = rows.filter(missed__in=[0, *(bits[name] for name in chosen)])
        return cls(library, rows, misses=True)

    def by_values(
        self, few: Sequence[Facet], many: Sequence[Facet], held: Collection[str] | None = None
    ) -> Iterator[tuple[Mapping[str, str], int, int, str]]:
        """(values, missed, rows, packed text): by the combinations of ``few``, and by each of ``many``."""
        packed = self.library.packed
        together = {_alias(facet): facet.column for facet in few} if not packed else {"packed": packed} if few else {}
        columns = together | {_alias(facet): facet.column for facet in many}
        if not columns:
            return
        sets = [list(together)] * bool(together) + [[_alias(facet)] for facet in many]
        listed = _quoted(columns)
        sql = (
            f"SELECT GROUPING({listed}), count(*), {{missed}}, {listed} FROM {{found}} "  # noqa: S608  names of ours
            f"GROUP BY GROUPING SETS ({', '.join(f'({_quoted(one)}{{and_missed}})' for one in sets)})"
        )
        names = {_alias(facet): facet.name for facet in [*few, *many]}
        top = len(columns) - 1
        for absent, n, missed, *values in self._fetched(sql, columns, held):
            there = {
                column: value
                for place, (column, value) in enumerate(zip(columns, values, strict=True))
                if not absent >> (top - place) & 1
            }
            if "packed" in there:
                text = there["packed"]
                parts = zip(self.library.few, text.split(SEPARATOR), strict=True)
                yield {facet.name: part or NONE for facet, part in parts if facet in few}, missed, n, text
            else:
                yield {names[column]: as_word(value) for column, value in there.items()}, missed, n, ""

    def by_entries(self, facet: Facet, held: Collection[str] | None) -> Iterable[Group]:
        """By the values of an array."""
        sql = 'SELECT value, count(*), {missed} FROM {found}, unnest("listed") AS value GROUP BY value{and_missed}'
        for value, n, missed in self._fetched(sql, {"listed": facet.column}, held):
            yield {facet.name: as_word(value)}, missed, n

    def _fetched(
        self, sql: str, columns: Mapping[str, str], held: Collection[str] | None
    ) -> Iterable[tuple[Any, ...]]:
        """``held``: of the rows only those whose packed text is one of these."""
        rows = self.rows if held is None else self.rows.filter(**{f"{self.library.packed}__in": sorted(held)})
        named = rows.annotate(**{name: F(path) for name, path in columns.items()})
        try:
            inner, params = named.order_by().values(*columns, *["missed"] * self.misses).query.sql_with_params()
        except EmptyResultSet:
            return []
        missed, and_missed = ("missed", ", missed") if self.misses else ("0", "")
        with connection.cursor() as cursor:
            cursor.execute(sql.format(missed=missed, and_missed=and_missed, found=f"({inner}) AS found"), params)
            return list(cursor.fetchall())


def _alias(facet: Facet) -> str:
    return f"facet_{facet.name}"


def _quoted(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)
