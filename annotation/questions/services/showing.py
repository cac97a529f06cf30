"""What a list shows of an item, kept in its row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotation.questions.domain.judging import Judgement
from annotation.questions.models import Item

MAX_SHOWN = 500
"""Characters of a question that a list shows and searches."""
MAX_COUNT = 999
"""Warnings beyond this are not counted."""


def show(item: Item, content: Mapping[str, Any], judgement: Judgement) -> None:
    question = content.get("question")
    item.question = question[:MAX_SHOWN] if isinstance(question, str) else ""
    item.lint_count = min(len(judgement.warnings), MAX_COUNT)
