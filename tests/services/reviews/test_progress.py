"""RV16: what a maintainer sees of the course of a review."""

from datetime import timedelta

import pytest
from django.utils import timezone

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role
from annotation.questions.models import Item
from annotation.reviews import services
from annotation.reviews.models import Lease, Round
from annotation.reviews.progress import progress
from tests.conftest import make_user
from tests.factories import reviewed_items as reviewed
from tests.factories import reviews as making
from tests.factories.agreement import add_closed_rounds
from tests.factories.reviews import KIND, decide, open_specimens, review_next

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def shelf():
    with making.specimens() as shelf:
        yield shelf


def blocks(project):
    return {row["kind"]: row["count"] for row in progress(project, subject_kind=KIND)["blocks"]}


def test_held_verdicts_are_nowhere(project, reviewer_a, reviewer_b):
    open_specimens(project, 1)
    review_next(reviewer_a, project)
    decide(reviewer_b, project, services.lease_next(actor=reviewer_b, project=project))
    seen = progress(project, subject_kind=KIND)
    assert [row["decisions"] for row in seen["per_day"]] == [1]
    assert [row["open"] for row in seen["burn_down"]] == [1]
    services.leave(actor=reviewer_b, project=project)
    seen = progress(project, subject_kind=KIND)
    assert [row["decisions"] for row in seen["per_day"]] == [2]
    assert [(row["opened"], row["closed"], row["open"]) for row in seen["burn_down"]] == [(1, 1, 0)]


def test_kinds_are_counted_apart(project, reviewer_a, reviewer_b):
    add_closed_rounds(project, [reviewer_a, reviewer_b], ["aa", "ar"])
    assert progress(project, subject_kind=KIND)["per_day"] == []
    [day] = progress(project, subject_kind="episode")["per_day"]
    assert (day["decisions"], day["kept"], day["removed"]) == (4, 1, 1)


def test_rounds_that_nobody_may_take(project, reviewer_a, reviewer_b):
    open_specimens(project, 2)
    assert "no_reviewer_left" not in blocks(project)
    for person in (reviewer_a, reviewer_b):
        lease = services.lease_next(actor=person, project=project)
        services.skip_lease(actor=person, project=project, lease_id=lease.pk, reason="cannot_judge")
    # both skipped one; where it was the same, nobody is left for it
    skipped = Lease.objects.filter(state="SKIPPED").values_list("round", flat=True)
    assert blocks(project).get("no_reviewer_left", 0) == (1 if len(set(skipped)) == 1 else 0)
    for person in (reviewer_a, reviewer_b):
        lease = services.lease_next(actor=person, project=project)
        services.skip_lease(actor=person, project=project, lease_id=lease.pk, reason="cannot_judge")
    assert blocks(project)["no_reviewer_left"] == 2


def test_somebody_who_is_excluded_is_no_taker(project, reviewer_a, reviewer_b):
    open_specimens(project, 1)
    round_ = Round.objects.get()
    round_.exclusions.create(person=reviewer_a, reason="author")
    assert "no_reviewer_left" not in blocks(project)
    round_.exclusions.create(person=reviewer_b, reason="author")
    assert blocks(project)["no_reviewer_left"] == 1


def test_leases_past_their_time(project, reviewer_a, reviewer_b):
    open_specimens(project, 1)
    services.lease_next(actor=reviewer_a, project=project)
    assert blocks(project) == {"leased_now": 1}
    Lease.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    assert blocks(project) == {"lease_overdue": 1}


def test_items_are_in_their_state_since_their_round_turned(db):
    project = accounts.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)
    people = [make_user(name) for name in ("maxine", "auberon", "rupert", "rhonda")]
    roles = (Role.MAINTAINER, Role.ANNOTATOR, Role.REVIEWER, Role.REVIEWER)
    for person, role in zip(people, roles, strict=True):
        accounts.grant_role(actor=None, project=project, user=person, role=role)
    maintainer, author, first, second = people
    film = reviewed.a_watchable_film(maintainer, project)
    item = reviewed.a_submitted_item(author, project, video=film)
    Item.objects.filter(pk=item.pk).update(saved_at=timezone.now() - timedelta(days=9))

    def since(state):
        [row] = [row for row in progress(project, subject_kind="item")["funnel"] if row["state"] == state]
        return row["count"], row["oldest_since"]

    assert since("submitted") == (1, Item.objects.get().saved_at)
    reviewed.put_out(project, maintainer)
    assert since("in_review") == (1, Round.objects.get().created_at)
    reviewed.judge(first, project)
    reviewed.judge(second, project, reviewed.REJECT)
    seen = progress(project, subject_kind="item")
    assert since("returned") == (1, Round.objects.get().closed_at)
    assert {row["kind"]: row["count"] for row in seen["blocks"]} == {"returned": 1}
