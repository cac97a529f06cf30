"""Keyset paging: pages do not shift when rows are added, and equal sort keys neither repeat nor vanish (CO7)."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Any
from uuid import UUID

from django.db.models import Field, Model, Q, QuerySet
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.core.errors import InvalidError

PAGE_PARAMETERS = [OpenApiParameter("cursor", str), OpenApiParameter("limit", int)]
DEFAULT_LIMIT = 100
MAX_LIMIT = 500


def page_of(row: type[serializers.BaseSerializer[Any]]) -> serializers.Serializer[Any]:
    """How a page of such rows is described in the OpenAPI schema."""
    return inline_serializer(
        f"{row.__name__.removesuffix('Serializer')}Page",
        {
            "results": row(many=True),
            "next": serializers.CharField(allow_null=True),
            "previous": serializers.CharField(allow_null=True),
            "count": serializers.IntegerField(allow_null=True),
        },
    )


def read_limit(request: Request, *, default: int = DEFAULT_LIMIT, largest: int = MAX_LIMIT) -> int:
    """How many rows are asked for. Raises InvalidError for what is no such number."""
    text = request.query_params.get("limit", str(default))
    if not text.isascii() or not text.isdigit() or len(text) > 10 or not 1 <= int(text) <= largest:
        message = f"limit must be a whole number from 1 to {largest}."
        raise InvalidError(message, code="page.limit", fields={"limit": [message]})
    return int(text)


def read_number(request: Request, name: str, *, default: int, largest: int = 2**31 - 1) -> int:
    """A whole number from 0 out of the query. Raises InvalidError for what is no such number."""
    text = request.query_params.get(name, str(default))
    if not text.isascii() or not text.isdigit() or len(text) > 10 or int(text) > largest:
        message = f"{name} must be a whole number up to {largest}."
        raise InvalidError(message, code="page.number", fields={name: [message]})
    return int(text)


class KeysetPagination:
    """A page of a queryset in a total order, its last field being unique.

    `ordering` names model fields that hold no NULL, with a minus where they descend ("-created_at", "-id"). A name
    that the queryset annotates has its type in `worked_out`. The cursor holds the key of the row at the edge, so rows
    put in front do not move a page.
    """

    def __init__(
        self,
        ordering: Sequence[str] = ("-created_at", "-id"),
        worked_out: Mapping[str, Field[Any, Any]] | None = None,
    ) -> None:
        self.fields = [name.removeprefix("-") for name in ordering]
        self.descending = [name.startswith("-") for name in ordering]
        self.worked_out = worked_out or {}

    def paginate(self, queryset: QuerySet[Any], request: Request) -> tuple[list[Any], dict[str, Any]]:
        """Rows of the page and {"next", "previous"}: cursors or None."""
        limit = read_limit(request)
        backwards, key = self._cursor(request.query_params.get("cursor"), queryset.model)
        descending = [one != backwards for one in self.descending]
        if key is not None:
            queryset = queryset.filter(self._beyond(key, descending))
        signs = ("-" if one else "" for one in descending)
        order = [sign + name for sign, name in zip(signs, self.fields, strict=True)]
        rows = list(queryset.order_by(*order)[: limit + 1])
        more = len(rows) > limit
        rows = rows[:limit]
        if backwards:
            rows.reverse()
        has_next = bool(rows) and (more or backwards)
        has_previous = bool(rows) and (more if backwards else key is not None)
        links = {
            "next": self._encode("n", rows[-1]) if has_next else None,
            "previous": self._encode("p", rows[0]) if has_previous else None,
        }
        return rows, links

    def response(
        self, queryset: QuerySet[Any], request: Request, serializer: Any, *, count: int | None = None
    ) -> Response:
        """The page as {"results", "next", "previous", "count"}."""
        rows, links = self.paginate(queryset, request)
        data = serializer(rows, many=True, context={"request": request}).data
        return Response({"results": data, **links, "count": count})

    def _beyond(self, key: list[Any], descending: Sequence[bool]) -> Q:
        """Rows after a key. The first condition says nothing new; an index can be entered by it."""
        operators = ["lt" if one else "gt" for one in descending]
        condition = Q()
        for index, field in enumerate(self.fields):
            equal = dict(zip(self.fields[:index], key[:index], strict=True))
            condition |= Q(**equal, **{f"{field}__{operators[index]}": key[index]})
        return Q(**{f"{self.fields[0]}__{operators[0]}e": key[0]}) & condition

    def _encode(self, direction: str, row: Any) -> str:
        values = [_value(row, name) for name in self.fields]
        text = json.dumps([direction, *values], default=_text, separators=(",", ":"))
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    def _cursor(self, text: str | None, model: type[Model]) -> tuple[bool, list[Any] | None]:
        if not text:
            return False, None
        try:
            padded = text + "=" * (-len(text) % 4)
            direction, *key = json.loads(base64.urlsafe_b64decode(padded.encode()))
            if direction not in ("n", "p") or len(key) != len(self.fields):
                raise ValueError(text)
            kinds = [self.worked_out.get(name) or _field(model, name) for name in self.fields]
            values = [kind.to_python(value) for kind, value in zip(kinds, key, strict=True)]
            if any(value is None for value in values):
                raise ValueError(text)
        except Exception as error:  # any damage to a cursor has the same answer
            message = "This cursor is not one of ours; start again without it."
            raise InvalidError(message, code="page.cursor", fields={"cursor": [message]}) from error
        return direction == "p", values


def _field(model: type[Model], name: str) -> Any:
    *relations, last = name.split("__")
    for relation in relations:
        model = model._meta.get_field(relation).related_model  # type: ignore[assignment]  # a relation leads to a model
    return model._meta.get_field(last)


def _value(row: Any, name: str) -> Any:
    """Along a path from a row of a model; a named tuple has the path as a name."""
    return getattr(row, name) if isinstance(row, tuple) else reduce(getattr, name.split("__"), row)


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(type(value))
