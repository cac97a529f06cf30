"""What a new item starts with, and what of an item a tested model may see."""

from __future__ import annotations

from typing import Any

from annotation.questions.domain.kinds import PREFIX_OF_FAMILY, TaskKind
from annotation.questions.domain.record import Item, ItemRubric, ReferenceItem
from annotation.questions.domain.writing import item_value
from annotation.taxonomy.domain import Rubrics

RESERVED = ("answer", "answer_details", "rubric")


def starting_rubric(kind: TaskKind, rubrics: Rubrics, family: str = "") -> ItemRubric | None:
    """QU15: criterion and scores of the task's family; none for tasks answered with labels. Where a task has two
    families the author says which: a definite result or an explanation."""
    if not kind.families:
        return None
    chosen = family or (kind.families[0] if len(kind.families) == 1 else "")
    if chosen not in kind.families:
        raise ValueError(f"choose the rubric of {kind.type}: {' or '.join(kind.families)}")
    found = rubrics.family(chosen)
    return ItemRubric(found.criterion, dict(found.scores))


def only_rubric(kind: TaskKind | None, rubrics: Rubrics) -> ItemRubric | None:
    """The rubric of a task that has one family; none where there is nothing to fill in or a choice is still open."""
    return starting_rubric(kind, rubrics) if kind is not None and len(kind.families) == 1 else None


def next_reference(kind: TaskKind, family: str, items: tuple[ReferenceItem, ...]) -> str:
    """The id of the next stage, factor or component."""
    if family not in kind.families:
        raise ValueError(f"choose the rubric of {kind.type}: {' or '.join(kind.families)}")
    return f"{PREFIX_OF_FAMILY[family].value}{len(items) + 1}"


def renumbered(items: tuple[ReferenceItem, ...]) -> tuple[ReferenceItem, ...]:
    """The same items numbered by their place, as after a removal or a move."""
    return tuple(
        ReferenceItem(f"{item.id[0]}{place}", item.description, item.anchor, item.emotion, item.intensity)
        for place, item in enumerate(items, start=1)
    )


def model_input(item: Item) -> dict[str, Any]:
    """QU16: the fields of an item without what is reserved for evaluation."""
    return {name: value for name, value in item_value(item).items() if name not in RESERVED}
