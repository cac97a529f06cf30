"""One function per event. An event says neither the text nor the item: who asks about what is for those who may read
the thread."""

from __future__ import annotations

from affectory.accounts.models import User
from affectory.core.audit import record
from annotation.comments.models import Comment, Thread


def thread_opened(*, actor: User, thread: Thread) -> None:
    record(actor=actor, event="comment.thread_opened", project_id=thread.project_id, subject=thread)


def thread_resolved(*, actor: User, thread: Thread, resolved: bool) -> None:
    record(
        actor=actor,
        event="comment.thread_resolved" if resolved else "comment.thread_reopened",
        project_id=thread.project_id,
        subject=thread,
    )


def comment_written(*, actor: User, comment: Comment) -> None:
    _of_comment(actor, comment, "comment.written")


def comment_edited(*, actor: User, comment: Comment) -> None:
    _of_comment(actor, comment, "comment.edited")


def comment_deleted(*, actor: User, comment: Comment) -> None:
    _of_comment(actor, comment, "comment.deleted")


def _of_comment(actor: User, comment: Comment, event: str) -> None:
    record(actor=actor, event=event, project_id=comment.thread.project_id, subject=comment)
