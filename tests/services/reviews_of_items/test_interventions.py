"""Recall, taking out, pausing, priority, and what the author is told: RV45 to RV49."""

import pytest

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.inbox.models import InboxLine
from annotation.questions import services as questions
from annotation.questions.domain.states import ItemState
from annotation.reviews import services
from annotation.reviews.domain import DecisionState, LeaseState
from annotation.reviews.models import Decision, Lease, Round, Slot
from datasets.videos.models import Video
from tests.factories.items import an_imported_item
from tests.factories.reviewed_items import (
    ACCEPT,
    FINE,
    REJECT,
    a_submitted_item,
    a_watchable_film,
    judge,
    put_out,
    rewrite,
    state_of,
    submit,
)
from tests.unit.questions.examples import clip

pytestmark = pytest.mark.django_db


def test_an_author_takes_back_what_no_reviewer_was_given(project, film, annotator, reviewer_a):
    """RV45: the round was never there; nothing is put out while the draft is open."""
    item = a_submitted_item(annotator, project, video=film)
    batch, _ = put_out(project)
    services.recall_submission(actor=annotator, project=project, item_id=item.pk)
    batch.refresh_from_db()
    assert (state_of(item), Round.objects.count(), Slot.objects.count(), batch.rounds_total) == (
        ItemState.SUBMITTED, 0, 0, 0,
    )  # fmt: skip
    assert services.open_ready_rounds(project, "item") == 0
    assert services.lease_next(actor=reviewer_a, project=project) is None

    draft = {**item.draft.content, "question": "What does she feel as soon as she has read the letter?"}
    item.refresh_from_db()
    questions.save_draft(actor=annotator, item_id=item.pk, content=draft, base_version=item.draft_version)
    submit(annotator, item)
    assert services.open_ready_rounds(project, "item") == 1
    assert (Round.objects.get().number, Round.objects.get().revision.number) == (1, 2)


def test_qu101_what_was_taken_back_is_submitted_again_as_it_was(project, film, annotator, reviewer_a):
    """QU101: the same revision in a fresh round; nothing has to be changed for its own sake."""
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    before = item.revisions.get().content
    services.recall_submission(actor=annotator, project=project, item_id=item.pk)
    assert item.draft.content == before
    submit(annotator, item)
    assert services.open_ready_rounds(project, "item") == 1
    round_ = Round.objects.get()
    assert (round_.number, round_.revision.number, round_.revision.content) == (1, 1, before)
    assert services.lease_next(actor=reviewer_a, project=project) is not None


def test_nothing_is_taken_back_once_a_reviewer_was_given_it(project, film, annotator, maintainer, reviewer_a):
    """RV45: released or not, somebody has read it."""
    item = a_submitted_item(annotator, project, video=film)
    with pytest.raises(ConflictError, match="not under review"):
        services.recall_submission(actor=annotator, project=project, item_id=item.pk)
    put_out(project)
    with pytest.raises(NotAllowedError, match="Only its author"):
        services.recall_submission(actor=maintainer, project=project, item_id=item.pk)
    lease = services.lease_next(actor=reviewer_a, project=project)
    services.release_lease(actor=reviewer_a, project=project, lease_id=lease.pk)
    with pytest.raises(ConflictError, match="A reviewer has been given this item"):
        services.recall_submission(actor=annotator, project=project, item_id=item.pk)
    assert state_of(item) is ItemState.IN_REVIEW
    assert Round.objects.count() == 1


def test_nobody_writes_on_what_is_judged_an_import_neither(project, film, annotator, maintainer):
    """RV45"""
    item = an_imported_item(maintainer, project)
    type(item).objects.filter(pk=item.pk).update(video=film)
    put_out(project, maintainer)
    assert state_of(item) is ItemState.IN_REVIEW
    item.refresh_from_db()
    with pytest.raises(ConflictError):
        questions.save_draft(
            actor=maintainer, item_id=item.pk, content=item.revisions.get().content, base_version=item.draft_version
        )
    from tests.factories.items import report, run_import

    again = run_import(maintainer, project, [clip(question="Another question about the same seconds of it?")])
    assert report(again) == [(item.external_id, "refused")]
    assert "under review" in again.rows.get().problems[-1]["message"]
    assert item.revisions.count() == 1


def test_a_maintainer_takes_an_item_out_of_the_review(project, film, annotator, maintainer, reviewer_a, reviewer_b):
    """RV45, RV50: what was decided stays and counts nowhere; what is held or looked at ends with a sentence."""
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    judge(reviewer_a, project)
    lease = services.lease_next(actor=reviewer_b, project=project)
    with pytest.raises(InvalidError):
        services.take_out_item(actor=maintainer, project=project, item_id=item.pk, reason=" ")
    services.take_out_item(actor=maintainer, project=project, item_id=item.pk, reason="The source was withdrawn.")
    assert state_of(item) is ItemState.REMOVED
    round_ = Round.objects.get()
    assert (round_.state, round_.outcome) == ("CLOSED", "VOID")
    for act in (
        lambda: services.submit_decision(actor=reviewer_b, project=project, lease_id=lease.pk, judgements=ACCEPT),
        lambda: services.extend_lease(actor=reviewer_b, project=project, lease_id=lease.pk),
        lambda: services.skip_lease(actor=reviewer_b, project=project, lease_id=lease.pk, reason="cannot_judge"),
    ):
        with pytest.raises(ConflictError, match="taken out of the review"):
            act()
    assert services.lease_next(actor=reviewer_b, project=project) is None
    assert Decision.objects.get().state == DecisionState.FINAL
    from annotation.reviews.selectors import initial_decisions

    assert not initial_decisions(project, "item").exists()


def test_a_held_verdict_of_an_item_taken_out_never_counts(project, film, annotator, maintainer, reviewer_a):
    """RV45"""
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    lease = services.lease_next(actor=reviewer_a, project=project)
    held = services.submit_decision(actor=reviewer_a, project=project, lease_id=lease.pk, judgements=ACCEPT).decision
    services.take_out_item(actor=maintainer, project=project, item_id=item.pk, reason="The source was withdrawn.")
    assert services.leave(actor=reviewer_a, project=project) is False
    with pytest.raises(ConflictError, match="taken out of the review"):
        services.take_back_decision(actor=reviewer_a, project=project, decision_id=held.pk)
    held.refresh_from_db()
    assert (held.state, Lease.objects.get().state) == (DecisionState.TAKEN_BACK, LeaseState.REVOKED)


def test_a_lease_on_a_round_that_was_voided_is_let_go(project, film, annotator, maintainer, reviewer_a):
    """RV45: also if the lease came into being at that very moment."""
    one, other = (a_submitted_item(annotator, project, video=film, start=start) for start in (10, 40))
    put_out(project)
    lease = services.lease_next(actor=reviewer_a, project=project)
    services.take_out_item(actor=maintainer, project=project, item_id=lease.round.subject_id, reason="Gone.")
    Lease.objects.filter(pk=lease.pk).update(**{"state": LeaseState.OPEN})
    Slot.objects.filter(pk=lease.slot_id).update(**{"state": "TAKEN"})
    following = services.lease_next(actor=reviewer_a, project=project)
    assert following.round.subject_id in {one.pk, other.pk} - {lease.round.subject_id}
    lease.refresh_from_db()
    assert lease.state == LeaseState.REVOKED


def test_what_came_back_and_nobody_will_mend_is_removed(project, film, annotator, maintainer, reviewer_a, reviewer_b):
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    judge(reviewer_a, project, ACCEPT)
    judge(reviewer_b, project, REJECT)
    services.take_out_item(actor=maintainer, project=project, item_id=item.pk, reason="Its author has left.")
    assert state_of(item) is ItemState.REMOVED


def test_rounds_wait_while_their_video_cannot_be_shown(project, film, annotator, reviewer_a, maintainer):
    """RV46"""
    other = a_watchable_film(maintainer, project, "reel-2.mp4")
    a_submitted_item(annotator, project, video=film)
    stays = a_submitted_item(annotator, project, video=other)
    put_out(project)
    Video.objects.filter(pk=film.pk).update(**{"state": "registered"})
    assert services.settle_pauses(project) == 1
    assert services.settle_pauses(project) == 0
    lease = services.lease_next(actor=reviewer_a, project=project)
    assert lease.round.subject_id == stays.pk
    services.skip_lease(actor=reviewer_a, project=project, lease_id=lease.pk, reason="cannot_judge")
    assert services.lease_next(actor=reviewer_a, project=project) is None
    Video.objects.filter(pk=film.pk).update(**{"state": "ready"})
    assert services.settle_pauses(project) == 1
    assert services.lease_next(actor=reviewer_a, project=project) is not None


def test_the_author_is_told_both_reasons_and_no_names(project, film, annotator, reviewer_a, reviewer_b):
    """RV48: worked by hand."""
    item = a_submitted_item(annotator, project, video=film)
    put_out(project)
    pins = [{"judgement": "answer", "frame": 12, "time_s": 14.25, "setting": "", "note": "she smiles"}]
    judge(reviewer_a, project, ACCEPT, note="Short and clear.")
    judge(
        reviewer_b,
        project,
        {"question": FINE, "answer": {"value": "problem", "reasons": ["answer_incomplete", "wrong_emotion"]}},
        note="The relief is missing.",
        pins=pins,
    )
    item.refresh_from_db()
    assert item.returned["round"] == 1
    told = sorted(item.returned["reasons"], key=lambda one: one["judgement"])
    assert told == [
        {"judgement": "", "codes": [], "labels": [], "note": "Short and clear.", "pins": []},
        {
            "judgement": "answer",
            "codes": ["answer_incomplete", "wrong_emotion"],
            "labels": ["Something that belongs to it is missing", "An emotion or an intensity does not fit"],
            "note": "The relief is missing.",
            "pins": [{"time_s": 14.25, "note": "she smiles"}],
        },
    ]
    assert list(InboxLine.objects.values_list("person", "kind")) == [(annotator.pk, "item.returned")]
    rewrite(annotator, item, question="What does she feel as soon as she has read the letter?")
    item.refresh_from_db()
    assert item.returned is None


def test_an_urgent_item_has_its_video_served_first(project, film, annotator, maintainer, reviewer_a):
    """RV44, RV49: its video from its beginning, and no video is left for it."""
    films = [film, *(a_watchable_film(maintainer, project, f"reel-{n}.mp4") for n in range(2, 6))]
    items = [a_submitted_item(annotator, project, video=one, start=start) for one in films for start in (10, 40)]
    put_out(project)
    first = services.lease_next(actor=reviewer_a, project=project)
    begun = str(first.round.group_key)
    urgent = next(item for item in reversed(items) if str(item.video_id) != begun)
    services.set_item_priority(actor=maintainer, project=project, item_id=urgent.pk, priority=5)
    seen = [first]
    for _ in range(3):
        services.submit_decision(actor=reviewer_a, project=project, lease_id=seen[-1].pk, judgements=ACCEPT)
        seen.append(services.lease_next(actor=reviewer_a, project=project))
    assert [lease.round.group_key for lease in seen] == [begun, begun, str(urgent.video_id), str(urgent.video_id)]
    assert seen[3].round.subject_id == urgent.pk


def test_shuffled_batches_serve_what_is_urgent_at_once(project, film, annotator, maintainer, reviewer_a):
    """RV49"""
    services.change_policy(actor=maintainer, project=project, subject_kind="item", order="random")
    items = [a_submitted_item(annotator, project, video=film, start=10 * n) for n in range(1, 7)]
    put_out(project)
    for item in items[:3]:
        services.set_item_priority(actor=maintainer, project=project, item_id=item.pk, priority=2)
    served = []
    for _ in range(3):
        lease = services.lease_next(actor=reviewer_a, project=project)
        served.append(lease.round.subject_id)
        services.submit_decision(actor=reviewer_a, project=project, lease_id=lease.pk, judgements=ACCEPT)
    assert set(served) == {item.pk for item in items[:3]}


def test_nobody_is_given_more_of_a_batch_than_the_policy_allows(project, film, annotator, maintainer, reviewer_a):
    """RV52"""
    services.change_policy(actor=maintainer, project=project, subject_kind="item", most_per_person=2)
    for start in (10, 40, 70):
        a_submitted_item(annotator, project, video=film, start=start)
    put_out(project)
    judge(reviewer_a, project)
    judge(reviewer_a, project)
    assert services.lease_next(actor=reviewer_a, project=project) is None
