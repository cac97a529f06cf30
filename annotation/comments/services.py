"""Writes of threads and comments: one function per verb."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.accounts.selectors import maintainers_of
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.inbox.domain import Kind
from affectory.inbox.services import notify_all
from annotation.comments import audit, selectors
from annotation.comments.domain import (
    EDITABLE,
    MAX_TEXT,
    Circle,
    Standing,
    handles_in,
    is_editable,
    may_open,
    part_in,
)
from annotation.comments.models import Comment, CommentVersion, Thread
from annotation.questions.models import Item
from annotation.questions.notices import name_of


@transaction.atomic
def open_thread(
    *,
    actor: User,
    project: Project,
    circle: str,
    text: str,
    item_id: UUID | None = None,
    lease_id: UUID | None = None,
    revision: int | None = None,
) -> Thread:
    """CM1: begin a thread about an item, or about the item of one's own lease, with its first comment."""
    if (item_id is None) == (lease_id is None):
        message = "Say which item the thread is about: its id, or your lease of it."
        raise InvalidError(message, code="comment.no_item", fields={"item": [message]})
    if item_id is not None:
        item, standing = selectors.item_to_talk_about(actor, project, item_id)
    else:
        assert lease_id is not None
        item, standing = selectors.item_of_lease(actor, project, lease_id)
    _check_may_open(circle, standing)
    if revision is not None and revision > item.revision_count:
        message = f"This item has {item.revision_count} revisions."
        raise InvalidError(message, code="comment.no_revision", fields={"revision": [message]})
    text = _checked_text(item, circle, text)
    thread = Thread(project=project, item=item, circle=circle, revision=revision, opened_by=actor)
    thread.save()
    audit.thread_opened(actor=actor, thread=thread)
    _write(actor, thread, standing, text)
    return thread


@transaction.atomic
def add_comment(*, actor: User, project: Project, thread_id: UUID, text: str) -> Comment:
    """CM1: whoever may read a thread may write in it; a reply opens a thread again that was resolved."""
    thread = _locked(actor, project, thread_id)
    standing = selectors.standing_of(actor, thread.item)
    text = _checked_text(thread.item, thread.circle, text)
    if thread.resolved_at is not None:
        _set_resolved(actor, thread, resolved=False)
    return _write(actor, thread, standing, text)


@transaction.atomic
def edit_comment(*, actor: User, project: Project, comment_id: UUID, text: str) -> Comment:
    """CM4: one's own comment within 15 minutes; what it said before is kept."""
    comment = selectors.comment_for(actor, project, comment_id)
    _check_own(actor, comment)
    comment = (
        Comment.objects.select_for_update(of=("self",)).select_related("thread__item__project").get(pk=comment.pk)
    )
    now = timezone.now()
    if comment.deleted_at is not None or not is_editable(comment.created_at, now):
        minutes = int(EDITABLE.total_seconds() // 60)
        raise ConflictError(
            f"A comment can be mended for {minutes} minutes after it was written. Your text is not lost: send it as "
            "a reply.",
            code="comment.too_old",
        )
    text = _checked_text(comment.thread.item, comment.thread.circle, text)
    if text == comment.text:
        return comment
    CommentVersion.objects.create(comment=comment, text=comment.text, replaced_at=now)
    before = handles_in(comment.text)
    comment.text, comment.edited_at = text, now
    comment.save(update_fields=["text", "edited_at"])
    audit.comment_edited(actor=actor, comment=comment)
    _tell_mentioned(actor, comment, [handle for handle in handles_in(text) if handle not in before])
    return comment


@transaction.atomic
def delete_comment(*, actor: User, project: Project, comment_id: UUID) -> None:
    """CM4: one's own comment at any time, a maintainer any that they may read. A line stays that says so."""
    comment = selectors.comment_for(actor, project, comment_id)
    if comment.author_id != actor.pk and not selectors.standing_of(actor, comment.thread.item).maintains:
        raise NotAllowedError("Only a maintainer deletes what somebody else wrote.", code="comment.not_yours")
    gone = Comment.objects.filter(pk=comment.pk, deleted_at=None).update(deleted_at=timezone.now(), deleted_by=actor)
    if gone:
        audit.comment_deleted(actor=actor, comment=comment)


@transaction.atomic
def set_resolved(*, actor: User, project: Project, thread_id: UUID, resolved: bool) -> Thread:
    """CM5: whoever may read a thread may say that it is settled, or that it is not."""
    thread = _locked(actor, project, thread_id)
    if (thread.resolved_at is not None) != resolved:
        _set_resolved(actor, thread, resolved=resolved)
    return thread


def _set_resolved(actor: User, thread: Thread, *, resolved: bool) -> None:
    """Assumes the caller's lock on the thread."""
    thread.resolved_at = timezone.now() if resolved else None
    thread.resolved_by = actor if resolved else None
    thread.save(update_fields=["resolved_at", "resolved_by"])
    audit.thread_resolved(actor=actor, thread=thread, resolved=resolved)


def _locked(actor: User, project: Project, thread_id: UUID) -> Thread:
    """Needs the caller's transaction."""
    thread = selectors.thread_for(actor, project, thread_id)
    Thread.objects.select_for_update(no_key=True).get(pk=thread.pk)
    thread.refresh_from_db(fields=["resolved_at", "resolved_by"])
    return thread


def _write(actor: User, thread: Thread, standing: Standing, text: str) -> Comment:
    """Assumes that the actor may write here. Tells whom it concerns, never who wrote it (IN2)."""
    first = not thread.comments.exists()
    part = part_in(thread.circle, standing, opened=thread.opened_by_id == actor.pk)
    comment = Comment.objects.create(thread=thread, author=actor, part=part.value, text=text)
    audit.comment_written(actor=actor, comment=comment)
    told = _tell_mentioned(actor, comment, handles_in(text))
    if first:
        _tell(Kind.THREAD_OPENED, comment, _addressed(thread), without=[actor, *told])
    else:
        writers = User.objects.filter(pk__in=thread.comments.values("author")).distinct()
        _tell(Kind.THREAD_REPLY, comment, [thread.opened_by, *writers], without=[actor, *told])
    return comment


def _addressed(thread: Thread) -> list[User]:
    """Who is told of a new thread: the maintainers, and the others of its circle who took part."""
    people = maintainers_of(thread.project)
    if thread.circle == Circle.EVERYBODY:
        people += User.objects.in_bulk(selectors.reviewer_numbers(thread.item_id)).values()
    if thread.circle != Circle.REVIEWER and thread.item.author is not None:
        people.append(thread.item.author)
    return people


def _tell_mentioned(actor: User, comment: Comment, handles: list[str]) -> list[User]:
    """CM3. Returns who was told."""
    thread = comment.thread
    known = {one.handle: one.person for one in selectors.mentionable(thread.item, thread.circle)} if handles else {}
    mentioned = [known[handle] for handle in handles if handle in known]
    return _tell(Kind.THREAD_MENTION, comment, mentioned, without=[actor])


def _tell(kind: Kind, comment: Comment, people: list[User], *, without: list[User]) -> list[User]:
    thread = comment.thread
    told = selectors.readers(thread, {person for person in people if person.is_active} - set(without))
    # A reviewer knows no item by its id, and learns none from a line.
    item = "an item under review" if thread.circle == Circle.REVIEWER else name_of(thread.item)
    notify_all(
        people=told,
        kind=kind,
        project=thread.project,
        about=thread.item,
        text_args={"item": item, "thread": str(thread.pk)},
        event=f"{comment.pk}:{comment.edited_at or ''}",
    )
    return told


def _check_may_open(circle: str, standing: Standing) -> None:
    if circle in may_open(standing):
        return
    sentences = {
        Circle.AUTHOR: "Only the author of an item and the maintainers talk about it here.",
        Circle.REVIEWER: "You can ask the maintainers about an item that you look at or have judged.",
        Circle.EVERYBODY: "An item is talked about among all who took part once it is finished.",
    }
    raise NotAllowedError(sentences[Circle(circle)], code="comment.not_in_circle")


def _checked_text(item: Item, circle: str, text: str) -> str:
    """CM3: somebody who is meant by name can read it, or the comment is refused: nobody believes in vain to have
    told somebody."""
    text = text.strip()
    fault = ""
    if not text:
        fault = "Write something first."
    elif len(text) > MAX_TEXT:
        fault = f"A comment has at most {MAX_TEXT:,} characters; this one has {len(text):,}."
    elif handles := handles_in(text):
        known = [one.handle for one in selectors.mentionable(item, circle)]
        unknown = [handle for handle in handles if handle not in known]
        if unknown:
            there_are = ", ".join(f"@{handle}" for handle in known) or "nobody"
            fault = f"@{unknown[0]} is nobody who can read this thread. You can name {there_are}."
    if fault:
        raise InvalidError(fault, code="comment.text", fields={"text": [fault]})
    return text


def _check_own(actor: User, comment: Comment) -> None:
    if comment.author_id != actor.pk:
        raise NotAllowedError("Only who wrote a comment can mend it.", code="comment.not_yours")


__all__ = [
    "add_comment",
    "delete_comment",
    "edit_comment",
    "open_thread",
    "set_resolved",
]
