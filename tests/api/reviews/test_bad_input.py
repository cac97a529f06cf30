"""What goes wrong while items are judged: 403 or 409 with a sentence, no second row, nothing half done."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from affectory.accounts import services as accounts
from affectory.accounts.models import Membership, Project
from annotation.reviews import services
from annotation.reviews.models import Decision, Lease, Round
from tests.factories.items import a_member
from tests.factories.reviewed_items import ACCEPT, REJECT, a_submitted_item, a_watchable_film, put_out

pytestmark = pytest.mark.django_db
BASE = "/api/v1/projects/lab/review"


@pytest.fixture
def project(db):
    return accounts.create_project(actor=None, slug="lab", name="Lab", kind=Project.Kind.LONGEMO)


@pytest.fixture
def items(project, maintainer, annotator):
    film = a_watchable_film(maintainer, project)
    made = [a_submitted_item(annotator, project, video=film, start=start) for start in (10, 40, 70)]
    put_out(project)
    return made


@pytest.fixture
def client(client_for, reviewer_a):
    return client_for(reviewer_a)


def take(client):
    return client.post(f"{BASE}/leases", {}, format="json").json()["lease"]


def decide(client, lease, given=ACCEPT, key=""):
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"{BASE}/leases/{lease['id']}/decision", {"judgements": given}, format="json", headers=headers)


def refused(answer, status, code):
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["detail"].endswith(".")


def test_double_click(client, items):
    lease = take(client)
    first, again = (decide(client, lease, key="k1") for _ in range(2))
    assert (first.status_code, first.json()["decision"]["id"]) == (200, again.json()["decision"]["id"])
    refused(decide(client, lease, REJECT, key="k1"), 409, "review.key_reused")
    refused(decide(client, lease), 409, "review.already_decided")
    assert Decision.objects.count() == 1


def test_two_tabs_have_one_lease_and_the_second_verdict_is_refused(client, items):
    one, other = take(client), take(client)
    assert one["id"] == other["id"]
    assert decide(client, one).status_code == 200
    refused(decide(client, other, REJECT), 409, "review.already_decided")
    assert Decision.objects.get().verdict == "accept"


def test_back_button_to_what_counts_already(client, items):
    lease = take(client)
    following = decide(client, lease).json()["next"]
    decide(client, following)
    refused(decide(client, lease, REJECT), 409, "review.already_decided")
    refused(client.get(f"{BASE}/leases/{lease['id']}"), 409, "review.lease_ended")
    refused(client.post(f"{BASE}/leases/{lease['id']}/release"), 409, "review.already_decided")
    mine = client.get(f"{BASE}/decided").json()["results"]
    refused(client.delete(f"{BASE}/decisions/{mine[-1]['id']}"), 409, "review.no_longer_held")
    assert Decision.objects.count() == 2


def test_taking_back_twice_is_told_as_it_is(client, items):
    decided = decide(client, take(client)).json()["decision"]
    assert client.delete(f"{BASE}/decisions/{decided['id']}").status_code == 200
    refused(client.delete(f"{BASE}/decisions/{decided['id']}"), 409, "review.taken_back_already")
    assert client.get(f"{BASE}/decided").json()["results"] == []


def test_a_closed_round_takes_nothing_more(client, client_for, items, reviewer_b, maintainer):
    lease, theirs = take(client), take(client_for(reviewer_b))
    while theirs["subject"] != lease["subject"]:
        theirs = decide(client_for(reviewer_b), theirs).json()["next"]
    for one, tab in ((lease, client), (theirs, client_for(reviewer_b))):
        decide(tab, one)
        tab.post(f"{BASE}/leave")
    decision = Decision.objects.filter(lease=lease["id"]).get()
    assert Round.objects.get(subject_id=lease["subject"]).outcome == "KEPT"
    refused(decide(client, lease, REJECT), 409, "review.already_decided")
    body = {"reason": "Too fast."}
    withdrawn = client_for(maintainer).post(f"{BASE}/decisions/{decision.pk}/withdraw", body, format="json")
    refused(withdrawn, 409, "review.round_closed")


def test_ones_own_item_is_neither_served_nor_open_to_a_foreign_lease(client, client_for, items, annotator, project):
    accounts.grant_role(actor=None, project=project, user=annotator, role="reviewer")
    own = client_for(annotator)
    answer = own.post(f"{BASE}/leases", {}, format="json").json()
    assert (answer["lease"], answer["nothing_reason"]) == (None, "done")
    refused(decide(own, take(client)), 403, "review.not_your_lease")
    assert not Decision.objects.exists()


def test_an_item_taken_out_meanwhile(client, client_for, items, maintainer):
    lease = take(client)
    path = f"/api/v1/projects/lab/items/{lease['subject']}/take-out"
    assert client_for(maintainer).post(path, {"reason": "Withdrawn."}, format="json").json()["state"] == "removed"
    refused(decide(client, lease), 409, "review.taken_out")
    refused(client.get(f"{BASE}/leases/{lease['id']}"), 409, "review.taken_out")
    assert take(client)["subject"] != lease["subject"]
    assert not Decision.objects.exists()


def test_an_expired_lease_and_forged_ones(client, items, project):
    lease = take(client)
    Lease.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    refused(decide(client, lease), 409, "review.lease_expired")
    refused(decide(client, {"id": uuid.uuid4()}), 404, "review.lease_not_found")
    other = a_member(project, "rena", "reviewer")
    theirs = services.lease_next(actor=other, project=project)
    refused(decide(client, {"id": theirs.pk}), 403, "review.not_your_lease")
    assert not Decision.objects.exists()


def test_a_role_taken_away_a_second_ago(client, items, reviewer_a):
    lease = take(client)
    Membership.objects.filter(user=reviewer_a).update(role="annotator")
    for answer in (decide(client, lease), client.post(f"{BASE}/leases", {}, format="json")):
        assert (answer.status_code, answer.json()["detail"].endswith(".")) == (403, True)
    assert not Decision.objects.exists()


def test_the_last_role_taken_away_a_second_ago(client, client_for, items, reviewer_a, project):
    """RV53: a plain refusal on every road of judging; to a stranger the project is not there."""
    lease = take(client)
    held = decide(client, lease).json()
    Membership.objects.filter(user=reviewer_a).delete()
    roads = [
        decide(client, held["next"]),
        client.post(f"{BASE}/leases", {}, format="json"),
        client.get(f"{BASE}/leases/{lease['id']}"),
        client.post(f"{BASE}/leases/{held['next']['id']}/heartbeat"),
        client.delete(f"{BASE}/decisions/{held['decision']['id']}"),
        client.post(f"{BASE}/leave"),
    ]
    for answer in roads:
        refused(answer, 403, "review.not_reviewer")
    assert Decision.objects.count() == 1
    assert client.get("/api/v1/projects/lab").status_code == 404
    elsewhere = accounts.create_project(actor=None, slug="other", name="Other", kind=Project.Kind.LONGEMO)
    stranger = client_for(a_member(elsewhere, "sam", "reviewer"))
    refused(stranger.post(f"{BASE}/leases/{lease['id']}/decision", {}, format="json"), 404, "project.not_found")


def test_a_submission_is_taken_back_over_http_until_it_is_served(client, client_for, items, annotator, maintainer):
    """RV45, RV49"""
    author = client_for(annotator)
    back = author.post(f"/api/v1/projects/lab/items/{items[0].pk}/recall")
    assert (back.status_code, back.json()["state"]) == (200, "submitted")
    refused(author.post(f"/api/v1/projects/lab/items/{items[0].pk}/recall"), 409, "review.no_open_round")
    lease = take(client)
    refused(author.post(f"/api/v1/projects/lab/items/{lease['subject']}/recall"), 409, "review.served_already")
    path = f"/api/v1/projects/lab/items/{lease['subject']}/priority"
    assert client_for(maintainer).post(path, {"priority": 3}, format="json").json() == {"priority": 3}
    assert client_for(maintainer).post(path, {"priority": 10}, format="json").status_code == 400
