"""Closed rounds put in directly, where working through thousands of leases would only cost time."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from affectory.accounts.models import Project, User
from annotation.questions.models import Revision
from annotation.reviews import schemes, services
from annotation.reviews.models import Batch, Decision, Lease, Round, Slot


def add_closed_rounds(
    project: Project,
    reviewers: list[User],
    patterns: list[str],
    *,
    kind: str = "episode",
    closed_at: datetime | None = None,
    subject_type: str = "far_visible",
    granularity: str = "",
    per_group: int = 1,
    number: int = 1,
    seconds: float = 120,
    name: str = "b",
    split_outcome: str = "REMOVED",
    revisions: Sequence[Revision] = (),
) -> list[Round]:
    """One closed round per pattern: "ar" means that the first reviewer accepted and the second rejected. A rejection
    is a problem of the last judgement, for its first reason. Rounds of items need as many revisions."""
    when = closed_at or timezone.now()
    scheme = schemes.SCHEMES[schemes.CURRENT[kind]]
    services.ensure_policy(project, kind)
    last = scheme.judgements[-1]
    mask = {"a": 0, "r": 1 << (len(scheme.judgements) - 1)}
    batch = Batch.objects.create(project=project, subject_kind=kind, name=name, seed=1, rounds_total=len(patterns))
    rounds, slots, leases, decisions = [], [], [], []
    for place_in_batch, pattern in enumerate(patterns):
        outcome = {"a": "KEPT", "r": "REMOVED"}.get("".join(sorted(set(pattern))), split_outcome)
        revision = revisions[place_in_batch] if revisions else None
        round_ = Round(
            project=project, batch=batch, subject_kind=kind, scheme_id=scheme.id, revision=revision,
            subject_id=revision.item_id if revision else uuid.uuid4(),
            slots_required=len(pattern), subject_type=subject_type, group_key=f"take-{place_in_batch // per_group}",
            granularity=granularity, number=number, round_limit=3, state="CLOSED", outcome=outcome, closed_at=when,
        )  # fmt: skip
        rounds.append(round_)
        for place, letter in enumerate(pattern):
            slot = Slot(batch=batch, round=round_, number=place + 1, shuffle_key=place_in_batch, state="TAKEN")
            lease = Lease(
                project=project, batch=batch, round=round_, slot=slot, reviewer=reviewers[place],
                position=place_in_batch, state="DECIDED",
                served_at=when - timedelta(seconds=seconds), expires_at=when,
            )  # fmt: skip
            fine = {"value": "fine", "reasons": []}
            judgements = dict.fromkeys(scheme.judgement_ids, fine)
            if letter == "r":
                judgements[last.id] = {"value": "problem", "reasons": [last.reasons[0].code]}
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
                    problem_mask=mask[letter],
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
    return rounds
