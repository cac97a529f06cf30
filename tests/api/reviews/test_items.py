"""Reviewing items over HTTP: what a lease brings, revealing, looking ahead, policy and batches by kind."""

import pytest

from affectory.accounts import services as accounts
from affectory.accounts.models import Project
from annotation.reviews.models import Lease
from tests.factories.items import a_track
from tests.factories.reviewed_items import ACCEPT, a_submitted_item, a_watchable_film, put_out

pytestmark = pytest.mark.django_db
BASE = "/api/v1/projects/lab/review"


@pytest.fixture
def project(db):
    return accounts.create_project(actor=None, slug="lab", name="Lab", kind=Project.Kind.LONGEMO)


@pytest.fixture
def film(project, maintainer):
    film = a_watchable_film(maintainer, project)
    a_track(
        maintainer, film, [(1, 2, "Ann", "Just before."), (14, 15, "Ben", "In it."), (45, 46, "Ann", "Just after.")]
    )
    return film


@pytest.fixture
def items(project, film, annotator):
    made = [a_submitted_item(annotator, project, video=film, start=start) for start in (12.5, 100, 200)]
    put_out(project)
    return made


def test_all_that_a_lease_on_an_item_holds_is_known(project, items, film, reviewer_a, client_for):
    """RV11: a field that is new in the payload has to be looked at here first."""
    body = client_for(reviewer_a).post(f"{BASE}/leases", {}, format="json").json()["lease"]
    assert set(body) == {
        "id", "state", "expires_at", "kind", "subject", "batch", "position", "total", "item", "judgements",
        "skip_reasons", "decision", "policy",
    }  # fmt: skip
    assert body["kind"] == "item"
    item = body["item"]
    assert set(item) == {
        "granularity", "type", "question", "answer", "answer_details", "rubric", "evidence", "subtitles", "segments",
        "clip", "video",
    }  # fmt: skip
    assert set(item["video"]) == {
        "id", "proxy", "frames_url", "peaks_url", "sprite", "cuts", "duration_s", "content_warnings", "subtitles",
    }  # fmt: skip
    assert [judgement["id"] for judgement in body["judgements"]] == ["question", "answer"]
    assert all(len(judgement["reasons"]) <= 9 for judgement in body["judgements"])
    assert body["policy"] == {
        "lease_minutes": 15, "fold_checks": False, "break_minutes": 45, "scheme": "item-1", "covers_answer": True,
        "order": "video",
    }  # fmt: skip
    assert client_for(reviewer_a).get(item["video"]["proxy"]["url"]).status_code == 200


def test_items_of_a_video_come_in_its_time(project, items, reviewer_a, client_for):
    """RV44: three items at 12.5, 100 and 200 s; of a clip's cues come those within half a minute."""
    client = client_for(reviewer_a)
    lease = client.post(f"{BASE}/leases", {}, format="json").json()["lease"]
    starts, cues = [], []
    while lease is not None:
        starts.append(lease["item"]["segments"][0]["start"])
        cues.append([cue["text"] for cue in lease["item"]["video"]["subtitles"]])
        ahead = client.get(f"{BASE}/upcoming").json()
        sent = client.post(f"{BASE}/leases/{lease['id']}/decision", {"judgements": ACCEPT}, format="json").json()
        lease = sent["next"]
        told = [one["item"]["segments"][0]["start"] for one in ahead["results"]]
        assert (lease is None and told == []) or told[0] == lease["item"]["segments"][0]["start"]
    assert starts == [12.5, 100, 200]
    assert cues == [["Just before.", "In it.", "Just after."], [], []]


def test_uncovering_the_answer_is_written_down_once(project, items, reviewer_a, reviewer_b, client_for):
    """RV47"""
    client = client_for(reviewer_a)
    lease = client.post(f"{BASE}/leases", {}, format="json").json()["lease"]
    first = client.post(f"{BASE}/leases/{lease['id']}/reveal").json()
    again = client.post(f"{BASE}/leases/{lease['id']}/reveal").json()
    assert first == again
    assert Lease.objects.get(pk=lease["id"]).revealed_at is not None
    assert client_for(reviewer_b).post(f"{BASE}/leases/{lease['id']}/reveal").status_code == 403


def test_policies_are_by_kind_and_checked(project, maintainer, client_for):
    """RV10"""
    client = client_for(maintainer)
    items = client.get(f"{BASE}/policy").json()
    assert (items["kind"], items["round_limit"], items["covers_answer"], items["order"]) == ("item", 3, True, "video")
    assert client.get(f"{BASE}/policy?kind=episode").json()["round_limit"] == 1
    assert (
        client.patch(f"{BASE}/policy", {"round_limit": 5, "fresh_reviewers": False}, format="json").status_code == 200
    )
    assert client.get(f"{BASE}/policy").json()["round_limit"] == 5
    refused = client.patch(f"{BASE}/policy?kind=episode", {"round_limit": 2}, format="json")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["round_limit"])
    assert client.patch(f"{BASE}/policy", {"scheme_id": "episode-1"}, format="json").status_code == 400
    assert client.get(f"{BASE}/policy?kind=specimen").status_code == 400


def test_a_maintainer_puts_items_out(project, film, annotator, maintainer, client_for):
    """RV40"""
    one, other = (a_submitted_item(annotator, project, video=film, start=start) for start in (10, 40))
    client = client_for(maintainer)
    mixed = {"item_ids": [str(one.pk)], "episode_ids": [str(other.pk)]}
    assert client.post(f"{BASE}/batches", mixed, format="json").status_code == 400
    made = client.post(f"{BASE}/batches", {"name": "Reel 2", "item_ids": [str(one.pk)]}, format="json")
    assert (made.status_code, made.json()["opened"], made.json()["batch"]["kind"]) == (201, 1, "item")
    rest = client.post(f"{BASE}/batches", {}, format="json").json()
    assert (rest["opened"], rest["batch"]["name"]) == (1, "Reel 2")
