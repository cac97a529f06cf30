"""Items with rounds and decisions as reviewing leaves them, row by row: what history and threads read."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from affectory.accounts.models import User
from annotation.questions.models import Item
from annotation.reviews.domain import DecisionState, LeaseState, Outcome, RoundState, SlotState
from annotation.reviews.models import Batch, Decision, Lease, Round, Slot
from annotation.reviews.schemes import SCHEMES

SCHEME = SCHEMES["episode-1"]
FIRST = SCHEME.judgement_ids[0]


def a_round(item: Item, number: int = 1, *, slots: int = 2) -> Round:
    batch, _ = Batch.objects.get_or_create(
        project=item.project, subject_kind="item", defaults={"name": "Items", "seed": 1}
    )
    round_ = Round.objects.create(
        project=item.project,
        batch=batch,
        subject_kind="item",
        subject_id=item.pk,
        number=number,
        scheme_id=SCHEME.id,
        slots_required=slots,
        subject_type=item.type,
    )
    for place in range(1, slots + 1):
        Slot.objects.create(batch=batch, round=round_, number=place, shuffle_key=place)
    Item.objects.filter(pk=item.pk).update(state="in_review")
    item.refresh_from_db()
    return round_


def a_lease(round_: Round, reviewer: User) -> Lease:
    slot = round_.slots.filter(state=SlotState.FREE.value).order_by("number").first()
    slot.state = SlotState.TAKEN.value
    slot.save()
    now = timezone.now()
    return Lease.objects.create(
        project=round_.project,
        batch=round_.batch,
        round=round_,
        slot=slot,
        reviewer=reviewer,
        position=1,
        served_at=now,
        expires_at=now + timedelta(minutes=15),
    )


def judge(round_: Round, reviewer: User, verdict: str, *, note: str = "", lease: Lease | None = None) -> Decision:
    """A decision that counts; a reject names the first reason of the first judgement."""
    lease = lease or a_lease(round_, reviewer)
    judgements = {name: {"value": "fine", "reasons": []} for name in SCHEME.judgement_ids}
    if verdict == "reject":
        judgements[FIRST] = {"value": "problem", "reasons": [SCHEME.judgements[0].reasons[0].code]}
    Lease.objects.filter(pk=lease.pk).update(state=LeaseState.DECIDED.value, ended_at=timezone.now())
    return Decision.objects.create(
        project=round_.project,
        round=round_,
        slot=lease.slot,
        lease=lease,
        reviewer=reviewer,
        scheme_id=SCHEME.id,
        judgements=judgements,
        problem_mask=int(verdict == "reject"),
        verdict=verdict,
        note=note,
        pins=[{"judgement": FIRST, "frame": 5, "time_s": 12.5, "setting": "", "note": "here"}] if note else [],
        served_at=lease.served_at,
        decided_at=timezone.now(),
        request_digest="0" * 64,
        state=DecisionState.FINAL.value,
        final_at=timezone.now(),
    )


def close(round_: Round, state: str) -> Item:
    """The round is over, and the item kept, removed or returned."""
    outcome = Outcome.KEPT if state == "kept" else Outcome.REMOVED
    Round.objects.filter(pk=round_.pk).update(
        state=RoundState.CLOSED.value, outcome=outcome.value, closed_at=timezone.now()
    )
    Item.objects.filter(pk=round_.subject_id).update(state=state)
    return Item.objects.get(pk=round_.subject_id)
