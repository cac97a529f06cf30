"""Drafts of nobody: who has them, until when, and what becomes of what they wrote."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.models import AuditEvent
from affectory.core.transitions import move
from annotation.questions import queues, selectors, services
from annotation.questions.domain.states import ITEM_TRANSITIONS
from annotation.questions.models import Draft, Item, Reservation, Revision
from datasets.videos.models import Video
from tests.factories.items import a_member, a_new_item, content_of
from tests.factories.queues import a_playable_film, a_proposal, time_out
from tests.unit.questions.examples import clip
from worker.tasks.items import expire_reservations

pytestmark = pytest.mark.django_db
MINE = content_of(clip(question="What does the woman with the red scarf feel at the door?"))


@pytest.fixture
def other(project):
    return a_member(project, "olga", "annotator")


def next_for(person, project, **options):
    return services.reserve_next(actor=person, project=project, granularity="clip", **options)


def save(person, item, content=MINE):
    item.refresh_from_db()
    return services.save_draft(actor=person, item_id=item.pk, content=content, base_version=item.draft_version)


def submit(person, item):
    item.refresh_from_db()
    return services.submit_revision(actor=person, item_id=item.pk, base_version=item.draft_version)


def sent_back(item, round_number=1):
    """As a round leaves an item that its reviewers did not agree on."""
    item.refresh_from_db()
    move(item, to="in_review", transitions=ITEM_TRANSITIONS)
    reasons = [{"judgement": "answer", "codes": ["incomplete"], "note": "And the second look?"}]
    why = {"round": round_number, "reasons": reasons}
    move(item, to="returned", transitions=ITEM_TRANSITIONS, returned=why)


def test_qu81_the_next_item_is_what_came_back_then_what_is_begun_then_what_is_new(project, maintainer, annotator):
    """QU81."""
    first, second, third = (a_proposal(maintainer, project) for _ in range(3))
    offer = next_for(annotator, project)
    assert (offer.item_id, offer.place) == (first.pk, "new")
    assert next_for(annotator, project).item_id == first.pk  # another tab gets the same
    save(annotator, first)
    submit(annotator, first)
    assert next_for(annotator, project).item_id == second.pk
    save(annotator, second)
    offer = next_for(annotator, project)
    assert (offer.item_id, offer.place) == (second.pk, "mine")
    assert next_for(annotator, project, after=second.pk).item_id == third.pk
    sent_back(first)
    offer = next_for(annotator, project)
    assert (offer.item_id, offer.place, offer.reservation) == (first.pk, "returned", None)


def test_qu81_only_drafts_on_a_video_that_plays_are_served(project, maintainer, annotator):
    """QU81."""
    item = a_proposal(maintainer, project)
    Video.objects.filter(pk=item.video_id).update(state="registered")
    assert next_for(annotator, project) is None
    assert queues.nothing_for(annotator, project, "clip")["code"] == "without_video"
    Video.objects.filter(pk=item.video_id).update(state="ready")
    assert next_for(annotator, project).item_id == item.pk


def test_the_video_of_the_last_item_goes_on_first(project, maintainer, annotator):
    """QU81: its people and its story are known."""
    here = a_proposal(maintainer, project)
    elsewhere = a_proposal(maintainer, project, video=a_playable_film(maintainer, project, "other.mp4"))
    here_too = a_proposal(maintainer, project, video=here.video)
    assert next_for(annotator, project).item_id == here.pk
    services.skip_item(actor=annotator, item_id=here.pk, reason="unclear")
    assert next_for(annotator, project).item_id == here_too.pk
    services.skip_item(actor=annotator, item_id=here_too.pk, reason="unclear")
    assert next_for(annotator, project).item_id == elsewhere.pk


def test_qu80_what_one_has_reserved_nobody_else_may_write_in(project, maintainer, annotator, other):
    """QU80."""
    item = a_proposal(maintainer, project)
    next_for(annotator, project)
    assert next_for(other, project) is None
    nothing = queues.nothing_for(other, project, "clip")
    assert (nothing["code"], nothing["held_by_others"]) == ("with_others", 1)
    for refused in (
        lambda: save(other, item),
        lambda: services.reserve_item(actor=other, item_id=item.pk),
        lambda: save(maintainer, item),
        lambda: services.discard_item(actor=other, item_id=item.pk, reason="duplicate"),
    ):
        with pytest.raises(ConflictError, match="Somebody else has this draft until") as error:
            refused()
        assert error.value.code == "item.reserved"
    item.refresh_from_db()
    assert (item.draft_version, item.author, Reservation.objects.count()) == (1, None, 1)


def test_qu80_a_reservation_lasts_minutes_and_once_begun_hours(project, maintainer, annotator):
    """QU80."""
    services.set_queue_policy(actor=maintainer, project=project, minutes=10, begun_hours=5)
    item = a_proposal(maintainer, project)
    before = timezone.now()
    reservation = next_for(annotator, project).reservation
    assert timedelta(minutes=10) <= reservation.expires_at - before < timedelta(minutes=11)
    save(annotator, item)
    reservation.refresh_from_db()
    assert (reservation.begun, reservation.expires_at - before >= timedelta(hours=5)) == (True, True)
    item.refresh_from_db()
    assert item.author == annotator


def test_qu80_the_database_allows_one_open_reservation_of_an_item(project, maintainer, annotator, other):
    """QU80."""
    item = a_proposal(maintainer, project)
    next_for(annotator, project)
    columns = {"project": project, "item": item, "granularity": "clip", "expires_at": timezone.now()}
    with pytest.raises(IntegrityError, match="reservation_one_per_item"), transaction.atomic():
        Reservation.objects.create(person=other, **columns)
    columns["item"] = a_proposal(maintainer, project)
    with pytest.raises(IntegrityError, match="reservation_one_unbegun_per_person"), transaction.atomic():
        Reservation.objects.create(person=annotator, **columns)


def test_opening_another_draft_gives_back_the_one_that_was_not_begun(project, maintainer, annotator, other):
    """QU80."""
    first, second = a_proposal(maintainer, project), a_proposal(maintainer, project)
    next_for(annotator, project)
    services.reserve_item(actor=annotator, item_id=second.pk)
    assert next_for(other, project).item_id == first.pk


def test_qu82_when_time_runs_out_the_draft_is_as_it_came_and_the_text_waits_for_its_author(
    project, maintainer, annotator, other
):
    """QU82."""
    item = a_proposal(maintainer, project)
    next_for(annotator, project)
    save(annotator, item)
    time_out(item)
    expire_reservations()
    expire_reservations()
    item.refresh_from_db()
    draft = Draft.objects.get(item=item)
    assert (item.author, draft.content == draft.initial, draft.version) == (None, True, 3)
    ended = Reservation.objects.get()
    assert (ended.state, ended.content) == ("expired", MINE)
    with pytest.raises(ConflictError, match="it is free for anybody") as told:
        services.record_work(actor=annotator, item_id=item.pk, active_s=5)
    assert told.value.code == "item.reservation_ended"

    assert next_for(other, project).item_id == item.pk
    with pytest.raises(ConflictError, match="Somebody else has this draft"):
        services.record_work(actor=annotator, item_id=item.pk, active_s=5)
    services.release_item(actor=other, item_id=item.pk)

    services.reserve_item(actor=annotator, item_id=item.pk)
    item.refresh_from_db()
    assert (Draft.objects.get(item=item).content, item.author) == (MINE, annotator)


def test_qu82_time_that_ran_out_is_seen_without_the_sweeper(project, maintainer, annotator, other):
    """QU82, lazily."""
    item = a_proposal(maintainer, project)
    next_for(annotator, project)
    time_out(item)
    assert next_for(other, project).item_id == item.pk
    assert sorted(Reservation.objects.values_list("state", flat=True)) == ["expired", "open"]


def test_qu82_a_maintainer_frees_what_somebody_holds_and_others_may_not(project, maintainer, annotator, other):
    """QU82."""
    item = a_proposal(maintainer, project)
    next_for(annotator, project)
    with pytest.raises(NotAllowedError):
        services.release_item(actor=other, item_id=item.pk)
    services.release_item(actor=maintainer, item_id=item.pk)
    services.release_item(actor=maintainer, item_id=item.pk)
    assert Reservation.objects.get().state == "revoked"
    assert AuditEvent.objects.filter(event="item.reservation_revoked").count() == 1
    assert next_for(other, project).item_id == item.pk


def test_saving_after_ones_time_takes_a_free_draft_again(project, maintainer, annotator):
    """QU80: nothing was saved before, so there is nothing to merge."""
    item = a_proposal(maintainer, project)
    next_for(annotator, project)
    time_out(item)
    expire_reservations()
    save(annotator, item)
    assert Reservation.objects.get(state="open").person == annotator


def test_qu83_skipping_takes_a_reason_and_is_not_offered_again(project, maintainer, annotator, other):
    """QU83."""
    item = a_proposal(maintainer, project)
    next_for(annotator, project)
    save(annotator, item)
    with pytest.raises(InvalidError) as refused:
        services.skip_item(actor=annotator, item_id=item.pk, reason="bored")
    assert "distressing" in refused.value.fields["reason"][0]
    services.skip_item(actor=annotator, item_id=item.pk, reason="distressing")
    services.skip_item(actor=annotator, item_id=item.pk, reason="distressing")
    assert (Reservation.objects.get().state, next_for(annotator, project)) == ("skipped", None)
    assert queues.queue_of(annotator, project, "clip")["skipped"] == 1
    assert next_for(other, project).item_id == item.pk


def test_qu83_what_is_done_is_not_skipped(project, maintainer, annotator):
    """QU83: only what is still to be written."""
    item = a_proposal(maintainer, project)
    save(annotator, item)
    submit(annotator, item)
    with pytest.raises(ConflictError) as refused:
        services.skip_item(actor=annotator, item_id=item.pk, reason="distressing")
    assert refused.value.code == "item.not_to_write"
    assert not Reservation.objects.filter(state="skipped").exists()


def test_qu83_what_came_back_may_be_skipped_too(project, maintainer, annotator):
    """QU83: else it would stand before everything else for ever."""
    item = a_proposal(maintainer, project)
    save(annotator, item)
    submit(annotator, item)
    sent_back(item)
    services.skip_item(actor=annotator, item_id=item.pk, reason="distressing")
    assert next_for(annotator, project) is None
    assert selectors.item_for(annotator, project, item.pk).author == annotator


def test_qu86_what_came_back_is_handed_to_another_annotator(project, maintainer, annotator, other):
    """QU86."""
    item = a_proposal(maintainer, project)
    save(annotator, item)
    submit(annotator, item)
    sent_back(item)
    with pytest.raises(InvalidError, match="is no annotator of this project"):
        services.hand_over(actor=maintainer, item_id=item.pk, username="nobody")
    with pytest.raises(NotAllowedError):
        services.hand_over(actor=annotator, item_id=item.pk, username="olga")
    services.hand_over(actor=maintainer, item_id=item.pk, username="olga")
    assert next_for(annotator, project) is None
    assert next_for(other, project).place == "returned"


def test_qu85_who_may_edit_follows_the_items_state(project, maintainer, annotator, other):
    """QU85."""
    item = a_proposal(maintainer, project)
    save(annotator, item)
    submit(annotator, item)
    draft = services.reopen_item(actor=annotator, item_id=item.pk)
    assert (draft.content["question"], draft.based_on) == (MINE["question"], 1)
    assert Draft.objects.filter(item=item).exists()  # what is being edited is not put out for review (RV40)
    services.discard_draft(actor=annotator, item_id=item.pk)

    item.refresh_from_db()
    move(item, to="in_review", transitions=ITEM_TRANSITIONS)
    for person in (annotator, maintainer):
        with pytest.raises(ConflictError, match="A reviewer has opened this item") as error:
            save(person, item)
        assert error.value.code == "item.in_review"
        with pytest.raises(ConflictError, match="A reviewer has opened this item"):
            services.reopen_item(actor=person, item_id=item.pk)

    move(item, to="returned", transitions=ITEM_TRANSITIONS)
    with pytest.raises(ConflictError, match="went back to its author"):
        save(maintainer, item)
    save(annotator, item, content_of(clip(question="What does the woman with the red scarf feel at last?")))
    submit(annotator, item)
    item.refresh_from_db()
    assert (item.state, item.revision_count, item.returned) == ("submitted", 2, None)

    for end in ("kept", "removed"):
        Item.objects.filter(pk=item.pk).update(state=end)
        with pytest.raises(ConflictError, match="never changes") as error:
            save(annotator, item)
        assert error.value.code == f"item.{end}"
    assert Revision.objects.count() == 2


def test_qu84_a_draft_is_confirmed_unchanged_and_only_after_its_clip_was_played(project, maintainer, annotator):
    """QU84."""
    item = a_proposal(maintainer, project)

    def confirm(played, version=1):
        return services.confirm_draft(actor=annotator, item_id=item.pk, base_version=version, clip_played=played)

    with pytest.raises(InvalidError, match="Play the whole clip first"):
        confirm(played=False)
    assert not Revision.objects.exists()
    submitted = confirm(played=True)
    assert (submitted.revision.confirmed, submitted.item.state) == (True, "submitted")
    assert (submitted.item.author, Reservation.objects.get().end_reason) == (annotator, "submitted")
    assert AuditEvent.objects.filter(event="item.confirmed").count() == 1


def test_qu84_what_was_changed_is_not_confirmed_and_other_spellings_are_no_change(project, maintainer, annotator):
    """QU84."""
    item = a_proposal(maintainer, project)
    save(annotator, item)
    with pytest.raises(ConflictError, match="The draft was changed"):
        services.confirm_draft(actor=annotator, item_id=item.pk, base_version=2, clip_played=True)
    same = Draft.objects.get(item=item).initial
    spelt = {**same, "answer": ["Happiness", "doubt / confusion"]}
    save(annotator, item, spelt)
    submitted = services.confirm_draft(actor=annotator, item_id=item.pk, base_version=3, clip_played=True)
    assert submitted.revision.confirmed


def test_qu84_ones_own_item_is_submitted_not_confirmed(project, annotator):
    """QU84."""
    item = a_new_item(annotator, project)
    with pytest.raises(ConflictError, match="Only a draft that came from elsewhere"):
        services.confirm_draft(actor=annotator, item_id=item.pk, base_version=1, clip_played=True)


def test_qu88_a_discarded_draft_is_kept_with_its_reason_and_can_be_taken_back(project, maintainer, annotator, other):
    """QU88."""
    item = a_proposal(maintainer, project)
    save(annotator, item)
    with pytest.raises(InvalidError, match="Give one of these reasons"):
        services.discard_item(actor=annotator, item_id=item.pk, reason="ugly")
    services.discard_item(actor=annotator, item_id=item.pk, reason="not_answerable")
    item.refresh_from_db()
    assert (item.state, item.discard_reason) == ("discarded", "not_answerable")
    assert Reservation.objects.get().end_reason == "discarded"
    assert next_for(annotator, project) is None
    with pytest.raises(ConflictError, match="was discarded"):
        save(annotator, item)
    services.restore_item(actor=annotator, item_id=item.pk)
    item.refresh_from_db()
    assert (item.state, item.discard_reason, Draft.objects.get(item=item).content) == ("draft", "", MINE)
    assert next_for(annotator, project).item_id == item.pk


def test_a_draft_that_was_written_in_and_given_up_is_the_proposal_again(project, maintainer, annotator):
    """QU66: a proposal never vanishes."""
    item = a_proposal(maintainer, project)
    save(annotator, item)
    services.discard_draft(actor=annotator, item_id=item.pk)
    draft = Draft.objects.get(item=item)
    assert draft.content == draft.initial


def test_qu89_a_video_that_was_taken_away_meanwhile_stops_the_submission_and_keeps_the_text(
    project, maintainer, annotator
):
    """QU89."""
    item = a_proposal(maintainer, project)
    video = item.video
    save(annotator, item)
    services.link_item(actor=maintainer, item_id=item.pk, video_id=None)
    with pytest.raises(ConflictError, match="taken away meanwhile") as refused:
        submit(annotator, item)
    assert refused.value.code == "item.no_video"
    services.link_item(actor=maintainer, item_id=item.pk, video_id=video.pk)
    Video.objects.filter(pk=video.pk).update(state="refused")
    with pytest.raises(ConflictError, match="cannot be used any more"):
        submit(annotator, item)
    assert (Draft.objects.get(item=item).content, Revision.objects.count()) == (MINE, 0)
    Video.objects.filter(pk=video.pk).update(state="ready")
    submit(annotator, item)


def test_qu87_work_counts_no_more_than_has_passed_over_all_tabs(project, maintainer, annotator):
    """QU87: two tabs that each tell of a minute within a moment worked that moment."""
    item = a_proposal(maintainer, project)
    next_for(annotator, project)
    beat = services.record_work(actor=annotator, item_id=item.pk, active_s=30)
    assert beat.seconds == 30
    for _ in range(2):
        beat = services.record_work(actor=annotator, item_id=item.pk, active_s=60)
    assert 30 < beat.seconds < 45
    assert queues.work_seconds(item, annotator) == beat.seconds
