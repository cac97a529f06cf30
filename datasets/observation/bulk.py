"""What can be done to many episodes at once where they are observed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.browsing.actions import Action, Done
from datasets.episodes.models import Episode
from datasets.observation import services

NOT_CHECKED = "It has not passed its checks, so there is nothing to render."
ALL_THERE = "Its clips are there or on their way."


def _render(*, actor: User, project: Project, ids: Sequence[UUID], arguments: Mapping[str, Any]) -> list[Done]:
    """OB1: clips that are there already are not made again."""
    checked = Episode.objects.filter(project=project, pk__in=ids, state__in=services.RENDERABLE)
    able = set(checked.values_list("pk", flat=True))
    asked = services.request_renders(actor=actor, project=project, episode_ids=sorted(able)) if able else []
    begun = {render.episode_id for render in asked}
    return [Done(one, refusal="" if one in begun else ALL_THERE if one in able else NOT_CHECKED) for one in ids]


RENDER = Action("Ask for clips", _render)
