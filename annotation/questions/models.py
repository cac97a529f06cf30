"""Items, drafts, revisions and imports. What may never be true is a constraint here or a trigger in a migration."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from affectory.accounts.models import Project
from affectory.core.models import UuidModel, choices_of
from annotation.questions.domain.kinds import KINDS, TYPES, Granularity, TaskKind, find_kind
from annotation.questions.domain.planning import Outcome
from annotation.questions.domain.reserving import (
    BEGUN_HOURS,
    DEFAULT_BEGUN_HOURS,
    DEFAULT_MINUTES,
    DEFAULT_WRITERS,
    MINUTES,
    WRITERS,
    ReservationState,
    Terms,
)
from annotation.questions.domain.states import FOR_ANYBODY, WITHOUT_REVISION, ItemState, Origin
from datasets.intake.models import Intake
from datasets.videos.models import PreparedClip, Video

ITEM_STATES = choices_of(ItemState)
ORIGINS = choices_of(Origin)
GRANULARITIES = choices_of(Granularity)
ITEM_TYPES = [(name, name) for name in TYPES]
ITEM_OUTCOMES = choices_of(Outcome)
RESERVATION_STATES = choices_of(ReservationState)
_NO_REVISION = [state.value for state in WITHOUT_REVISION]
_MAY_LACK_A_KIND = [*_NO_REVISION, ItemState.WITHDRAWN.value]


def _has_a_kind() -> Q:
    known = Q()
    for kind in KINDS:
        known |= Q(granularity=kind.granularity.value, type=kind.type)
    return known


class Item(UuidModel):
    """A question about a video with its reference answer; the content stands in its revisions and its draft.

    ``question``, ``lint_count`` and ``saved_at`` are those of the draft where there is one, else of the latest
    revision: what a list shows. ``video_name`` is what its file called the video, linked or not. ``author`` is nobody
    for a mapped question or a draft that nobody has taken yet (QU59). ``returned`` is why the last round sent it
    back: its number and the reasons, without names.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="items")
    external_id = models.CharField(max_length=200, blank=True)
    granularity = models.CharField(max_length=10, choices=GRANULARITIES, blank=True)
    type = models.CharField(max_length=40, choices=ITEM_TYPES, blank=True)
    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="items", null=True, blank=True)
    video_name = models.CharField(max_length=500, blank=True)
    clip = models.ForeignKey(PreparedClip, on_delete=models.PROTECT, related_name="items", null=True, blank=True)
    state = models.CharField(max_length=20, choices=ITEM_STATES, default=ItemState.DRAFT.value)
    origin = models.CharField(max_length=20, choices=ORIGINS)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="items", null=True, blank=True
    )
    is_synthetic = models.BooleanField(default=False)
    question = models.TextField(blank=True)
    lint_count = models.PositiveSmallIntegerField(default=0)
    revision_count = models.PositiveSmallIntegerField(default=0)
    draft_version = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField()
    reference = models.JSONField(null=True, blank=True)
    needs_scope_recheck = models.BooleanField(default=False)
    import_digest = models.CharField(max_length=64, blank=True)
    returned = models.JSONField(null=True, blank=True)
    discard_reason = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "external_id"], condition=~Q(external_id=""), name="item_id_once_per_project"
            ),
            models.CheckConstraint(
                condition=Q(state=ItemState.WITHDRAWN.value)
                | Q(state__in=_NO_REVISION, revision_count=0)
                | (~Q(state__in=_NO_REVISION) & Q(revision_count__gte=1)),
                name="item_is_a_draft_without_revisions",
            ),
            models.CheckConstraint(
                condition=_has_a_kind() | Q(granularity="", type="", state__in=_MAY_LACK_A_KIND),
                name="item_has_a_known_task",
            ),
        ]
        indexes = [
            models.Index(F("project"), F("created_at").desc(), F("id").desc(), name="item_page"),
            models.Index(F("author"), F("project"), name="item_by_author"),
            models.Index(
                F("project"),
                F("granularity"),
                F("created_at"),
                F("id"),
                condition=Q(state=ItemState.DRAFT.value, author=None),
                name="item_waiting",
            ),
        ]

    def __str__(self) -> str:
        return self.external_id or str(self.id)

    @property
    def kind(self) -> TaskKind | None:
        return find_kind(self.granularity, self.type)

    @property
    def is_for_anybody(self) -> bool:
        """QU80: a draft that came from elsewhere and is in the hands of whoever reserved it, or of nobody."""
        return self.state == ItemState.DRAFT and self.origin in FOR_ANYBODY


class Draft(models.Model):
    """What somebody is writing. ``version`` rises with every save, also over drafts of the same item, so that no
    stale copy can pass for the current one. ``initial`` is what it began with, after revision ``based_on``."""

    item = models.OneToOneField(Item, on_delete=models.CASCADE, primary_key=True, related_name="draft")
    content = models.JSONField()
    initial = models.JSONField()
    version = models.PositiveIntegerField()
    based_on = models.PositiveSmallIntegerField(default=0)
    saved_at = models.DateTimeField()
    saved_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"draft {self.version} of {self.item_id}"


class ItemImport(Intake):
    """A file of questions that somebody brought in, how it is to be read, and what became of it (the rows)."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="item_imports")
    file_name = models.CharField(max_length=500)
    file_sha256 = models.CharField(max_length=64)
    file_size_bytes = models.PositiveBigIntegerField()
    mapping = models.JSONField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(F("project"), F("created_at").desc(), F("id").desc(), name="item_import_page")]

    def __str__(self) -> str:
        return f"import of {self.file_name}"


class ItemImportRow(models.Model):
    """One record of the file: ``number`` counts from 1, ``line`` is where it begins."""

    item_import = models.ForeignKey(ItemImport, on_delete=models.CASCADE, related_name="rows", db_index=False)
    number = models.PositiveIntegerField()
    line = models.PositiveIntegerField(null=True, blank=True)
    external_id = models.CharField(max_length=200, blank=True)
    outcome = models.CharField(max_length=20, choices=ITEM_OUTCOMES)
    problems = models.JSONField(default=list)
    item = models.ForeignKey(Item, on_delete=models.SET_NULL, related_name="import_rows", null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["item_import", "number"], name="item_import_row_number_once")]

    def __str__(self) -> str:
        return f"{self.external_id}: {self.outcome}"


class Revision(UuidModel):
    """A submitted version of an item. Numbered from 1, never changed, never deleted (QU56). ``content`` is in its
    canonical form; ``digest`` is over the record without its ids and without the evidence. ``confirmed``: a draft
    that somebody looked at and submitted as it was (QU84)."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="revisions", db_index=False)
    number = models.PositiveSmallIntegerField()
    content = models.JSONField()
    digest = models.CharField(max_length=64)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    item_import = models.ForeignKey(
        ItemImport, on_delete=models.PROTECT, related_name="revisions", null=True, blank=True, db_index=False
    )
    confirmed = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["item", "number"], name="revision_number_once_per_item")]

    def __str__(self) -> str:
        return f"revision {self.number} of {self.item_id}"


class QueuePolicy(models.Model):
    """How long people of a project may hold drafts of nobody and whole videos, and how many may write about one video
    at a time; a project without a row has the defaults."""

    project = models.OneToOneField(Project, on_delete=models.CASCADE, primary_key=True, related_name="queue_policy")
    minutes = models.PositiveSmallIntegerField(default=DEFAULT_MINUTES)
    begun_hours = models.PositiveSmallIntegerField(default=DEFAULT_BEGUN_HOURS)
    writers = models.PositiveSmallIntegerField(default=DEFAULT_WRITERS)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(minutes__range=MINUTES, begun_hours__range=BEGUN_HOURS), name="queue_policy_in_bounds"
            ),
            models.CheckConstraint(condition=Q(writers__range=WRITERS), name="queue_policy_writers_1_to_9"),
        ]

    def __str__(self) -> str:
        return f"{self.minutes} minutes, {self.begun_hours} hours once begun"

    @property
    def terms(self) -> Terms:
        return Terms(self.minutes, self.begun_hours)


class Reservation(UuidModel):
    """QU80: a draft of nobody is in one person's hands until a time. ``begun``: they have written in it. ``content``
    is what they had written when it ended without a submission; it comes back when they take the draft again."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="reservations")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    granularity = models.CharField(max_length=10, choices=GRANULARITIES, blank=True)
    state = models.CharField(max_length=20, choices=RESERVATION_STATES, default=ReservationState.OPEN.value)
    begun = models.BooleanField(default=False)
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    end_reason = models.CharField(max_length=40, blank=True)
    note = models.TextField(blank=True)
    content = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item"], condition=Q(state=ReservationState.OPEN.value), name="reservation_one_per_item"
            ),
            models.UniqueConstraint(
                fields=["project", "person", "granularity"],
                condition=Q(state=ReservationState.OPEN.value, begun=False),
                name="reservation_one_unbegun_per_person",
            ),
            models.CheckConstraint(
                condition=Q(state=ReservationState.OPEN.value, ended_at=None)
                | (~Q(state=ReservationState.OPEN.value) & Q(ended_at__isnull=False)),
                name="reservation_ends_once",
            ),
        ]
        indexes = [
            models.Index(F("expires_at"), condition=Q(state=ReservationState.OPEN.value), name="reservation_due"),
            models.Index(F("person"), F("project"), F("state"), name="reservation_by_person"),
        ]

    def __str__(self) -> str:
        return f"{self.person} has {self.item_id} until {self.expires_at:%H:%M}"


class VideoReservation(UuidModel):
    """QU100: a whole video is in somebody's hands to be written about until a time. ``place`` is which of the places
    that the project's policy gives to writers of one video. ``begun``: they have an item of it in the making."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    video = models.ForeignKey(Video, on_delete=models.CASCADE, related_name="reservations", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    place = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=20, choices=RESERVATION_STATES, default=ReservationState.OPEN.value)
    begun = models.BooleanField(default=False)
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    end_reason = models.CharField(max_length=40, blank=True)
    note = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["video", "place"],
                condition=Q(state=ReservationState.OPEN.value),
                name="video_reservation_one_per_place",
            ),
            models.UniqueConstraint(
                fields=["video", "person"],
                condition=Q(state=ReservationState.OPEN.value),
                name="video_reservation_one_per_person",
            ),
            models.UniqueConstraint(
                fields=["project", "person"],
                condition=Q(state=ReservationState.OPEN.value, begun=False),
                name="video_reservation_one_unbegun_per_person",
            ),
            models.CheckConstraint(
                condition=Q(state=ReservationState.OPEN.value, ended_at=None)
                | (~Q(state=ReservationState.OPEN.value) & Q(ended_at__isnull=False)),
                name="video_reservation_ends_once",
            ),
        ]
        indexes = [
            models.Index(
                F("expires_at"), condition=Q(state=ReservationState.OPEN.value), name="video_reservation_due"
            ),
            models.Index(F("video"), F("person"), F("state"), name="video_reservation_by_video"),
        ]

    def __str__(self) -> str:
        return f"{self.person} has {self.video_id} until {self.expires_at:%H:%M}"


class WorkTime(models.Model):
    """QU87: seconds that somebody was really at work on an item."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="work", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    seconds = models.FloatField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["item", "person"], name="work_once_per_item_and_person")]

    def __str__(self) -> str:
        return f"{self.seconds:.0f} s of {self.person} on {self.item_id}"


class NumberSeries(models.Model):
    """QU110: the last number that was given in a series of ids, such as G1_Q. It only rises (a trigger)."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+")
    series = models.CharField(max_length=10)
    last = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "series"], name="number_series_once")]

    def __str__(self) -> str:
        return f"{self.series}{self.last}"


class VideoId(UuidModel):
    """QU110: the id under which a prepared clip, or a whole video, goes out; never changed and never taken away."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=200)
    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="released_ids")
    clip = models.OneToOneField(
        PreparedClip, on_delete=models.PROTECT, related_name="released_id", null=True, blank=True
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="video_id_once"),
            models.UniqueConstraint(fields=["video"], condition=Q(clip=None), name="whole_video_has_one_id"),
        ]

    def __str__(self) -> str:
        return self.name
