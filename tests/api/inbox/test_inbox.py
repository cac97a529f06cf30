"""The inbox over HTTP."""

from __future__ import annotations

import pytest
from django.utils import timezone

from affectory.inbox import services
from affectory.inbox.domain import Kind

pytestmark = pytest.mark.django_db
INBOX = "/api/v1/inbox"


def tell(person, project, item="X1", kind=Kind.ITEM_KEPT):
    services.notify(person=person, kind=kind, project=project, about=project, text_args={"item": item}, event=item)


def test_lines_are_read_in_pages_and_marked(project, annotator, maintainer, client_for):
    for number in range(3):
        tell(annotator, project, item=f"X{number}")
    tell(annotator, project, item="X3", kind=Kind.ITEM_RETURNED)
    client = client_for(annotator)
    page = client.get(f"{INBOX}?limit=3").json()
    assert [line["text"][:2] for line in page["results"]] == ["X3", "X2", "X1"]
    assert page["results"][0] == {
        "id": page["results"][0]["id"],
        "kind": "item.returned",
        "project": {"slug": "lab", "name": "Lab"},
        "text": "X3 came back to you. Read the reasons and write the next revision.",
        "link": f"/p/lab/items/{project.pk}",
        "created_at": page["results"][0]["created_at"],
        "read_at": None,
    }
    rest = client.get(f"{INBOX}?limit=3&cursor={page['next']}").json()
    assert [line["text"][:2] for line in rest["results"]] == ["X0"]
    line = page["results"][2]["id"]
    assert client.patch(f"{INBOX}/{line}", {"read": True}, format="json").json()["read_at"]
    assert client_for(maintainer).patch(f"{INBOX}/{line}", {"read": True}, format="json").status_code == 404
    assert len(client.get(f"{INBOX}?unread=1").json()["results"]) == 3
    assert len(client.get(f"{INBOX}?kind=item.returned").json()["results"]) == 1
    assert len(client.get(f"{INBOX}?kind=item&project=lab").json()["results"]) == 4
    assert client.get(f"{INBOX}?kind=job").json()["results"] == []
    seen = page["results"][1]["created_at"]
    assert client.post(f"{INBOX}/read", {"until": seen}, format="json").json() == {"unread": 1}
    assert client.patch(f"{INBOX}/{line}", {"read": False}, format="json").json()["read_at"] is None


def test_an_unchanged_number_costs_no_body(project, annotator, client_for, django_assert_num_queries):
    client = client_for(annotator)
    first = client.get(f"{INBOX}/unread")
    assert (first.json(), first["ETag"]) == ({"unread": 0}, '"0"')
    again = client.get(f"{INBOX}/unread", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    tell(annotator, project)
    with django_assert_num_queries(4):  # session, person, where they review (RV51), the count
        assert client.get(f"{INBOX}/unread", HTTP_IF_NONE_MATCH=first["ETag"]).json() == {"unread": 1}


def test_a_digest_is_set_and_read(annotator, client_for):
    client = client_for(annotator)
    assert client.get("/api/v1/me/digest").json()["every"] == "off"
    wanted = {"every": "weekly", "hour": 7, "weekday": 4, "time_zone": "Asia/Tokyo", "address": "a@example.org"}
    answer = client.put("/api/v1/me/digest", wanted, format="json")
    assert answer.status_code == 200
    shown = client.get("/api/v1/me/digest").json()
    assert {name: shown[name] for name in wanted} == wanted
    assert (shown["next_at"] > timezone.now().isoformat(), shown["confirmed"]) == (True, False)
    assert client.post("/api/v1/me/digest/confirmation").status_code == 200
    refused = client.put("/api/v1/me/digest", {**wanted, "time_zone": "Mars"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, "inbox.time_zone")
