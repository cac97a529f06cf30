from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from affectory.core import storage
from datasets.videos import services
from datasets.videos.models import Registration, Upload, Video
from tests.conftest import PASSWORD
from tests.factories.videos import a_video, registered, video_bytes

UPLOADS = "/api/v1/projects/lab/videos/uploads"
URL = "/api/v1/projects/lab/videos/registrations"


def send(client, name: str, data: bytes, **form):
    return client.post(UPLOADS, {"file": SimpleUploadedFile(name, data), **form}, format="multipart")


def incoming(settings) -> list[Path]:
    return list((Path(settings.STORAGE_ROOT) / "incoming").glob("*"))


def test_a_file_goes_into_storage_while_it_comes_in(client, project, settings):
    """VI48"""
    # Larger than any piece in which it is read.
    data = video_bytes() * 20_000
    answer = send(client, "film.mp4", data, path="season 1/film.mp4")
    assert answer.status_code == 201, answer.content
    body = answer.json()
    assert (body["name"], body["size"]) == ("season 1/film.mp4", len(data))
    assert body["sha256"] == hashlib.sha256(data).hexdigest()
    assert storage.local_path(body["sha256"]).stat().st_size == len(data)
    assert incoming(settings) == []
    listed = client.get(UPLOADS).json()
    assert listed["max_bytes"] == settings.UPLOAD_MAX_BYTES
    assert [one["id"] for one in listed["results"]] == [body["id"]]
    assert client.delete(f"{UPLOADS}/{body['id']}").status_code == 204
    assert client.get(UPLOADS).json()["results"] == []


def test_a_browsers_upload_goes_the_same_way(project, maintainer, settings):
    """The check against forged requests reads the form before any view does."""
    browser = APIClient(enforce_csrf_checks=True)
    assert browser.login(username="mara", password=PASSWORD)
    browser.get("/api/v1/me")
    data = video_bytes() * 20_000
    assert send(browser, "film.mp4", data).status_code == 403
    assert incoming(settings) == []
    browser.credentials(HTTP_X_CSRFTOKEN=browser.cookies["csrftoken"].value)
    answer = send(browser, "film.mp4", data)
    assert (answer.status_code, answer.json()["size"]) == (201, len(data))
    assert incoming(settings) == []


def test_a_file_beyond_the_limit_leaves_nothing_behind(client, project, settings):
    settings.UPLOAD_MAX_BYTES = 1_000_000
    answer = send(client, "film.mp4", b"x" * 1_100_000)
    assert (answer.status_code, answer.json()["code"]) == (400, "upload.too_large")
    settings.UPLOAD_MAX_BYTES = 10
    answer = send(client, "film.mp4", b"x" * 2_000_000)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["file"])
    assert (Upload.objects.count(), incoming(settings)) == (0, [])


def test_a_file_that_nobody_may_send_leaves_nothing_behind(client_for, project, annotator, settings):
    assert send(client_for(annotator), "film.mp4", video_bytes() * 2000).status_code == 403
    assert incoming(settings) == []


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({}, "file"),
        ({"file": "text"}, "file"),
        ({"path": "../x.mp4"}, "path"),
        ({"path": "/etc/x.mp4"}, "path"),
        ({"path": "x" * 501}, "path"),
    ],
)
def test_a_form_without_a_meaning_is_refused_with_its_field(client, project, form, field, settings):
    filled = form if not form or "file" in form else {"file": SimpleUploadedFile("a.mp4", b"x"), **form}
    answer = client.post(UPLOADS, filled, format="multipart")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert (Upload.objects.count(), incoming(settings)) == (0, [])


def test_a_known_file_is_not_sent_twice(client, project, maintainer):
    """VI48"""
    sent = send(client, "a.mp4", video_bytes()).json()
    known = {"name": "b.mp4", "size": sent["size"], "sha256": sent["sha256"]}
    answer = client.post(f"{UPLOADS}/known", known, format="json")
    assert (answer.status_code, answer.json()["name"]) == (201, "b.mp4")
    answer = client.post(f"{UPLOADS}/known", known | {"size": 1}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (404, "upload.not_known")
    for bad in ({}, known | {"sha256": "x"}, known | {"size": -1}, known | {"name": ""}):
        assert client.post(f"{UPLOADS}/known", bad, format="json").status_code == 400


def test_uploads_become_a_registration_with_a_report(client, project):
    video = send(client, "a.mp4", video_bytes(1)).json()["id"]
    other = send(client, "list.m3u8", b"#EXTM3U\n").json()["id"]
    manifest = send(client, "m.tsv", b"file\tlicence\tcolour\na.mp4\tCC0\tred\n").json()["id"]
    started = client.post(
        URL,
        {"uploads": [video, other], "manifest": manifest, "defaults": {"domain": "drama"}, "dry_run": False},
        format="json",
    )
    assert started.status_code == 202, started.content
    body = started.json()
    assert body["job"] == body["registration"]["job_id"] is not None
    services.run_registration(registration_id=Registration.objects.get().pk)
    report = client.get(f"{URL}/{body['registration']['id']}").json()
    made = Video.objects.get()
    assert report["rows"][0] == {
        "number": 1,
        "kind": "video",
        "file": "a.mp4",
        "size_bytes": len(video_bytes()),
        "outcome": "accepted",
        "change": "new",
        "changes": [],
        "reason": "",
        "line": 2,
        "field": "",
        "warnings": [],
        "video": str(made.pk),
    }
    assert report["rows"][1]["outcome"] == "refused"
    assert (report["state"], report["counts"]["accepted"], report["counts"]["refused"]) == ("done", 1, 1)
    assert (report["columns_ignored"], report["mapping"]["columns"]) == (
        ["colour"],
        {"file": "file", "licence": "licence"},
    )
    assert (made.domain, made.licence) == ("drama", "CC0")
    assert client.get(UPLOADS).json()["results"] == []
    assert [one["id"] for one in client.get(URL).json()["results"]] == [report["id"]]


def test_a_report_can_be_paged_and_filtered(client, project, maintainer):
    files = {f"{n}.mp4": video_bytes(n) for n in range(4)} | {"notes.txt": b"notes"}
    url = f"{URL}/{registered(maintainer, project, files).pk}"
    first = client.get(f"{url}?limit=2").json()
    assert ([row["number"] for row in first["rows"]], first["next"]) == ([1, 2], "2")
    assert [row["number"] for row in client.get(f"{url}?limit=3&after=2").json()["rows"]] == [3, 4, 5]
    assert [row["file"] for row in client.get(f"{url}?outcome=excluded").json()["rows"]] == ["notes.txt"]
    assert len(client.get(f"{url}?kind=video&change=new").json()["rows"]) == 4
    for query in ("limit=x", "limit=0", "after=x", "after=-1"):
        assert client.get(f"{url}?{query}").status_code == 400


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"uploads": []}, "uploads"),
        ({"uploads": ["x"]}, "uploads.0"),
        ({"uploads": ["00000000-0000-0000-0000-000000000001"]}, "uploads"),
        ({"manifest": "00000000-0000-0000-0000-000000000001"}, "uploads"),
        ({"mapping": {"columns": {"flie": "x"}}}, "mapping.columns"),
        ({"mapping": "no-such"}, "mapping.mapping"),
        ({"defaults": {"may_redistribute": "all"}}, "defaults.may_redistribute"),
        ({"defaults": {"content_warnings": ["x"] * 21}}, "defaults.content_warnings"),
        ({"dry_run": "perhaps"}, "dry_run"),
    ],
)
def test_a_registration_without_a_meaning_is_refused_with_its_field(client, project, change, field):
    upload = send(client, "a.mp4", video_bytes()).json()["id"]
    answer = client.post(URL, {"uploads": [upload], **change}, format="json")
    assert answer.status_code == 400, answer.content
    assert field in answer.json()["fields"]
    assert Registration.objects.count() == 0


def test_every_real_video_is_registered_by_its_index_as_it_is(client, project, maintainer, shared_data):
    """VI43: and its text files are left out with a reason."""
    folder = shared_data / "video"
    registration = services.register_folder(
        actor=maintainer, project=project, folder=folder, manifest=folder / "INDEX.tsv", dry_run=True
    )
    services.run_registration(registration_id=registration.pk)
    rows = registration.rows.all()
    assert {r.file: r.outcome for r in rows if r.outcome != "accepted"} == {
        "counter_truth.json": "excluded",
        "make_counter.py": "excluded",
    }
    assert (len(rows), registration.mapping["id"]) == (42, "detected")


def test_a_dry_run_shows_what_would_change(client, project, maintainer):
    a_video(maintainer, project, source="old")
    upload = send(client, "film.mp4", video_bytes(1)).json()["id"]
    body = {"uploads": [upload], "defaults": {"source": "new"}, "dry_run": True}
    started = client.post(URL, body, format="json").json()
    services.run_registration(registration_id=Registration.objects.get(dry_run=True).pk)
    report = client.get(f"{URL}/{started['registration']['id']}?change=changed").json()
    assert report["rows"][0]["changes"] == [{"field": "source", "before": "old", "after": "new"}]
    assert Video.objects.get().source == "old"
