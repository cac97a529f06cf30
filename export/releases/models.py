"""Columns and constraints of releases. A trigger in the migrations refuses changes to what is frozen (RL11)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce

from affectory.core.models import UuidModel, choices_of
from export.formats.domain import PROFILE_FIELDS
from export.releases.domain import ReleaseState, Verdict, Version

RELEASE_STATES = choices_of(ReleaseState)
VERDICTS = choices_of(Verdict)


class ReleaseProfile(UuidModel):
    """RL1: what a project has to say before anything of it is frozen."""

    project = models.OneToOneField("accounts.Project", on_delete=models.PROTECT, related_name="release_profile")
    consent_terms = models.TextField(blank=True, default="")
    intended_use = models.TextField(blank=True, default="")
    subjectivity_statement = models.TextField(blank=True, default="")
    known_limits = models.TextField(blank=True, default="")
    misuse_contact = models.TextField(blank=True, default="")
    citation = models.TextField(blank=True, default="")
    licence_statement = models.TextField(blank=True, default="")
    hides_test_answers = models.BooleanField(default=False)
    updated_at = models.DateTimeField(auto_now=True)
    updated_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    def __str__(self) -> str:
        return f"release profile of {self.project_id}"

    def as_dict(self) -> dict[str, str]:
        return {key: getattr(self, key) for key in PROFILE_FIELDS}


class Release(UuidModel):
    """A version of a project's data. ``header`` is what the request pinned besides the rows."""

    project = models.ForeignKey("accounts.Project", on_delete=models.PROTECT, related_name="releases")
    major = models.PositiveIntegerField()
    minor = models.PositiveIntegerField()
    patch = models.PositiveIntegerField()
    state = models.CharField(max_length=16, default=ReleaseState.DRAFT.value, choices=RELEASE_STATES)
    notes = models.TextField(blank=True, default="")
    split_policy = models.JSONField(default=dict)
    seed = models.BigIntegerField(default=0)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    header = models.JSONField(default=dict)
    row_count = models.PositiveIntegerField(default=0)
    pinned_at = models.DateTimeField(null=True)
    deadline_at = models.DateTimeField(null=True)
    job_id = models.UUIDField(null=True)
    freeze_error = models.TextField(blank=True, default="")

    frozen_at = models.DateTimeField(null=True)
    manifest_sha256 = models.CharField(max_length=64, blank=True, default="")
    total_bytes = models.BigIntegerField(default=0)
    published_at = models.DateTimeField(null=True)
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "major", "minor", "patch"], name="release_version_once"),
            models.UniqueConstraint(
                fields=["project"],
                condition=models.Q(state=ReleaseState.FREEZING.value),
                name="release_one_freeze_at_a_time",
            ),
            models.CheckConstraint(
                condition=~models.Q(state=ReleaseState.FROZEN.value)
                | (models.Q(frozen_at__isnull=False) & ~models.Q(manifest_sha256="")),
                name="release_frozen_has_a_manifest",
            ),
            models.CheckConstraint(
                condition=models.Q(published_at__isnull=True) | models.Q(state=ReleaseState.FROZEN.value),
                name="release_published_is_frozen",
            ),
            models.CheckConstraint(
                condition=~models.Q(state=ReleaseState.FREEZING.value) | models.Q(deadline_at__isnull=False),
                name="release_freezing_has_a_deadline",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project_id} {self.version}"

    @property
    def version(self) -> str:
        return str(self.version_numbers)

    @property
    def version_numbers(self) -> Version:
        return Version(self.major, self.minor, self.patch)

    def counts_by_split(self) -> dict[str, int]:
        """Split → rows, in the order of the splits; empty while nothing is pinned."""
        table: dict[str, Any] = self.header.get("split_table", {})
        counts: dict[str, int] = next((row["counts"] for row in table.get("rows", []) if row["kind"] == "all"), {})
        return {split: counts[split] for split in table.get("splits", [])}


class Withdrawal(UuidModel):
    """RL46: a release that is served to nobody any more, and the sentence that says why. Only ever added."""

    release = models.OneToOneField(Release, on_delete=models.PROTECT, related_name="withdrawal")
    reason = models.TextField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"withdrawal of {self.release_id}"


class ReleaseRow(models.Model):
    """RL10: one pinned episode, or one pinned item with the revision that was kept, and its split; written by the
    request to freeze. ``subject_id`` is the id of whichever it is: what rows of two releases are compared by."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="rows")
    position = models.PositiveIntegerField()
    episode = models.ForeignKey("episodes.Episode", on_delete=models.PROTECT, related_name="release_rows", null=True)
    item = models.ForeignKey("questions.Item", on_delete=models.PROTECT, related_name="release_rows", null=True)
    revision = models.ForeignKey(
        "questions.Revision", on_delete=models.PROTECT, related_name="+", null=True, db_index=False
    )
    subject_id = models.GeneratedField(
        expression=Coalesce("episode", "item"), output_field=models.UUIDField(), db_persist=True
    )
    split = models.CharField(max_length=32)
    label = models.CharField(max_length=32)
    family = models.CharField(max_length=32)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "position"], name="release_row_one_per_position"),
            models.UniqueConstraint(fields=["release", "subject_id"], name="release_row_one_per_subject"),
            models.CheckConstraint(
                condition=models.Q(episode__isnull=False, item=None, revision=None)
                | models.Q(episode=None, item__isnull=False, revision__isnull=False),
                name="release_row_is_of_one_thing",
            ),
        ]
        indexes = [models.Index(fields=["release", "split", "position"], name="release_row_page")]

    def __str__(self) -> str:
        return f"{self.release_id} #{self.position}"


class ReleaseLine(models.Model):
    """RL10: a pinned row exactly as it is exported, and its digest without the release column; the worker's work."""

    row = models.OneToOneField(ReleaseRow, on_delete=models.CASCADE, primary_key=True, related_name="written")
    line = models.TextField()
    row_sha256 = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"line of {self.row_id}"


class HiddenReference(models.Model):
    """RL20: what a row keeps back, as canonical JSON: its id and the reserved fields. No route reads this table."""

    row = models.OneToOneField(ReleaseRow, on_delete=models.CASCADE, primary_key=True, related_name="hidden")
    line = models.TextField()

    def __str__(self) -> str:
        return f"hidden reference of {self.row_id}"


class HiddenArtefact(models.Model):
    """RL20: all that a release keeps back, as one file in storage that is no file of the release."""

    release = models.OneToOneField(Release, on_delete=models.CASCADE, primary_key=True, related_name="hidden")
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()

    def __str__(self) -> str:
        return f"hidden references of {self.release_id}"


class ClipHash(models.Model):
    """SP11: the fingerprint of a video by its digest; empty where the file could not be read as one."""

    video_sha256 = models.CharField(max_length=64, primary_key=True)
    value = models.BinaryField()

    def __str__(self) -> str:
        return self.video_sha256


class Ruling(UuidModel):
    """SP10: why two things that are alike are twins or are not; ``first`` has the smaller id."""

    verdict = models.CharField(max_length=10, choices=VERDICTS)
    reason = models.TextField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta(UuidModel.Meta):
        abstract = True

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id}: {self.verdict}"  # type: ignore[attr-defined]


class DuplicateRuling(Ruling):
    """About two motions whose clips look alike."""

    project = models.ForeignKey("accounts.Project", on_delete=models.PROTECT, related_name="duplicate_rulings")
    first = models.ForeignKey("motion.MotionAsset", on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey("motion.MotionAsset", on_delete=models.PROTECT, related_name="+")

    class Meta(UuidModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="duplicate_ruling_once"),
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")), name="duplicate_ruling_in_order"
            ),
        ]


class QuestionRuling(Ruling):
    """About two items whose questions read alike."""

    project = models.ForeignKey("accounts.Project", on_delete=models.PROTECT, related_name="question_rulings")
    first = models.ForeignKey("questions.Item", on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey("questions.Item", on_delete=models.PROTECT, related_name="+")

    class Meta(UuidModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="question_ruling_once"),
            models.CheckConstraint(condition=models.Q(first__lt=models.F("second")), name="question_ruling_in_order"),
        ]


type AnyRuling = DuplicateRuling | QuestionRuling


class ReleaseFile(models.Model):
    """One file of a frozen release: the API sends the stored bytes with this digest, and nothing else."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="files")
    path = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()
    media_type = models.CharField(max_length=100)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["release", "path"], name="release_file_one_per_path")]

    def __str__(self) -> str:
        return f"{self.release_id} {self.path}"


class RowTombstone(models.Model):
    """WD7: a row of a frozen release whose subject was withdrawn. Its line says so and holds nothing else."""

    row = models.OneToOneField(ReleaseRow, on_delete=models.PROTECT, primary_key=True, related_name="tombstone")
    at = models.DateTimeField()
    sentence = models.TextField()

    def __str__(self) -> str:
        return f"tombstone of row {self.row_id}"


class FileTombstone(models.Model):
    """WD7: a file of a frozen release that held something of what was withdrawn; whoever asks for it is told why it
    is gone."""

    file = models.OneToOneField(ReleaseFile, on_delete=models.PROTECT, primary_key=True, related_name="tombstone")
    at = models.DateTimeField()
    sentence = models.TextField()

    def __str__(self) -> str:
        return f"tombstone of file {self.file_id}"


class ReleaseSource(models.Model):
    """RL55: the digest of all that a pinned row is made of, as the database held it before its line was written."""

    row = models.OneToOneField(ReleaseRow, on_delete=models.CASCADE, primary_key=True, related_name="source")
    digest = models.BinaryField()

    def __str__(self) -> str:
        return f"source of {self.row_id}"
