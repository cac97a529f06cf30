"""Writing an item: its draft, and the draft's end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.jobs import enqueue
from affectory.core.rows import compare_and_set
from affectory.core.transitions import move
from annotation.questions import audit, policies
from annotation.questions.domain.content import ContentError, blank_content, kept_content
from annotation.questions.domain.judging import Judgement
from annotation.questions.domain.kinds import Granularity, TaskKind, find_kind, types_of
from annotation.questions.domain.record import ItemRubric, Problem
from annotation.questions.domain.reserving import EndReason
from annotation.questions.domain.starting import only_rubric, starting_rubric
from annotation.questions.domain.states import ITEM_TRANSITIONS, ItemState, Origin
from annotation.questions.domain.writing import content_digest, plain_value, segments_value
from annotation.questions.judging import judge_item
from annotation.questions.linking import video_of
from annotation.questions.models import Draft, Item, Revision
from annotation.questions.queues import hold_on
from annotation.questions.selectors import draft_of, no_such_item
from annotation.questions.services.access import editable_item, require_version, saved_meanwhile
from annotation.questions.services.clips import clip_for, required_segments
from annotation.questions.services.reservations import begin, finish
from annotation.questions.services.showing import show
from annotation.questions.services.video_reservations import begin_video, finish_video, unbegin_video
from annotation.questions.services.watched import require_watched
from annotation.questions.video_loss import require_video
from annotation.rubrics.selectors import rubrics_of


@dataclass(frozen=True, slots=True)
class Saved:
    draft: Draft
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Submitted:
    item: Item
    revision: Revision
    warnings: tuple[Problem, ...]


@transaction.atomic
def create_item(
    *,
    actor: User,
    project: Project,
    granularity: str,
    type_name: str,
    video_id: UUID,
    segments: Any = None,
    rubric_family: str = "",
) -> Item:
    """A new item with a draft that has its place in the video and its rubric (QU15)."""
    if not policies.can_write_items(actor, project):
        raise NotAllowedError("Only annotators and maintainers write items.", code="item.not_author")
    kind = required_kind(granularity, type_name)
    video = video_of(project, video_id)
    content = blank_content(
        kind,
        origin=video.source or video.name,
        segments=plain_value(segments_value(required_segments(segments))),
        rubric=_rubric(project, kind, rubric_family),
    )
    now = timezone.now()
    item = Item(
        project=project,
        granularity=kind.granularity.value,
        type=kind.type,
        video=video,
        origin=Origin.WRITTEN.value,
        author=actor,
        is_synthetic=project.is_synthetic,
        draft_version=1,
        saved_at=now,
    )
    show(item, content, judge_item(item, content))
    if kind.granularity is Granularity.EPISODE:
        begin_video(actor, video)
    item.save(force_insert=True)
    Draft.objects.create(item=item, content=content, initial=content, version=1, saved_at=now, saved_by=actor)
    audit.item_created(actor=actor, item=item)
    return item


@transaction.atomic
def save_draft(
    *, actor: User, item_id: UUID, content: Any, base_version: int, project: Project | None = None
) -> Saved:
    """QU55. QU59: the first to save a mapped question takes it. A save that is sent again after its answer was lost
    finds its own content and is no conflict. ``project``: the one that the item has to be in."""
    item = editable_item(actor, item_id)
    if project is not None and item.project_id != project.pk:
        raise no_such_item()
    hold = hold_on(item)
    draft = hold.draft
    kept = kept_or_refused(content)
    if draft is not None and draft.saved_by_id == actor.pk and draft.content == kept:
        return Saved(draft, judge_item(item, kept).problems)
    require_version(item, draft, base_version)
    now = timezone.now()
    begin(actor, item, now, hold)
    if item.draft_version != base_version:
        require_version(item, draft_of(item), base_version)
    judgement = judge_item(item, kept)
    if item.author_id is None:
        item.author = actor
        audit.item_taken(actor=actor, item=item)
    show(item, kept, judgement)
    version = item.draft_version + 1
    columns = {
        "author": item.author_id,
        "draft_version": version,
        "question": item.question,
        "lint_count": item.lint_count,
        "saved_at": now,
    }
    written = compare_and_set(item, "draft_version", item.draft_version, columns)
    if draft is None:
        draft = Draft(
            item=item,
            content=kept,
            initial=latest_content(item),
            based_on=item.revision_count,
            version=version,
            saved_at=now,
            saved_by=actor,
        )
        draft.save(force_insert=True)
    else:
        changed = {"content": kept, "version": version, "saved_at": now, "saved_by": actor.pk}
        written &= compare_and_set(draft, "version", draft.version, changed)
        draft.content, draft.version, draft.saved_at, draft.saved_by = kept, version, now, actor
    if not written:
        raise saved_meanwhile()
    return Saved(draft, judgement.problems)


@transaction.atomic
def submit_revision(*, actor: User, item_id: UUID, base_version: int, scope_rechecked: bool = False) -> Submitted:
    """QU52: the draft becomes an immutable, numbered revision, unless its format is broken. QU53: a question that
    had options says that the scope of its answer was rechecked."""
    item = editable_item(actor, item_id)
    draft = draft_of(item)
    require_version(item, draft, base_version)
    if draft is None:
        raise ConflictError("There is no draft to submit.", code="item.no_draft")
    begin(actor, item, timezone.now())
    judgement = judge_item(item, draft.content)
    return submit(actor=actor, item=item, draft=draft, judgement=judgement, scope_rechecked=scope_rechecked)


def submit(
    *, actor: User, item: Item, draft: Draft, judgement: Judgement, scope_rechecked: bool, confirmed: bool = False
) -> Submitted:
    """The body of a submission, for a caller that holds the item's lock and the transaction."""
    require_video(item)
    _require_sound(item, judgement, scope_rechecked)
    require_watched(actor, item)
    kind = required_kind(item.granularity, item.type)
    content = judgement.content
    latest = item.revisions.last()
    if latest is not None and latest.content == content:
        return _stand_again(actor, item, draft, latest, judgement)
    revision = Revision.objects.create(
        item=item,
        number=item.revision_count + 1,
        content=content,
        digest=content_digest(content, kind),
        author=actor,
        confirmed=confirmed,
    )
    draft.delete()
    finish(item, EndReason.SUBMITTED, revision.created_at)
    show(item, content, judgement)
    columns = {
        "clip": clip_for(actor, item, content),
        "revision_count": revision.number,
        "draft_version": item.draft_version + 1,
        "needs_scope_recheck": False,
        "author": item.author or actor,
        "question": item.question,
        "lint_count": item.lint_count,
        "saved_at": revision.created_at,
        "returned": None,
    }
    if item.state != ItemState.SUBMITTED:
        move(item, to=ItemState.SUBMITTED, transitions=ITEM_TRANSITIONS, actor=actor, **columns)
    else:
        for name, value in columns.items():
            setattr(item, name, value)
        item.save(update_fields=list(columns))
    finish_video(item)
    audit.revision_submitted(actor=actor, item=item, revision=revision)
    enqueue("reviews.open_ready", project_id=item.project_id)
    return Submitted(item, revision, judgement.warnings)


def _stand_again(actor: User, item: Item, draft: Draft, latest: Revision, judgement: Judgement) -> Submitted:
    """QU101: what was taken back, or taken up again, and is submitted as it was is the same revision as before. What
    reviewers sent back has to change: they have judged it already. Assumes the item's lock."""
    if item.state != ItemState.SUBMITTED:
        raise ConflictError(
            f"Nothing has changed since revision {latest.number}, which the reviewers did not agree on; change "
            "something before you submit it again.",
            code="item.unchanged",
        )
    draft.delete()
    item.draft_version += 1
    item.saved_at = timezone.now()
    show(item, latest.content, judgement)
    item.save(update_fields=["draft_version", "question", "lint_count", "saved_at"])
    finish_video(item)
    audit.revision_stands_again(actor=actor, item=item, revision=latest)
    enqueue("reviews.open_ready", project_id=item.project_id)
    return Submitted(item, latest, judgement.warnings)


@transaction.atomic
def discard_draft(*, actor: User, item_id: UUID, base_version: int | None = None) -> Item | None:
    """QU66: what is left is the latest revision; of a mapped question without one, the question as it came in; of an
    item that was never more than this draft, nothing, and None is returned."""
    item = editable_item(actor, item_id)
    draft = draft_of(item)
    if draft is None:
        raise ConflictError("There is no draft to discard.", code="item.no_draft")
    if base_version is not None:
        require_version(item, draft, base_version)
    audit.draft_discarded(actor=actor, item=item, version=draft.version)
    if not item.revision_count and not item.external_id and item.origin == Origin.WRITTEN:
        item.delete()
        unbegin_video(item)
        return None
    item.draft_version += 1
    item.saved_at = timezone.now()
    if item.revision_count:
        content = latest_content(item)
        draft.delete()
    else:
        content = draft.content = draft.initial
        draft.version, draft.saved_at, draft.saved_by = item.draft_version, item.saved_at, actor
        draft.save()
    show(item, content, judge_item(item, content))
    item.save(update_fields=["draft_version", "question", "lint_count", "saved_at"])
    return item


@transaction.atomic
def choose_kind(*, actor: User, item_id: UUID, granularity: str, type_name: str) -> Item:
    """QU62: the task of an item can be chosen until there is a revision. What is still blank in the draft takes the
    form of the task."""
    item = editable_item(actor, item_id)
    if item.revision_count:
        raise ConflictError(
            f"This item is of the task {item.type} since its first revision; write another item.",
            code="item.kind_is_fixed",
        )
    kind = required_kind(granularity, type_name)
    before = {"granularity": item.granularity or None, "type": item.type or None}
    draft = draft_of(item)
    if draft is None or kind == item.kind:
        return item
    item.granularity, item.type = kind.granularity.value, kind.type
    blank = blank_content(kind, origin="", segments=None, rubric=_rubric(item.project, kind, ""))
    content = dict(draft.content)
    if not any(_parts(content["answer"])):
        content["answer"] = blank["answer"]
    content["rubric"] = blank["rubric"]
    item.draft_version += 1
    item.saved_at = timezone.now()
    draft.content, draft.version, draft.saved_at, draft.saved_by = content, item.draft_version, item.saved_at, actor
    draft.save()
    show(item, content, judge_item(item, content))
    item.save(update_fields=["granularity", "type", "draft_version", "question", "lint_count", "saved_at"])
    audit.item_changed(
        actor=actor, item=item, before=before, after={"granularity": item.granularity, "type": item.type}
    )
    return item


def required_kind(granularity: str, type_name: str) -> TaskKind:
    kind = find_kind(granularity, type_name)
    if kind is None:
        message = f"{type_name} is no task of a {granularity}; there are {', '.join(types_of(granularity))}."
        raise InvalidError(message, code="item.kind", fields={"type": [message]})
    return kind


def _rubric(project: Project, kind: TaskKind, family: str) -> ItemRubric | None:
    """The task's rubric; None where there is none, or where a choice between two is still open."""
    if not family:
        return only_rubric(kind, rubrics_of(project))
    try:
        return starting_rubric(kind, rubrics_of(project), family)
    except ValueError as error:
        raise InvalidError(str(error), code="item.rubric", fields={"rubric_family": [str(error)]}) from error


def kept_or_refused(content: Any) -> dict[str, Any]:
    try:
        return kept_content(content)
    except ContentError as error:
        where = "content" if error.field == "content" else f"content.{error.field}"
        raise InvalidError(f"{where} {error}", code="item.content", fields={where: [str(error)]}) from error


def latest_content(item: Item) -> dict[str, Any]:
    latest = item.revisions.last()
    if latest is None:
        return blank_content(item.kind, origin="", segments=None, rubric=None)
    content: dict[str, Any] = latest.content
    return content


def _require_sound(item: Item, judgement: Judgement, scope_rechecked: bool) -> None:
    fields: dict[str, list[str]] = {}
    for problem in judgement.errors:
        fields.setdefault(problem.field or "content", []).append(f"{problem.message} ({problem.rule})")
    if fields:
        where, messages = next(iter(fields.items()))
        more = f" There are {len(fields) - 1} more fields to see to." if len(fields) > 1 else ""
        raise InvalidError(f"{where} {messages[0]}.{more}", code="item.not_ready", fields=fields)
    if item.needs_scope_recheck and not scope_rechecked:
        message = "This question had options. Recheck how far its answer reaches now that it is open, and say so."
        raise InvalidError(message, code="item.scope_recheck", fields={"scope_rechecked": [message]})


def _parts(answer: Any) -> Sequence[Any]:
    return list(answer.values()) if isinstance(answer, dict) else [answer]
