"""Columns and constraints of access. Releases are named by version here: this app lies below them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from affectory.core.models import UuidModel, choices_of
from export.access.domain import OPEN_STATES, AccessMode, RequestState

ACCESS_MODES = choices_of(AccessMode)
REQUEST_STATES = choices_of(RequestState)


class AccessPolicy(UuidModel):
    """RL41: how far a project's releases are open; a project without one is open to its members."""

    project = models.OneToOneField("accounts.Project", on_delete=models.PROTECT, related_name="access_policy")
    mode = models.CharField(max_length=10, choices=ACCESS_MODES, default=AccessMode.MEMBERS.value)
    updated_at = models.DateTimeField(auto_now=True)
    updated_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"access to {self.project_id}: {self.mode}"


class Terms(UuidModel):
    """RL43: one version of the terms of a project. A trigger refuses changes."""

    project = models.ForeignKey("accounts.Project", on_delete=models.PROTECT, related_name="access_terms")
    number = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name_plural = "terms"
        constraints = [models.UniqueConstraint(fields=["project", "number"], name="terms_one_per_number")]

    def __str__(self) -> str:
        return f"terms {self.number} of {self.project_id}"


class AccessRequest(UuidModel):
    """RL42: somebody asks for a gated project, having accepted one version of its terms."""

    project = models.ForeignKey("accounts.Project", on_delete=models.PROTECT, related_name="access_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="access_requests")
    terms = models.ForeignKey(Terms, on_delete=models.PROTECT, related_name="requests")
    state = models.CharField(max_length=12, choices=REQUEST_STATES, default=RequestState.REQUESTED.value)
    affiliation = models.CharField(max_length=200)
    purpose = models.TextField()
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    note = models.TextField(blank=True)

    class Meta:
        verbose_name = "request"
        constraints = [
            models.UniqueConstraint(
                fields=["project", "user"],
                condition=models.Q(state__in=[state.value for state in OPEN_STATES]),
                name="access_request_one_open",
            )
        ]
        indexes = [models.Index(fields=["project", "-created_at", "-id"], name="access_request_page")]

    def __str__(self) -> str:
        return f"{self.user_id} asks for {self.project_id}: {self.state}"


class Download(models.Model):
    """RL44: what one person or address fetched of one file on one day with one program.

    ``who`` is a person's id, or a digest of an unknown caller's address that cannot be turned back without our key.
    """

    id = models.BigAutoField(primary_key=True)
    day = models.DateField()
    project = models.ForeignKey("accounts.Project", on_delete=models.PROTECT, related_name="+", db_index=False)
    version = models.CharField(max_length=30)
    path = models.CharField(max_length=255)
    who = models.CharField(max_length=64)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    token_hint = models.CharField(max_length=8, blank=True)
    agent = models.CharField(max_length=200, blank=True)
    bytes = models.BigIntegerField()
    requests = models.PositiveIntegerField()
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "day", "version", "path", "who", "token_hint", "agent"], name="download_one_a_day"
            )
        ]
        indexes = [
            models.Index(fields=["project", "-id"], name="download_page"),
            models.Index(fields=["project", "version", "user"], name="download_by_release"),
        ]

    def __str__(self) -> str:
        return f"{self.who} {self.version}/{self.path}"


class Usage(models.Model):
    """RL45: bytes per day of one person or address, over all projects."""

    day = models.DateField()
    who = models.CharField(max_length=64)
    bytes = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["who", "day"], name="usage_one_a_day")]

    def __str__(self) -> str:
        return f"{self.who} {self.day}: {self.bytes}"
