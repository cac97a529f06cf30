from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from affectory.accounts.models import Project
from affectory.core.models import Job, UuidModel, choices_of
from affectory.core.rights import MayRedistribute, Rights

from .anchors import Anchor, AnchorKind, AnchorSource, TakenOutAs

ANCHOR_KINDS, ANCHOR_SOURCES = choices_of(AnchorKind), choices_of(AnchorSource)


class Scene(UuidModel):
    """A stage: its normalised GLB (metres, Y up, floor at y = 0) and what was derived from it. Only its name, its
    rights and whether it is taken out ever change (SC36)."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="scenes")
    name = models.CharField(max_length=120)
    glb_sha256 = models.CharField(max_length=64)
    nav_sha256 = models.CharField(max_length=64)
    source_sha256 = models.CharField(max_length=64)
    source_name = models.CharField(max_length=300)
    source_entry = models.CharField(max_length=500, blank=True)
    scale = models.FloatField()
    up_axis = models.CharField(max_length=1)
    floor_m = models.FloatField(default=0.0)
    with_pictures = models.BooleanField(default=True)
    triangles = models.PositiveIntegerField()
    bounds = models.JSONField()
    instances = models.JSONField()
    categories = ArrayField(models.CharField(max_length=120), default=list)
    walls = models.JSONField()
    navigation = models.JSONField()
    notes = models.JSONField(default=list)
    licence = models.CharField(max_length=500)
    may_redistribute = models.CharField(
        max_length=20, choices=MayRedistribute.choices, default=MayRedistribute.ANNOTATIONS
    )
    may_send_to_external_model = models.BooleanField(default=False)
    is_synthetic = models.BooleanField(default=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    taken_out_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "name"], name="scene_name_once", condition=Q(taken_out_at__isnull=True)
            ),
            models.UniqueConstraint(fields=["project", "glb_sha256"], name="scene_bytes_once_per_project"),
        ]
        indexes = [
            models.Index(F("project"), F("created_at").desc(), F("id").desc(), name="scene_page"),
            models.Index(fields=["project", "source_sha256"], name="scene_by_source"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rights(self) -> Rights:
        return Rights(
            licence=self.licence,
            may_redistribute=MayRedistribute(self.may_redistribute),
            may_send_to_external_model=self.may_send_to_external_model,
        )

    @property
    def rights_json(self) -> dict[str, Any]:
        return {
            "licence": self.licence,
            "may_redistribute": self.may_redistribute,
            "may_send_to_external_model": self.may_send_to_external_model,
        }


class SceneUpload(UuidModel):
    """A file that was sent and that scenes can be made of."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="scene_uploads")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=300)
    size_bytes = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "created_by", "name", "sha256"], name="scene_upload_once"),
        ]

    def __str__(self) -> str:
        return self.name


class SceneImport(UuidModel):
    """Scenes of one upload that a worker previews or adds: what was asked, and what became of each."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="scene_imports")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    upload = models.ForeignKey(SceneUpload, on_delete=models.PROTECT, related_name="imports")
    is_preview = models.BooleanField()
    asked = models.JSONField()
    report = models.JSONField(default=list)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{'preview' if self.is_preview else 'import'} of {self.upload_id}"


class SceneAnchor(UuidModel):
    """SC40: a place for an action. Never edited: a change is another row that names the one it replaces, and at most
    one row replaces another."""

    scene = models.ForeignKey(Scene, on_delete=models.PROTECT, related_name="anchors")
    kind = models.CharField(max_length=12, choices=ANCHOR_KINDS)
    x_m = models.FloatField()
    y_m = models.FloatField()
    z_m = models.FloatField()
    yaw = models.FloatField()
    width_m = models.FloatField()
    length_m = models.FloatField()
    path = models.JSONField(default=list)
    source = models.CharField(max_length=4, choices=ANCHOR_SOURCES)
    name = models.CharField(max_length=80, blank=True)
    quality = models.FloatField(default=1.0)
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    taken_out_at = models.DateTimeField(null=True)
    taken_out_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    taken_out_as = models.CharField(max_length=12, choices=choices_of(TakenOutAs), blank=True)

    class Meta:
        indexes = [models.Index(fields=["scene"], name="anchor_in_use", condition=Q(taken_out_at=None))]
        constraints = [
            # SC41. NaN sorts above every number in PostgreSQL, so upper bounds refuse it too.
            models.CheckConstraint(
                condition=Q(x_m__range=(-1000, 1000), y_m__range=(-1, 100), z_m__range=(-1000, 1000)),
                name="anchor_position_in_metres",
            ),
            models.CheckConstraint(condition=Q(yaw__gt=-3.1416, yaw__lte=3.1416), name="anchor_yaw_in_one_turn"),
            models.CheckConstraint(
                condition=Q(width_m__gt=0, width_m__lte=100, length_m__gte=0, length_m__lte=1000),
                name="anchor_has_a_size",
            ),
            models.CheckConstraint(condition=Q(quality__gte=0, quality__lte=1), name="anchor_quality_is_a_share"),
            models.CheckConstraint(
                condition=Q(kind=AnchorKind.WALKWAY.value) ^ Q(path=[]), name="anchor_path_is_a_walkways"
            ),
            models.CheckConstraint(
                condition=Q(kind=AnchorKind.SEAT.value) | Q(y_m=0), name="anchor_on_the_floor_unless_seat"
            ),
            models.CheckConstraint(
                condition=Q(taken_out_at=None, taken_out_as="", taken_out_by=None)
                | (Q(taken_out_at__isnull=False) & ~Q(taken_out_as="")),
                name="anchor_taken_out_as_something",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name or self.pk}"

    @property
    def anchor(self) -> Anchor:
        return Anchor(
            kind=AnchorKind(self.kind),
            position=(self.x_m, self.y_m, self.z_m),
            yaw=self.yaw,
            width_m=self.width_m,
            length_m=self.length_m,
            path=tuple((x, z) for x, z in self.path),
            source=AnchorSource(self.source),
            name=self.name,
            quality=self.quality,
        )
