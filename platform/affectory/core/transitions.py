"""CO1: a state changes by compare-and-set, here and nowhere else."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db import models

from .errors import ConflictError
from .rows import compare_and_set


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
        raise ConflictError(f"This {name} is {state} and cannot become {to}.", code="state.not_allowed")
    changed = _update(obj, state, {"state": to, **columns})
    if changed != 1:
        raise ConflictError(
            f"Somebody else changed this {name} a moment ago; load it again.", code="state.changed_meanwhile"
        )
    obj.state = to  # type: ignore[attr-defined]  # as above
    for column, value in columns.items():
        setattr(obj, column, value)


def _update(obj: models.Model, state: str, columns: dict[str, Any]) -> int:
    if any(hasattr(value, "resolve_expression") for value in columns.values()):
        return type(obj)._default_manager.filter(pk=obj.pk, state=state).update(**columns)
    return compare_and_set(obj, "state", state, columns)
