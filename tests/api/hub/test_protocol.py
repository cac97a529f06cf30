"""HB1 to HB9 at the level of single requests; what the real clients make of them is in tests/contract/hub."""

from __future__ import annotations

import base64
import hashlib
import json
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from export.access.models import Download, Usage
from export.hub.api import views
from export.hub.models import HubCommit, HubEntry
from export.releases import services

pytestmark = pytest.mark.django_db
API, FILES = "/api/datasets/affectory/lab", "/datasets/affectory/lab/resolve"


def body_of(reply) -> bytes:
    return b"".join(reply.streaming_content) if reply.streaming else reply.content


def test_hb6_a_file_comes_with_the_headers_that_clients_want(published, open_to, hub) -> None:
    open_to("public")
    release = published()
    commit = HubCommit.objects.get()
    for path, sha256 in release.files.values_list("path", "sha256"):
        entry = HubEntry.objects.get(path=path)
        is_large = path.endswith((".parquet", ".mp4", ".afmo1", ".frames.json"))
        for method in ("head", "get"):
            reply = getattr(hub(), method)(f"{FILES}/v0.1.0/{path}")
            assert reply.status_code == 200, path
            assert reply["X-Repo-Commit"] == commit.sha
            assert reply["ETag"] == f'"{sha256 if is_large else entry.oid}"', path
            assert ("X-Linked-Etag" in reply) == is_large
            assert reply["Accept-Ranges"] == "bytes"
            assert int(reply["Content-Length"]) == entry.size
            assert not [name for name in reply.headers if "xet" in name.lower()]
            name = path.rpartition("/")[2]
            assert reply["Content-Disposition"] == f"inline; filename*=UTF-8''{name}; filename=\"{name}\";"
            assert reply["Cache-Control"] == "private, no-transform"
        assert hashlib.sha256(body_of(reply)).hexdigest() == sha256
    lasting = hub().head(f"{FILES}/{commit.sha}/README.md")
    assert lasting["Cache-Control"] == "private, no-transform, immutable, max-age=31536000"


def test_hb6_ranges_conditions_and_what_is_past_the_end(published, open_to, hub) -> None:
    open_to("public")
    published()
    url = f"{FILES}/v0.1.0/episodes.json"
    whole = hub().get(url)
    data, tag = body_of(whole), whole["ETag"]
    part = hub().get(url, headers={"Range": "bytes=10-19"})
    assert (part.status_code, body_of(part)) == (206, data[10:20])
    assert part["Content-Range"] == f"bytes 10-19/{len(data)}"
    assert part["X-Repo-Commit"] == whole["X-Repo-Commit"]
    assert body_of(hub().get(url, headers={"Range": "bytes=10-"})) == data[10:]
    past = hub().get(url, headers={"Range": f"bytes={len(data)}-"})
    assert (past.status_code, past["Content-Range"]) == (416, f"bytes */{len(data)}")
    assert body_of(hub().get(url, headers={"Range": "bytes=0-3", "If-Range": tag})) == data[:4]
    assert body_of(hub().get(url, headers={"Range": "bytes=0-3", "If-Range": '"x"'})) == data
    assert hub().get(url, headers={"If-None-Match": tag}).status_code == 304
    packed = hub().get(url, headers={"Accept-Encoding": "gzip, deflate"})
    assert "Content-Encoding" not in packed


ODD = (
    "v9.9.9", "0.1.0", "latest", "main2", "x/y", "ä", "v0.1.0 ", "..", "%", "deadbeef", "a" * 41, "٧", "\\", "v0.1",
    "%ff",
)  # fmt: skip


def test_hb4_any_other_revision_is_not_found_by_its_code(published, open_to, hub) -> None:
    open_to("public")
    published()
    for revision in ODD:
        escaped = quote(revision, safe="")
        for url in (
            f"{API}/revision/{escaped}",
            f"{API}/tree/{escaped}",
            f"{API}/commits/{escaped}",
            f"{FILES}/{escaped}/README.md",
        ):
            reply = hub().get(url)
            assert (reply.status_code, reply["X-Error-Code"]) == (404, "RevisionNotFound"), url
            assert "main, v0.1.0" in reply["X-Error-Message"]
            assert json.loads(reply.content)["error"]
        assert hub().post(f"{API}/paths-info/{escaped}", {"paths": "a"}).status_code == 404


def test_hb4_main_is_the_highest_published_release_and_says_that_it_moves(published, open_to, hub, frozen) -> None:
    open_to("public")
    published("0.1.0")
    frozen("0.1.1", notes="Not published.")
    first = hub().get(API).json()["sha"]
    published("0.2.0", notes="Published.")
    reply = hub().get(API)
    assert reply.json()["sha"] != first
    assert reply["X-HF-Warning"].startswith("revision; 'main' is v0.2.0 today")
    tags = hub().get(f"{API}/refs").json()["tags"]
    assert [tag["name"] for tag in tags] == ["v0.2.0", "v0.1.0"]
    assert "X-HF-Warning" not in hub().get(f"{API}/revision/v0.1.0")


def test_hb3_commits_have_git_ids_that_depend_on_nothing_but_content_and_never_change(
    published, open_to, hub, maintainer
) -> None:
    open_to("public")
    release = published("0.1.0")
    sha = HubCommit.objects.get().sha
    services.publish_release(actor=maintainer, release_id=release.pk)
    published("0.1.1", notes="Again.")
    first, second = HubCommit.objects.order_by("committed_at", "tree__release__patch")
    assert (first.sha, second.parent_id) == (sha, first.pk)
    assert [line["id"] for line in hub().get(f"{API}/commits/main").json()] == [second.sha, first.sha]
    for rows in (HubCommit.objects.filter(pk=first.pk), HubEntry.objects.filter(tree_id=first.tree_id)):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        HubCommit.objects.filter(pk=first.pk).update(sha="0" * 40)


def test_hb9_a_tree_comes_in_pages_and_a_missing_folder_is_an_entry_not_found(
    published, open_to, hub, monkeypatch
) -> None:
    open_to("public")
    release = published()
    monkeypatch.setattr(views, "PAGE", 7)
    url, paths = f"{API}/tree/v0.1.0?recursive=True&expand=false", []
    while url:
        reply = hub().get(url)
        paths += [node["path"] for node in reply.json() if node["type"] == "file"]
        link = reply.get("Link", "")
        assert not link or (link.startswith("<http://testserver/api/datasets/") and link.endswith('>; rel="next"'))
        url = link[1:].partition(">")[0]
    assert paths == sorted(release.files.values_list("path", flat=True), key=str.encode)
    monkeypatch.setattr(views, "PAGE", 1000)
    shallow = hub().get(f"{API}/tree/v0.1.0/data").json()
    assert {node["path"] for node in shallow} == {path for path in paths if path.startswith("data/")}
    missing = hub().get(f"{API}/tree/v0.1.0/data/data")
    assert (missing.status_code, missing["X-Error-Code"]) == (404, "EntryNotFound")
    assert missing["X-Repo-Commit"]
    escaped = hub().get(f"{API}/tree/v0.1.0/{quote('media', safe='')}?recursive=1").json()
    assert {path for path in paths if path.startswith("media/")} == {
        node["path"] for node in escaped if node["type"] == "file"
    }


def test_hb9_paths_are_asked_for_by_form_or_json_and_absent_ones_left_out(published, open_to, hub) -> None:
    open_to("public")
    published()
    url, asked = f"{API}/paths-info/v0.1.0", ["data", "README.md", "nothing"]
    by_json = hub().post(url, json.dumps({"paths": asked, "expand": True}), content_type="application/json").json()
    form = "&".join(f"paths={path}" for path in asked) + "&expand=True"
    assert hub().post(url, form, content_type="application/x-www-form-urlencoded").json() == by_json
    assert [node["path"] for node in by_json] == ["README.md", "data"]
    assert by_json[0]["lastCommit"]["id"] == HubCommit.objects.get().sha
    for body in ("{", "[]", "null", '{"paths": 1}', '{"paths": ["\\u0000"]}', '{"paths": ["\\ud800"]}', "[" * 5000):
        assert hub().post(url, body, content_type="application/json").status_code == 400


def test_hb5_absent_and_not_for_you_are_one_answer(published, hub, outsider, annotator, secret_of) -> None:
    published()
    routes = ("", "/revision/main", "/tree/main", "/refs", "/commits/main", "/auth-check")
    for secret in (None, secret_of(outsider), secret_of(annotator), secret_of(outsider, "write"), "aff_forged"):
        for route in routes:
            mine = hub(secret).get(f"/api/datasets/affectory/lab{route}")
            none = hub(secret).get(f"/api/datasets/affectory/none{route}")
            assert (mine.status_code, mine.content) == (none.status_code, none.content)
            assert mine["X-Error-Code"] == "RepoNotFound"
            assert dict(mine.headers) == dict(none.headers)
        mine = hub(secret).get("/datasets/affectory/lab/resolve/main/README.md")
        none = hub(secret).get("/datasets/affectory/none/resolve/main/README.md")
        assert (mine.status_code, mine.content) == (none.status_code, none.content)
    assert hub().get(API).status_code == 401
    assert hub(secret_of(outsider)).get(API).status_code == 404


def test_hb5_the_reading_of_each_mode(published, open_to, hub, outsider, researcher, maintainer, secret_of) -> None:
    published()
    asked = {"unknown": None, "outsider": secret_of(outsider), "researcher": secret_of(researcher, "read")}
    expected = {
        "members": {"unknown": (401, 401), "outsider": (404, 404), "researcher": (200, 200)},
        "token": {"unknown": (401, 401), "outsider": (200, 200), "researcher": (200, 200)},
        "gated": {"unknown": (200, 401), "outsider": (200, 403), "researcher": (200, 200)},
        "public": {"unknown": (200, 200), "outsider": (200, 200), "researcher": (200, 200)},
    }
    for mode, answers in expected.items():
        open_to(mode)
        found = {
            name: (
                hub(secret).get(f"{API}/refs").status_code,
                hub(secret).head(f"{FILES}/main/README.md").status_code,
            )
            for name, secret in asked.items()
        }
        assert found == answers, mode
    open_to("gated")
    refused = hub(asked["outsider"]).head(f"{FILES}/main/README.md")
    assert refused["X-Error-Code"] == "GatedRepo"
    assert "/open/lab" in refused["X-Error-Message"]


def test_hb8_a_bad_token_does_not_shut_anybody_out_from_public_data(
    published, open_to, hub, outsider, secret_of
) -> None:
    open_to("public")
    published()
    for secret in ("aff_forged", "hf_something", secret_of(outsider, "write")):
        for url in (f"{API}/revision/v0.1.0", f"{API}/refs", f"{FILES}/v0.1.0/README.md"):
            reply = hub(secret).get(url)
            assert reply.status_code == 200
            assert reply["X-HF-Warning"].startswith("token; This token ")
        assert hub(secret).get("/api/whoami-v2").status_code == 401 or secret.startswith("aff_")


def test_a_token_is_taken_as_the_password_of_basic_too(published, hub, researcher, secret_of) -> None:
    """The one way mlcroissant and `curl -u` know."""
    published()
    pair = base64.b64encode(f"remy:{secret_of(researcher)}".encode()).decode()
    assert hub(pair, scheme="Basic").get(f"{FILES}/main/README.md").status_code == 200
    assert hub("%%%", scheme="Basic").get(f"{FILES}/main/README.md").status_code == 401


def test_hb7_every_refusal_has_its_code_in_a_header(published, open_to, hub) -> None:
    open_to("public")
    published()
    for method, url, status, code in (
        ("get", f"{FILES}/v0.1.0/nothing", 404, "EntryNotFound"),
        ("get", f"{FILES}/v0.1.0/data", 404, "EntryNotFound"),
        ("get", "/api/datasets/lab", 401, "RepoNotFound"),
        ("get", "/api/models/bert/revision/main", 401, "RepoNotFound"),
        ("get", "/datasets/affectory/lab/blob/main/README.md", 401, "RepoNotFound"),
        ("post", API, 405, None),
        ("put", f"{FILES}/main/README.md", 405, None),
    ):
        reply = getattr(hub(), method)(url)
        assert (reply.status_code, reply.get("X-Error-Code")) == (status, code), url
        assert reply["X-Error-Message"]
        assert reply["Content-Type"] == "application/json"
    assert hub().get(f"{FILES}/v0.1.0/nothing")["X-Repo-Commit"]


def test_rl46_a_withdrawn_release_is_410_everywhere(published, open_to, hub, maintainer, client_for) -> None:
    open_to("public")
    release = published("0.1.0")
    old = HubCommit.objects.get().sha
    published("0.1.1", notes="Again.")
    reason = "Ein Darsteller hat seine Einwilligung zurückgenommen."
    services.withdraw_release(actor=maintainer, release_id=release.pk, typed_version="0.1.0", reason=reason)
    for revision in ("v0.1.0", old, old[:10]):
        for url in (f"{API}/revision/{revision}", f"{API}/tree/{revision}", f"{FILES}/{revision}/README.md"):
            reply = hub().get(url)
            assert (reply.status_code, reply["X-Error-Code"]) == (410, "RevisionNotFound")
            assert "Ein Darsteller" in reply["X-Error-Message"]
            assert reason in reply.json()["error"]
    assert hub().get(API).json()["sha"] != old
    assert [tag["name"] for tag in hub().get(f"{API}/refs").json()["tags"]] == ["v0.1.1"]
    rest = client_for(None).get("/api/v1/projects/lab/releases/0.1.0/files/README.md")
    assert (rest.status_code, rest.json()["code"]) == (410, "release.withdrawn")
    assert reason in rest.json()["detail"]
    assert client_for(maintainer).get("/api/v1/projects/lab/releases/0.1.0/splits/test").status_code == 410


def test_rl44_downloads_are_counted_by_person_and_file_after_they_were_sent(
    published, hub, researcher, secret_of
) -> None:
    published()
    secret, url = secret_of(researcher), f"{FILES}/v0.1.0/episodes.json"
    client = hub(secret)
    whole = len(body_of(client.get(url, headers={"User-Agent": "datasets/5.2.0; hf_hub/2.4.0"})))
    for start in (0, 100):
        part = {"Range": f"bytes={start}-{start + 99}", "User-Agent": "datasets/5.2.0; hf_hub/2.4.0"}
        body_of(client.get(url, headers=part))
    client.head(url, headers={"User-Agent": "datasets/5.2.0; hf_hub/2.4.0"})
    [row] = Download.objects.all()
    assert (row.user, row.token_hint, row.version, row.path) == (researcher, secret[-4:], "0.1.0", "episodes.json")
    assert (row.bytes, row.requests, row.agent) == (whole + 200, 3, "datasets/5.2.0; hf_hub/2.4.0")
    assert Usage.objects.get().bytes == whole + 200


def test_rl45_who_has_had_enough_today_is_told_when_to_come_back_but_never_on_heads_refs_or_cards(
    published, open_to, hub, settings, monkeypatch
) -> None:
    open_to("public")
    published()
    monkeypatch.setattr("export.access.metering.SMALL", 1000)
    settings.DOWNLOAD_BYTES_PER_DAY_UNKNOWN = 5000
    url = f"{FILES}/v0.1.0/data/train.parquet"
    assert hub().get(url).status_code == 200
    over = hub().get(url)
    assert (over.status_code, over.get("X-Error-Code")) == (429, None)
    assert over["RateLimit-Policy"] == '"fixed window";"bytes";q=5000;w=86400'
    assert over["RateLimit"].startswith('"bytes";r=0;t=')
    assert int(over["Retry-After"]) <= 86400
    assert "midnight UTC" in over["X-Error-Message"]
    for method, path in (("head", url), ("get", f"{API}/refs"), ("get", API), ("get", f"{API}/tree/main")):
        assert getattr(hub(), method)(path).status_code == 200
    assert hub().get(f"{FILES}/v0.1.0/SHA256SUMS").status_code in (200, 429)
    monkeypatch.setattr("export.access.metering.SMALL", 10**6)
    assert hub().get(f"{FILES}/v0.1.0/README.md").status_code == 200


def test_the_number_of_queries_for_a_file_is_small_and_constant(
    published, hub, researcher, secret_of, django_assert_max_num_queries, monkeypatch
) -> None:
    monkeypatch.setattr("export.access.metering.BUFFER.add", lambda fetched, sent: None)
    published()
    client = hub(secret_of(researcher))
    client.get(f"{FILES}/v0.1.0/README.md")
    for method in ("head", "get"):
        with django_assert_max_num_queries(2):
            assert getattr(client, method)(f"{FILES}/v0.1.0/README.md").status_code == 200


def test_hb3_commits_of_releases_published_before_are_made_by_a_command(
    frozen, kept, maintainer, open_to, hub, monkeypatch, capsys
) -> None:
    open_to("public")
    with monkeypatch.context() as before:
        before.setattr("export.hub.services.record_tree", lambda release: None)
        before.setattr("export.hub.services.record_commit", lambda release: None)
        services.publish_release(actor=maintainer, release_id=frozen().pk)
    assert hub().get(API).status_code == 404
    call_command("record_hub_commits")
    sha = hub().get(API).json()["sha"]
    assert capsys.readouterr().out == f"lab v0.1.0 {sha}\n"
    call_command("record_hub_commits")
    assert capsys.readouterr().out == ""
