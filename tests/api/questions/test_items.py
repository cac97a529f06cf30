"""Items over HTTP: shapes, statuses, and what a body must not hold."""

from __future__ import annotations

import json
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.questions import services
from annotation.questions.models import Item
from datasets.videos.models import PreparedClip
from tests.factories.items import (
    OLDER,
    a_draft,
    a_film,
    a_new_item,
    a_track,
    an_imported_item,
    content_of,
    run_import,
)
from tests.unit.questions.examples import ALL, clip, numbered

pytestmark = pytest.mark.django_db
ITEMS = "/api/v1/projects/lab/items"


def test_a_page_of_items_takes_as_many_statements_however_many_there_are(project, maintainer, client_for):
    run_import(maintainer, project, numbered(ALL))
    client = client_for(maintainer)
    with CaptureQueriesContext(connection) as few:
        body = client.get(f"{ITEMS}?limit=2").json()
    assert len(body["results"]) == 2
    with CaptureQueriesContext(connection) as many:
        page = client.get(ITEMS).json()
    assert len(page["results"]) == 8
    assert len(few) == len(many) <= 6
    row = page["results"][-1]
    assert (row["external_id"], row["author"], row["revisions"], row["has_draft"]) == ("X1", "mara", 1, False)
    assert (row["video"], row["video_name"], row["origin"]) == (None, "G1_V000001", "imported")


def test_the_list_is_filtered(project, maintainer, annotator, client_for):
    run_import(maintainer, project, numbered(ALL))
    film = a_film(maintainer, project)
    a_new_item(annotator, project, video=film)
    client = client_for(maintainer)

    def found(query: str) -> int:
        return len(client.get(f"{ITEMS}?{query}").json()["results"])

    assert found("granularity=episode") == 3
    assert found("type=emotion trajectory") == 2
    assert found("state=draft") == 1
    assert found("origin=imported") == 8
    assert found(f"video={film.pk}") == 1
    assert found("video=none") == 8
    assert found("video=not-an-id") == 0
    assert found("search=enjoy most during the TASTING") == 3
    assert found("search=x3") == 1
    assert found("search=reel.mp4") == 1


def test_an_item_is_written_saved_checked_and_submitted(project, annotator, client_for):
    client = client_for(annotator)
    film = a_film(annotator, project)
    wanted = {"granularity": "clip", "type": "contextual emotion", "video": str(film.pk)}
    made = client.post(ITEMS, {**wanted, "segments": [{"start": 1, "end": 2}]}, format="json")
    assert made.status_code == 201
    item = made.json()
    assert (item["video"]["name"], item["state"], item["draft_version"]) == ("reel.mp4", "draft", 1)
    assert item["revisions"] == []
    assert item["draft"]["content"]["source"] == {"from": "reel.mp4", "segments": [{"start": 1, "end": 2}]}
    assert {"question", "answer"} <= {problem["field"] for problem in item["problems"]}
    url = f"{ITEMS}/{item['id']}"
    content = content_of(clip())
    saved = client.put(f"{url}/draft", {"content": content, "base_version": 1}, format="json").json()
    assert (saved["version"], saved["problems"]) == (2, [])
    refused = client.post(f"{url}/submit", {"base_version": 1}, format="json")
    assert (refused.status_code, refused.json()["draft"]["version"]) == (409, 2)
    done = client.post(f"{url}/submit", {"base_version": 2}, format="json").json()
    assert (done["revision"]["number"], done["draft_version"], done["problems"]) == (1, 3, [])
    detail = client.get(url).json()
    assert (detail["state"], detail["draft"], detail["draft_version"]) == ("submitted", None, 3)
    assert detail["revisions"][0]["content"] == content
    assert detail["clip"]["source_frames"] == [[688, 777]]
    assert client.delete(f"{url}/draft").status_code == 409


def test_a_refused_submission_names_its_fields(project, annotator, client_for):
    item = a_new_item(annotator, project)
    a_draft(annotator, item, content_of(clip(answer=["gladness", "joy"])))
    answer = client_for(annotator).post(f"{ITEMS}/{item.pk}/submit", {"base_version": 2}, format="json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "item.not_ready"
    assert set(answer.json()["fields"]) == {"answer[0]", "answer[1]"}
    assert "(QU5)" in answer.json()["fields"]["answer[0]"][0]


def test_a_stale_save_gets_the_newer_draft_for_a_merge(project, annotator, maintainer, client_for):
    """QU55."""
    item = a_new_item(annotator, project)
    services.save_draft(actor=maintainer, item_id=item.pk, content={"question": "Theirs?"}, base_version=1)
    answer = client_for(annotator).put(
        f"{ITEMS}/{item.pk}/draft", {"content": {"question": "Mine?"}, "base_version": 1}, format="json"
    )
    assert answer.status_code == 409
    body = answer.json()
    assert (body["code"], body["draft_version"]) == ("item.newer_draft", 2)
    assert (body["draft"]["content"]["question"], body["draft"]["saved_by"]) == ("Theirs?", "mara")


@pytest.mark.parametrize(
    "body",
    [
        '{"content": {"question": 1e999}, "base_version": 1}',
        '{"content": {"question": NaN}, "base_version": 1}',
        '{"content": {"question": "\\ud800"}, "base_version": 1}',
        '{"content": {"question": "\\u0000"}, "base_version": 1}',
        '{"content": {"options": []}, "base_version": 1}',
        '{"content": [], "base_version": 1}',
        '{"content": {}, "base_version": -1}',
        '{"content": {}, "base_version": 99999999999}',
        '{"content": {}}',
        "{}",
    ],
)
def test_what_no_draft_can_hold_is_refused(body, project, annotator, client_for):
    item = a_new_item(annotator, project)
    answer = client_for(annotator).put(f"{ITEMS}/{item.pk}/draft", body, content_type="application/json")
    assert answer.status_code == 400
    item.refresh_from_db()
    assert item.draft_version == 1


def test_content_is_checked_without_being_kept(project, annotator, client_for):
    film = a_film(annotator, project, seconds=700)
    body = {"granularity": "clip", "type": "contextual emotion", "content": content_of(clip()), "video": str(film.pk)}
    problems = client_for(annotator).post(f"{ITEMS}/check", body, format="json").json()["problems"]
    assert [(problem["rule"], problem["severity"]) for problem in problems] == [("QU54", "error")]
    body["video"] = None
    assert client_for(annotator).post(f"{ITEMS}/check", body, format="json").json() == {"problems": []}
    body["video"] = str(uuid.uuid4())
    assert client_for(annotator).post(f"{ITEMS}/check", body, format="json").status_code == 400


def test_the_lines_of_an_interval(project, annotator, client_for):
    film = a_film(annotator, project)
    a_track(annotator, film, [(1, 2, "Ann", "One."), (4, 6, "", "Two.")])
    body = {"video": str(film.pk), "segments": [{"start": 3, "end": 5}]}
    answer = client_for(annotator).post(f"{ITEMS}/subtitles", body, format="json")
    assert answer.json() == {"subtitles": [{"id": "U1", "t": [4, 6], "speaker": None, "text": "Two."}]}


def test_linking_by_hand_and_all_at_once(project, maintainer, annotator, client_for):
    item = an_imported_item(maintainer, project)
    film = a_film(maintainer, project)
    client = client_for(maintainer)
    assert client.post(f"{ITEMS}/link").json() == {"linked": 0, "unlinked": 1}
    assert client.post(f"{ITEMS}/{item.pk}/clip").status_code == 409
    linked = client.patch(f"{ITEMS}/{item.pk}", {"video": str(film.pk)}, format="json").json()
    assert linked["video"] == {"id": str(film.pk), "name": "reel.mp4"}
    assert client.post(f"{ITEMS}/{item.pk}/clip").json()["source_frames"] == [[688, 777]]
    unlinked = client.patch(f"{ITEMS}/{item.pk}", {"video": None}, format="json").json()
    assert (unlinked["video"], unlinked["clip"]) == (None, None)
    assert PreparedClip.objects.count() == 1
    mine = a_new_item(annotator, project)
    assert client_for(annotator).patch(f"{ITEMS}/{mine.pk}", {"video": None}, format="json").status_code == 403


def test_others_get_nothing_of_an_item(project, maintainer, annotator, reviewer_a, researcher, client_for):
    """QU58: not even that it is there."""
    item = an_imported_item(maintainer, project)
    assert client_for(annotator).get(f"{ITEMS}/{item.pk}").status_code == 404
    assert client_for(annotator).get(ITEMS).json()["results"] == []
    assert client_for(annotator).get(f"{ITEMS}/export").status_code == 403
    for person in (reviewer_a, researcher):
        for url in (ITEMS, f"{ITEMS}/{item.pk}", f"{ITEMS}/export", f"{ITEMS}/imports"):
            answer = client_for(person).get(url)
            assert answer.status_code == 403
            assert item.question.encode() not in answer.content


def send(client, data: bytes, name: str = "items.json", **fields):
    return client.post(f"{ITEMS}/imports", {"file": SimpleUploadedFile(name, data), **fields}, format="multipart")


def test_a_file_is_imported_by_a_job_and_reported_record_by_record(project, maintainer, client_for):
    client = client_for(maintainer)
    data = json.dumps([clip(), {**clip(answer=["gladness"]), "question_id": "bad"}]).encode()
    started = send(client, data)
    assert started.status_code == 202
    body = started.json()
    assert (body["import"]["state"], body["import"]["file_name"]) == ("queued", "items.json")
    assert body["job"]
    services.run_import(import_id=uuid.UUID(body["import"]["id"]))
    url = f"{ITEMS}/imports/{body['import']['id']}"
    report = client.get(url).json()
    assert report["counts"] == {"new": 1, "changed": 0, "unchanged": 0, "refused": 1, "total": 2}
    assert [(row["number"], row["outcome"]) for row in report["rows"]] == [(1, "new"), (2, "refused")]
    refused = client.get(f"{url}?outcome=refused").json()["rows"]
    found = [(row["external_id"], row["problems"][0]["rule"], row["item"]) for row in refused]
    assert found == [("bad", "QU5", None)]
    first = client.get(f"{url}?limit=1").json()
    assert [row["number"] for row in client.get(f"{url}?after={first['next']}").json()["rows"]] == [2]
    (listed,) = client.get(f"{ITEMS}/imports").json()["results"]
    assert listed["counts"] == report["counts"]


def test_a_mapping_is_named_or_written_out(project, maintainer, client_for):
    client = client_for(maintainer)
    data = json.dumps([OLDER]).encode()
    started = send(client, data, mapping='"longemo-choice"').json()
    services.run_import(import_id=uuid.UUID(started["import"]["id"]))
    assert Item.objects.get().origin == "mapped"
    detail = client.get(f"{ITEMS}/{Item.objects.get().pk}").json()
    assert (detail["author"], detail["needs_scope_recheck"]) == (None, True)
    assert detail["draft"]["reference"] == detail["reference"]
    url = f"{ITEMS}/{detail['id']}"
    chosen = client.patch(url, {"granularity": "clip", "type": "emotion cause"}, format="json").json()
    assert (chosen["type"], sorted(chosen["draft"]["content"]["rubric"]["scores"])) == ("emotion cause", list("0123"))
    assert client.patch(url, {"granularity": "episode", "type": "emotion cause"}, format="json").status_code == 400
    own = {"paths": {"external_id": "qid", "question": "question"}, "constants": {"granularity": "clip"}}
    assert send(client, data, mapping=json.dumps(own)).status_code == 202
    for bad in ('"nothing"', "{", "[]", '{"paths": {}}', '"\\ud800"', "[" * 3000 + "]" * 3000):
        answer = send(client, data, mapping=bad)
        assert answer.status_code == 400
        assert any(name.startswith("mapping") for name in answer.json()["fields"])


def test_a_dry_run_over_http_writes_nothing(project, maintainer, client_for):
    started = send(client_for(maintainer), json.dumps([clip()]).encode(), dry_run="true").json()
    services.run_import(import_id=uuid.UUID(started["import"]["id"]))
    assert Item.objects.count() == 0


def test_a_file_that_is_too_large_is_refused(project, maintainer, client_for, monkeypatch):
    from annotation.questions.services import imports

    monkeypatch.setattr(imports, "MAX_BYTES", 1000)
    answer = send(client_for(maintainer), b"\x00" * 2000)
    assert answer.status_code == 400
    assert "2,000 bytes; 1,000 are allowed" in answer.json()["fields"]["file"][0]
    assert send(client_for(maintainer), b"").status_code == 202


@pytest.mark.parametrize(("file_format", "kind"), [("json", "application/json"), ("jsonl", "application/jsonl")])
def test_an_export_is_streamed(file_format, kind, project, maintainer, client_for):
    run_import(maintainer, project, numbered(ALL))
    answer = client_for(maintainer).get(f"{ITEMS}/export?format={file_format}&granularity=clip")
    assert (answer.status_code, answer["Content-Type"], answer.streaming) == (200, kind, True)
    assert f'filename="lab-items.{file_format}"' in answer["Content-Disposition"]
    data = b"".join(answer.streaming_content)
    found = json.loads(data) if file_format == "json" else [json.loads(line) for line in data.splitlines()]
    assert [one["question_id"] for one in found] == ["X1", "X2", "X3", "X4", "X5"]
    refused = client_for(maintainer).get(f"{ITEMS}/export?format=xlsx")
    assert (refused.status_code, refused.json()["code"]) == (400, "item.format")


def test_tx3_the_taxonomy_and_its_etag(project, annotator, client_for):
    """TX3, TX1, TX2."""
    client = client_for(annotator)
    answer = client.get("/api/v1/taxonomy")
    body = answer.json()
    assert (body["vocabulary"]["id"], body["vocabulary"]["version"]) == ("emotic-26", 1)
    labels = {category["id"]: category for category in body["vocabulary"]["categories"]}
    assert len(labels) == 26
    assert labels["doubt/confusion"]["definition"]
    assert [(family["id"], family["max_score"], family["prefix"]) for family in body["rubrics"]["families"]] == [
        ("result", 1, "C"),
        ("trajectory", 4, "S"),
        ("causal", 3, "R"),
    ]
    assert len(body["kinds"]) == len(body["guidelines"]["tasks"]) == 8
    assert {kind["answer_form"] for kind in body["kinds"]} == {"labels", "before_after", "text"}
    again = client.get("/api/v1/taxonomy", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/api/v1/taxonomy", headers={"If-None-Match": '"other"'}).status_code == 200
