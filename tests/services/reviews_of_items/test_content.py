"""RV70, RV71 and RV72: what comes next, what somebody does not want to see, which batch comes first."""

import pytest

from affectory.accounts import services as accounts
from affectory.core.errors import InvalidError, NotAllowedError
from affectory.core.models import AuditEvent
from annotation.reviews import selectors, services
from annotation.reviews.models import Batch
from tests.factories.reviewed_items import a_submitted_item, a_watchable_film, judge, put_out


@pytest.fixture
def sad_film(project, maintainer):
    return a_watchable_film(maintainer, project, "funeral.mp4", content_warnings=["grief", "Loud Bells"])


def unwilling(person, *words):
    accounts.change_profile(actor=person, preferences={"unwanted_content": list(words)})


def test_what_somebody_does_not_want_to_see_is_neither_served_nor_counted(
    project, film, sad_film, annotator, reviewer_a, reviewer_b
):
    """RV71"""
    plain = a_submitted_item(annotator, project, video=film)
    a_submitted_item(annotator, project, video=sad_film)
    put_out(project)
    unwilling(reviewer_a, "Grief")
    [row] = selectors.queue_for(reviewer_a, project)["batches"]
    assert (row["waiting_for_you"], row["content"]) == (1, ["Loud Bells", "grief"])
    assert [selectors.queue_for(reviewer_b, project)["batches"][0]["waiting_for_you"]] == [2]

    lease = services.lease_next(actor=reviewer_a, project=project)
    assert lease is not None
    assert lease.round.subject_id == plain.pk
    assert selectors.lease_payload(lease, project)["total"] == 1
    assert services.look_ahead(actor=reviewer_a, project=project, count=2) == []
    judge(reviewer_a, project)
    assert services.lease_next(actor=reviewer_a, project=project) is None
    assert selectors.nothing_for(reviewer_a, project)["code"] == "done"


def test_words_of_a_project_count_as_well_whatever_their_case(project, sad_film, annotator, reviewer_a):
    """RV71"""
    a_submitted_item(annotator, project, video=sad_film)
    put_out(project)
    unwilling(reviewer_a, "loud bells")
    assert services.lease_next(actor=reviewer_a, project=project) is None
    unwilling(reviewer_a)
    assert services.lease_next(actor=reviewer_a, project=project) is not None


def test_what_is_shown_ahead_is_what_its_lease_will_show(project, film, annotator, reviewer_a):
    """RV70"""
    for start in (10.0, 30.0, 50.0):
        a_submitted_item(annotator, project, video=film, start=start)
    put_out(project)
    first = services.lease_next(actor=reviewer_a, project=project)
    assert first is not None
    ahead = [
        selectors.upcoming_payload(round_, project)
        for round_ in services.look_ahead(actor=reviewer_a, project=project, count=2)
    ]
    assert len(ahead) == 2
    for shown in ahead:
        judge(reviewer_a, project)
        lease = services.lease_next(actor=reviewer_a, project=project)
        assert lease is not None
        payload = selectors.lease_payload(lease, project)
        assert {name: payload[name] for name in shown} == shown


def test_a_batch_of_higher_priority_comes_first_and_a_closed_one_not_at_all(
    project, film, maintainer, annotator, reviewer_a
):
    """RV72"""
    items = [a_submitted_item(annotator, project, video=film, start=start) for start in (10.0, 30.0)]
    for item, name in zip(items, ("first", "second"), strict=True):
        put_out(project, maintainer, subject_ids=[item.pk], name=name)
    second = Batch.objects.get(name="second")
    services.change_priority(actor=maintainer, project=project, batch_id=second.pk, priority=3)
    lease = services.lease_next(actor=reviewer_a, project=project)
    assert lease is not None
    assert lease.batch_id == second.pk
    services.release_lease(actor=reviewer_a, project=project, lease_id=lease.pk)

    services.close_batch(actor=maintainer, project=project, batch_id=second.pk)
    lease = services.lease_next(actor=reviewer_a, project=project)
    assert lease is not None
    assert lease.batch_id != second.pk
    assert services.reopen_batch(actor=maintainer, project=project, batch_id=second.pk).state == "OPEN"
    told = AuditEvent.objects.filter(event="review_batch_priority_changed").get()
    assert (told.data["before"], told.data["after"]) == (0, 3)


def test_priorities_have_bounds_and_belong_to_maintainers(project, film, maintainer, annotator, reviewer_a):
    """RV72"""
    a_submitted_item(annotator, project, video=film)
    batch, _ = put_out(project)
    with pytest.raises(InvalidError):
        services.change_priority(actor=maintainer, project=project, batch_id=batch.pk, priority=10)
    with pytest.raises(NotAllowedError):
        services.change_priority(actor=reviewer_a, project=project, batch_id=batch.pk, priority=1)
    batch.refresh_from_db()
    assert batch.priority == 0


def test_a_batch_says_how_far_it_is(project, film, maintainer, annotator, reviewer_a, reviewer_b):
    for start in (10.0, 30.0):
        a_submitted_item(annotator, project, video=film, start=start)
    put_out(project)
    judge(reviewer_a, project)
    [batch] = selectors.batches_of(project)
    # Four places: Rosa has decided one and looks at the next.
    assert (batch.rounds_total, batch.rounds_closed, batch.free) == (2, 0, 2)
    for _ in range(2):
        judge(reviewer_b, project)
    judge(reviewer_a, project)
    [batch] = selectors.batches_of(project)
    assert (batch.rounds_closed, batch.free) == (2, 0)
