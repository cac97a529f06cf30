"""What can be done to many rows of a list at once. Apps describe their actions and register them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol
from uuid import UUID

from django.db.models import QuerySet

from affectory.accounts.models import Project, User
from affectory.core.errors import AffectoryError
from affectory.core.registry import Registry

ACTIONS = Registry("bulk action")
""""library.action" → "module:ACTION"."""


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one row. Without a refusal it was done; ``before`` is what an undo needs."""

    subject_id: UUID
    refusal: str = ""
    before: Any = None


@dataclass(frozen=True, slots=True)
class Foreseen:
    """How many of the chosen rows an action would treat alike, and how: "were judged and stay"."""

    n: int
    what: str
    changes: bool = True


class Apply(Protocol):
    """Acts on some rows of a project, in the caller's transaction, and tells of each."""

    def __call__(
        self, *, actor: User, project: Project, ids: Sequence[UUID], arguments: Mapping[str, Any]
    ) -> Sequence[Done]: ...


class Revert(Protocol):
    """Puts rows back to what they were: id → what ``Done.before`` said."""

    def __call__(self, *, actor: User, project: Project, before: Mapping[UUID, Any]) -> Sequence[Done]: ...


@dataclass(frozen=True, slots=True)
class Action:
    title: str
    """Of the job: "Exclude", to which the number of rows is added."""
    apply: Apply
    check: Callable[[Mapping[str, Any]], dict[str, Any]] = lambda given: {}
    """The arguments as they will be used. Raises InvalidError with the fields at fault."""
    revert: Revert | None = None
    """None: it cannot be undone."""
    foresee: Callable[[QuerySet[Any]], Sequence[Foreseen]] | None = None
    """What would become of these rows, told before anything is done (BW14)."""


def each(act: Callable[[User, UUID, Mapping[str, Any]], Any]) -> Apply:
    """An action that takes each row by itself; ``act`` is atomic and returns what an undo needs."""

    def apply(*, actor: User, project: Project, ids: Sequence[UUID], arguments: Mapping[str, Any]) -> Sequence[Done]:
        return [_tried(one, partial(act, actor, one, arguments)) for one in ids]

    return apply


def each_back(act: Callable[[User, UUID, Any], Any]) -> Revert:
    """Its undo: ``act`` gets what the action had returned."""

    def revert(*, actor: User, project: Project, before: Mapping[UUID, Any]) -> Sequence[Done]:
        return [_tried(one, partial(act, actor, one, value)) for one, value in before.items()]

    return revert


def _tried(subject_id: UUID, act: Callable[[], Any]) -> Done:
    """BW7: what refuses one row says so and leaves the others alone."""
    try:
        return Done(subject_id, before=act())
    except AffectoryError as error:
        return Done(subject_id, refusal=error.message)


def action_of(library: str, name: str) -> Action:
    found: Action = ACTIONS.load(f"{library}.{name}")
    return found
