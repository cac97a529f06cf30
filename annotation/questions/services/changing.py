"""Which video an item belongs to, what kind of question it is, and judging content that nobody keeps."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import F

from affectory.accounts.models import Project, User
from affectory.accounts.services import lock_project
from affectory.core.errors import ConflictError, NotAllowedError
from annotation.questions import audit, policies
from annotation.questions.domain.record import Problem
from annotation.questions.domain.states import ItemState, Origin
from annotation.questions.judging import judge_item
from annotation.questions.linking import video_index, video_of
from annotation.questions.models import Draft, Item, Revision
from annotation.questions.selectors import draft_of
from annotation.questions.services.access import require_maintainer, seen_item
from annotation.questions.services.clips import clip_for
from annotation.questions.services.drafts import choose_kind, kept_or_refused, required_kind
from annotation.questions.services.showing import show


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
    if not isinstance(video, _Unchanged):
        link_item(actor=actor, item_id=item_id, video_id=video)


@transaction.atomic
def link_item(*, actor: User, item_id: UUID, video_id: UUID | None) -> Item:
    """QU63: a maintainer says which registered video an item is about, or that it is none of them. Its clip is then
    another one."""
    item = seen_item(actor, item_id)
    require_maintainer(actor, item.project)
    if item.state == ItemState.IN_REVIEW:
        raise ConflictError(
            "Reviewers look at this item with its video just now; link it when the round is over.",
            code="item.in_review",
        )
    video = video_of(item.project, video_id) if video_id is not None else None
    if item.video_id == video_id:
        return item
    before = item.video.name if item.video else None
    item.video, item.clip = video, None
    latest, draft = item.revisions.last(), draft_of(item)
    if latest is not None:
        item.clip = clip_for(actor, item, latest.content)
    content = draft.content if draft is not None else latest.content if latest is not None else {}
    show(item, content, judge_item(item, content))
    item.save(update_fields=["video", "clip", "question", "lint_count"])
    audit.item_changed(
        actor=actor, item=item, before={"video": before}, after={"video": video.name if video else None}
    )
    return item


@transaction.atomic
def link_items(*, actor: User, project: Project) -> tuple[int, int]:
    """QU63: link what is not linked yet and now finds its one video, as after registering videos for items that were
    there first. Returns how many were linked and how many still are not."""
    require_maintainer(actor, project)
    lock_project(project.pk)
    videos = video_index(project)
    unlinked = Item.objects.filter(project=project, video=None)
    latest = Revision.objects.filter(item__in=unlinked, number=F("item__revision_count"))
    drafts = Draft.objects.filter(item__in=unlinked, item__revision_count=0)
    origins = dict(latest.values_list("item_id", "content__source__from"))
    origins |= dict(drafts.values_list("item_id", "content__source__from"))
    linked = []
    count = 0
    for item in unlinked.select_for_update(no_key=True).only("pk", "video_name", "video").order_by("pk"):
        count += 1
        origin = origins.get(item.pk)
        found = videos.find(video_id=item.video_name, origin=origin if isinstance(origin, str) else "")
        if found is not None:
            item.video_id = found.id
            linked.append(item)
    Item.objects.bulk_update(linked, ["video"], batch_size=500)
    audit.items_linked(actor=actor, project_id=project.pk, linked=len(linked), unlinked=count - len(linked))
    return len(linked), count - len(linked)


def check_content(
    *, actor: User, project: Project, granularity: str, type_name: str, content: Any, video_id: UUID | None
) -> tuple[Problem, ...]:
    """The problems that this content would have as an item written here."""
    if not policies.can_write_items(actor, project):
        raise NotAllowedError("Only annotators and maintainers write items.", code="item.not_author")
    kind = required_kind(granularity, type_name)
    item = Item(
        project=project,
        granularity=kind.granularity.value,
        type=kind.type,
        origin=Origin.WRITTEN.value,
        video=video_of(project, video_id) if video_id is not None else None,
        video_name="unknown",
    )
    return judge_item(item, kept_or_refused(content)).problems
