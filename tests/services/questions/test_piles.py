"""What one person has begun, given to another; who has what; work that counts."""

from __future__ import annotations

import pytest

from affectory.core.errors import InvalidError, NotAllowedError
from affectory.inbox.models import InboxLine
from annotation.questions import holders, queues, services
from annotation.questions.models import Item
from annotation.questions.services.withdrawing import withdraw_items
from datasets.videos.models import Video
from tests.factories.items import a_member, a_new_item, content_of
from tests.factories.queues import a_playable_film, a_proposal
from tests.unit.questions.examples import clip

pytestmark = pytest.mark.django_db
PAIR = {"giver": "anna", "taker": "olga"}


@pytest.fixture
def other(project):
    return a_member(project, "olga", "annotator")


def authors(*items) -> list[str | None]:
    found = Item.objects.in_bulk([item.pk for item in items])
    return [found[item.pk].author and found[item.pk].author.username for item in items]


def save(person, item, **changes):
    item.refresh_from_db()
    content = content_of(clip(**changes))
    return services.save_draft(actor=person, item_id=item.pk, content=content, base_version=item.draft_version)


def test_qu104_a_whole_pile_goes_to_somebody_else_and_comes_back(project, maintainer, annotator, other):
    """QU104: drafts and what came back; what is submitted or kept is no part of it."""
    film = a_playable_film(maintainer, project)
    begun, back, done = (a_new_item(annotator, project, video=film) for _ in range(3))
    taken = a_proposal(maintainer, project, video=film)
    save(annotator, taken, question="What does the woman feel at the door?")
    Item.objects.filter(pk=back.pk).update(state="returned", revision_count=1)
    Item.objects.filter(pk=done.pk).update(state="submitted", revision_count=1)
    handed = services.hand_over_pile(actor=maintainer, project=project, **PAIR)
    assert set(handed.items) == {begun.pk, back.pk, taken.pk}
    assert authors(begun, back, taken, done) == ["olga", "olga", "olga", "anna"]
    assert [line.kind for line in InboxLine.objects.filter(person=other)] == ["item.handed_over"]
    assert queues.open_reservation(taken) is None

    mine = a_new_item(other, project, video=film)
    undone = services.hand_over_pile(
        actor=maintainer, project=project, giver="olga", taker="anna", items=handed.items
    )
    assert set(undone.items) == set(handed.items)
    assert authors(begun, back, taken, mine) == ["anna", "anna", "anna", "olga"]


def test_qu104_what_was_handed_over_is_in_hand_as_soon_as_it_is_opened(project, maintainer, annotator, other):
    """QU104: a page that had been open on it all the time is told nothing wrong."""
    item = a_proposal(maintainer, project)
    save(annotator, item, question="What does the woman feel at the door?")
    services.hand_over_pile(actor=maintainer, project=project, **PAIR)
    beat = services.record_work(actor=other, item_id=item.pk, active_s=4)
    assert (beat.seconds, beat.reservation.person, beat.reservation.begun) == (4, other, True)


def test_qu104_only_a_maintainer_and_only_to_a_writer(project, maintainer, annotator, other, reviewer_a):
    """QU104."""
    item = a_new_item(annotator, project)
    with pytest.raises(NotAllowedError):
        services.hand_over_pile(actor=other, project=project, **PAIR)
    for taker, says in ((reviewer_a.username, "is no annotator"), ("anna", "somebody else")):
        with pytest.raises(InvalidError, match=says):
            services.hand_over_pile(actor=maintainer, project=project, giver="anna", taker=taker)
    assert authors(item) == ["anna"]
    assert services.hand_over_pile(actor=maintainer, project=project, giver="nobody", taker="olga").items == ()


def test_maintainers_see_who_has_what_and_until_when(project, maintainer, annotator, other):
    film = a_playable_film(maintainer, project)
    offer = a_proposal(maintainer, project, video=film)
    services.reserve_next(actor=annotator, project=project, granularity="clip")
    services.reserve_video(actor=other, project=project, video_id=film.pk)
    a_new_item(annotator, project, video=film)
    anna, olga = holders.holders_of(maintainer, project)
    assert (anna["username"], anna["begun"], anna["returned"]) == ("anna", 1, 0)
    assert [(held["item"], held["begun"]) for held in anna["holds"]] == [(offer.pk, False)]
    assert [(held["item"], held["video"]["name"]) for held in olga["holds"]] == [(None, film.name)]
    assert {"anna", "olga", "mara"} == {person.username for person in holders.writers_of(project)}


@pytest.mark.parametrize("state", ["submitted", "in_review", "kept", "removed"])
def test_qu87_a_page_of_a_finished_item_adds_no_work(project, annotator, state):
    """QU87."""
    item = a_new_item(annotator, project)
    assert services.record_work(actor=annotator, item_id=item.pk, active_s=3).seconds == 3
    item.draft.delete()
    Item.objects.filter(pk=item.pk).update(state=state, revision_count=1)
    assert services.record_work(actor=annotator, item_id=item.pk, active_s=3).seconds == 3


def test_qu87_work_counts_again_once_a_submission_is_taken_up_again(project, maintainer, annotator):
    """QU87."""
    item = a_proposal(maintainer, project)
    save(annotator, item, question="What does the woman feel at the door?")
    services.submit_revision(actor=annotator, item_id=item.pk, base_version=2)
    assert services.record_work(actor=annotator, item_id=item.pk, active_s=2).seconds == 0
    services.reopen_item(actor=annotator, item_id=item.pk)
    assert services.record_work(actor=annotator, item_id=item.pk, active_s=2).seconds == 2


def test_qu87_neither_a_discarded_item_nor_somebody_elses_adds_work(project, maintainer, annotator):
    """QU87."""
    item = a_proposal(maintainer, project)
    services.discard_item(actor=annotator, item_id=item.pk, reason="duplicate")
    assert services.record_work(actor=annotator, item_id=item.pk, active_s=3).seconds == 0
    theirs = a_new_item(annotator, project)
    assert services.record_work(actor=maintainer, item_id=theirs.pk, active_s=3).seconds == 0


def test_qu105_whoever_has_a_withdrawn_item_open_is_told(project, maintainer, annotator, client_for):
    """QU105: nothing of it is left, and a page that writes on hears so instead of failing."""
    item = a_new_item(annotator, project)
    withdraw_items(actor=maintainer, items=[item])
    url = f"/api/v1/projects/{project.slug}/items/{item.pk}"
    client = client_for(annotator)
    beat = client.post(f"{url}/heartbeat", {"active_s": 1}, format="json")
    save = client.put(f"{url}/draft", {"base_version": 1, "content": {"question": "Mine?"}}, format="json")
    assert [(answer.status_code, answer.json()["code"]) for answer in (beat, save)] == [(410, "item.withdrawn")] * 2


def test_qu105_an_item_of_a_lost_video_is_told_and_passed_over(project, maintainer, annotator, client_for):
    """QU105: it stays on the list with its text, and what comes next is another."""
    lost = a_proposal(maintainer, project, video=a_playable_film(maintainer, project, "lost.mp4"))
    save(annotator, lost, question="What does the woman feel at the door?")
    fine = a_proposal(maintainer, project, video=a_playable_film(maintainer, project, "fine.mp4"))
    Video.objects.filter(pk=lost.video_id).update(state="refused")
    base = f"/api/v1/projects/{project.slug}/items"
    client = client_for(annotator)
    assert [row["video_lost"] for row in client.get(f"{base}/queue").json()["mine"]] == [True]
    assert services.reserve_next(actor=annotator, project=project, granularity="clip").item_id == fine.pk
    told = client.post(f"{base}/{lost.pk}/heartbeat", {"active_s": 1}, format="json").json()
    assert told["video_loss"]["code"] == "item.video_refused"
    detail = client.get(f"{base}/{lost.pk}").json()
    assert (detail["video_loss"], detail["draft"]["content"]["question"]) == (
        told["video_loss"],
        "What does the woman feel at the door?",
    )
