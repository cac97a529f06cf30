"""Batches, rounds, slots, leases and decisions. What may never be true is a constraint here."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from affectory.accounts.models import Project
from affectory.core.models import UuidModel, choices_of

from . import domain, schemes


def _values(states: Any) -> list[str]:
    return [state.value for state in states]


class ReviewPolicy(UuidModel):
    """How a project reviews one kind of subject. Rounds copy what they were opened under."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="review_policies")
    subject_kind = models.CharField(max_length=20, default="episode")
    reviewers = models.PositiveSmallIntegerField(default=2)
    lease_minutes = models.PositiveSmallIntegerField(default=15)
    hides_checks = models.BooleanField(default=False)
    opens_by_itself = models.BooleanField(default=True)
    scheme_id = models.CharField(max_length=40)
    report_wanted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "subject_kind"], name="review_policy_one_per_kind"),
            models.CheckConstraint(condition=Q(reviewers__range=(1, 9)), name="review_policy_reviewers_1_to_9"),
            models.CheckConstraint(
                condition=Q(lease_minutes__range=(1, 240)), name="review_policy_lease_1_to_240_minutes"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject_kind} in {self.project_id}"


class Batch(UuidModel):
    """What was put out for review together. The seed fixes everybody's order in it."""

    policy: ReviewPolicy  # set where a batch is read together with it

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="review_batches")
    subject_kind = models.CharField(max_length=20)
    name = models.CharField(max_length=120)
    seed = models.BigIntegerField()
    rounds_total = models.PositiveIntegerField(default=0)
    state = models.CharField(
        max_length=12, choices=choices_of(domain.BatchState), default=domain.BatchState.OPEN.value
    )
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["project", "state", "created_at"], name="batch_by_project")]

    def __str__(self) -> str:
        return self.name


class Round(UuidModel):
    """One independent review of one subject by ``slots_required`` people.

    The subject's family, type, performer and source group are copied in when the round opens, so that serving the
    next one and working agreement need no join. They are never part of what a reviewer gets.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="review_rounds")
    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="rounds")
    subject_kind = models.CharField(max_length=20)
    subject_id = models.UUIDField()
    number = models.PositiveSmallIntegerField(default=1)
    scheme_id = models.CharField(max_length=40)
    slots_required = models.PositiveSmallIntegerField()
    subject_type = models.CharField(max_length=60, blank=True)
    group_key = models.CharField(max_length=64, blank=True)
    state = models.CharField(
        max_length=12, choices=choices_of(domain.RoundState), default=domain.RoundState.OPEN.value
    )
    outcome = models.CharField(max_length=12, choices=choices_of(domain.Outcome), blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["subject_kind", "subject_id", "number"], name="round_number_once_per_subject"
            ),
            models.UniqueConstraint(
                fields=["subject_kind", "subject_id"],
                condition=Q(state=domain.RoundState.OPEN.value),
                name="round_one_open_per_subject",
            ),
            models.CheckConstraint(
                condition=Q(state=domain.RoundState.OPEN.value, outcome="", closed_at=None)
                | (Q(state=domain.RoundState.CLOSED.value, closed_at__isnull=False) & ~Q(outcome="")),
                name="round_closed_has_outcome",
            ),
        ]
        indexes = [models.Index(fields=["project", "state", "closed_at"], name="round_by_project")]

    def __str__(self) -> str:
        return f"round {self.number} of {self.subject_kind} {self.subject_id}"

    @property
    def scheme(self) -> domain.Scheme:
        return schemes.SCHEMES[self.scheme_id]


class Slot(UuidModel):
    """A place for one reviewer in a round. ``shuffle_key`` is where it lies in the batch's shuffle (RV9)."""

    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="slots", db_index=False)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="slots", db_index=False)
    number = models.PositiveSmallIntegerField()
    shuffle_key = models.PositiveIntegerField()
    family = models.CharField(max_length=60, blank=True)
    performer_key = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=8, choices=choices_of(domain.SlotState), default=domain.SlotState.FREE.value)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="slot_number_once_per_round")]
        indexes = [
            models.Index(
                fields=["batch", "shuffle_key"],
                include=["family", "performer_key", "round"],
                condition=Q(state=domain.SlotState.FREE.value),
                name="slot_free_in_shuffle",
            )
        ]

    def __str__(self) -> str:
        return f"slot {self.number} of {self.round_id}"


class Lease(UuidModel):
    """One person's hold on a slot, kept after it ended: who was served what, and who skipped.

    ``project`` has no foreign key in the database: a reviewer's request locks their membership first, and a key
    lock on the project after that would run against whoever changes roles (project first, membership second).
    ``batch`` and ``round`` are copied from the slot, whose own keys vouch for them.
    """

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="review_leases", db_constraint=False, db_index=False
    )
    batch = models.ForeignKey(
        Batch, on_delete=models.PROTECT, related_name="leases", db_constraint=False, db_index=False
    )
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="leases", db_constraint=False, db_index=False
    )
    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, related_name="leases", db_index=False)
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="review_leases", db_index=False
    )
    position = models.PositiveIntegerField()
    family_run = models.PositiveSmallIntegerField(default=1)
    performer_run = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(
        max_length=12, choices=choices_of(domain.LeaseState), default=domain.LeaseState.OPEN.value
    )
    served_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    reopened_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    end_reason = models.CharField(max_length=40, blank=True)
    end_note = models.TextField(blank=True)

    class Meta:
        constraints = [
            # RV1: no slot is held twice.
            models.UniqueConstraint(
                fields=["slot"], condition=Q(state__in=_values(domain.OCCUPYING)), name="lease_one_per_slot"
            ),
            # RV2, RV6: nobody gets the same round twice, nor one they skipped.
            models.UniqueConstraint(
                fields=["round", "reviewer"],
                condition=Q(state__in=_values(domain.BARRING)),
                name="lease_once_per_reviewer",
            ),
            # RV3: one open lease and one held verdict per person and project.
            models.UniqueConstraint(
                fields=["project", "reviewer"],
                condition=Q(state=domain.LeaseState.OPEN.value),
                name="lease_one_open_per_person",
            ),
            models.UniqueConstraint(
                fields=["project", "reviewer"],
                condition=Q(state=domain.LeaseState.HELD.value),
                name="lease_one_held_per_person",
            ),
        ]
        indexes = [
            models.Index(
                fields=["expires_at"],
                condition=Q(state__in=[domain.LeaseState.OPEN.value, domain.LeaseState.HELD.value]),
                name="lease_due",
            ),
            models.Index(F("batch"), F("reviewer"), F("served_at").desc(), name="lease_last_served"),
        ]

    def __str__(self) -> str:
        return f"lease on {self.slot_id} ({self.state})"


class Decision(UuidModel):
    """What a reviewer said. Its content never changes (a trigger sees to it); only its standing moves.

    ``round`` and ``slot`` are copied from the lease, whose own keys vouch for them.
    """

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="review_decisions", db_constraint=False, db_index=False
    )
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="decisions", db_constraint=False, db_index=False
    )
    slot = models.ForeignKey(
        Slot, on_delete=models.PROTECT, related_name="decisions", db_constraint=False, db_index=False
    )
    lease = models.ForeignKey(Lease, on_delete=models.PROTECT, related_name="decisions", db_index=False)
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="review_decisions", db_index=False
    )
    scheme_id = models.CharField(max_length=40)
    judgements = models.JSONField()
    problem_mask = models.PositiveSmallIntegerField()
    verdict = models.CharField(max_length=8, choices=choices_of(domain.Verdict))
    note = models.TextField(blank=True)
    pins = models.JSONField(default=list)
    served_at = models.DateTimeField()
    decided_at = models.DateTimeField()
    idempotency_key = models.CharField(max_length=200, blank=True)
    request_digest = models.CharField(max_length=64)
    state = models.CharField(
        max_length=12, choices=choices_of(domain.DecisionState), default=domain.DecisionState.HELD.value
    )
    final_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    end_reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            # RV1: one standing decision per slot.
            models.UniqueConstraint(
                fields=["round", "slot"],
                condition=Q(state__in=_values(domain.STANDING)),
                name="decision_one_per_slot",
            ),
            # RV2: never two decisions of one person in a round; a withdrawn one counts for that.
            models.UniqueConstraint(
                fields=["round", "reviewer"],
                condition=~Q(state=domain.DecisionState.TAKEN_BACK.value),
                name="decision_one_per_reviewer",
            ),
            models.UniqueConstraint(
                fields=["reviewer", "idempotency_key"],
                condition=~Q(idempotency_key=""),
                name="decision_once_per_key",
            ),
        ]
        indexes = [
            models.Index(F("project"), F("decided_at").desc(), F("id").desc(), name="decision_by_project"),
            models.Index(F("reviewer"), F("project"), F("decided_at").desc(), name="decision_by_reviewer"),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} in {self.round_id} ({self.state})"
