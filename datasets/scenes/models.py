from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F

from affectory.accounts.models import Project
from affectory.core.models import UuidModel
from affectory.core.rights import MayRedistribute, Rights


class Scene(UuidModel):
    """A stage: its normalised GLB (metres, Y up, floor at y = 0) and what was derived from it. Never edited."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="scenes")
    name = models.CharField(max_length=120)
    glb_sha256 = models.CharField(max_length=64)
    nav_sha256 = models.CharField(max_length=64)
    source_sha256 = models.CharField(max_length=64)
    source_name = models.CharField(max_length=300)
    scale = models.FloatField()
    up_axis = models.CharField(max_length=1)
    triangles = models.PositiveIntegerField()
    bounds = models.JSONField()
    instances = models.JSONField()
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

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="scene_name_once"),
            models.UniqueConstraint(fields=["project", "glb_sha256"], name="scene_bytes_once_per_project"),
        ]
        indexes = [models.Index(F("project"), F("created_at").desc(), F("id").desc(), name="scene_page")]

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
