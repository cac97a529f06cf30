"""Whole videos in the hands of those who write about them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.models import AuditEvent
from affectory.inbox.models import InboxLine
from annotation.questions import services, video_queues
from annotation.questions.domain.reserving import lowest_free
from annotation.questions.models import Draft, Item, VideoReservation
from datasets.videos.models import Video
from tests.factories.items import a_member, a_new_item
from tests.factories.queues import a_playable_film, let_write
from tests.factories.watching import watched

pytestmark = pytest.mark.django_db
COMPARISON = ("episode", "emotional intensity comparison")


@pytest.fixture
def other(project):
    return a_member(project, "olga", "annotator")


@pytest.fixture
def films(project, maintainer) -> list[Video]:
    return [a_playable_film(maintainer, project, f"reel {n}.mp4") for n in range(3)]


def next_for(person, project, **options):
    return services.reserve_next_video(actor=person, project=project, **options)


def take(person, video):
    return services.reserve_video(actor=person, project=video.project, video_id=video.pk)


def an_item(person, video) -> Item:
    return a_new_item(person, video.project, *COMPARISON, video=video)


def states(video) -> list[tuple[str, str]]:
    rows = VideoReservation.objects.filter(video=video).order_by("created_at")
    return [(row.person.username, row.state) for row in rows]


def test_a_place_is_free_only_while_fewer_are_taken_than_there_are():
    # Three places once, one now: whoever has the second or the third still counts.
    assert [lowest_free([], 1), lowest_free([2], 2), lowest_free([2, 3], 1), lowest_free([1], 1)] == [
        1,
        1,
        None,
        None,
    ]


def test_qu100_two_people_get_two_videos_and_the_third_gets_what_is_left(
    project, annotator, other, maintainer, films
):
    """QU100."""
    assert next_for(annotator, project).video_id == films[0].pk
    assert next_for(annotator, project).video_id == films[0].pk  # another tab gets the same
    assert next_for(other, project).video_id == films[1].pk
    assert next_for(maintainer, project).video_id == films[2].pk
    assert next_for(a_member(project, "pia", "annotator"), project) is None
    nothing = video_queues.nothing_for(a_member(project, "quirin", "annotator"), project)
    assert (nothing["code"], nothing["held_by_others"]) == ("with_others", 3)


def test_qu100_of_a_held_video_nobody_else_begins_an_item(project, annotator, other, films):
    """QU100: until there is room; to watch it is nobody's business."""
    take(annotator, films[0])
    with pytest.raises(ConflictError, match="Somebody else writes about this video") as told:
        an_item(other, films[0])
    assert (told.value.code, Item.objects.count()) == ("video.reserved", 0)
    watched(other, films[0], 0, 10)
    an_item(annotator, films[0])
    an_item(annotator, films[0])  # who has it may write several about it
    with pytest.raises(ConflictError, match="Somebody else writes"):
        take(other, films[0])


def test_qu100_a_project_may_let_several_write_about_one_video(project, maintainer, annotator, other, films):
    """QU100."""
    let_write(maintainer, project, 2)
    take(annotator, films[0])
    an_item(other, films[0])
    with pytest.raises(ConflictError, match="2 others write"):
        an_item(maintainer, films[0])
    let_write(maintainer, project, 1)  # both keep what they have
    assert {row.begun for row in VideoReservation.objects.filter(state="open")} == {True, False}


def test_qu100_what_came_back_comes_first_then_what_is_begun_then_what_was_watched(project, annotator, films):
    """QU100."""
    watched(annotator, films[2], 0, 10)
    assert next_for(annotator, project).video_id == films[2].pk
    begun, back = an_item(annotator, films[0]), an_item(annotator, films[1])
    assert (next_for(annotator, project).item_id, next_for(annotator, project).place) == (begun.pk, "mine")
    Item.objects.filter(pk=back.pk).update(state="returned", revision_count=1)
    offer = next_for(annotator, project)
    assert (offer.item_id, offer.place) == (back.pk, "returned")
    assert next_for(annotator, project, after=films[1].pk).item_id == begun.pk


def test_qu102_time_runs_out_and_what_was_written_stays(project, annotator, other, films):
    """QU102."""
    item = an_item(annotator, films[0])
    until = VideoReservation.objects.get().expires_at
    assert until > timezone.now() + timedelta(hours=47)
    VideoReservation.objects.update(expires_at=timezone.now())
    services.expire_video_reservations()
    services.expire_video_reservations()
    assert states(films[0]) == [("anna", "expired")]
    with pytest.raises(ConflictError, match="Your marks and texts are kept") as told:
        services.keep_video(actor=annotator, project=project, video_id=films[0].pk)
    assert told.value.code == "video.reservation_ended"
    take(other, films[0])
    item.refresh_from_db()
    saved = services.save_draft(
        actor=annotator,
        item_id=item.pk,
        content=Draft.objects.get(item=item).content | {"question": "Still mine?"},
        base_version=item.draft_version,
    )
    assert saved.draft.content["question"] == "Still mine?"


def test_qu102_a_sleeping_sweeper_blocks_nobody(project, annotator, other, films):
    """QU102."""
    take(annotator, films[0])
    VideoReservation.objects.update(expires_at=timezone.now())
    take(other, films[0])
    assert states(films[0]) == [("anna", "expired"), ("olga", "open")]


def test_qu102_maintainers_free_what_others_hold_and_they_are_told(project, maintainer, annotator, other, films):
    """QU102."""
    take(annotator, films[0])
    free = {"project": project, "video_id": films[0].pk, "username": "anna"}
    with pytest.raises(NotAllowedError):
        services.release_video(actor=other, **free)
    services.release_video(actor=maintainer, **free)
    services.release_video(actor=maintainer, **free)
    assert states(films[0]) == [("anna", "revoked")]
    assert InboxLine.objects.get(person=annotator).kind == "hold.ended"
    assert AuditEvent.objects.filter(event="item.video_reservation_revoked").count() == 1


def test_qu103_a_skipped_video_is_not_offered_again_and_costs_nothing(project, annotator, other, films):
    """QU103."""
    next_for(annotator, project)
    with pytest.raises(InvalidError, match="Give one of these reasons"):
        services.skip_video(actor=annotator, project=project, video_id=films[0].pk, reason="bored")
    for _ in range(2):
        services.skip_video(actor=annotator, project=project, video_id=films[0].pk, reason="distressing")
    assert states(films[0]) == [("anna", "skipped")]
    assert next_for(annotator, project).video_id == films[1].pk
    assert next_for(other, project).video_id == films[0].pk


def test_the_video_goes_to_the_next_with_the_last_item_in_the_making(project, annotator, films):
    first, second = an_item(annotator, films[0]), an_item(annotator, films[0])
    services.discard_draft(actor=annotator, item_id=first.pk)
    assert states(films[0]) == [("anna", "open")]
    services.discard_draft(actor=annotator, item_id=second.pk)
    assert states(films[0]) == [("anna", "done")]


def test_qu86_with_a_handed_over_item_goes_its_video(project, maintainer, annotator, other, films):
    """QU86."""
    item = an_item(annotator, films[0])
    services.hand_over(actor=maintainer, item_id=item.pk, username="olga")
    assert states(films[0]) == [("anna", "revoked"), ("olga", "open")]


def test_qu105_a_video_that_was_refused_meanwhile_is_offered_and_held_no_more(project, annotator, films):
    """QU105."""
    item = an_item(annotator, films[0])
    Video.objects.filter(pk=films[0].pk).update(state="refused")
    assert next_for(annotator, project).video_id == films[1].pk
    with pytest.raises(ConflictError, match=r"cannot be used any more\. Your text is kept"):
        services.keep_video(actor=annotator, project=project, video_id=films[0].pk)
    beat = services.record_work(actor=annotator, item_id=item.pk, active_s=5)
    assert (beat.loss.code, Draft.objects.filter(item=item).count()) == ("item.video_refused", 1)
