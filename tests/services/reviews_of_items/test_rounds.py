"""From a submitted revision over rounds to the end: RV8, RV40 to RV43."""

import pytest
from django.db import Error, IntegrityError, transaction

from affectory.core.errors import ConflictError
from annotation.questions.domain.states import ItemState
from annotation.reviews import services
from annotation.reviews.domain import Outcome
from annotation.reviews.models import Exclusion, Lease, Round, Slot
from annotation.reviews.progress import progress
from tests.factories.items import a_member
from tests.factories.reviewed_items import (
    ACCEPT,
    REJECT,
    a_submitted_item,
    judge,
    put_out,
    rewrite,
    state_of,
)

pytestmark = pytest.mark.django_db


def outcomes(item):
    return list(Round.objects.filter(subject_id=item.pk).order_by("number").values_list("number", "outcome"))


def test_a_submitted_revision_goes_into_a_round_with_its_revision(project, film, annotator):
    """RV40"""
    item = a_submitted_item(annotator, project, video=film)
    assert services.open_ready_rounds(project, "item") == 1
    assert services.open_ready_rounds(project, "item") == 0
    round_ = Round.objects.get()
    assert state_of(item) is ItemState.IN_REVIEW
    assert (round_.number, round_.revision.number, round_.slots_required) == (1, 1, 2)
    assert (round_.granularity, round_.subject_type, round_.group_key) == ("clip", item.type, str(film.pk))
    assert (round_.round_limit, round_.fresh_reviewers, round_.covers_answer) == (3, True, True)


def test_both_accept_and_it_is_kept(project, film, annotator, reviewer_a, reviewer_b):
    """RV8"""
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    judge(reviewer_a, project)
    assert state_of(item) is ItemState.IN_REVIEW
    judge(reviewer_b, project)
    assert state_of(item) is ItemState.KEPT
    assert outcomes(item) == [(1, "KEPT")]


def test_both_reject_and_it_is_removed(project, film, annotator, reviewer_a, reviewer_b):
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    judge(reviewer_a, project, REJECT)
    judge(reviewer_b, project, REJECT)
    assert state_of(item) is ItemState.REMOVED
    assert outcomes(item) == [(1, "REMOVED")]


def test_a_split_comes_back_and_fresh_reviewers_judge_the_next_revision(project, film, annotator, reviewers):
    """RV8, RV42"""
    first, second, third, fourth = reviewers
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    judge(first, project, ACCEPT)
    judge(second, project, REJECT)
    assert state_of(item) is ItemState.RETURNED

    rewrite(annotator, item, question="What does the woman in the grey hat feel while she reads the letter?")
    put_out(project)
    assert state_of(item) is ItemState.IN_REVIEW
    assert Round.objects.get(number=2).revision.number == 2
    assert services.lease_next(actor=first, project=project) is None
    assert services.lease_next(actor=second, project=project) is None
    judge(third, project)
    judge(fourth, project)
    assert outcomes(item) == [(1, "RETURNED"), (2, "KEPT")]
    assert state_of(item) is ItemState.KEPT


def test_a_split_in_the_last_round_allowed_removes(project, film, maintainer, annotator, reviewers):
    """RV8: worked by hand for a limit of two."""
    services.change_policy(actor=maintainer, project=project, subject_kind="item", round_limit=2)
    item = a_submitted_item(annotator, project, video=film)
    for number, pair in enumerate((reviewers[:2], reviewers[2:]), start=1):
        put_out(project)
        judge(pair[0], project, ACCEPT)
        judge(pair[1], project, REJECT)
        if number == 1:
            rewrite(annotator, item, question="What does she feel while she reads the letter aloud?")
    assert outcomes(item) == [(1, "RETURNED"), (2, "REMOVED")]
    assert state_of(item) is ItemState.REMOVED


def test_the_same_reviewers_sit_again_where_the_policy_says_so(project, film, maintainer, annotator, reviewers):
    """RV42: but nobody twice in one round."""
    services.change_policy(actor=maintainer, project=project, subject_kind="item", fresh_reviewers=False)
    first, second = reviewers[:2]
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    judge(first, project, ACCEPT)
    judge(second, project, REJECT)
    rewrite(annotator, item, question="What does she feel while she reads the letter aloud?")
    put_out(project)
    judge(first, project)
    assert services.lease_next(actor=first, project=project) is None
    judge(second, project)
    assert state_of(item) is ItemState.KEPT


def test_nobody_judges_what_they_had_a_hand_in(project, film, maintainer, annotator, reviewer_a):
    """RV41: in the queue, and in the database itself."""
    from affectory.accounts import services as accounts

    accounts.grant_role(actor=None, project=project, user=annotator, role="reviewer")
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    assert services.lease_next(actor=annotator, project=project) is None
    lease = services.lease_next(actor=reviewer_a, project=project)
    assert lease is not None
    slot = Slot.objects.get(state="FREE")
    forged = Lease(
        project=project, batch=lease.batch, round=lease.round, slot=slot, reviewer=annotator, position=1,
        served_at=lease.served_at, expires_at=lease.expires_at,
    )  # fmt: skip
    with pytest.raises(IntegrityError, match="lease_not_to_the_excluded"), transaction.atomic():
        forged.save(force_insert=True)
    assert Exclusion.objects.get().person_id == annotator.pk
    assert state_of(item) is ItemState.IN_REVIEW


def test_rounds_never_change_afterwards(project, film, annotator, reviewer_a, reviewer_b):
    """RV43"""
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    for change in ({"revision": None}, {"number": 2}, {"round_limit": 9}):
        with pytest.raises(Error), transaction.atomic():
            Round.objects.update(**change)
    judge(reviewer_a, project)
    judge(reviewer_b, project)
    for act in (lambda: Round.objects.update(outcome=Outcome.REMOVED), lambda: Round.objects.all().delete()):
        with pytest.raises(Error), transaction.atomic():
            act()
    assert outcomes(item) == [(1, "KEPT")]


def test_a_round_judges_a_revision_of_its_own_item(project, film, annotator):
    """RV43"""
    one, other = (a_submitted_item(annotator, project, video=film, start=start) for start in (10, 40))
    batch, _ = put_out(project)
    theirs = Round.objects.get(subject_id=other.pk)
    for revision, subject in ((theirs.revision, one.pk), (None, one.pk)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Round.objects.create(
                project=project, batch=batch, subject_kind="item", subject_id=subject, number=2, scheme_id="item-1",
                slots_required=2, revision=revision, round_limit=3,
            )  # fmt: skip


def test_what_is_put_out_is_not_put_out_again(project, film, annotator, maintainer):
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    with pytest.raises(ConflictError, match="None of these is ready"):
        put_out(project, maintainer, subject_ids=[item.pk])
    assert Round.objects.count() == 1


def test_too_few_fresh_reviewers_are_said_and_nobody_sits_twice(project, film, annotator, reviewer_a, reviewer_b):
    """RV42: two reviewers in all, and both have sat; then a third comes, for two places."""
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    judge(reviewer_a, project, ACCEPT)
    judge(reviewer_b, project, REJECT)
    rewrite(annotator, item, question="What does she feel while she reads the letter aloud?")
    put_out(project)

    def said():
        blocks = progress(project, subject_kind="item")["blocks"]
        return {row["kind"]: row["count"] for row in blocks}

    assert services.lease_next(actor=reviewer_a, project=project) is None
    assert said() == {"no_reviewer_left": 1}
    a_member(project, "rena", "reviewer")
    assert said() == {"too_few_reviewers": 1}
    a_member(project, "rolf", "reviewer")
    assert said() == {}
