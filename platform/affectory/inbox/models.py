"""Lines that people are told, and how each wants them by mail."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from affectory.accounts.models import Project
from affectory.core.models import UuidModel, choices_of
from affectory.inbox.domain import Every, Kind

LINE_KINDS = choices_of(Kind)
DIGEST_PERIODS = choices_of(Every)


class InboxLine(UuidModel):
    """One thing that one person is told. IN1: ``key`` names the event, so that a task that runs twice tells it
    once. The sentence is no column: it is made from kind and arguments when the line is read (IN2)."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="inbox", db_index=False
    )
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", null=True, db_index=False)
    kind = models.CharField(max_length=40, choices=LINE_KINDS)
    about_kind = models.CharField(max_length=40)
    about_id = models.CharField(max_length=64)
    args = models.JSONField(default=dict)
    key = models.CharField(max_length=200)
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="inbox_line_once_per_event")]
        indexes = [
            models.Index(fields=["person", "-created_at", "-id"], name="inbox_page"),
            models.Index(fields=["person"], condition=Q(read_at=None), name="inbox_unread"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.person_id}"


class DigestSetting(models.Model):
    """When somebody gets unread lines by mail. ``next_at`` is both the next moment and what a sender claims it by
    (IN4); lines up to ``covered_until`` have been in a digest."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="digest"
    )
    every = models.CharField(max_length=10, choices=DIGEST_PERIODS, default=Every.OFF.value)
    hour = models.PositiveSmallIntegerField(default=8)
    weekday = models.PositiveSmallIntegerField(default=0)
    time_zone = models.CharField(max_length=64, default="UTC")
    next_at = models.DateTimeField(null=True, blank=True)
    covered_until = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    failure = models.TextField(blank=True)
    confirmed_address = models.EmailField(blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(hour__range=(0, 23)), name="digest_hour_0_to_23"),
            models.CheckConstraint(condition=Q(weekday__range=(0, 6)), name="digest_weekday_0_to_6"),
            models.CheckConstraint(
                condition=Q(every=Every.OFF.value, next_at=None)
                | (~Q(every=Every.OFF.value) & Q(next_at__isnull=False)),
                name="digest_off_is_never_due",
            ),
        ]
        indexes = [models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="digest_due")]

    def __str__(self) -> str:
        return f"{self.every} digest of {self.person_id}"

    @property
    def is_confirmed(self) -> bool:
        """IN6"""
        return bool(self.confirmed_address) and self.confirmed_address == self.person.email
