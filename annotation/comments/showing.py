"""Threads as one person may see them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from affectory.accounts.models import User
from annotation.comments.domain import Circle, Part, Standing, is_editable
from annotation.comments.history import shown_person
from annotation.comments.models import Comment, Thread
from annotation.comments.selectors import Mentionable, mentionable, reviewer_numbers
from annotation.questions.models import Item


def shown_threads(user: User, item: Item, standing: Standing, threads: Iterable[Thread]) -> list[dict[str, Any]]:
    """The threads come from `threads_visible_to`, with their comments."""
    numbers = reviewer_numbers(item.pk)
    people = {circle.value: shown_mentionable(item, circle, user, standing) for circle in Circle}
    return [
        {
            "id": thread.pk,
            "item": item.pk if standing.sees_history else None,
            "circle": thread.circle,
            "revision": thread.revision,
            "created_at": thread.created_at,
            "resolved_at": thread.resolved_at,
            "comments": [_comment(comment, user, standing, numbers) for comment in thread.comments.all()],
            "mentionable": people[thread.circle],
        }
        for thread in threads
    ]


def shown_mentionable(item: Item, circle: str, user: User, standing: Standing) -> list[dict[str, Any]]:
    """CM3: others who can be meant; by name only where names may be known (CM2)."""

    def named(one: Mentionable) -> bool:
        return standing.names or one.part is Part.MAINTAINER

    return [
        {"handle": one.handle, "part": one.part, "name": str(one.person) if named(one) else None}
        for one in mentionable(item, circle)
        if one.person != user
    ]


def _comment(comment: Comment, user: User, standing: Standing, numbers: dict[Any, int]) -> dict[str, Any]:
    own = comment.author_id == user.pk
    gone = comment.deleted_at is not None
    versions = comment.versions.all() if (own or standing.maintains) and not gone else []
    return {
        "id": comment.pk,
        "by": shown_person(comment.author, comment.part, user=user, standing=standing, numbers=numbers),
        "text": None if gone else comment.text,
        "created_at": comment.created_at,
        "edited_at": comment.edited_at,
        "deleted": gone,
        "can_edit": own and not gone and is_editable(comment.created_at, timezone.now()),
        "can_delete": not gone and (own or standing.maintains),
        "versions": [{"text": version.text, "replaced_at": version.replaced_at} for version in versions],
    }
