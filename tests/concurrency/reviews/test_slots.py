"""RV1, RV2, RV3: no slot is given twice, whoever asks when; and without the guards it would be."""

import re
import threading
from collections import Counter
from unittest import mock

import pytest
from django.db import IntegrityError, transaction
from django.db.backends.utils import CursorWrapper

from affectory.core.errors import ConflictError
from annotation.reviews import services
from annotation.reviews.domain import DecisionState, LeaseState, RoundState, SlotState
from annotation.reviews.models import Decision, Lease, Round, Slot
from annotation.reviews.services import seats
from tests.factories.reviews import REJECT, decide, open_specimens, review_next
from tests.factories.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def ask(person, project):
    return lambda: services.lease_next(actor=person, project=project)


def test_eight_reviewers_five_subjects_two_slots_each(project, reviewers):
    """Case 48: all press next at the same moment until nothing is left; one request in ten is sent twice."""
    people = reviewers(8)
    open_specimens(project, 5)
    answers = []

    def work(person):
        def run():
            turn = 0
            while True:
                lease = services.lease_next(actor=person, project=project)
                turn += 1
                if turn % 10 == 1:
                    again = services.lease_next(actor=person, project=project)
                    assert (again and again.pk) == (lease and lease.pk)
                if lease is None:
                    return "nothing left"
                answers.append((lease.round_id, lease.slot_id, person.pk))
                decide(person, project, lease)
                services.leave(actor=person, project=project)

        return run

    results = at_once([work(person) for person in people])
    assert results == ["nothing left"] * 8
    assert len(answers) >= 10
    decisions = list(Decision.objects.filter(state=DecisionState.FINAL))
    assert len(decisions) == 10
    assert set(Counter(d.round_id for d in decisions).values()) == {2}
    assert len({(d.round_id, d.reviewer_id) for d in decisions}) == 10
    assert len({d.slot_id for d in decisions}) == 10
    assert Round.objects.filter(state=RoundState.CLOSED).count() == 5


def test_thirty_two_reviewers_and_one_slot_each(project, reviewers):
    """RV1: 32 people, 16 subjects with two slots: everybody gets one, nobody the same."""
    people = reviewers(32)
    open_specimens(project, 16)
    leases = at_once([ask(person, project) for person in people])
    assert not [lease for lease in leases if isinstance(lease, Exception)]
    # whoever came while the last free slots were locked by others asks again
    leases = [lease or services.lease_next(actor=p, project=project) for lease, p in zip(leases, people, strict=True)]
    assert len({lease.slot_id for lease in leases}) == 32
    assert set(Counter(lease.round_id for lease in leases).values()) == {2}
    assert Slot.objects.filter(state=SlotState.TAKEN).count() == 32


def test_many_tabs_of_one_person_share_a_lease(project, reviewer_a):
    """RV3"""
    open_specimens(project, 8)
    leases = at_once([ask(reviewer_a, project)] * 8)
    assert len({lease.pk for lease in leases}) == 1
    assert Lease.objects.count() == 1


def waits_for_both(original):
    """Two callers have both looked before either writes: what a lock would prevent."""
    barrier = threading.Barrier(2)

    def picked(*args, **kwargs):
        slot = original(*args, **kwargs)
        barrier.wait(20)
        return slot

    return picked


def without_row_locks():
    """Every statement as it would be without its FOR UPDATE."""
    execute = CursorWrapper.execute

    def unlocked(self, sql, params=None):
        return execute(self, re.sub(r" FOR UPDATE( OF \S+)?( SKIP LOCKED)?\s*$", "", sql), params)

    return mock.patch.object(CursorWrapper, "execute", unlocked)


def test_without_row_locks_two_people_pick_one_slot(project, reviewer_a, reviewer_b):
    """The race is real: both read the same free slot. Compare-and-set and the constraint still stop the second."""
    open_specimens(project, 1)
    Slot.objects.filter(number=2).delete()
    picked = []

    def note(*args, **kwargs):
        slot = original(*args, **kwargs)
        picked.append(slot.pk)
        barrier.wait(20)
        return slot

    original, barrier = seats.pick_slot, threading.Barrier(2)
    with without_row_locks(), mock.patch.object(seats, "pick_slot", note):
        results = at_once([ask(reviewer_a, project), ask(reviewer_b, project)])
    assert len(picked) == 2
    assert picked[0] == picked[1]
    failed = [r for r in results if isinstance(r, Exception)]
    assert len(failed) == 1
    assert isinstance(failed[0], ConflictError)
    assert Lease.objects.count() == 1


def test_without_compare_and_set_the_constraint_says_no(project, reviewer_a, reviewer_b):
    """RV1: with lock and compare-and-set both gone, the database is the last guard."""
    open_specimens(project, 1)
    Slot.objects.filter(number=2).delete()
    with (
        without_row_locks(),
        mock.patch.object(seats, "pick_slot", waits_for_both(seats.pick_slot)),
        mock.patch("annotation.reviews.services.leases.move"),
    ):
        results = at_once([ask(reviewer_a, project), ask(reviewer_b, project)])
    failed = [r for r in results if isinstance(r, Exception)]
    assert [error.code for error in failed] == ["review.changed_meanwhile"]
    assert "lease_one_per_slot" in str(failed[0].__cause__)
    assert Lease.objects.count() == 1


def test_without_the_seat_two_tabs_would_get_two_slots(project, reviewer_a):
    """RV3: the race behind the seat's lock is real, and the constraint ends it."""
    open_specimens(project, 4)
    with (
        mock.patch.object(seats, "take_seat"),
        mock.patch.object(seats, "pick_slot", waits_for_both(seats.pick_slot)),
    ):
        results = at_once([ask(reviewer_a, project)] * 2)
    failed = [r for r in results if isinstance(r, Exception)]
    assert [error.code for error in failed] == ["review.changed_meanwhile"]
    # both slots may be of one round, which is forbidden as well
    assert re.search("lease_one_open_per_person|lease_once_per_reviewer", str(failed[0].__cause__))
    assert Lease.objects.filter(state=LeaseState.OPEN).count() == 1


def test_both_last_verdicts_at_once_close_the_round_once(project, reviewer_a, reviewer_b, shelf):
    """RV8"""
    for _ in range(6):
        _, [subject] = open_specimens(project, 1)
        for person, given in ((reviewer_a, None), (reviewer_b, REJECT)):
            decide(person, project, services.lease_next(actor=person, project=project), given)
        results = at_once(
            [lambda p=person: services.leave(actor=p, project=project) for person in (reviewer_a, reviewer_b)]
        )
        assert results == [True, True]
        assert shelf.outcomes[subject] == (False, {"rendering_quality": ["clip_broken"]})
    assert Round.objects.filter(state=RoundState.CLOSED).count() == 6


def test_without_the_rounds_lock_a_round_can_stay_open(project, reviewer_a, reviewer_b, shelf):
    """The race behind RV8 is real: each sees only its own verdict and nobody closes."""
    open_specimens(project, 1)
    for person in (reviewer_a, reviewer_b):
        decide(person, project, services.lease_next(actor=person, project=project))
    from annotation.reviews.services import closing

    barrier = threading.Barrier(2)
    original = closing._close_if_complete

    def counted_together(decision):
        original(decision)
        barrier.wait(20)

    with without_row_locks(), mock.patch.object(closing, "_close_if_complete", counted_together):
        at_once([lambda p=p: services.leave(actor=p, project=project) for p in (reviewer_a, reviewer_b)])
    assert Decision.objects.filter(state=DecisionState.FINAL).count() == 2
    assert Round.objects.get().state == RoundState.OPEN
    assert shelf.outcomes == {}


def test_a_decision_sent_twice_at_once_is_made_once(project, reviewer_a):
    """RV13"""
    open_specimens(project, 3)
    lease = services.lease_next(actor=reviewer_a, project=project)
    results = at_once([lambda: decide(reviewer_a, project, lease, idempotency_key="k")] * 4)
    assert {r.decision.pk for r in results} == {Decision.objects.get().pk}
    assert len({r.next_lease.pk for r in results}) == 1


def test_expiry_and_decision_at_once(project, reviewer_a, settings):
    """RV12: either the verdict is held or the slot is free, never both and never neither."""
    from datetime import timedelta

    from django.utils import timezone

    for _ in range(6):
        open_specimens(project, 1)
        lease = services.lease_next(actor=reviewer_a, project=project)
        Lease.objects.filter(pk=lease.pk).update(expires_at=timezone.now() + timedelta(milliseconds=8))
        decided, _ = at_once([lambda held=lease: decide(reviewer_a, project, held), services.end_due_leases])
        lease.refresh_from_db()
        if isinstance(decided, Exception):
            assert isinstance(decided, ConflictError)
            services.end_due_leases()
            lease.refresh_from_db()
            assert lease.state == LeaseState.EXPIRED
        else:
            assert lease.state == LeaseState.HELD
            services.leave(actor=reviewer_a, project=project)
        open_now = services.lease_next(actor=reviewer_a, project=project)
        if open_now is not None:
            services.release_lease(actor=reviewer_a, project=project, lease_id=open_now.pk)
    assert Slot.objects.filter(state=SlotState.TAKEN).count() == Decision.objects.count()


def test_many_sweepers_end_each_lease_once(project, reviewers):
    """RV12, and case 44: a message that is delivered twice does its work once."""
    from datetime import timedelta

    from django.utils import timezone

    people = reviewers(6)
    open_specimens(project, 6)
    for person in people[:3]:
        services.lease_next(actor=person, project=project)
    for person in people[3:]:
        decide(person, project, services.lease_next(actor=person, project=project))
    Lease.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    counts = at_once([services.end_due_leases] * 4)
    assert sum(counts) == 9  # three undecided, three held, and the three next ones
    assert Decision.objects.filter(state=DecisionState.FINAL).count() == 3


def test_a_role_taken_away_at_the_moment_of_deciding(project, maintainer, reviewer_a):
    """RV4: whichever comes first, no deadlock: a decision is made by a reviewer or not at all."""
    from affectory.accounts import services as accounts
    from affectory.core.errors import NotAllowedError

    for _ in range(4):
        accounts.grant_role(actor=None, project=project, user=reviewer_a, role="reviewer")
        open_specimens(project, 1)
        lease = services.lease_next(actor=reviewer_a, project=project)
        before = Decision.objects.count()
        decided, removed = at_once(
            [
                lambda lease=lease: decide(reviewer_a, project, lease),
                lambda: accounts.set_roles(
                    actor=maintainer, project=project, user_id=reviewer_a.pk, roles=["annotator"]
                ),
            ]
        )
        assert removed == {"annotator"}
        if isinstance(decided, Exception):
            assert isinstance(decided, NotAllowedError)
            assert Decision.objects.count() == before
        else:
            assert Decision.objects.count() == before + 1
        Lease.objects.filter(state=LeaseState.OPEN).delete()


def test_reviewing_by_many_leaves_nothing_half_done(project, reviewers, shelf):
    """Whole rounds by ten people with skips, releases and take-backs in between."""
    people = reviewers(10)
    open_specimens(project, 12)

    def work(number, person):
        def run():
            for turn in range(40):
                lease = services.lease_next(actor=person, project=project)
                if lease is None:
                    return
                kind = (turn * 7 + number) % 5
                if kind == 0:
                    services.release_lease(actor=person, project=project, lease_id=lease.pk)
                    continue
                submitted = decide(person, project, lease)
                if kind == 1:
                    services.take_back_decision(actor=person, project=project, decision_id=submitted.decision.pk)
                    decide(person, project, lease, REJECT)
                services.leave(actor=person, project=project)

        return run

    results = at_once([work(n, person) for n, person in enumerate(people)])
    assert [r for r in results if isinstance(r, Exception)] == []
    for person in people:
        services.leave(actor=person, project=project)
        while services.lease_next(actor=person, project=project):
            review_next(person, project)
    assert len(shelf.outcomes) == 12
    final = Decision.objects.filter(state=DecisionState.FINAL)
    assert set(Counter(final.values_list("round_id", flat=True)).values()) == {2}
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.bulk_create([_copy(final.first())])


def _copy(decision):
    import uuid

    decision.pk, decision.idempotency_key = uuid.uuid4(), ""
    decision._state.adding = True
    return decision
