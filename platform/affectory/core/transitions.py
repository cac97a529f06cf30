"""CO1: a state changes by compare-and-set, here and nowhere else."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import models

from .errors import ConflictError
from .rows import compare_and_set, compare_and_set_many


def move(
    obj: models.Model,
    *,
    to: str,
    transitions: Mapping[Any, Collection[Any]],
    actor: object = None,
    **columns: Any,
) -> None:
    """Change `obj.state` to `to` if the row still is in the state that `obj` was read in.

    `columns` are written by the same UPDATE. `actor` is who asked for it (None: the system). Raises ConflictError
    when the move is not in `transitions` or when someone else was first; the row is then as it was.
    """
    state = obj.state  # type: ignore[attr-defined]  # whatever moves has one
    name = obj._meta.verbose_name
    if to not in transitions.get(state, ()):
        raise _not_allowed(name, state, to)
    changed = _update(obj, state, {"state": to, **columns})
    if changed != 1:
        raise ConflictError(
            f"Somebody else changed this {name} a moment ago; load it again.", code="state.changed_meanwhile"
        )
    obj.state = to  # type: ignore[attr-defined]  # as above
    for column, value in columns.items():
        setattr(obj, column, value)


def in_words(state: str) -> str:
    """A state as people say it: IN_REVIEW and in_review are both "in review"."""
    return state.replace("_", " ").lower()


def _not_allowed(name: object, state: str, to: str) -> ConflictError:
    return ConflictError(
        f"This {name} is “{in_words(state)}” by now, and from there it cannot go to “{in_words(to)}”. Nothing was "
        "changed; load it again to see what can be done.",
        code="state.not_allowed",
    )


def move_many[M: models.Model](
    moves: Sequence[tuple[M, dict[str, Any]]], *, to: str, transitions: Mapping[Any, Collection[Any]]
) -> None:
    """The same for many rows of one table, in as few statements as they have sets of columns and states to come from.

    For rows that the caller has locked. Raises ConflictError if one of them cannot move; the caller's transaction is
    then to be rolled back.
    """
    alike: dict[tuple[str, ...], list[tuple[M, dict[str, Any]]]] = {}
    for obj, columns in moves:
        state = obj.state  # type: ignore[attr-defined]  # whatever moves has one
        if to not in transitions.get(state, ()):
            raise _not_allowed(obj._meta.verbose_name, state, to)
        alike.setdefault((state, *sorted(columns)), []).append((obj, {"state": to, **columns}))
    for (state, *_), some in alike.items():
        changed = compare_and_set_many([obj for obj, _ in some], "state", state, [columns for _, columns in some])
        if changed != len(some):
            raise ConflictError(
                "Somebody else changed some of these a moment ago. Nothing was changed; load them again.",
                code="state.changed_meanwhile",
            )
    for some in alike.values():
        for obj, columns in some:
            for column, value in columns.items():
                setattr(obj, column, value)


def _update(obj: models.Model, state: str, columns: dict[str, Any]) -> int:
    if any(hasattr(value, "resolve_expression") for value in columns.values()):
        return type(obj)._default_manager.filter(pk=obj.pk, state=state).update(**columns)
    return compare_and_set(obj, "state", state, columns)
