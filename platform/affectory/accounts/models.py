from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from affectory.core.models import UuidModel

from . import domain


class User(AbstractUser):
    """A person. Administrators are superusers; everybody else acts through roles in projects."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    display_name = models.CharField(max_length=120, blank=True)
    preferences = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return self.display_name or self.username


class Project(UuidModel):
    """A benchmark under construction."""

    class Kind(models.TextChoices):
        AFFECTSIM = domain.ProjectKind.AFFECTSIM, "AffectSim"
        LONGEMO = domain.ProjectKind.LONGEMO, "LongEmoBench"

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=12, choices=Kind)
    description = models.TextField(blank=True)
    is_synthetic = models.BooleanField(default=False)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    MAINTAINER = domain.Role.MAINTAINER, "Maintainer"
    ANNOTATOR = domain.Role.ANNOTATOR, "Annotator"
    REVIEWER = domain.Role.REVIEWER, "Reviewer"
    RESEARCHER = domain.Role.RESEARCHER, "Researcher"


class Membership(UuidModel):
    """One role of one person in one project."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "user", "role"], name="membership_once_per_role")]

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.project}"


class Token(UuidModel):
    """A key to the API: scoped, expiring, stored as a digest."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=8)
    scopes = ArrayField(models.CharField(max_length=20))
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [models.CheckConstraint(condition=Q(scopes__len__gte=1), name="token_has_a_scope")]

    def __str__(self) -> str:
        return f"{self.name} (…{self.hint})"
