"""RV1, RV2, RV3, RV4, RV6, RV12: who gets which slot, and for how long."""

import uuid

import pytest
from django.db import IntegrityError, transaction

from affectory.accounts import services as accounts
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from annotation.reviews import services
from annotation.reviews.domain import LeaseState, SlotState
from annotation.reviews.models import Decision, Lease, Slot
from tests.factories.reviews import ACCEPT, decide, open_specimens, review_next

pytestmark = pytest.mark.django_db


def test_asking_again_gives_the_same_lease(project, reviewer_a):
    """RV3: two tabs, or a request sent twice."""
    open_specimens(project, 5)
    first = services.lease_next(actor=reviewer_a, project=project)
    again = services.lease_next(actor=reviewer_a, project=project)
    assert again.pk == first.pk
    assert Slot.objects.filter(state=SlotState.TAKEN).count() == 1


def test_two_slots_go_to_two_people_and_never_to_one(project, reviewer_a, reviewer_b):
    """RV2"""
    open_specimens(project, 1)
    assert review_next(reviewer_a, project).slot_id
    assert services.lease_next(actor=reviewer_a, project=project) is None
    lease = services.lease_next(actor=reviewer_b, project=project)
    assert lease is not None
    assert services.lease_next(actor=reviewer_b, project=project).pk == lease.pk


def test_nothing_is_left_when_all_slots_are_taken(project, reviewer_a, reviewer_b, annotator):
    open_specimens(project, 1)
    accounts.grant_role(actor=None, project=project, user=annotator, role="reviewer")
    assert services.lease_next(actor=reviewer_a, project=project)
    assert services.lease_next(actor=reviewer_b, project=project)
    assert services.lease_next(actor=annotator, project=project) is None


def test_only_reviewers_of_the_project(project, maintainer, annotator, outsider, admin_user):
    """RV4"""
    open_specimens(project, 1)
    for person in (maintainer, annotator, outsider, admin_user):
        with pytest.raises(NotAllowedError):
            services.lease_next(actor=person, project=project)
    assert Lease.objects.count() == 0


def test_a_lease_is_its_owners_alone(project, reviewer_a, reviewer_b):
    """RV4: heartbeat, release, skip and decision of somebody else's lease are refused and change nothing."""
    open_specimens(project, 1)
    lease = services.lease_next(actor=reviewer_a, project=project)
    calls = [
        lambda: services.extend_lease(actor=reviewer_b, project=project, lease_id=lease.pk),
        lambda: services.release_lease(actor=reviewer_b, project=project, lease_id=lease.pk),
        lambda: services.skip_lease(actor=reviewer_b, project=project, lease_id=lease.pk, reason="cannot_judge"),
        lambda: decide(reviewer_b, project, lease),
    ]
    for call in calls:
        with pytest.raises(NotAllowedError):
            call()
    lease.refresh_from_db()
    assert lease.state == LeaseState.OPEN
    assert Decision.objects.count() == 0


def test_unknown_lease(project, reviewer_a):
    with pytest.raises(NotFoundError):
        services.extend_lease(actor=reviewer_a, project=project, lease_id=uuid.uuid4())


def test_a_released_slot_is_free_for_all_and_for_oneself(project, reviewer_a, reviewer_b):
    open_specimens(project, 1)
    lease = services.lease_next(actor=reviewer_a, project=project)
    services.release_lease(actor=reviewer_a, project=project, lease_id=lease.pk)
    services.release_lease(actor=reviewer_a, project=project, lease_id=lease.pk)
    assert Slot.objects.filter(state=SlotState.FREE).count() == 2
    assert services.lease_next(actor=reviewer_a, project=project).pk != lease.pk


def test_a_skipped_round_never_comes_back(project, reviewer_a, reviewer_b):
    """RV6: with a reason, without penalty, and the slot goes to somebody else."""
    open_specimens(project, 1)
    lease = services.lease_next(actor=reviewer_a, project=project)
    with pytest.raises(InvalidError):
        services.skip_lease(actor=reviewer_a, project=project, lease_id=lease.pk, reason="bored")
    for _ in range(2):  # a repeated request is the same skip
        services.skip_lease(
            actor=reviewer_a, project=project, lease_id=lease.pk, reason="too_distressing", note="blood"
        )
    assert services.lease_next(actor=reviewer_a, project=project) is None
    assert services.lease_next(actor=reviewer_b, project=project).round_id == lease.round_id
    lease.refresh_from_db()
    assert (lease.state, lease.end_reason, lease.end_note) == (LeaseState.SKIPPED, "too_distressing", "blood")
    assert Decision.objects.count() == 0


def test_time_that_ran_out_frees_the_slot_at_the_next_ask(project, reviewer_a, reviewer_b, annotator, later):
    """RV12: lazily, without any sweeper."""
    accounts.grant_role(actor=None, project=project, user=annotator, role="reviewer")
    open_specimens(project, 1)
    lease = services.lease_next(actor=reviewer_a, project=project)
    services.lease_next(actor=reviewer_b, project=project)
    later(14.9)
    assert services.lease_next(actor=annotator, project=project) is None
    later(0.2)
    assert services.lease_next(actor=annotator, project=project).round_id == lease.round_id
    lease.refresh_from_db()
    assert lease.state == LeaseState.EXPIRED
    with pytest.raises(ConflictError) as caught:
        decide(reviewer_a, project, lease)
    assert caught.value.code == "review.lease_expired"


def test_a_decision_after_the_end_is_refused_even_unswept(project, reviewer_a, later):
    """RV12"""
    open_specimens(project, 1)
    lease = services.lease_next(actor=reviewer_a, project=project)
    later(15.1)
    with pytest.raises(ConflictError):
        decide(reviewer_a, project, lease)
    assert Decision.objects.count() == 0
    # the person who comes back gets work again, the same round included
    assert services.lease_next(actor=reviewer_a, project=project).round_id == lease.round_id


def test_signs_of_life_keep_a_lease(project, reviewer_a, later):
    open_specimens(project, 1)
    lease = services.lease_next(actor=reviewer_a, project=project)
    for _ in range(4):
        later(10)
        services.extend_lease(actor=reviewer_a, project=project, lease_id=lease.pk)
    decide(reviewer_a, project, lease)
    assert Decision.objects.count() == 1


def test_the_sweeper_may_run_twice(project, reviewer_a, later):
    """RV12"""
    open_specimens(project, 2)
    services.lease_next(actor=reviewer_a, project=project)
    assert services.end_due_leases() == 0
    later(16)
    assert services.end_due_leases() == 1
    assert services.end_due_leases() == 0
    assert Slot.objects.filter(state=SlotState.FREE).count() == 4


def test_a_maintainer_frees_a_slot(project, maintainer, reviewer_a):
    open_specimens(project, 1)
    lease = services.lease_next(actor=reviewer_a, project=project)
    with pytest.raises(NotAllowedError):
        services.revoke_lease(actor=reviewer_a, project=project, lease_id=lease.pk, reason="mine")
    services.revoke_lease(actor=maintainer, project=project, lease_id=lease.pk, reason="on leave")
    with pytest.raises(ConflictError):
        services.revoke_lease(actor=maintainer, project=project, lease_id=lease.pk, reason="again")
    with pytest.raises(ConflictError):
        decide(reviewer_a, project, lease)
    assert Slot.objects.filter(state=SlotState.FREE).count() == 2


def test_a_closed_batch_serves_nothing_but_takes_what_is_out(project, maintainer, reviewer_a, reviewer_b):
    batch, _ = open_specimens(project, 2)
    lease = services.lease_next(actor=reviewer_a, project=project)
    services.close_batch(actor=maintainer, project=project, batch_id=batch.pk)
    assert services.lease_next(actor=reviewer_b, project=project) is None
    assert decide(reviewer_a, project, lease).next_lease is None


@pytest.mark.parametrize("state", ["OPEN", "HELD", "DECIDED"])
def test_the_database_refuses_a_second_hold_on_a_slot(project, reviewer_a, reviewer_b, state):
    """RV1: even if every line of Python were wrong."""
    open_specimens(project, 1)
    lease = services.lease_next(actor=reviewer_a, project=project)
    copy = Lease.objects.get(pk=lease.pk)
    copy.pk, copy.reviewer, copy.state = uuid.uuid4(), reviewer_b, state
    with pytest.raises(IntegrityError, match="lease_one_per_slot"), transaction.atomic():
        copy.save(force_insert=True)


def test_the_database_refuses_the_same_person_twice_in_a_round(project, reviewer_a):
    """RV2"""
    open_specimens(project, 1)
    decision = review_next(reviewer_a, project)
    other = Slot.objects.get(round_id=decision.round_id, state=SlotState.FREE)
    copy = Lease.objects.get(pk=decision.lease_id)
    copy.pk, copy.slot, copy.state = uuid.uuid4(), other, LeaseState.OPEN
    with pytest.raises(IntegrityError, match="lease_once_per_reviewer"), transaction.atomic():
        copy.save(force_insert=True)
    again = Decision.objects.get(pk=decision.pk)
    again.pk, again.slot = uuid.uuid4(), other
    with pytest.raises(IntegrityError, match="decision_one_per_reviewer"), transaction.atomic():
        again.save(force_insert=True)


def test_the_next_one_comes_with_the_decision(project, reviewer_a):
    open_specimens(project, 2)
    lease = services.lease_next(actor=reviewer_a, project=project)
    submitted = decide(reviewer_a, project, lease, ACCEPT)
    assert submitted.next_lease.round_id != lease.round_id
    assert submitted.next_lease.position == 2
    assert services.lease_next(actor=reviewer_a, project=project).pk == submitted.next_lease.pk
