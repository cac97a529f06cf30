"""Closed rounds put in directly, where working through thousands of leases would only cost time."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.utils import timezone

from affectory.accounts.models import Project, User
from annotation.reviews import schemes
from annotation.reviews.models import Batch, Decision, Lease, ReviewPolicy, Round, Slot

PATTERNS = {"a": 0, "r": 4}


def add_closed_rounds(
    project: Project,
    reviewers: list[User],
    patterns: list[str],
    *,
    kind: str = "episode",
    closed_at: datetime | None = None,
    subject_type: str = "far_visible",
    per_group: int = 1,
) -> None:
    """One closed round per pattern: "ar" means that the first reviewer accepted and the second rejected."""
    when = closed_at or timezone.now()
    scheme = schemes.SCHEMES[schemes.CURRENT[kind]]
    ReviewPolicy.objects.get_or_create(project=project, subject_kind=kind, defaults={"scheme_id": scheme.id})
    batch = Batch.objects.create(project=project, subject_kind=kind, name="b", seed=1, rounds_total=len(patterns))
    rounds, slots, leases, decisions = [], [], [], []
    for number, pattern in enumerate(patterns):
        outcome = "KEPT" if set(pattern) == {"a"} else "REMOVED"
        round_ = Round(
            project=project, batch=batch, subject_kind=kind, subject_id=uuid.uuid4(), scheme_id=scheme.id,
            slots_required=len(pattern), subject_type=subject_type, group_key=f"take-{number // per_group}",
            state="CLOSED", outcome=outcome, closed_at=when,
        )  # fmt: skip
        rounds.append(round_)
        for place, letter in enumerate(pattern):
            slot = Slot(batch=batch, round=round_, number=place + 1, shuffle_key=number, state="TAKEN")
            lease = Lease(
                project=project, batch=batch, round=round_, slot=slot, reviewer=reviewers[place], position=number,
                state="DECIDED", served_at=when - timedelta(minutes=2), expires_at=when,
            )  # fmt: skip
            fine = {"value": "fine", "reasons": []}
            judgements = dict.fromkeys(scheme.judgement_ids, fine)
            if letter == "r":
                judgements["rendering_quality"] = {"value": "problem", "reasons": ["clip_broken"]}
            slots.append(slot)
            leases.append(lease)
            decisions.append(
                Decision(
                    project=project,
                    round=round_,
                    slot=slot,
                    lease=lease,
                    reviewer=reviewers[place],
                    scheme_id=scheme.id,
                    judgements=judgements,
                    problem_mask=PATTERNS[letter],
                    verdict="accept" if letter == "a" else "reject",
                    served_at=lease.served_at,
                    decided_at=when,
                    state="FINAL",
                    final_at=when,
                    request_digest="",
                )
            )
    for model, rows in ((Round, rounds), (Slot, slots), (Lease, leases), (Decision, decisions)):
        model.objects.bulk_create(rows, batch_size=2_000)
