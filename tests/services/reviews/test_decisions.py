"""RV5, RV7, RV8, RV13, RV14, RV15: what a verdict does, and when it begins to count."""

import pytest
from django.db import DatabaseError, transaction

from affectory.accounts import services as accounts
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent
from annotation.reviews import services
from annotation.reviews.domain import DecisionState, LeaseState, Outcome, RoundState, SlotState
from annotation.reviews.models import Decision, Lease, ReviewPolicy, Round, Slot
from tests.factories.reviews import ACCEPT, REJECT, decide, judgements, open_specimens, review_next

pytestmark = pytest.mark.django_db


def test_a_verdict_is_held_until_the_next_one(project, reviewer_a):
    """RV7"""
    open_specimens(project, 3)
    first = decide(reviewer_a, project, services.lease_next(actor=reviewer_a, project=project))
    assert first.decision.state == DecisionState.HELD
    second = decide(reviewer_a, project, first.next_lease)
    first.decision.refresh_from_db()
    assert first.decision.state == DecisionState.FINAL
    assert second.decision.state == DecisionState.HELD


def test_leaving_makes_it_count(project, reviewer_a):
    """RV7"""
    open_specimens(project, 1)
    submitted = decide(reviewer_a, project, services.lease_next(actor=reviewer_a, project=project))
    assert services.leave(actor=reviewer_a, project=project) is True
    assert services.leave(actor=reviewer_a, project=project) is False
    submitted.decision.refresh_from_db()
    assert submitted.decision.state == DecisionState.FINAL


def test_time_makes_it_count(project, reviewer_a, later):
    """RV7, RV12"""
    open_specimens(project, 1)
    submitted = decide(reviewer_a, project, services.lease_next(actor=reviewer_a, project=project))
    later(14.9)
    assert services.end_due_leases() == 0
    later(0.2)
    assert services.end_due_leases() == 1
    submitted.decision.refresh_from_db()
    assert submitted.decision.state == DecisionState.FINAL


def test_a_held_verdict_closes_nothing(project, reviewer_a, reviewer_b, shelf):
    """RV7: the second reviewer cannot tell whether the first has decided."""
    _, [subject] = open_specimens(project, 1)
    decide(reviewer_a, project, services.lease_next(actor=reviewer_a, project=project))
    decide(reviewer_b, project, services.lease_next(actor=reviewer_b, project=project))
    assert Round.objects.get().state == RoundState.OPEN
    assert shelf.outcomes == {}
    services.leave(actor=reviewer_b, project=project)
    assert Round.objects.get().state == RoundState.OPEN
    services.leave(actor=reviewer_a, project=project)
    assert Round.objects.get().state == RoundState.CLOSED
    assert shelf.outcomes == {subject: (True, {})}


@pytest.mark.parametrize(
    ("verdicts", "kept", "reasons"),
    [
        ((ACCEPT, ACCEPT), True, {}),
        ((ACCEPT, REJECT), False, {"rendering_quality": ["clip_broken"]}),
        ((REJECT, REJECT), False, {"rendering_quality": ["clip_broken"]}),
        (
            (REJECT, judgements(rendering_quality="surface_faults", physical_plausibility="feet_slide")),
            False,
            {"physical_plausibility": ["feet_slide"], "rendering_quality": ["clip_broken", "surface_faults"]},
        ),
    ],
)
def test_outcome_with_all_reasons(project, reviewer_a, reviewer_b, shelf, verdicts, kept, reasons):
    """RV8"""
    _, [subject] = open_specimens(project, 1)
    review_next(reviewer_a, project, verdicts[0])
    review_next(reviewer_b, project, verdicts[1])
    assert shelf.outcomes == {subject: (kept, reasons)}
    assert Round.objects.get().outcome == (Outcome.KEPT if kept else Outcome.REMOVED)


def test_three_reviewers_where_the_policy_says_so(project, maintainer, reviewer_a, reviewer_b, annotator, shelf):
    """RV10: a changed policy is for rounds that open later."""
    accounts.grant_role(actor=None, project=project, user=annotator, role="reviewer")
    _, [early] = open_specimens(project, 1)
    services.change_policy(actor=maintainer, project=project, subject_kind="specimen", reviewers=3)
    _, [late] = open_specimens(project, 1)
    assert sorted(Round.objects.values_list("slots_required", flat=True)) == [2, 3]
    for person in (reviewer_a, reviewer_b):
        review_next(person, project)
        review_next(person, project)
    assert set(shelf.outcomes) == {early}
    review_next(annotator, project)
    assert set(shelf.outcomes) == {early, late}


def test_policy_bounds(project, maintainer, reviewer_a):
    for change in ({"reviewers": 0}, {"reviewers": 10}, {"lease_minutes": 0}, {"scheme_id": "x"}):
        with pytest.raises(InvalidError):
            services.change_policy(actor=maintainer, project=project, **change)
    with pytest.raises(NotAllowedError):
        services.change_policy(actor=reviewer_a, project=project, reviewers=1)


def test_taking_back_reopens_the_lease_and_frees_the_next(project, reviewer_a):
    """RV7"""
    open_specimens(project, 3)
    lease = services.lease_next(actor=reviewer_a, project=project)
    submitted = decide(reviewer_a, project, lease, REJECT, note="look")
    back, decision = services.take_back_decision(actor=reviewer_a, project=project, decision_id=submitted.decision.pk)
    assert back.pk == lease.pk
    assert back.state == LeaseState.OPEN
    assert decision.state == DecisionState.TAKEN_BACK
    assert services.lease_next(actor=reviewer_a, project=project).pk == lease.pk
    assert Slot.objects.filter(state=SlotState.TAKEN).count() == 1
    # deciding anew serves the one that was served before
    anew = decide(reviewer_a, project, lease, ACCEPT)
    assert anew.next_lease.slot_id == submitted.next_lease.slot_id
    assert anew.next_lease.position == 2
    assert Decision.objects.filter(lease=lease).count() == 2


@pytest.mark.parametrize("how", ["next verdict", "leaving", "time", "time unswept"])
def test_a_counted_verdict_cannot_be_taken_back(project, reviewer_a, later, how):
    """RV7"""
    open_specimens(project, 2)
    submitted = decide(reviewer_a, project, services.lease_next(actor=reviewer_a, project=project))
    if how == "next verdict":
        decide(reviewer_a, project, submitted.next_lease)
    elif how == "leaving":
        services.leave(actor=reviewer_a, project=project)
    else:
        later(16)
        if how == "time":
            services.end_due_leases()
    with pytest.raises(ConflictError) as caught:
        services.take_back_decision(actor=reviewer_a, project=project, decision_id=submitted.decision.pk)
    assert caught.value.code == "review.no_longer_held"


def test_only_ones_own_verdict(project, reviewer_a, reviewer_b):
    open_specimens(project, 1)
    submitted = decide(reviewer_a, project, services.lease_next(actor=reviewer_a, project=project))
    with pytest.raises(NotAllowedError):
        services.take_back_decision(actor=reviewer_b, project=project, decision_id=submitted.decision.pk)


def test_a_second_decision_on_a_lease_is_refused(project, reviewer_a):
    open_specimens(project, 1)
    lease = services.lease_next(actor=reviewer_a, project=project)
    decide(reviewer_a, project, lease)
    with pytest.raises(ConflictError) as caught:
        decide(reviewer_a, project, lease, REJECT)
    assert caught.value.code == "review.already_decided"
    assert Decision.objects.get().verdict == "accept"


def test_a_faulty_decision_changes_nothing(project, reviewer_a):
    """RV5: the previous verdict stays held, too."""
    open_specimens(project, 2)
    first = decide(reviewer_a, project, services.lease_next(actor=reviewer_a, project=project))
    with pytest.raises(InvalidError) as caught:
        decide(reviewer_a, project, first.next_lease, {"physical_plausibility": {"value": "fine"}})
    assert set(caught.value.fields) == {"judgements.motion_scene_compatibility", "judgements.rendering_quality"}
    first.decision.refresh_from_db()
    assert first.decision.state == DecisionState.HELD
    assert Lease.objects.get(pk=first.next_lease.pk).state == LeaseState.OPEN


def test_the_same_key_decides_once(project, reviewer_a):
    """RV13"""
    open_specimens(project, 2)
    lease = services.lease_next(actor=reviewer_a, project=project)
    first = decide(reviewer_a, project, lease, idempotency_key="k1")
    again = decide(reviewer_a, project, lease, idempotency_key="k1")
    assert (again.decision.pk, again.repeated) == (first.decision.pk, True)
    assert again.next_lease.pk == first.next_lease.pk
    assert Decision.objects.count() == 1
    with pytest.raises(ConflictError) as caught:
        decide(reviewer_a, project, first.next_lease, idempotency_key="k1")
    assert caught.value.code == "review.key_reused"


def test_a_late_repeat_does_not_decide_what_was_taken_back(project, reviewer_a):
    """RV13"""
    open_specimens(project, 1)
    lease = services.lease_next(actor=reviewer_a, project=project)
    first = decide(reviewer_a, project, lease, idempotency_key="k1")
    services.take_back_decision(actor=reviewer_a, project=project, decision_id=first.decision.pk)
    again = decide(reviewer_a, project, lease, idempotency_key="k1")
    assert again.decision.state == DecisionState.TAKEN_BACK
    assert again.next_lease.pk == lease.pk
    assert Lease.objects.get(pk=lease.pk).state == LeaseState.OPEN


def test_a_role_taken_away_meanwhile(project, maintainer, reviewer_a):
    """RV4: asked again at the decision itself."""
    open_specimens(project, 1)
    lease = services.lease_next(actor=reviewer_a, project=project)
    accounts.set_roles(actor=maintainer, project=project, user_id=reviewer_a.pk, roles=["annotator"])
    with pytest.raises(NotAllowedError):
        decide(reviewer_a, project, lease)
    assert Decision.objects.count() == 0


def test_withdrawing_asks_somebody_else(project, maintainer, reviewer_a, reviewer_b, annotator, shelf):
    """RV14"""
    _, [subject] = open_specimens(project, 1)
    decision = review_next(reviewer_a, project, REJECT)
    with pytest.raises(NotAllowedError):
        services.withdraw_decision(actor=reviewer_b, project=project, decision_id=decision.pk, reason="x")
    with pytest.raises(InvalidError):
        services.withdraw_decision(actor=maintainer, project=project, decision_id=decision.pk, reason=" ")
    services.withdraw_decision(actor=maintainer, project=project, decision_id=decision.pk, reason="wrong person")
    with pytest.raises(ConflictError) as again:
        services.withdraw_decision(actor=maintainer, project=project, decision_id=decision.pk, reason="twice")
    assert again.value.code == "review.not_counted"
    # RV2: the same person never gets the round again
    assert services.lease_next(actor=reviewer_a, project=project) is None
    accounts.grant_role(actor=None, project=project, user=annotator, role="reviewer")
    review_next(reviewer_b, project)
    review_next(annotator, project)
    assert shelf.outcomes == {subject: (True, {})}
    last = Decision.objects.filter(reviewer=annotator).get()
    with pytest.raises(ConflictError) as caught:
        services.withdraw_decision(actor=maintainer, project=project, decision_id=last.pk, reason="late")
    assert caught.value.code == "review.round_closed"


def test_a_held_verdict_is_not_there_for_a_maintainer(project, maintainer, reviewer_a):
    """RV7, RV11"""
    open_specimens(project, 1)
    submitted = decide(reviewer_a, project, services.lease_next(actor=reviewer_a, project=project))
    with pytest.raises(NotFoundError):
        services.withdraw_decision(actor=maintainer, project=project, decision_id=submitted.decision.pk, reason="x")


@pytest.mark.parametrize(
    "change", [{"verdict": "reject"}, {"note": "other"}, {"judgements": {}}, {"problem_mask": 1}, {"pins": [1]}]
)
def test_the_database_keeps_what_was_decided(project, reviewer_a, change):
    """RV15"""
    open_specimens(project, 1)
    decision = review_next(reviewer_a, project)
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        Decision.objects.filter(pk=decision.pk).update(**change)
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        Decision.objects.filter(pk=decision.pk).delete()


def test_the_log_names_no_verdict(project, reviewer_a, reviewer_b):
    """RV11: what is logged tells that, never what."""
    open_specimens(project, 1)
    review_next(reviewer_a, project, REJECT)
    review_next(reviewer_b, project, ACCEPT)
    events = AuditEvent.objects.filter(event__startswith="review_")
    assert set(events.values_list("event", flat=True)) == {
        "review_rounds_opened",
        "review_decision_final",
    }
    text = str(list(events.values_list("data", flat=True))).lower()
    assert not any(word in text for word in ("reject", "accept", "removed", "kept"))


def test_one_report_is_asked_for_until_it_is_worked(
    project, reviewer_a, reviewer_b, django_capture_on_commit_callbacks, later
):
    """AG6"""
    open_specimens(project, 2)
    with django_capture_on_commit_callbacks() as sent:
        for person in (reviewer_a, reviewer_b):
            review_next(person, project)
            review_next(person, project)
    assert Round.objects.filter(state=RoundState.CLOSED).count() == 2
    assert len(sent) == 1
    assert services.repeat_lost_report_requests() == 0
    later(6)
    with django_capture_on_commit_callbacks() as sent:
        assert services.repeat_lost_report_requests() == 1
    assert len(sent) == 1
    assert ReviewPolicy.objects.get(subject_kind="specimen").report_wanted_at is not None
