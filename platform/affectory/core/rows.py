"""Whole rows by SQL written by hand, for the requests whose CPU time is promised.

Django's query compiler takes about half a millisecond per statement, most of what a short transaction costs. These
functions return and store the same model instances with the same conversions, and leave the SQL to their caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import AutoField, Field, Model


def fetch[M: Model](model: type[M], tail: str, params: Sequence[Any] = ()) -> list[M]:
    """Rows of one table: `tail` is what follows SELECT … FROM the table."""
    return [row[0] for row in fetch_joined((model,), tail, params)]


def fetch_joined(models: Sequence[type[Model]], tail: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Rows of the first table joined with others in `tail`, one instance per model, None where an outer join
    found nothing. Tables keep their names; no aliases."""
    readers = [_reader(model) for model in models]
    columns = ", ".join(reader.columns for reader in readers)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {_table(models[0])} {tail}", list(params))  # noqa: S608  names of ours
        rows = cursor.fetchall()
    found = []
    for row in rows:
        start, instances = 0, []
        for reader in readers:
            instances.append(reader.instance(row[start : start + reader.width]))
            start += reader.width
        found.append(tuple(instances))
    return found


def fetch_some[M: Model](model: type[M], names: Sequence[str], tail: str, params: Sequence[Any] = ()) -> list[M]:
    """Rows of one table with some of their plain columns, the key among them; the others are read when somebody asks
    for them."""
    columns = ", ".join(f'"{_column(model, name)}"' for name in names)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {_table(model)} {tail}", list(params))  # noqa: S608  names of ours
        return [model.from_db(connection.alias, names, row) for row in cursor.fetchall()]


def insert(instance: Model) -> None:
    """INSERT a new instance with its defaults, as `save(force_insert=True)` would without its signals."""
    statement, fields, generated = _insert(type(instance))
    values = [field.get_db_prep_save(field.pre_save(instance, True), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        if generated is not None:
            setattr(instance, generated, cursor.fetchone()[0])
    instance._state.adding = False
    instance._state.db = connection.alias


def compare_and_set(instance: Model, column: str, before: Any, columns: dict[str, Any]) -> int:
    """UPDATE the row where `column` still is `before`; how many rows that were."""
    meta = instance._meta
    fields = {name: _field(instance, name) for name in columns}
    assignments = ", ".join(f'"{field.column}" = %s' for field in fields.values())
    values = [field.get_db_prep_save(_plain(columns[name]), connection) for name, field in fields.items()]
    key = meta.pk
    assert key is not None
    statement = (
        f"UPDATE {_table(type(instance))} SET {assignments} "  # noqa: S608  names of ours
        f'WHERE "{key.column}" = %s AND "{_field(instance, column).column}" = %s'
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, key.get_db_prep_value(instance.pk, connection), before])
        return int(cursor.rowcount)


def compare_and_set_many(
    instances: Sequence[Model], column: str, before: Any, columns: Sequence[dict[str, Any]]
) -> int:
    """The same for rows of one table that get the same columns, each its own values, in one statement."""
    model, names = type(instances[0]), list(columns[0])
    key = model._meta.pk
    assert key is not None
    fields = [key, *(_field(instances[0], name) for name in names)]
    one = ", ".join(f"%s::{_kind(field)}" for field in fields)
    assignments = ", ".join(f'"{field.column}" = new."{field.column}"' for field in fields[1:])
    aliases = ", ".join(f'"{field.column}"' for field in fields)
    values = [
        field.get_db_prep_save(_plain(value), connection)
        for instance, given in zip(instances, columns, strict=True)
        for field, value in zip(fields, [instance.pk, *(given[name] for name in names)], strict=True)
    ]
    statement = (
        f"UPDATE {_table(model)} AS old SET {assignments} "  # noqa: S608  names of ours
        f"FROM (VALUES {', '.join([f'({one})'] * len(instances))}) AS new ({aliases}) "
        f'WHERE old."{key.column}" = new."{key.column}" AND old."{_field(instances[0], column).column}" = %s'
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, before])
        return int(cursor.rowcount)


class _Reader:
    def __init__(self, model: type[Model]) -> None:
        fields = model._meta.concrete_fields
        self.model = model
        self.width = len(fields)
        self.names = [field.attname for field in fields]
        self.columns = ", ".join(f'{_table(model)}."{field.column}"' for field in fields)
        self.key = fields.index(model._meta.pk)
        self.converters = [
            (index, field.from_db_value) for index, field in enumerate(fields) if hasattr(field, "from_db_value")
        ]

    def instance(self, values: Sequence[Any]) -> Model | None:
        if values[self.key] is None:
            return None
        if self.converters:
            values = list(values)
            for index, convert in self.converters:
                values[index] = convert(values[index], None, connection)
        return self.model.from_db(connection.alias, self.names, values)


@cache
def _reader(model: type[Model]) -> _Reader:
    return _Reader(model)


@cache
def _insert(model: type[Model]) -> tuple[str, list[Field[Any, Any]], str | None]:
    meta = model._meta
    generated = meta.pk.attname if isinstance(meta.pk, AutoField) else None
    fields = [field for field in meta.concrete_fields if field.attname != generated]
    names = ", ".join(f'"{field.column}"' for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    returning = f' RETURNING "{meta.pk.column}"' if generated is not None and meta.pk is not None else ""
    sql = f"INSERT INTO {_table(model)} ({names}) VALUES ({marks}){returning}"  # noqa: S608  names of ours
    return sql, fields, generated


def _field(instance: Model, name: str) -> Field[Any, Any]:
    field = instance._meta.get_field(name)
    assert isinstance(field, Field)
    return field


@cache
def _kind(field: Field[Any, Any]) -> str:
    """The type to read a value as; without its length, so that what is too long is refused and not cut."""
    kind = field.db_type(connection)
    assert kind is not None
    return kind.partition("(")[0]


def _column(model: type[Model], name: str) -> str:
    column = next(field.column for field in model._meta.concrete_fields if field.attname == name)
    assert column is not None
    return column


def _plain(value: Any) -> Any:
    return value.pk if isinstance(value, Model) else value


def _table(model: type[Model]) -> str:
    return f'"{model._meta.db_table}"'
