"""The item that a drafter's proposal becomes."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from affectory.accounts.models import Project, User
from annotation.questions.domain.kinds import TaskKind
from annotation.questions.domain.states import Origin
from annotation.questions.judging import judge_item
from annotation.questions.models import Draft, Item
from annotation.questions.services.showing import show
from datasets.videos.models import Video


def add_drafted_item(
    *, asked_by: User, project: Project, kind: TaskKind | None, video: Video, content: dict[str, Any]
) -> Item:
    """A draft of nobody, as a mapped question is, until somebody takes it (QU59). Assumes a transaction."""
    now = timezone.now()
    item = Item(
        project=project,
        granularity=kind.granularity.value if kind is not None else "",
        type=kind.type if kind is not None else "",
        video=video,
        origin=Origin.DRAFTED.value,
        is_synthetic=project.is_synthetic,
        draft_version=1,
        saved_at=now,
    )
    show(item, content, judge_item(item, content))
    item.save(force_insert=True)
    Draft.objects.create(item=item, content=content, initial=content, version=1, saved_at=now, saved_by=asked_by)
    return item
