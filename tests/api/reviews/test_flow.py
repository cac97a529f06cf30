"""The reviewer's way over HTTP: queue, lease, heartbeat, decide, take back, skip, leave."""

import uuid

import pytest

from affectory.accounts import services as accounts
from annotation.reviews import services
from annotation.reviews.models import Decision, Lease, Round
from tests.factories.reviews import ACCEPT, REJECT, open_specimens

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shelf")]


def take(call, person):
    response = call(person, "post", "review/leases", {})
    assert response.status_code == 200
    return response.json()["lease"]


def send(call, person, lease_id, judgements=ACCEPT, **more):
    headers = {"idempotency_key": more.pop("key")} if "key" in more else {}
    return call(person, "post", f"review/leases/{lease_id}/decision", {"judgements": judgements, **more}, **headers)


def test_from_queue_to_decision_and_back(call, project, reviewer_a):
    """RV3, RV7"""
    batch, _ = open_specimens(project, 3)
    queue = call(reviewer_a, "get", "review/queue").json()
    assert [(row["id"], row["waiting_for_you"], row["held_by_others"]) for row in queue["batches"]] == [
        (str(batch.pk), 3, 0)
    ]
    assert set(queue["reasons"]) == set(ACCEPT)
    lease = take(call, reviewer_a)
    assert (lease["position"], lease["total"]) == (1, 3)
    assert [j["id"] for j in lease["judgements"]] == list(ACCEPT)
    assert lease["judgements"][0]["reasons"][0].keys() == {"code", "label", "digit"}
    assert call(reviewer_a, "get", f"review/leases/{lease['id']}").json()["id"] == lease["id"]
    assert call(reviewer_a, "post", f"review/leases/{lease['id']}/heartbeat").status_code == 200

    pins = [{"judgement": "rendering_quality", "frame": 7, "time_s": 0.58, "setting": "P-Ref", "note": "hole"}]
    sent = send(call, reviewer_a, lease["id"], REJECT, note="see frame 7", pins=pins)
    assert sent.status_code == 200
    body = sent.json()
    assert (body["decision"]["verdict"], body["decision"]["held"]) == ("reject", True)
    assert body["next"]["position"] == 2

    back = call(reviewer_a, "delete", f"review/decisions/{body['decision']['id']}")
    assert back.status_code == 200
    assert back.json()["id"] == lease["id"]
    assert back.json()["decision"] == {"judgements": REJECT, "note": "see frame 7", "pins": pins}
    again = send(call, reviewer_a, lease["id"]).json()
    assert again["next"]["episode"]["id"] == body["next"]["episode"]["id"]
    decided = call(reviewer_a, "get", "review/decided?limit=5").json()["results"]
    assert [(d["verdict"], d["held"], d["subject"]) for d in decided] == [("accept", True, lease["episode"]["id"])]

    assert call(reviewer_a, "post", "review/leave").json() == {"finalised": True}
    late = call(reviewer_a, "delete", f"review/decisions/{again['decision']['id']}")
    assert (late.status_code, late.json()["code"]) == (409, "review.no_longer_held")


def test_why_nothing_is_left(call, project, reviewer_a, reviewer_b, annotator):
    empty = call(reviewer_a, "post", "review/leases", {}).json()
    assert (empty["lease"], empty["nothing_reason"]) == (None, "no_batch")
    open_specimens(project, 1)
    accounts.grant_role(actor=None, project=project, user=annotator, role="reviewer")
    lease = take(call, reviewer_a)
    take(call, reviewer_b)
    busy = call(annotator, "post", "review/leases", {}).json()
    assert busy["nothing_reason"] == "held_by_others"
    assert busy["nothing"]["held_by_others"] == 2
    assert busy["nothing"]["held_until"]
    body = send(call, reviewer_a, lease["id"]).json()
    assert body["next"] is None
    # The other one looks at it still, but who has judged it waits for nothing
    assert (body["nothing_reason"], body["nothing"]["held_by_others"]) == ("done", 0)


def test_a_repeat_gets_the_same_answer(call, project, reviewer_a):
    """RV13"""
    open_specimens(project, 2)
    lease = take(call, reviewer_a)
    first = send(call, reviewer_a, lease["id"], key="a-1")
    again = send(call, reviewer_a, lease["id"], key="a-1")
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    other = send(call, reviewer_a, first.json()["next"]["id"], key="a-1")
    assert (other.status_code, other.json()["code"]) == (409, "review.key_reused")
    assert send(call, reviewer_a, lease["id"], key="x" * 201).status_code == 400


def test_skipping(call, project, reviewer_a):
    """RV6"""
    open_specimens(project, 2)
    lease = take(call, reviewer_a)
    path = f"review/leases/{lease['id']}/skip"
    assert call(reviewer_a, "post", path, {"reason": "bored"}).status_code == 400
    assert call(reviewer_a, "post", path, {}).status_code == 400
    skipped = call(reviewer_a, "post", path, {"reason": "too_distressing", "note": ""})
    assert skipped.status_code == 200
    assert skipped.json()["next"]["id"] != lease["id"]
    # a repeated request is the same skip and offers the same next one
    assert call(reviewer_a, "post", path, {"reason": "too_distressing"}).json() == skipped.json()


def test_somebody_elses_lease(call, project, reviewer_a, reviewer_b):
    """RV4"""
    open_specimens(project, 1)
    lease = take(call, reviewer_a)
    assert send(call, reviewer_b, lease["id"]).status_code == 403
    assert call(reviewer_b, "get", f"review/leases/{lease['id']}").status_code == 404
    for verb in ("heartbeat", "release"):
        assert call(reviewer_b, "post", f"review/leases/{lease['id']}/{verb}").status_code == 403
    decision = send(call, reviewer_a, lease["id"]).json()["decision"]["id"]
    assert call(reviewer_b, "delete", f"review/decisions/{decision}").status_code == 403


def test_a_role_removed_a_second_ago(call, project, maintainer, reviewer_a):
    """RV4"""
    open_specimens(project, 1)
    lease = take(call, reviewer_a)
    roles = call(maintainer, "put", f"members/{reviewer_a.pk}", {"roles": ["annotator"]})
    assert roles.status_code == 200
    refused = send(call, reviewer_a, lease["id"])
    assert refused.status_code == 403
    assert Decision.objects.count() == 0


def test_time_ran_out(call, project, reviewer_a, reviewer_b):
    """RV12"""
    open_specimens(project, 1)
    lease = take(call, reviewer_a)
    Lease.objects.update(expires_at="2026-01-01T00:00:00Z")
    late = send(call, reviewer_a, lease["id"])
    assert (late.status_code, late.json()["code"]) == (409, "review.lease_expired")
    assert call(reviewer_a, "get", f"review/leases/{lease['id']}").status_code == 409
    assert call(reviewer_a, "post", f"review/leases/{lease['id']}/heartbeat").status_code == 409


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"judgements": None},
        {"judgements": []},
        {"judgements": {}},
        {"judgements": {"label": {"value": "fine"}}},
        {"judgements": ACCEPT, "note": 5},
        {"judgements": ACCEPT, "note": "x" * 4001},
        {"judgements": ACCEPT, "pins": [{"frame": -1}]},
        {"judgements": ACCEPT, "pins": {"a": 1}},
        {"judgements": {**ACCEPT, "rendering_quality": {"value": "problem", "reasons": []}}},
        {"judgements": {**ACCEPT, "rendering_quality": {"value": "problem", "reasons": [None]}}},
        {"judgements": {**ACCEPT, "rendering_quality": {"value": {}, "reasons": 1}}},
    ],
)
def test_a_faulty_decision_is_named_and_changes_nothing(call, project, reviewer_a, body):
    """RV5"""
    open_specimens(project, 1)
    lease = take(call, reviewer_a)
    refused = call(reviewer_a, "post", f"review/leases/{lease['id']}/decision", body)
    assert refused.status_code == 400
    assert refused.json()["code"]
    assert Decision.objects.count() == 0
    assert Lease.objects.get(pk=lease["id"]).state == "OPEN"


def test_maintainers_part(call, project, maintainer, reviewer_a, reviewer_b):
    """RV10, RV14"""
    open_specimens(project, 2)
    lease = take(call, reviewer_a)
    rows = call(maintainer, "get", "review/open-leases").json()["results"]
    assert [(row["id"], row["reviewer"]) for row in rows] == [(lease["id"], str(reviewer_a.pk))]
    path = f"review/leases/{lease['id']}/revoke"
    assert call(maintainer, "post", path, {}).status_code == 400
    assert call(maintainer, "post", path, {"reason": "ill"}).json()["state"] == "REVOKED"
    lease = take(call, reviewer_a)
    decision = send(call, reviewer_a, lease["id"]).json()["decision"]["id"]
    withdraw = f"review/decisions/{decision}/withdraw"
    assert call(maintainer, "post", withdraw, {"reason": "wrong"}).status_code == 404
    call(reviewer_a, "post", "review/leave")
    assert call(maintainer, "post", withdraw, {"reason": "wrong"}).json()["state"] == "WITHDRAWN"
    assert call(maintainer, "post", withdraw, {"reason": "wrong"}).status_code == 409
    listed = call(maintainer, "get", "review/decisions").json()["results"]
    assert [(row["id"], row["state"]) for row in listed] == [(decision, "WITHDRAWN")]
    subject = str(Round.objects.first().subject_id)
    assert call(maintainer, "get", f"review/decisions?subject={subject}").status_code == 200
    assert call(maintainer, "get", "review/decisions?subject=x").json()["results"] == []
    policy = call(maintainer, "patch", "review/policy", {"reviewers": 3, "lease_minutes": 30})
    assert (policy.json()["reviewers"], policy.json()["lease_minutes"]) == (3, 30)
    assert call(maintainer, "patch", "review/policy", {"reviewers": 0}).status_code == 400
    assert call(maintainer, "patch", "review/policy", {"scheme_id": "x"}).status_code == 400
    batch = call(maintainer, "get", "review/batches").json()["results"][0]["id"]
    assert call(maintainer, "post", f"review/batches/{batch}/close").json()["state"] == "CLOSED"
    assert call(maintainer, "post", f"review/batches/{uuid.uuid4()}/close").status_code == 404


def test_what_reviewers_get_is_never_cached(call, project, reviewer_a):
    open_specimens(project, 1)
    lease = take(call, reviewer_a)
    for path in ("review/queue", f"review/leases/{lease['id']}", "review/decided"):
        assert call(reviewer_a, "get", path)["Cache-Control"] == "private, no-store"


def test_ones_own_pace_and_what_others_hold(call, project, reviewer_a, reviewer_b, annotator):
    open_specimens(project, 3)
    take(call, reviewer_b)
    lease = take(call, reviewer_a)
    send(call, reviewer_a, lease["id"])
    assert call(reviewer_a, "get", "review/queue").json()["batches"][0]["mean_minutes"] is not None
    accounts.grant_role(actor=None, project=project, user=annotator, role="reviewer")
    row = call(annotator, "get", "review/queue").json()["batches"][0]
    assert row["held_by_others"] == 2
    assert row["held_until"] is not None
    services.leave(actor=reviewer_a, project=project)
    assert call(reviewer_b, "get", "review/queue").json()["batches"][0]["mean_minutes"] is None
