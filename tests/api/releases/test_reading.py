"""RL13 and the reading of frozen bytes: who, ranges, conditions, pages."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta

import pytest
from django.utils import timezone

from affectory.accounts import services as accounts
from affectory.accounts.models import Token
from export.access import metering
from export.releases import services

pytestmark = pytest.mark.django_db
BASE = "/api/v1/projects/lab/releases"


def body_of(response) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


@pytest.fixture
def bearer(client_for):
    def make(user, *scopes: str, expires_at=None):
        token, secret = accounts.issue_token(user=user, name="pull", scopes=scopes)
        if expires_at is not None:
            Token.objects.filter(pk=token.pk).update(expires_at=expires_at)
        client = client_for(None)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return make


def test_a_researcher_lists_and_pulls_with_a_token_of_scope_release_read(kept, frozen, researcher, bearer) -> None:
    release = frozen()
    client = bearer(researcher, "release:read")
    assert [r["version"] for r in client.get(BASE).json()["results"]] == ["0.1.0"]
    listed = client.get(f"{BASE}/0.1.0/files", {"limit": 500}).json()["results"]
    assert {f["path"] for f in listed} == set(release.files.values_list("path", flat=True))
    for file in listed:
        reply = client.get(f"{BASE}/0.1.0/files/{file['path']}")
        data = body_of(reply)
        assert (reply.status_code, len(data), hashlib.sha256(data).hexdigest()) == (200, file["size"], file["sha256"])
        assert reply["ETag"] == f'"{file["sha256"]}"'
        assert reply["Content-Type"] == file["media_type"]
        assert "public" not in reply["Cache-Control"]


def test_rl13_a_token_without_the_scope_or_past_its_end_gets_nothing(kept, frozen, researcher, bearer) -> None:
    frozen()
    url = f"{BASE}/0.1.0/files/manifest.json"
    assert bearer(researcher, "write").get(url).status_code == 403
    past = timezone.now() - timedelta(seconds=1)
    assert bearer(researcher, "release:read", expires_at=past).get(url).status_code == 401
    forged = bearer(researcher, "release:read")
    forged.credentials(HTTP_AUTHORIZATION="Bearer aff_" + "x" * 43)
    assert forged.get(url).status_code == 401


def test_rl13_a_token_to_read_releases_changes_nothing(kept, draft, maintainer, bearer) -> None:
    release = draft()
    client = bearer(maintainer, "release:read")
    assert client.post(f"{BASE}/0.1.0/freeze", {"version": "0.1.0"}, format="json").status_code == 403
    release.refresh_from_db()
    assert release.state == "draft"


def test_rl13_annotators_reviewers_and_strangers_get_nothing(
    kept, frozen, annotator, reviewer_a, outsider, client_for
) -> None:
    frozen()
    for path in ("", "/0.1.0", "/0.1.0/files", "/0.1.0/files/manifest.json", "/0.1.0/splits/test"):
        for user, status in ((annotator, 403), (reviewer_a, 403), (outsider, 404), (None, 401)):
            reply = client_for(user).get(BASE + path)
            assert reply.status_code == status
            assert b"angry" not in body_of(reply)


def test_rl13_a_researcher_does_not_see_drafts_or_a_freeze_that_runs(
    kept, draft, maintainer, researcher, client_for
) -> None:
    release = draft()
    client = client_for(researcher)
    assert client.get(BASE).json()["results"] == []
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    for path in ("", "/files", "/files/manifest.json", "/splits/test"):
        assert client.get(f"{BASE}/0.1.0{path}").status_code == 404
    assert client_for(maintainer).get(f"{BASE}/0.1.0").json()["state"] == "freezing"


def test_ranges_conditions_and_heads(kept, frozen, researcher, client_for) -> None:
    frozen()
    client, url = client_for(researcher), f"{BASE}/0.1.0/files/episodes.json"
    whole = client.get(url)
    data, tag = body_of(whole), whole["ETag"]

    part = client.get(url, headers={"Range": "bytes=10-19"})
    assert (part.status_code, body_of(part)) == (206, data[10:20])
    assert part["Content-Range"] == f"bytes 10-19/{len(data)}"
    assert body_of(client.get(url, headers={"Range": "bytes=-5"})) == data[-5:]
    assert body_of(client.get(url, headers={"Range": f"bytes={len(data) - 3}-"})) == data[-3:]

    past = client.get(url, headers={"Range": f"bytes={len(data)}-"})
    assert (past.status_code, past["Content-Range"]) == (416, f"bytes */{len(data)}")

    same = client.get(url, headers={"Range": "bytes=0-3", "If-Range": tag})
    assert (same.status_code, body_of(same)) == (206, data[:4])
    other = client.get(url, headers={"Range": "bytes=0-3", "If-Range": '"other"'})
    assert (other.status_code, body_of(other)) == (200, data)

    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    head = client.head(url)
    assert (head.status_code, head["Content-Length"], body_of(head)) == (200, str(len(data)), b"")


def test_a_download_that_broke_off_is_resumed_byte_for_byte(kept, frozen, researcher, client_for) -> None:
    frozen()
    client, url = client_for(researcher), f"{BASE}/0.1.0/files/data/train.parquet"
    whole = client.get(url)
    data = body_of(whole)
    rest = client.get(url, headers={"Range": "bytes=1000-", "If-Range": whole["ETag"]})
    assert data[:1000] + body_of(rest) == data


ODD_PATHS = ["../../etc/passwd", "manifest.json/", "MANIFEST.JSON", "data", "data//train.jsonl", "x" * 3000]


@pytest.mark.parametrize("path", ODD_PATHS)
def test_a_path_that_is_no_file_of_the_release_is_404(kept, frozen, researcher, client_for, path: str) -> None:
    frozen()
    assert client_for(researcher).get(f"{BASE}/0.1.0/files/{path}").status_code == 404


@pytest.mark.parametrize("accept", ["text/csv", "video/mp4", "application/octet-stream", "image/webp;q=0.8"])
def test_a_file_is_sent_whatever_is_said_to_be_accepted(kept, frozen, researcher, client_for, accept: str) -> None:
    frozen()
    client = client_for(researcher)
    assert client.get(f"{BASE}/0.1.0/files/rights.csv", headers={"Accept": accept}).status_code == 200
    missing = client.get(f"{BASE}/0.1.0/files/x", headers={"Accept": accept})
    assert (missing.status_code, missing.json()["code"]) == (404, "release.file_not_found")


def test_a_nul_in_a_path_is_400(kept, frozen, researcher, client_for) -> None:
    frozen()
    assert client_for(researcher).get(f"{BASE}/0.1.0/files/%00").status_code == 400


@pytest.mark.parametrize("version", ["0.1.1", "latest", "0.1", "v", "99999999999999999999.0.0", "0.1.0%20", "٠.١.٠"])
def test_a_version_that_is_not_there_is_404(kept, frozen, researcher, client_for, version: str) -> None:
    frozen()
    for path in ("", "/files", "/files/manifest.json", "/splits/test"):
        assert client_for(researcher).get(f"{BASE}/{version}{path}").status_code == 404


def test_a_leading_v_in_the_address_is_the_same_release(kept, frozen, researcher, client_for) -> None:
    frozen()
    assert client_for(researcher).get(f"{BASE}/v0.1.0").json()["version"] == "0.1.0"


def test_split_rows_come_in_pages_by_key_each_once(kept, frozen, researcher, client_for) -> None:
    release = frozen()
    client, url = client_for(researcher), f"{BASE}/0.1.0/splits/train"
    rows, cursor = [], None
    while True:
        page = client.get(url, {"limit": 5, **({"cursor": cursor} if cursor else {})}).json()
        rows += page["results"]
        cursor = page["next"]
        if cursor is None:
            break
    lines = body_of(client.get(f"{BASE}/0.1.0/files/data/train.jsonl")).splitlines()
    assert rows == [json.loads(line) for line in lines]
    assert page["count"] == len(rows) == release.counts_by_split()["train"]


def test_rl53_rows_are_filtered_and_paged_by_key(kept, frozen, researcher, client_for) -> None:
    """RL53"""
    frozen()
    client, url = client_for(researcher), f"{BASE}/0.1.0/splits/train"
    every = client.get(url, {"limit": 500}).json()["results"]
    fields = {"label": "label", "family": "episode_family", "challenge": "challenge", "collection": "collection"}
    for name, field in fields.items():
        value = every[0][field]
        if value is None:
            continue
        rows, cursor = [], ""
        while cursor is not None:
            page = client.get(url, {"limit": 1, name: value, **({"cursor": cursor} if cursor else {})}).json()
            rows += page["results"]
            cursor = page["next"]
        assert rows == [row for row in every if row[field] == value], name
        assert page["count"] is None
    both = client.get(url, {"label": every[0]["label"], "collection": "nowhere"}).json()
    assert (both["results"], both["next"]) == ([], None)


def test_rl53_a_filter_compares_whole_values_and_nothing_else(kept, frozen, researcher, client_for) -> None:
    """A name with quotes, and one that looks like another field of a row."""
    sly = 'x","label":"angry'
    kept[0].motion.collection.name = sly
    kept[0].motion.collection.save()
    frozen()
    client, url = client_for(researcher), f"{BASE}/0.1.0/splits/train"
    every = client.get(url, {"limit": 500}).json()["results"]
    assert client.get(url, {"collection": sly, "limit": 500}).json()["results"] == every
    assert client.get(url, {"collection": "x"}).json()["results"] == []
    angry = [row for row in every if row["label"] == "angry"]
    assert client.get(url, {"label": "angry", "limit": 500}).json()["results"] == angry != every


@pytest.mark.parametrize("query", ["lable=angry", "limit=0", "limit=501", "split=test"])
def test_rl53_a_filter_that_would_do_nothing_is_refused(kept, frozen, researcher, client_for, query: str) -> None:
    frozen()
    reply = client_for(researcher).get(f"{BASE}/0.1.0/splits/train?{query}")
    assert (reply.status_code, list(reply.json()["fields"])) == (400, [query.partition("=")[0]])


def test_an_unknown_split_names_those_there_are(kept, frozen, researcher, client_for) -> None:
    frozen()
    reply = client_for(researcher).get(f"{BASE}/0.1.0/splits/dev")
    assert (reply.status_code, reply.json()["code"]) == (404, "release.split_not_found")
    assert "train, test, validation" in reply.json()["detail"]


def test_a_cursor_that_is_not_ours_is_400(kept, frozen, researcher, client_for) -> None:
    frozen()
    for cursor in ("x", "WyJuIiwiYSJd", "%00"):
        assert client_for(researcher).get(f"{BASE}/0.1.0/splits/test?cursor={cursor}").status_code == 400


def test_the_number_of_queries_for_a_file_is_small_and_constant(
    kept, frozen, researcher, bearer, django_assert_max_num_queries, monkeypatch
) -> None:
    """Beside the download log, which is written for many requests at once."""
    monkeypatch.setattr(metering.BUFFER, "add", lambda fetched, sent: None)
    frozen()
    client = bearer(researcher, "release:read")
    client.get(f"{BASE}/0.1.0/files/manifest.json")
    with django_assert_max_num_queries(2):
        client.get(f"{BASE}/0.1.0/files/manifest.json")
    with django_assert_max_num_queries(6):
        client.get(f"{BASE}/0.1.0/splits/train", {"limit": 100})
