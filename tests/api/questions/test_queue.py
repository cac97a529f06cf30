"""The queue over HTTP: what waits, what is served, and what nobody is told."""

from __future__ import annotations

import pytest

from affectory.core.transitions import move
from annotation.questions import services
from annotation.questions.domain.states import ITEM_TRANSITIONS
from annotation.questions.models import Item
from tests.factories.items import a_member
from tests.factories.queues import a_proposal, time_out

pytestmark = pytest.mark.django_db
BASE = "/api/v1/projects/lab/items"
REASONS = [{"judgement": "answer", "codes": ["incomplete"], "note": "And the second look?"}]


@pytest.fixture
def other(project):
    return a_member(project, "olga", "annotator")


def ask(client, **wish):
    return client.post(f"{BASE}/queue/next", {"granularity": "clip", **wish}, format="json").json()


def test_the_queue_says_what_waits_and_until_when_others_hold_the_rest(
    project, maintainer, annotator, other, client_for
):
    first, _ = a_proposal(maintainer, project), a_proposal(maintainer, project)
    mine, theirs = client_for(annotator), client_for(other)
    served = ask(mine)
    assert (served["place"], served["item"]["id"], served["nothing"]) == ("new", str(first.pk), None)
    assert served["item"]["reservation"]["mine"] is True
    queue = theirs.get(f"{BASE}/queue").json()
    assert [(group["type"], group["count"]) for group in queue["new"]] == [("contextual emotion", 1)]
    assert queue["with_others"]["count"] == 1
    assert queue["with_others"]["until"] == served["item"]["reservation"]["expires_at"]
    assert mine.get(f"{BASE}/queue").json()["open"]["id"] == str(first.pk)
    assert annotator.username not in str(queue)  # how many, never who
    detail = theirs.get(f"{BASE}/{first.pk}").json()
    assert detail["reservation"]["mine"] is False


def test_when_nothing_is_left_it_says_why(project, maintainer, annotator, other, client_for):
    nothing = ask(client_for(annotator))["nothing"]
    assert (nothing["code"], nothing["held_by_others"]) == ("no_drafts", 0)
    item = a_proposal(maintainer, project)
    ask(client_for(other))
    nothing = ask(client_for(annotator))["nothing"]
    assert (nothing["code"], nothing["held_by_others"]) == ("with_others", 1)
    services.skip_item(actor=other, item_id=item.pk, reason="unclear")
    assert ask(client_for(other))["nothing"]["code"] == "done"


def test_looking_ahead_reserves_nothing(project, maintainer, annotator, client_for):
    first, second = a_proposal(maintainer, project), a_proposal(maintainer, project)
    client = client_for(annotator)
    ask(client)
    for _ in range(2):
        ahead = client.get(f"{BASE}/queue/upcoming?granularity=clip&after={first.pk}").json()["items"]
        assert [item["id"] for item in ahead] == [str(second.pk)]
    assert first.reservations.count() + second.reservations.count() == 1


def test_a_lost_reservation_and_somebody_elses_are_409_with_a_sentence(
    project, maintainer, annotator, other, client_for
):
    item = a_proposal(maintainer, project)
    mine, theirs = client_for(annotator), client_for(other)
    ask(mine)
    time_out(item)
    services.expire_reservations()
    told = mine.post(f"{BASE}/{item.pk}/heartbeat", {"active_s": 3}, format="json")
    assert (told.status_code, told.json()["code"]) == (409, "item.reservation_ended")
    ask(theirs)
    for path, body in (("reservation", {}), ("heartbeat", {"active_s": 3}), ("confirm", CONFIRM), ("discard", BAD)):
        told = mine.post(f"{BASE}/{item.pk}/{path}", body, format="json")
        assert (told.status_code, told.json()["code"]) == (409, "item.reserved"), path
        assert "until" in told.json()["detail"]
    assert theirs.delete(f"{BASE}/{item.pk}/reservation").status_code == 204
    assert mine.post(f"{BASE}/{item.pk}/reservation").status_code == 200


CONFIRM = {"base_version": 1, "clip_played": True}
BAD = {"reason": "duplicate"}


def test_why_an_item_came_back_is_told_to_its_author_alone(project, maintainer, annotator, client_for):
    item = a_proposal(maintainer, project)
    services.confirm_draft(actor=annotator, item_id=item.pk, base_version=1, clip_played=True)
    item = Item.objects.get(pk=item.pk)
    move(item, to="in_review", transitions=ITEM_TRANSITIONS)
    why = {"round": 1, "reasons": REASONS}
    move(item, to="returned", transitions=ITEM_TRANSITIONS, returned=why)
    served = ask(client_for(annotator))
    assert (served["place"], served["item"]["returned"]) == ("returned", why)
    assert client_for(maintainer).get(f"{BASE}/{item.pk}").json()["returned"] is None


def test_an_item_is_saved_only_in_its_own_project(project, maintainer, annotator, client_for):
    from affectory.accounts import services as accounts
    from affectory.accounts.models import Project, Role

    elsewhere = accounts.create_project(actor=None, slug="other", name="Other", kind=Project.Kind.LONGEMO)
    accounts.grant_role(actor=None, project=elsewhere, user=annotator, role=Role.ANNOTATOR)
    item = a_proposal(maintainer, project)
    body = {"content": {"question": "Mine?"}, "base_version": 1}
    client = client_for(annotator)
    path = f"/api/v1/projects/other/items/{item.pk}"
    assert client.put(f"{path}/draft", body, format="json").status_code == 404
    assert client.post(f"{path}/heartbeat", {"active_s": 1}, format="json").status_code == 404
    item.refresh_from_db()
    assert (item.draft_version, item.author) == (1, None)


def test_maintainers_set_how_long_drafts_are_held(project, maintainer, annotator, client_for):
    client = client_for(maintainer)
    assert client.get(f"{BASE}/queue/policy").json() == {"minutes": 30, "begun_hours": 48, "writers": 1}
    assert client.patch(f"{BASE}/queue/policy", {"minutes": 45}, format="json").json()["minutes"] == 45
    assert client.patch(f"{BASE}/queue/policy", {"writers": 3}, format="json").json() == {
        "minutes": 45,
        "begun_hours": 48,
        "writers": 3,
    }
    refused = client.patch(f"{BASE}/queue/policy", {"minutes": 1}, format="json")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["minutes"])
