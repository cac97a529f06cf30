"""What somebody has watched of a video, and the marks they made. What may never be true is a constraint here."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from affectory.core.models import UuidModel
from datasets.videos.models import Video


class Viewer(models.Model):
    """Who watches. ``used_until`` is the wall-clock time up to which their playing has been counted (WA4); everybody
    who counts something for them takes turns at this row."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    used_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"viewer {self.person_id}"


class PlaySession(UuidModel):
    """One page on which a video is played, from its opening on; ``key`` is what the browser calls it."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    video = models.ForeignKey(Video, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.UUIDField()
    heard_at = models.DateTimeField()
    last_beat = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "video", "key"], name="play_session_once"),
        ]

    def __str__(self) -> str:
        return f"session {self.key}"


class Watching(UuidModel):
    """What one person has watched of one video: merged intervals of its frames. ``seen_ticks`` of ``whole_ticks`` is
    the same as a share (WA5), for lists."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    video = models.ForeignKey(Video, on_delete=models.CASCADE, related_name="watched_by")
    intervals = models.JSONField(default=list)
    seen_ticks = models.PositiveBigIntegerField(default=0)
    whole_ticks = models.PositiveBigIntegerField(default=0)
    watched_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "video"], name="watching_once"),
            models.CheckConstraint(
                condition=Q(seen_ticks__lte=F("whole_ticks")), name="watching_is_no_more_than_all"
            ),
        ]

    def __str__(self) -> str:
        return f"watching of {self.video_id}"


class Mark(UuidModel):
    """WA6: a stretch that somebody marked while watching, whether or not there is an item to put it into. Without an
    end it is still open."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    video = models.ForeignKey(Video, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.UUIDField()
    first = models.PositiveIntegerField()
    end = models.PositiveIntegerField(null=True, blank=True)
    note = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["first", "created_at"]
        constraints = [
            models.UniqueConstraint(fields=["person", "video", "key"], name="watching_mark_once"),
            models.CheckConstraint(
                condition=Q(end__isnull=True) | Q(end__gt=F("first")), name="watching_mark_not_reversed"
            ),
        ]

    def __str__(self) -> str:
        return f"frames {self.first} to {self.end}"
