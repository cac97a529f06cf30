"""Which video an item belongs to, what kind of question it is, and judging content that nobody keeps."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import Project, User
from affectory.core.errors import NotAllowedError
from annotation.questions import policies
from annotation.questions.domain.record import Problem
from annotation.questions.domain.states import Origin
from annotation.questions.judging import judge_item
from annotation.questions.models import Item
from annotation.questions.services.drafts import choose_kind, kept_or_refused, required_kind


class _Unchanged(Enum):
    TOKEN = 0


UNCHANGED: Final = _Unchanged.TOKEN


@transaction.atomic
def change_item(
    *,
    actor: User,
    item_id: UUID,
    video: UUID | _Unchanged | None = UNCHANGED,
    granularity: str = "",
    type: str = "",
) -> None:
    if granularity or type:
        choose_kind(actor=actor, item_id=item_id, granularity=granularity, type_name=type)


def check_content(
    *, actor: User, project: Project, granularity: str, type_name: str, content: Any, video_id: UUID | None
) -> tuple[Problem, ...]:
    """The problems that this content would have as an item written here."""
    if not policies.can_write_items(actor, project):
        raise NotAllowedError("Only annotators and maintainers write items.", code="item.not_author")
    kind = required_kind(granularity, type_name)
    item = Item(project=project, granularity=kind.granularity.value, type=kind.type, origin=Origin.WRITTEN.value)
    return judge_item(item, kept_or_refused(content)).problems
