"""The kinds of rows that releases are made of, by the kind of project."""

from __future__ import annotations

from affectory.accounts.models import Project
from export.releases.kinds.base import Material, RowKind
from export.releases.kinds.episodes import EPISODES
from export.releases.kinds.items import ITEMS

KINDS: dict[str, RowKind] = {"affectsim": EPISODES, "longemo": ITEMS}

__all__ = ["KINDS", "Material", "RowKind", "kind_of"]


def kind_of(project: Project) -> RowKind:
    """What the rows of this project's releases are."""
    return KINDS[project.kind]
