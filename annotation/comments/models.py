"""Threads about items, their comments, and what comments said before they were mended."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from affectory.accounts.models import Project
from affectory.core.models import UuidModel, choices_of
from annotation.comments.domain import Circle, Part
from annotation.questions.models import Item

CIRCLES = choices_of(Circle)
PARTS = choices_of(Part)


class Thread(UuidModel):
    """What is said about one item between some people. ``revision`` is the one that it is about, if about one. An
    item that was never more than a draft takes its threads along when it is deleted."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="threads", db_index=False)
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="threads")
    circle = models.CharField(max_length=12, choices=CIRCLES)
    revision = models.PositiveSmallIntegerField(null=True, blank=True)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True, db_index=False
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(resolved_at=None, resolved_by=None)
                | Q(resolved_at__isnull=False, resolved_by__isnull=False),
                name="thread_resolved_by_somebody",
            )
        ]
        indexes = [models.Index(fields=["project", "-created_at", "-id"], name="thread_page")]

    def __str__(self) -> str:
        return f"thread about {self.item_id}"


class Comment(UuidModel):
    """What somebody said, in which part. Deleted text stays in the table and is shown to nobody (CM4)."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="comments", db_index=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    part = models.CharField(max_length=12, choices=PARTS)
    text = models.TextField()
    edited_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    deleted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True, db_index=False
    )

    class Meta:
        ordering = ["created_at", "id"]
        indexes = [models.Index(fields=["thread", "created_at", "id"], name="comment_in_thread")]

    def __str__(self) -> str:
        return f"comment in {self.thread_id}"


class CommentVersion(models.Model):
    """What a comment said until it was mended; never changed (a trigger sees to it)."""

    comment = models.ForeignKey(Comment, on_delete=models.CASCADE, related_name="versions")
    text = models.TextField()
    replaced_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"earlier text of {self.comment_id}"
