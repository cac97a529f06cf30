"""Batches, rounds, slots, leases and decisions. What may never be true is a constraint here."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from affectory.accounts.models import Project
from affectory.core.models import UuidModel, choices_of
from annotation.questions.models import Revision

from . import domain, schemes

ORDERS = choices_of(domain.Order)


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
    fresh_reviewers = models.BooleanField(default=True)
    round_limit = models.PositiveSmallIntegerField(default=1)
    covers_answer = models.BooleanField(default=False)
    order = models.CharField(max_length=8, choices=ORDERS, default=domain.Order.RANDOM.value)
    most_per_person = models.PositiveIntegerField(default=0)
    scheme_id = models.CharField(max_length=40)
    report_wanted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "subject_kind"], name="review_policy_one_per_kind"),
            models.CheckConstraint(condition=Q(reviewers__range=(1, 9)), name="review_policy_reviewers_1_to_9"),
            models.CheckConstraint(
                condition=Q(lease_minutes__range=(1, 240)), name="review_policy_lease_1_to_240_minutes"
            ),
            # An episode has no author to go back to (RV8).
            models.CheckConstraint(
                condition=Q(round_limit=1) | (Q(round_limit__range=(1, 9)) & ~Q(subject_kind="episode")),
                name="review_policy_rounds_1_to_9",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject_kind} in {self.project_id}"


class Batch(UuidModel):
    """What was put out for review together. Seed and order fix everybody's way through it; those of a higher priority
    are served first."""

    policy: ReviewPolicy  # set where a batch is read together with it

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="review_batches")
    subject_kind = models.CharField(max_length=20)
    name = models.CharField(max_length=120)
    seed = models.BigIntegerField()
    order = models.CharField(max_length=8, choices=ORDERS, default=domain.Order.RANDOM.value)
    priority = models.PositiveSmallIntegerField(default=0)
    rounds_total = models.PositiveIntegerField(default=0)
    state = models.CharField(
        max_length=12, choices=choices_of(domain.BatchState), default=domain.BatchState.OPEN.value
    )
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(priority__lte=domain.MAX_PRIORITY), name="batch_priority_to_9")
        ]
        indexes = [models.Index(fields=["project", "state", "created_at"], name="batch_by_project")]

    def __str__(self) -> str:
        return self.name


class Round(UuidModel):
    """One independent review of one subject by ``slots_required`` people.

    The subject's family, type, performer and source group are copied in when the round opens, so that serving the
    next one and working agreement need no join. They are never part of what a reviewer gets. So is the policy that
    the round was opened under. Of an item, ``revision`` is what is being judged. A paused round is not served.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="review_rounds")
    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="rounds")
    subject_kind = models.CharField(max_length=20)
    subject_id = models.UUIDField()
    number = models.PositiveSmallIntegerField(default=1)
    scheme_id = models.CharField(max_length=40)
    slots_required = models.PositiveSmallIntegerField()
    granularity = models.CharField(max_length=10, blank=True)
    subject_type = models.CharField(max_length=60, blank=True)
    group_key = models.CharField(max_length=64, blank=True)
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="rounds", null=True, blank=True)
    round_limit = models.PositiveSmallIntegerField(default=1)
    fresh_reviewers = models.BooleanField(default=True)
    covers_answer = models.BooleanField(default=False)
    is_paused = models.BooleanField(default=False)
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
            models.CheckConstraint(
                condition=Q(subject_kind="item", revision__isnull=False)
                | (~Q(subject_kind="item") & Q(revision__isnull=True)),
                name="round_of_item_judges_a_revision",
            ),
            models.CheckConstraint(
                condition=~Q(outcome=domain.Outcome.RETURNED.value) | Q(number__lt=F("round_limit")),
                name="round_returns_before_the_limit",
            ),
        ]
        indexes = [models.Index(fields=["project", "state", "closed_at"], name="round_by_project")]

    def __str__(self) -> str:
        return f"round {self.number} of {self.subject_kind} {self.subject_id}"

    @property
    def scheme(self) -> domain.Scheme:
        return schemes.SCHEMES[self.scheme_id]


class Exclusion(models.Model):
    """RV41: somebody who may not judge this round. A trigger refuses leases to whom this names."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="exclusions", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    reason = models.CharField(max_length=20, choices=choices_of(domain.ExclusionReason))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "person"], name="exclusion_once_per_person")]

    def __str__(self) -> str:
        return f"{self.person_id} not in {self.round_id} ({self.reason})"


class Slot(UuidModel):
    """A place for one reviewer in a round. ``shuffle_key`` is where it lies in the batch's order (RV9, RV44)."""

    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="slots", db_index=False)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="slots", db_index=False)
    number = models.PositiveSmallIntegerField()
    shuffle_key = models.PositiveBigIntegerField()
    priority = models.PositiveSmallIntegerField(default=0)
    family = models.CharField(max_length=60, blank=True)
    performer_key = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=8, choices=choices_of(domain.SlotState), default=domain.SlotState.FREE.value)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="slot_number_once_per_round"),
            models.CheckConstraint(condition=Q(priority__lte=domain.MAX_PRIORITY), name="slot_priority_to_9"),
        ]
        indexes = [
            models.Index(
                F("batch"),
                F("priority").desc(),
                F("created_at"),
                condition=Q(state=domain.SlotState.FREE.value, priority__gt=0),
                name="slot_free_and_urgent",
            ),
            models.Index(
                fields=["batch", "shuffle_key"],
                include=["family", "performer_key", "round"],
                condition=Q(state=domain.SlotState.FREE.value),
                name="slot_free_in_shuffle",
            ),
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
    revealed_at = models.DateTimeField(null=True, blank=True)
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
