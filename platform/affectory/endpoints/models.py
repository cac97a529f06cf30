"""Columns and constraints of calls to model endpoints. Media are named by SHA-256 everywhere; keys nowhere."""

from __future__ import annotations

from decimal import Decimal

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from affectory.core.models import UuidModel, choices_of
from affectory.endpoints.domain.requests import RequestSpec, Target
from affectory.endpoints.domain.states import (
    AttemptState,
    BudgetState,
    CallState,
    Medium,
    Outcome,
    PauseReason,
    ProfileState,
)

MEDIA = choices_of(Medium)
PROFILE_STATES = choices_of(ProfileState)
CALL_STATES = choices_of(CallState)
ATTEMPT_STATES = choices_of(AttemptState)
BUDGET_STATES = choices_of(BudgetState)
OUTCOMES = choices_of(Outcome)
PAUSE_REASONS = choices_of(PauseReason)
OUTPUT_LIMIT_NAMES = [("max_tokens", "max_tokens"), ("max_completion_tokens", "max_completion_tokens")]


class Profile(UuidModel):
    """EN3: one version of how an endpoint is asked. A trigger refuses changes; a change is the next version."""

    project = models.ForeignKey("accounts.Project", on_delete=models.PROTECT, null=True, related_name="+")
    """NULL: for all projects."""
    slug = models.SlugField(max_length=60)
    version = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    state = models.CharField(max_length=10, choices=PROFILE_STATES, default=ProfileState.ACTIVE.value)
    base_url = models.CharField(max_length=400)
    model = models.CharField(max_length=200)
    secret_name = models.CharField(max_length=60, blank=True)
    """Which of the environment's secrets is the key; empty: the endpoint wants none."""
    takes = ArrayField(models.CharField(max_length=10, choices=MEDIA), default=list, blank=True)
    json_schema = models.BooleanField(default=False)
    output_limit_name = models.CharField(max_length=24, choices=OUTPUT_LIMIT_NAMES, default="max_tokens")
    max_output_tokens = models.PositiveIntegerField(default=4096)
    frame_tokens = models.PositiveIntegerField(default=2000)
    second_tokens = models.PositiveIntegerField(default=600)
    """The most tokens that one frame, and one second of video or audio, are counted as."""
    max_file_bytes = models.PositiveIntegerField(default=20_000_000)
    """The largest video or sound that it takes."""
    currency = models.CharField(max_length=3, default="USD")
    price_in = models.DecimalField(max_digits=12, decimal_places=6, default=Decimal(0))
    price_out = models.DecimalField(max_digits=12, decimal_places=6, default=Decimal(0))
    """Per million tokens."""
    requests_per_minute = models.PositiveIntegerField(null=True)
    tokens_per_minute = models.PositiveIntegerField(null=True)
    concurrency = models.PositiveSmallIntegerField(default=8)
    timeout_s = models.PositiveSmallIntegerField(default=120)
    max_attempts = models.PositiveSmallIntegerField(default=5)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "slug", "version"], nulls_distinct=False, name="profile_one_per_version"
            ),
            models.UniqueConstraint(
                fields=["project", "slug"],
                condition=Q(state=ProfileState.ACTIVE.value),
                nulls_distinct=False,
                name="profile_one_active",
            ),
            models.CheckConstraint(
                condition=Q(concurrency__gte=1, timeout_s__gte=1, max_attempts__gte=1, max_output_tokens__gte=1),
                name="profile_can_send",
            ),
            models.CheckConstraint(condition=Q(price_in__gte=0, price_out__gte=0), name="profile_prices"),
        ]

    def __str__(self) -> str:
        return f"{self.slug} v{self.version}"

    def target(self) -> Target:
        return Target(
            profile_id=str(self.pk),
            base_url=self.base_url,
            model=self.model,
            takes=frozenset(self.takes),
            json_schema=self.json_schema,
            output_limit_name=self.output_limit_name,
            max_output_tokens=self.max_output_tokens,
            frame_tokens=self.frame_tokens,
            second_tokens=self.second_tokens,
            max_file_bytes=self.max_file_bytes,
        )


class Budget(UuidModel):
    """EN10: what a run may spend and has spent, and whether it may go on. Its id is the run's for everybody else."""

    project = models.ForeignKey("accounts.Project", on_delete=models.PROTECT, related_name="+", db_index=False)
    purpose = models.CharField(max_length=40)
    title = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=8, choices=BUDGET_STATES, default=BudgetState.OPEN.value)
    reason = models.CharField(max_length=20, choices=PAUSE_REASONS, blank=True)
    message = models.TextField(blank=True)
    changed_at = models.DateTimeField(auto_now=True)
    currency = models.CharField(max_length=3, default="USD")
    limit_micros = models.BigIntegerField(null=True)
    limit_tokens = models.BigIntegerField(null=True)
    spent_micros = models.BigIntegerField(default=0)
    spent_tokens = models.BigIntegerField(default=0)
    reserved_micros = models.BigIntegerField(default=0)
    reserved_tokens = models.BigIntegerField(default=0)
    estimated_micros = models.BigIntegerField(default=0)
    """The part of what was spent that nobody reported: estimates charged in full."""
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["project", "-created_at", "-id"], name="budget_page")]
        constraints = [
            models.CheckConstraint(
                condition=Q(reserved_micros__gte=0, reserved_tokens__gte=0, spent_micros__gte=0, spent_tokens__gte=0),
                name="budget_counts",
            ),
            models.CheckConstraint(
                condition=Q(state=BudgetState.PAUSED.value) ^ Q(reason=""), name="budget_pause_has_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose}: {self.title} ({self.state})"


class Call(UuidModel):
    """EN1: one request, known by its key; the same request is the same row. EN4: an answer is committed once."""

    project = models.ForeignKey("accounts.Project", on_delete=models.PROTECT, related_name="+", db_index=False)
    profile = models.ForeignKey(Profile, on_delete=models.PROTECT, related_name="calls")
    key = models.CharField(max_length=64)
    purpose = models.CharField(max_length=40)
    title = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=8, choices=CALL_STATES, default=CallState.QUEUED.value)
    outcome = models.CharField(max_length=9, choices=OUTCOMES, blank=True)
    explanation = models.TextField(blank=True)
    request = models.JSONField()
    video_ids = ArrayField(models.UUIDField(), default=list)
    """The videos whose content it shows: their rights are looked at again before every attempt (EN11)."""
    tokens_in_most = models.PositiveIntegerField()
    tokens_out_most = models.PositiveIntegerField()
    answer = models.TextField(blank=True)
    finish_reason = models.CharField(max_length=40, blank=True)
    returned_model = models.CharField(max_length=200, blank=True)
    is_other_model = models.BooleanField(default=False)
    tokens_in = models.BigIntegerField(default=0)
    tokens_out = models.BigIntegerField(default=0)
    cost_micros = models.BigIntegerField(default=0)
    """Sums over the attempts, as they were charged."""
    attempt_count = models.PositiveSmallIntegerField(default=0)
    attempts_before = models.PositiveSmallIntegerField(default=0)
    """Attempts that do not count against the limit, because somebody let the call be tried again since."""
    unknown_count = models.PositiveSmallIntegerField(default=0)
    is_possibly_billed = models.BooleanField(default=False)
    not_before = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "key"], name="call_one_per_key"),
            models.CheckConstraint(
                condition=~Q(state=CallState.ANSWERED.value) | Q(outcome=Outcome.OK.value), name="call_answered_is_ok"
            ),
        ]
        indexes = [models.Index(fields=["project", "-created_at", "-id"], name="call_page")]

    def __str__(self) -> str:
        return f"{self.purpose}: {self.title} ({self.state})"

    def spec(self) -> RequestSpec:
        return RequestSpec.from_json(self.request)


class CallUse(models.Model):
    """That a run asked for a call: the first one had it sent, later ones are given the same answer."""

    id = models.BigAutoField(primary_key=True)
    call = models.ForeignKey(Call, on_delete=models.PROTECT, related_name="uses", db_index=False)
    run = models.ForeignKey(Budget, on_delete=models.PROTECT, related_name="uses")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["call", "run"], name="call_use_once")]

    def __str__(self) -> str:
        return f"{self.call_id} in {self.run_id}"


class Sender(models.Model):
    """EN5: a worker's process while it sends. One that is silent is gone, and what it had sent is unknown."""

    id = models.UUIDField(primary_key=True)
    heartbeat_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"sender {self.pk}"


class Attempt(UuidModel):
    """EN5: one time that a call was sent, committed before the first byte. A trigger refuses changes of an ended
    one. `code` is the HTTP status, 0: not connected, -1: broken off; NULL while nobody knows."""

    call = models.ForeignKey(Call, on_delete=models.PROTECT, related_name="attempts", db_index=False)
    number = models.PositiveSmallIntegerField()
    budget = models.ForeignKey(Budget, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=8, choices=ATTEMPT_STATES, default=AttemptState.SENT.value)
    sender = models.ForeignKey(
        Sender, on_delete=models.DO_NOTHING, db_constraint=False, related_name="attempts", db_index=False
    )
    sent_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    reserved_micros = models.BigIntegerField()
    reserved_tokens = models.BigIntegerField()
    code = models.SmallIntegerField(null=True)
    outcome = models.CharField(max_length=9, choices=OUTCOMES, blank=True)
    explanation = models.TextField(blank=True)
    request_id = models.CharField(max_length=200, blank=True)
    retry_after_s = models.FloatField(null=True)
    finish_reason = models.CharField(max_length=40, blank=True)
    returned_model = models.CharField(max_length=200, blank=True)
    is_other_model = models.BooleanField(default=False)
    fingerprint = models.CharField(max_length=200, blank=True)
    reported_usage = models.JSONField(null=True)
    tokens_in = models.BigIntegerField(default=0)
    tokens_out = models.BigIntegerField(default=0)
    cost_micros = models.BigIntegerField(default=0)
    is_estimated = models.BooleanField(default=False)
    is_possibly_billed = models.BooleanField(default=False)
    raw = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(fields=["sender"], name="attempt_in_flight", condition=Q(state=AttemptState.SENT.value))
        ]
        constraints = [
            models.UniqueConstraint(fields=["call", "number"], name="attempt_one_per_number"),
            models.UniqueConstraint(
                fields=["call"], condition=Q(state=AttemptState.SENT.value), name="attempt_one_in_flight"
            ),
            models.CheckConstraint(
                condition=Q(state=AttemptState.SENT.value, ended_at__isnull=True)
                | (~Q(state=AttemptState.SENT.value) & Q(ended_at__gte=F("sent_at"))),
                name="attempt_ended_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"attempt {self.number} of {self.call_id} ({self.state})"
