"""RV1, RV2, RV41, RV45 for items: many at one moment, and what would happen without the guards."""

import threading
from collections import Counter
from unittest import mock

import pytest

from affectory.accounts import services as accounts
from affectory.accounts.models import Project
from affectory.core.errors import AffectoryError, ConflictError
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Draft
from annotation.reviews import services
from annotation.reviews.domain import DecisionState, RoundState
from annotation.reviews.models import Decision, Lease, Round, Slot
from annotation.reviews.services import interventions
from tests.concurrency.reviews.test_slots import without_row_locks
from tests.conftest import make_user
from tests.factories.reviewed_items import ACCEPT, REJECT, a_submitted_item, a_watchable_film, put_out, state_of
from tests.factories.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def project(db):
    return accounts.create_project(actor=None, slug="lab", name="Lab", kind=Project.Kind.LONGEMO)


@pytest.fixture
def film(project, maintainer):
    return a_watchable_film(maintainer, project)


def reviewers(project, count):
    people = [make_user(f"reviewer-{number}") for number in range(count)]
    for person in people:
        accounts.grant_role(actor=None, project=project, user=person, role="reviewer")
    return people


def test_thirty_two_reviewers_judge_items_of_one_video(project, film, annotator):
    """RV1, RV2: all want the next one of the same video; no place is given twice, none stays empty."""
    items = [a_submitted_item(annotator, project, video=film, start=10 * n) for n in range(1, 17)]
    put_out(project)
    people = reviewers(project, 32)
    barrier = threading.Barrier(32)

    def work(number, person):
        def run():
            barrier.wait(60)
            while True:
                lease = services.lease_next(actor=person, project=project)
                if lease is None:
                    return "nothing left"
                given = REJECT if number % 4 == 0 else ACCEPT
                services.submit_decision(actor=person, project=project, lease_id=lease.pk, judgements=given)
                services.leave(actor=person, project=project)

        return run

    results = at_once([work(number, person) for number, person in enumerate(people)], timeout_s=180)
    assert [one for one in results if isinstance(one, Exception)] == []
    for person in people:  # whoever came while the last places were locked by others asks again
        while lease := services.lease_next(actor=person, project=project):
            services.submit_decision(actor=person, project=project, lease_id=lease.pk, judgements=ACCEPT)
            services.leave(actor=person, project=project)
    final = Decision.objects.filter(state=DecisionState.FINAL)
    assert final.count() == 32
    assert set(Counter(final.values_list("round_id", flat=True)).values()) == {2}
    assert len({(one.round_id, one.reviewer_id) for one in final}) == 32
    assert Round.objects.filter(state=RoundState.CLOSED).count() == 16
    assert {state_of(item) for item in items} <= {ItemState.KEPT, ItemState.RETURNED, ItemState.REMOVED}


def _recall_and_lease(project, film, annotator, person):
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    recalled, lease = at_once(
        [
            lambda: services.recall_submission(actor=annotator, project=project, item_id=item.pk),
            lambda: services.lease_next(actor=person, project=project),
        ]
    )
    return item, recalled, lease


def test_recall_and_lease_at_once(project, film, annotator, reviewer_a):
    """RV45: the author has it back or a reviewer has it, never both and never neither."""
    for turn in range(6):
        item, recalled, lease = _recall_and_lease(project, film, annotator, reviewer_a)
        if isinstance(recalled, Exception):
            assert isinstance(recalled, ConflictError), recalled
            assert lease.round.subject_id == item.pk
            assert state_of(item) is ItemState.IN_REVIEW
            services.skip_lease(actor=reviewer_a, project=project, lease_id=lease.pk, reason="cannot_judge")
        else:
            assert lease is None, turn
            assert state_of(item) is ItemState.SUBMITTED
            assert Draft.objects.filter(item=item).exists()
            assert not Round.objects.filter(subject_id=item.pk).exists()


def test_without_locks_a_recall_would_meet_a_lease(project, film, annotator, reviewer_a):
    """The race behind RV45 is real: both look before either writes, and only the keys of the database are left."""
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    barrier = threading.Barrier(2)

    def after_looking(*, actor, round_):
        barrier.wait(20)

    from annotation.reviews.services import leases

    original = leases._lease_on

    def after_picking(*args, **kwargs):
        barrier.wait(20)
        return original(*args, **kwargs)

    with (
        without_row_locks(),
        mock.patch.object(interventions.audit, "submission_recalled", after_looking),
        mock.patch.object(leases, "_lease_on", after_picking),
    ):
        results = at_once(
            [
                lambda: services.recall_submission(actor=annotator, project=project, item_id=item.pk),
                lambda: services.lease_next(actor=reviewer_a, project=project),
            ]
        )
    failed = [one for one in results if isinstance(one, Exception)]
    assert len(failed) >= 1
    assert Lease.objects.filter(round__isnull=False).count() == Slot.objects.filter(state="TAKEN").count()


def test_taking_out_and_deciding_at_once(project, film, annotator, maintainer, reviewer_a):
    """RV45: a verdict on what was taken out counts nowhere, whoever was first."""
    for _ in range(6):
        item = a_submitted_item(annotator, project, video=film)
        put_out(project)
        lease = services.lease_next(actor=reviewer_a, project=project)
        taken, decided = at_once(
            [
                lambda item=item: services.take_out_item(
                    actor=maintainer, project=project, item_id=item.pk, reason="Gone."
                ),
                lambda lease=lease: services.submit_decision(
                    actor=reviewer_a, project=project, lease_id=lease.pk, judgements=ACCEPT
                ),
            ]
        )
        assert not isinstance(taken, Exception), taken
        assert not isinstance(decided, Exception) or isinstance(decided, AffectoryError), decided
        services.leave(actor=reviewer_a, project=project)
        assert state_of(item) is ItemState.REMOVED
        round_ = Round.objects.get(subject_id=item.pk)
        assert (round_.state, round_.outcome) == ("CLOSED", "VOID")
        assert services.lease_next(actor=reviewer_a, project=project) is None


def test_two_workers_put_items_out_once(project, film, annotator):
    """RV40: the task comes twice, at one moment."""
    for n in range(1, 6):
        a_submitted_item(annotator, project, video=film, start=10 * n)
    results = at_once([lambda: services.open_ready_rounds(project, "item")] * 4)
    assert [one for one in results if isinstance(one, Exception)] == []
    assert sum(results) == Round.objects.count() == 5
    assert Slot.objects.count() == 10
