"""The kinds of rows that releases are made of, by the kind of project. All that differs between them is here."""

from __future__ import annotations

from export.formats.kinds.base import RowForm, Words
from export.formats.kinds.episodes import EPISODES
from export.formats.kinds.items import ITEMS

FORMS: dict[str, RowForm] = {"affectsim": EPISODES, "longemo": ITEMS}

__all__ = ["FORMS", "RowForm", "Words", "form_of"]


def form_of(project_kind: str) -> RowForm:
    """The form of the rows of a project of this kind."""
    return FORMS[project_kind]
