"""Emptying the tables after a test that commits: those that hold something, without asking triggers or constraints.

Django truncates every table and makes all content types and permissions anew, which takes half a second each time.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db import connection

STAYS = frozenset({"django_migrations", "django_content_type", "auth_permission"})
"""Filled by migrating, and the same for every test."""


@cache
def _which_hold_something() -> str:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT FROM {connection.ops.quote_name(name)})"  # noqa: S608  names of ours
        for name in sorted(set(names) - STAYS)
    )


def empty_tables(_: Any = None) -> None:
    """Takes the place of `TransactionTestCase._fixture_teardown`. Needs a superuser, as the embedded server gives."""
    with connection.cursor() as cursor:
        cursor.execute(_which_hold_something())
        full = [name for (name,) in cursor.fetchall()]
        if not full:
            return
        deletions = "".join(f"DELETE FROM {connection.ops.quote_name(name)};" for name in full)  # noqa: S608
        cursor.execute("SET session_replication_role = replica")
        try:
            cursor.execute(deletions)
        finally:
            cursor.execute("SET session_replication_role = origin")
