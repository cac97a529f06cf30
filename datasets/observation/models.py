from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from affectory.core.models import UuidModel, choices_of
from datasets.episodes.models import Episode
from datasets.observation.domain import RenderState, Setting


class Render(UuidModel):
    """One clip of one episode. ``parameters`` decide it together with the episode; ``spec_sha256`` is the digest of
    the specification they led to, which lies in storage under it."""

    episode = models.ForeignKey(Episode, on_delete=models.PROTECT, related_name="renders")
    setting = models.CharField(max_length=10, choices=[(s.value, s.value) for s in Setting])
    engine_id = models.CharField(max_length=40)
    parameters = models.JSONField()
    parameters_sha256 = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=choices_of(RenderState), default=RenderState.QUEUED.value)
    spec_sha256 = models.CharField(max_length=64, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True)
    queued_at = models.DateTimeField()
    heartbeat_at = models.DateTimeField(null=True)
    deadline_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    frames_done = models.PositiveIntegerField(default=0)
    frames = models.PositiveIntegerField()
    error = models.TextField(blank=True)
    engine_version = models.CharField(max_length=80, blank=True)
    video_sha256 = models.CharField(max_length=64, blank=True)
    poster_sha256 = models.CharField(max_length=64, blank=True)
    frames_sha256 = models.CharField(max_length=64, blank=True)
    frames_digest = models.CharField(max_length=64, blank=True)
    view = models.JSONField(default=dict)

    class Meta:
        constraints = [
            # OB2: what would give the same pixels is one row.
            models.UniqueConstraint(
                fields=["episode", "setting", "engine_id", "parameters_sha256"], name="render_once_per_specification"
            ),
            models.CheckConstraint(
                condition=~Q(state=RenderState.DONE.value)
                | (~Q(video_sha256="") & ~Q(frames_sha256="") & ~Q(frames_digest="") & ~Q(spec_sha256="")),
                name="done_render_is_whole",
            ),
            models.CheckConstraint(
                condition=~Q(state=RenderState.RENDERING.value)
                | Q(lease__isnull=False, heartbeat_at__isnull=False, deadline_at__isnull=False),
                name="running_render_has_a_lease",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "heartbeat_at"], name="render_alive", condition=Q(state="rendering")),
            models.Index(fields=["state", "queued_at"], name="render_waiting", condition=Q(state="queued")),
            models.Index(F("created_at").desc(), F("id").desc(), name="render_page"),
        ]

    def __str__(self) -> str:
        return f"{self.setting} of {self.episode_id}"
