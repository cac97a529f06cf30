"""RV71: what somebody does not want to see is never given to them. Nobody is told, and it shows in no figure."""

from __future__ import annotations

from typing import Any

from django.db import connection

from affectory.accounts.domain import unwanted_in
from affectory.accounts.models import User

from .domain import RoundState
from .models import Batch
from .subjects import subject_of


def wanted_sql(person: User, subject_kind: str) -> tuple[str, list[Any]]:
    """A condition on ``reviews_round`` that leaves out what the person does not want to see, with its parameters;
    empty for most people."""
    unwanted, warned = unwanted_in(person.preferences), subject_of(subject_kind).warned
    if not unwanted or warned is None:
        return "", []
    condition = (
        f" AND NOT EXISTS (SELECT 1 FROM {warned.tables}, jsonb_array_elements_text({warned.column}) AS word "  # noqa: S608  tables and columns of ours
        f"WHERE {warned.key} = reviews_round.subject_id AND lower(word) = ANY(%s))"
    )
    return condition, [unwanted]


def content_of(batch: Batch) -> list[str]:
    """Every warning that anything undecided in the batch carries, in alphabetical order."""
    warned = subject_of(batch.subject_kind).warned
    if warned is None:
        return []
    statement = (
        f"SELECT DISTINCT word FROM {warned.tables}, jsonb_array_elements_text({warned.column}) AS word "  # noqa: S608  tables and columns of ours
        f"WHERE {warned.key} IN (SELECT subject_id FROM reviews_round WHERE batch_id = %s AND state = %s) "
        "ORDER BY word"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [batch.pk, RoundState.OPEN.value])
        return [word for (word,) in cursor.fetchall()]
