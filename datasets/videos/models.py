from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from affectory.accounts.models import Project
from affectory.core.models import UuidModel, choices_of
from affectory.core.rights import RightsColumns
from datasets.intake.domain import RowChange
from datasets.intake.models import Intake
from datasets.videos.domain import ClipState, RegistrationOutcome, RowKind, SubtitleOrigin, VideoState

VIDEO_STATES = choices_of(VideoState)
CLIP_STATES = choices_of(ClipState)
SUBTITLE_ORIGINS = choices_of(SubtitleOrigin)
REGISTRATION_OUTCOMES = choices_of(RegistrationOutcome)


class Video(UuidModel, RightsColumns):
    """A source video: its bytes, what people say about it, and what workers made of it.

    ``source`` is a string and is never fetched. ``lease`` belongs to the worker that prepares it at the moment.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="videos")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=500)
    source = models.CharField(max_length=1000, blank=True)
    external_id = models.CharField(max_length=500, blank=True)
    domain = models.CharField(max_length=200, blank=True)
    content_warnings = models.JSONField(default=list, blank=True)
    is_synthetic = models.BooleanField(default=False)
    file_sha256 = models.CharField(max_length=64)
    size_bytes = models.PositiveBigIntegerField()

    state = models.CharField(max_length=20, choices=VIDEO_STATES, default=VideoState.REGISTERED.value)
    job_id = models.UUIDField(null=True, blank=True)
    lease = models.UUIDField(null=True, blank=True)
    steps_done = models.JSONField(default=list, blank=True)
    notes = models.JSONField(default=list, blank=True)
    prepared_at = models.DateTimeField(null=True, blank=True)

    probe = models.JSONField(null=True, blank=True)
    frame_count = models.PositiveIntegerField(null=True, blank=True)
    duration_s = models.FloatField(null=True, blank=True)
    rate = models.CharField(max_length=60, blank=True)
    width = models.PositiveIntegerField(null=True, blank=True)
    height = models.PositiveIntegerField(null=True, blank=True)
    has_audio = models.BooleanField(null=True, blank=True)

    frames_sha256 = models.CharField(max_length=64, blank=True)
    proxy_sha256 = models.CharField(max_length=64, blank=True)
    proxy_rate = models.CharField(max_length=60, blank=True)
    proxy_frames = models.PositiveIntegerField(null=True, blank=True)
    proxy_size_bytes = models.PositiveBigIntegerField(null=True, blank=True)
    poster_sha256 = models.CharField(max_length=64, blank=True)
    sprite = models.JSONField(null=True, blank=True)
    peaks_sha256 = models.CharField(max_length=64, blank=True)
    cuts = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "file_sha256"], name="video_bytes_once_per_project"),
            models.UniqueConstraint(
                fields=["project", "external_id"], name="video_id_once_per_project", condition=~Q(external_id="")
            ),
            models.CheckConstraint(
                condition=~Q(state=VideoState.READY.value)
                | (~Q(proxy_sha256="") & ~Q(frames_sha256="") & Q(probe__isnull=False)),
                name="ready_video_is_prepared",
            ),
            models.CheckConstraint(
                condition=Q(state=VideoState.PREPARING.value, lease__isnull=False)
                | (~Q(state=VideoState.PREPARING.value) & Q(lease__isnull=True)),
                name="preparing_video_has_a_lease",
            ),
        ]
        indexes = [
            models.Index(F("project"), F("created_at").desc(), F("id").desc(), name="video_page"),
            models.Index(
                fields=["state"],
                name="video_unprepared",
                condition=Q(state__in=[VideoState.REGISTERED.value, VideoState.PREPARING.value]),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SubtitleTrack(UuidModel):
    """Subtitles of a video as they were read once. Rows keep their cues for ever, because items quote them;
    a later version is a row of its own, and deleting hides."""

    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="subtitles")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    language = models.CharField(max_length=35)
    label = models.CharField(max_length=200, blank=True)
    origin = models.CharField(max_length=10, choices=SUBTITLE_ORIGINS)
    stream = models.PositiveSmallIntegerField(null=True, blank=True)
    name = models.CharField(max_length=500)
    file_sha256 = models.CharField(max_length=64)
    format = models.CharField(max_length=10)
    encoding = models.CharField(max_length=40)
    encoding_guessed = models.BooleanField(default=False)
    cues = models.JSONField(default=list)
    notes = models.JSONField(default=list, blank=True)
    cue_count = models.PositiveIntegerField()
    note_count = models.PositiveIntegerField(default=0)
    replaced_by = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="replaces", null=True, blank=True
    )
    replaced_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["video", "language", "label"],
                name="subtitles_in_force_once",
                condition=Q(replaced_at__isnull=True, deleted_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"


class PreparedClip(UuidModel):
    """Intervals of a video, cut out and joined. ``segments`` NULL is the whole video; the digest names them."""

    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="clips")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    title = models.CharField(max_length=200, blank=True)
    segments = models.JSONField(null=True, blank=True)
    digest = models.CharField(max_length=64)
    source_frames = models.JSONField(default=list)
    frame_count = models.PositiveIntegerField()
    duration_s = models.FloatField()
    state = models.CharField(max_length=20, choices=CLIP_STATES, default=ClipState.QUEUED.value)
    job_id = models.UUIDField(null=True, blank=True)
    lease = models.UUIDField(null=True, blank=True)
    error = models.TextField(blank=True)
    settings_id = models.CharField(max_length=40, blank=True)
    video_sha256 = models.CharField(max_length=64, blank=True)
    frames_sha256 = models.CharField(max_length=64, blank=True)
    poster_sha256 = models.CharField(max_length=64, blank=True)
    size_bytes = models.PositiveBigIntegerField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["video", "digest"], name="clip_once_per_segments"),
            models.CheckConstraint(
                condition=~Q(state=ClipState.READY.value) | (~Q(video_sha256="") & ~Q(frames_sha256="")),
                name="ready_clip_is_cut",
            ),
            models.CheckConstraint(
                condition=Q(state=ClipState.CUTTING.value, lease__isnull=False)
                | (~Q(state=ClipState.CUTTING.value) & Q(lease__isnull=True)),
                name="clip_being_cut_has_a_lease",
            ),
        ]
        indexes = [models.Index(F("video"), F("created_at").desc(), F("id").desc(), name="prepared_clip_page")]

    def __str__(self) -> str:
        return self.title or f"clip {self.id}"


class CutSegment(models.Model):
    """A cut stretch of a video, kept to be joined again: frames first to last, both included."""

    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="cut_segments")
    first_frame = models.PositiveIntegerField()
    last_frame = models.PositiveIntegerField()
    settings_id = models.CharField(max_length=40)
    sha256 = models.CharField(max_length=64)
    size_bytes = models.PositiveBigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["video", "first_frame", "last_frame", "settings_id"], name="cut_segment_once"
            ),
            models.CheckConstraint(condition=Q(first_frame__lte=F("last_frame")), name="cut_segment_not_reversed"),
        ]

    def __str__(self) -> str:
        return f"frames {self.first_frame} to {self.last_frame}"


class Upload(UuidModel):
    """A file that was sent and waits for a registration to use it."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="video_uploads")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=500)
    size_bytes = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "created_by", "name", "sha256"],
                name="open_upload_once",
                condition=Q(used_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index(F("project"), F("created_at").desc(), F("id").desc(), name="video_upload_page"),
            models.Index(fields=["project", "sha256"], name="video_upload_bytes"),
        ]

    def __str__(self) -> str:
        return self.name


class Registration(Intake):
    """Files that somebody brought in as videos, how they are to be read, and what became of them (the rows)."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="video_registrations")
    manifest_name = models.CharField(max_length=500, blank=True)
    manifest_sha256 = models.CharField(max_length=64, blank=True)
    mapping = models.JSONField(default=dict)
    defaults = models.JSONField(default=dict)
    files = models.JSONField(default=list)
    columns_ignored = models.JSONField(default=list, blank=True)
    planned_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(F("project"), F("created_at").desc(), F("id").desc(), name="video_registration_page")]

    def __str__(self) -> str:
        return f"registration {self.id}"


class RegistrationRow(models.Model):
    """One line of the report: a manifest line, a file, or both. ``of`` is the row of the video that subtitles
    belong to."""

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=choices_of(RowKind))
    of = models.PositiveIntegerField(null=True, blank=True)
    file = models.CharField(max_length=600, blank=True)
    line = models.PositiveIntegerField(null=True, blank=True)
    outcome = models.CharField(max_length=20, choices=REGISTRATION_OUTCOMES)
    change = models.CharField(max_length=20, blank=True, choices=choices_of(RowChange))
    changes = models.JSONField(default=list, blank=True)
    reason = models.TextField(blank=True)
    field = models.CharField(max_length=200, blank=True)
    warnings = models.JSONField(default=list, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    size_bytes = models.PositiveBigIntegerField(null=True, blank=True)
    fields = models.JSONField(default=dict, blank=True)
    video = models.ForeignKey(
        Video, on_delete=models.SET_NULL, related_name="registration_rows", null=True, blank=True
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["registration", "number"], name="registration_row_number_once")
        ]
        indexes = [models.Index(fields=["registration", "outcome"], name="registration_row_outcome")]

    def __str__(self) -> str:
        return f"{self.file}: {self.outcome}"
