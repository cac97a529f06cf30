"""RL16: what differs between two frozen releases, row by row; the database compares, nothing is held as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from django.db import connection

from export.releases.domain import CHANGES, Difference, changed_fields
from export.releases.kinds import kind_of
from export.releases.models import Release

KINDS = ("added", "removed", "changed")
_AT_ONCE = 500


def difference_between(new: Release, old: Release) -> Difference:
    """How many rows differ, and the version that the difference demands from the old release."""
    with connection.cursor() as cursor:
        sql = f"{_different(new)} SELECT kind, what, count(*) FROM d GROUP BY kind, what"  # noqa: S608  names of ours
        cursor.execute(sql, _params(new, old))
        counts = {(kind, what): n for kind, what, n in cursor.fetchall()}
    return Difference(
        base=old.version,
        added=counts.get(("added", ""), 0),
        removed=counts.get(("removed", ""), 0),
        changed={what: counts[("changed", what)] for what in CHANGES if ("changed", what) in counts},
    )


def different_rows(
    new: Release, old: Release, *, kind: str = "", what: str = "", after: UUID | None = None, limit: int | None = None
) -> Iterator[dict[str, Any]]:
    """Rows in ascending order of their cursors: an added one whole, a changed one with the fields that differ.

    A row's ``cursor`` is what ``after`` is given; its ``id`` is the one that it is exported under."""
    conditions, params = ["TRUE"], _params(new, old)
    for column, value in (("kind", kind), ("what", what)):
        if value:
            conditions.append(f"{column} = %s")
            params.append(value)
    if after is not None:
        conditions.append("cursor > %s")
        params.append(after)
    sql = f"{_different(new)} SELECT * FROM d WHERE {' AND '.join(conditions)} ORDER BY cursor"  # noqa: S608  names of ours
    if limit is not None:
        sql += " LIMIT %s"
        params.append(limit)
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, params)
        while some := cursor.fetchmany(_AT_ONCE):
            for row in some:
                yield _row(*row)


def _row(
    cursor: UUID,
    row_id: str,
    kind: str,
    what: str,
    label: str,
    split: str,
    old_line: str | None,
    new_line: str | None,
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "cursor": str(cursor),
        "id": row_id,
        "kind": kind,
        "what": what,
        "label": label,
        "split": split,
    }
    old, new = (_read(line) for line in (old_line, new_line))
    if "withdrawn" in old or "withdrawn" in new:
        said = {"what": "", "label": "", "withdrawn": (old or new).get("withdrawn") or new["withdrawn"]}
        return found | said | ({"fields": []} if kind == "changed" else {})
    if kind == "changed":
        found["fields"] = changed_fields(old, new)
    if kind == "added":
        found["row"] = new
    return found


def _read(line: str | None) -> Mapping[str, Any]:
    return json.loads(line) if line else {}


def _params(new: Release, old: Release) -> list[Any]:
    return [old.pk, new.pk]


def _different(release: Release) -> str:
    name, join = kind_of(release.project).named_sql
    rows = f"""
    SELECT r.subject_id, {name} AS name, r.label, r.split, l.row_sha256, l.line
    FROM releases_releaserow r JOIN releases_releaseline l ON l.row_id = r.id {join} WHERE r.release_id = %s
"""  # noqa: S608  names of ours; every value is a parameter
    return f"""
WITH d AS (
    SELECT coalesce(n.subject_id, o.subject_id) AS cursor,
           coalesce(n.name, o.name) AS id,
           CASE WHEN o.subject_id IS NULL THEN 'added'
                WHEN n.subject_id IS NULL THEN 'removed' ELSE 'changed' END AS kind,
           CASE WHEN o.subject_id IS NULL OR n.subject_id IS NULL THEN ''
                WHEN o.label <> n.label THEN 'label'
                WHEN o.split <> n.split THEN 'split' ELSE 'content' END AS what,
           coalesce(n.label, o.label) AS label,
           coalesce(n.split, o.split) AS split,
           o.line AS old_line,
           n.line AS new_line
    FROM ({rows}) o FULL JOIN ({rows}) n ON n.subject_id = o.subject_id
    WHERE o.row_sha256 IS DISTINCT FROM n.row_sha256
)
"""  # noqa: S608  names of ours; every value is a parameter
