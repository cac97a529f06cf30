from __future__ import annotations

from dataclasses import replace
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from affectory.accounts.models import Project
from affectory.browsing.finding import by_part_of
from affectory.browsing.packing import flag, packed
from affectory.core.models import UuidModel, choices_of
from affectory.core.rights import MayRedistribute, Rights, RightsColumns, strictest
from datasets.intake.domain import RowChange
from datasets.intake.models import Intake
from datasets.motion.domain.labels import FIVE_LABELS, LabelRules
from datasets.motion.domain.measures import AXIS_NAMES, UNIT_NAMES
from datasets.motion.domain.states import AssetState, ExclusionKind, RowOutcome

MOTION_STATES = choices_of(AssetState)


class ConsentColumns(models.Model):
    """What was agreed with whoever was recorded: where it is filed, its words, and since when."""

    consent_reference = models.CharField(max_length=300, blank=True)
    consent_terms = models.TextField(blank=True)
    consented_on = models.DateField(null=True, blank=True)

    class Meta:
        abstract = True


class Collection(UuidModel, RightsColumns, ConsentColumns):
    """Where motions come from: one source with one label scheme. ``name`` is a string and is never fetched."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="motion_collections")
    name = models.CharField(max_length=300)
    is_synthetic = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="motion_collection_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


TERMS = (
    *("licence", "may_redistribute", "may_send_to_external_model"),
    *("consent_reference", "consent_terms", "consented_on"),
)
"""What a collection and a performer can set: rights, and the consent that they stand on."""


class LabelMapping(UuidModel):
    """A version of a collection's label mapping. Rows are never edited; the highest version is in force."""

    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="label_mappings")
    version = models.PositiveIntegerField()
    preset = models.CharField(max_length=40)
    labels = models.JSONField(default=dict)
    exclusions = models.JSONField(default=dict)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["collection", "version"], name="label_mapping_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.collection_id} v{self.version}"

    @property
    def rules(self) -> LabelRules:
        return LabelRules(self.preset, self.labels, self.exclusions)


class Performer(UuidModel, ConsentColumns):
    """Somebody known to have performed within a collection. Unknown people have no row (MO26).

    Terms of their own can only narrow what collection and motion allow; empty ones leave it (MO42).
    """

    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="performers")
    name = models.CharField(max_length=200)
    licence = models.CharField(max_length=500, blank=True)
    may_redistribute = models.CharField(max_length=20, blank=True, choices=MayRedistribute.choices)
    may_send_to_external_model = models.BooleanField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["collection", "name"], name="performer_name_once")]

    def __str__(self) -> str:
        return self.name

    def terms_over(self, rights: Rights) -> Rights:
        """What this person's own terms say, and ``rights`` where they say nothing."""
        sending = self.may_send_to_external_model
        return Rights(
            licence=self.licence or rights.licence,
            may_redistribute=MayRedistribute(self.may_redistribute or rights.may_redistribute),
            may_send_to_external_model=rights.may_send_to_external_model if sending is None else sending,
        )


def terms_as_written(row: Collection | Performer) -> dict[str, object]:
    """The columns as the audit log keeps them."""
    written = {name: getattr(row, name) for name in TERMS}
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in written.items()}


class Performance(UuidModel):
    """The take behind one or more motions (two people, a mirrored copy): the smallest leakage group."""

    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="performances")
    external_id = models.CharField(max_length=500)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["collection", "external_id"], name="performance_id_once")]
        indexes = [by_part_of("external_id", name="performance_id_parts")]

    def __str__(self) -> str:
        return self.external_id


class MotionAsset(UuidModel, RightsColumns):
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="motions")
    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="motions")
    performer = models.ForeignKey(Performer, on_delete=models.PROTECT, related_name="motions", null=True, blank=True)
    performance = models.ForeignKey(Performance, on_delete=models.PROTECT, related_name="motions")
    part = models.CharField(max_length=50, blank=True)
    external_id = models.CharField(max_length=500)
    name = models.CharField(max_length=500)
    scenario = models.CharField(max_length=200, blank=True)
    source_file = models.CharField(max_length=500)
    source_sha256 = models.CharField(max_length=64)
    source_size_bytes = models.PositiveBigIntegerField()
    source_label = models.CharField(max_length=200, blank=True)
    label = models.CharField(max_length=20, blank=True, choices=[(name, name) for name in FIVE_LABELS])
    exclusion_kind = models.CharField(max_length=20, blank=True, choices=choices_of(ExclusionKind))
    exclusion_reason = models.TextField(blank=True)
    content_warnings = models.JSONField(default=list, blank=True)
    is_synthetic = models.BooleanField(default=False)
    unit = models.CharField(max_length=20, blank=True)
    up_axis = models.CharField(max_length=2, blank=True)

    state = models.CharField(max_length=20, choices=MOTION_STATES, default=AssetState.UPLOADED.value)
    uploaded_at = models.DateTimeField(default=timezone.now)
    rejection_reasons = models.JSONField(default=list, blank=True)
    inspected_at = models.DateTimeField(null=True, blank=True)
    fps = models.FloatField(null=True, blank=True)
    fps_ratio = models.CharField(max_length=60, blank=True)
    frames = models.PositiveIntegerField(null=True, blank=True)
    duration_s = models.FloatField(null=True, blank=True)
    skeleton = models.JSONField(default=dict, blank=True)
    skeleton_sha256 = models.CharField(max_length=64, blank=True)
    retarget_options = models.JSONField(default=dict, blank=True)
    inspection_wanted = models.BooleanField(default=False)
    checks = models.JSONField(default=list, blank=True)
    checks_outcome = models.CharField(max_length=10, blank=True)
    retarget_report = models.JSONField(default=dict, blank=True)
    check_series_sha256 = models.CharField(max_length=64, blank=True)
    positions_sha256 = models.CharField(max_length=64, blank=True)
    retargeted_sha256 = models.CharField(max_length=64, blank=True)
    facets = packed("state", "label", "checks_outcome", "exclusion_kind", flag("is_synthetic"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["collection", "external_id"], name="motion_id_once_per_collection"),
            models.UniqueConstraint(fields=["performance", "part"], name="motion_part_once_per_performance"),
            models.UniqueConstraint(fields=["project", "source_sha256"], name="motion_bytes_once_per_project"),
            models.CheckConstraint(
                condition=~Q(state=AssetState.READY.value) | ~Q(retargeted_sha256=""),
                name="ready_motion_is_retargeted",
            ),
            models.CheckConstraint(
                condition=Q(label__in=["", *FIVE_LABELS]),
                name="motion_label_is_one_of_five",
            ),
            models.CheckConstraint(
                condition=~Q(label="") | ~Q(exclusion_reason=""),
                name="unlabelled_motion_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(exclusion_kind="", exclusion_reason="")
                | (~Q(exclusion_kind="") & ~Q(exclusion_reason="")),
                name="motion_exclusion_has_kind_and_reason",
            ),
            models.CheckConstraint(
                condition=Q(unit__in=["", *UNIT_NAMES]) & Q(up_axis__in=["", *AXIS_NAMES]),
                name="motion_unit_and_axis_are_known",
            ),
        ]
        indexes = [
            # BW4: a list finds its rows in the first of these alone, and its facets their counts in the second.
            models.Index(
                fields=["project", "-created_at", "-id"],
                include=[
                    *("collection", "duration_s", "performer"),
                    *("state", "label", "checks_outcome", "exclusion_kind", "is_synthetic", "scenario"),
                ],
                name="motion_browse",
            ),
            models.Index(fields=["project", "facets", "collection", "performer", "scenario"], name="motion_counts"),
            models.Index(fields=["project", "name", "-created_at", "-id"], name="motion_by_name"),
            by_part_of("name", "source_label", name="motion_name_parts"),
            models.Index(fields=["collection", "state"], name="motion_collection_state"),
            models.Index(fields=["retargeted_sha256"], name="motion_retargeted"),
            models.Index(fields=["project", "skeleton_sha256"], name="motion_skeleton"),
            models.Index(fields=["project"], name="motion_wanted_again", condition=Q(inspection_wanted=True)),
            models.Index(fields=["uploaded_at"], name="motion_waiting", condition=Q(state=AssetState.UPLOADED.value)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rights(self) -> Rights:
        """MO42: a motion inherits the strictest of its own, its collection's and its performer's terms."""
        own, collection = self.own_rights, self.collection.own_rights
        inherited = [own, replace(collection, licence=collection.licence or own.licence)]
        if self.performer is not None:
            inherited.append(self.performer.terms_over(own))
        return strictest(*inherited)


class SkeletonMapping(UuidModel):
    """MO51: a version of which joint is which, for all files of a skeleton. Rows are never edited; the highest
    version is in force. ``joints`` holds the avatar's joints with their numbers in the file; without any, names
    decide again. ``restores`` is the earlier version whose joints these are."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="skeleton_mappings")
    skeleton_sha256 = models.CharField(max_length=64)
    version = models.PositiveIntegerField()
    joints = models.JSONField(default=dict)
    restores = models.PositiveIntegerField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "skeleton_sha256", "version"], name="skeleton_mapping_version_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.skeleton_sha256[:12]} v{self.version}"


class EarlierRetargeting(UuidModel):
    """MO54: what a motion was retargeted to before it was inspected again. Episodes composed of it go on naming
    these bytes."""

    motion = models.ForeignKey(MotionAsset, on_delete=models.PROTECT, related_name="earlier_retargetings")
    source_sha256 = models.CharField(max_length=64)
    retargeted_sha256 = models.CharField(max_length=64)
    positions_sha256 = models.CharField(max_length=64, blank=True)
    check_series_sha256 = models.CharField(max_length=64, blank=True)
    checks = models.JSONField(default=list)
    checks_outcome = models.CharField(max_length=10, blank=True)
    retarget_report = models.JSONField(default=dict)
    inspected_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.motion_id} {self.retargeted_sha256[:12]}"


class Avatar(UuidModel, RightsColumns):
    """MO57, MO59: a character that was uploaded and fitted to the avatar's skeleton. Never edited; whether it is the
    one a project shows its motions and draws its episodes with may change, and whether it is taken out. A withdrawn
    one has no bytes."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="avatars")
    name = models.CharField(max_length=120)
    source_file = models.CharField(max_length=300)
    source_sha256 = models.CharField(max_length=64)
    glb_sha256 = models.CharField(max_length=64)
    report = models.JSONField(default=dict)
    is_chosen = models.BooleanField(default=False)
    taken_out_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="avatar_name_once"),
            models.UniqueConstraint(
                fields=["project", "source_sha256"],
                name="avatar_bytes_once_per_project",
                condition=~Q(source_sha256=""),
            ),
            models.UniqueConstraint(fields=["project"], name="one_avatar_is_chosen", condition=Q(is_chosen=True)),
            models.CheckConstraint(
                condition=Q(is_chosen=False) | Q(taken_out_at=None) & ~Q(glb_sha256=""), name="chosen_avatar_is_there"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Import(Intake):
    """Files that somebody brought in, how they are to be read, and what became of them (the rows)."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="motion_imports")
    manifest_name = models.CharField(max_length=500, blank=True)
    manifest_sha256 = models.CharField(max_length=64, blank=True)
    mapping = models.JSONField(default=dict)
    files = models.JSONField(default=list)
    archives = models.JSONField(default=list)
    planned_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(F("project"), F("created_at").desc(), F("id").desc(), name="motion_import_page")]

    def __str__(self) -> str:
        return f"import {self.id}"


class StagedFile(UuidModel):
    """A file that was sent and waits for an import to use it: known by who sent it, its path, size and date, so that
    it need not be sent again (MO44)."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="staged_motions")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    path = models.CharField(max_length=500)
    size_bytes = models.PositiveBigIntegerField()
    modified_ms = models.BigIntegerField()
    sha256 = models.CharField(max_length=64, blank=True)
    refusal = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "created_by", "path", "size_bytes", "modified_ms"], name="staged_file_once"
            ),
        ]
        indexes = [models.Index(fields=["created_at"], name="staged_file_age")]

    def __str__(self) -> str:
        return self.path


class ImportRow(models.Model):
    """One line of the report: a manifest line, a file, or both."""

    motion_import = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField()
    file = models.CharField(max_length=600, blank=True)
    line = models.PositiveIntegerField(null=True, blank=True)
    outcome = models.CharField(max_length=20, choices=choices_of(RowOutcome))
    change = models.CharField(max_length=20, blank=True, choices=choices_of(RowChange))
    reason = models.TextField(blank=True)
    field = models.CharField(max_length=200, blank=True)
    warnings = models.JSONField(default=list, blank=True)
    source_sha256 = models.CharField(max_length=64, blank=True)
    fields = models.JSONField(default=dict, blank=True)
    changes = models.JSONField(default=list, blank=True)
    motion = models.ForeignKey(
        MotionAsset, on_delete=models.SET_NULL, related_name="import_rows", null=True, blank=True
    )

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["motion_import", "number"], name="import_row_number_once")]
        indexes = [models.Index(fields=["motion_import", "outcome"], name="import_row_outcome")]

    def __str__(self) -> str:
        return f"{self.file}: {self.outcome}"
