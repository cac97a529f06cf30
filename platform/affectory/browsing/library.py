"""What an app tells of one of its lists. Everything else here works from that."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any
from uuid import UUID

from django.db.models import Expression, F, Field, Q, QuerySet

from affectory.accounts.models import Project, Role, User
from affectory.core.errors import InvalidError
from affectory.core.registry import Registry

LIBRARIES = Registry("library")
"""Name → "module:LIBRARY". Apps register theirs when they are ready."""

BY_AGE = ("-created_at", "-id")
Roles = Collection[Role] | None


class Kind(Enum):
    WORD = auto()
    ID = auto()
    FLAG = auto()
    LIST = auto()
    """The column is an array; a row has each of its values."""


@dataclass(frozen=True, slots=True)
class Facet:
    """One group of filters. ``column`` is a path from the row, or what ``expression`` works out."""

    name: str
    label: str
    column: str
    kind: Kind = Kind.WORD
    expression: Any = None
    always: tuple[str, ...] = ()
    """Values that always stand there, in this order."""
    many: bool = False
    """Has more than a handful of values, and is counted by itself."""
    closed: bool = False
    """Does not exist for people who do not see everything."""
    called: Callable[[Collection[UUID]], Mapping[UUID, str]] | None = None
    """What the things behind ids are called."""
    also: Callable[[str], Q] | None = None
    """What else a value may mean: a name where an id is usual."""


@dataclass(frozen=True, slots=True)
class Sort:
    """One column that a list can be ordered by. What is NULL somewhere, or of another table, ``expression`` works out
    under that name, and ``kind`` is its type."""

    name: str
    column: str
    expression: Expression | F | None = None
    kind: Field[Any, Any] | None = None
    closed: bool = False
    joined: Q | None = None
    """What holds of every row beside the other table's: it lets an index of that table give the order."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the exported table: its name there, where it comes from, and what it holds."""

    name: str
    path: str
    about: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Library:
    """A list. ``sees_all`` says of a person whether they see everything in its rows: to others the closed facets,
    orders and columns do not exist, in counts, files and search as little as in the list (BW3)."""

    name: str
    readers: frozenset[Role]
    visible_to: Callable[[User, Project, Roles], QuerySet[Any]]
    sees_all: Callable[[User, Project, Roles], bool]
    find: Callable[[QuerySet[Any], str, bool], QuerySet[Any]]
    facets: tuple[Facet, ...]
    sorts: tuple[Sort, ...]
    columns: tuple[Column, ...]
    titled: Callable[[Collection[UUID]], Mapping[UUID, str]]
    """What rows are called, for reports about some of them."""
    packed: str = ""
    """A column in which the values of all facets with few values stand in their order, joined by `|`: grouping by one
    column costs the database a third of grouping by seven."""
    prepared: Callable[[QuerySet[Any]], QuerySet[Any]] = lambda rows: rows
    """Annotations that the exported columns need."""

    def facets_for(self, sees_all: bool) -> tuple[Facet, ...]:
        return tuple(facet for facet in self.facets if sees_all or not facet.closed)

    @property
    def few(self) -> tuple[Facet, ...]:
        """The facets whose values are counted together."""
        return tuple(facet for facet in self.facets if not facet.many and facet.kind is not Kind.LIST)

    def columns_for(self, sees_all: bool) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if sees_all or not column.closed)

    def order(self, asked: tuple[str, ...], sees_all: bool) -> tuple[list[str], list[Sort]]:
        """The fields of a total order, signs included, and the sorts they come from. What is closed to the person
        does nothing. Raises InvalidError for what there is not."""
        known = {sort.name: sort for sort in self.sorts}
        fields: list[str] = []
        used: list[Sort] = []
        for one in asked:
            sort = known.get(one.removeprefix("-"))
            if sort is None:
                choice = ", ".join(name for name, sort in known.items() if sees_all or not sort.closed)
                sentence = f"This list cannot be sorted by {one.removeprefix('-')!r}. It knows {choice}."
                raise InvalidError(sentence, code="list.sort", fields={"sort": [sentence]})
            if sort not in used and (sees_all or not sort.closed):
                used.append(sort)
                fields.append(("-" if one.startswith("-") else "") + sort.column)
        return [*fields, *(name for name in BY_AGE if name not in fields and name[1:] not in fields)], used
