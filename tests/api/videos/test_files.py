"""Files of a video through the real views: ranges as RFC 9110 has them, and for whom."""

from __future__ import annotations

import pytest

from affectory.core import storage
from datasets.videos.frames import FrameTable

URL = "/api/v1/projects/lab/videos"


@pytest.fixture
def proxy(ready) -> str:
    """The bytes are b"proxy" a hundred times."""
    return f"{URL}/{ready.pk}/proxy.mp4"


def body_of(answer) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.mark.parametrize(
    ("asked", "status", "got", "span"),
    [
        ("bytes=0-4", 206, b"proxy", "bytes 0-4/500"),
        ("bytes=498-", 206, b"xy", "bytes 498-499/500"),
        ("bytes=-3", 206, b"oxy", "bytes 497-499/500"),
        ("bytes=495-9999", 206, b"proxy", "bytes 495-499/500"),
        ("bytes=500-", 416, b"", "bytes */500"),
        ("bytes=-0", 416, b"", "bytes */500"),
        ("bytes=4-2", 200, b"proxy" * 100, None),
        ("frames=0-4", 200, b"proxy" * 100, None),
        ("bytes=0-1,4-5", 200, b"proxy" * 100, None),
    ],
)
def test_a_part_of_a_video_is_sent(client, proxy, asked, status, got, span):
    answer = client.get(proxy, HTTP_RANGE=asked)
    assert (answer.status_code, body_of(answer), answer.get("Content-Range")) == (status, got, span)
    assert answer["Accept-Ranges"] == "bytes"


def test_a_part_is_sent_only_of_the_version_that_is_known(client, proxy, ready):
    tag = f'"{ready.proxy_sha256}"'
    assert client.get(proxy, HTTP_RANGE="bytes=0-1", HTTP_IF_RANGE=tag).status_code == 206
    for other in ('"another"', "Sun, 29 Nov 2026 00:00:00 GMT"):
        whole = client.get(proxy, HTTP_RANGE="bytes=0-1", HTTP_IF_RANGE=other)
        assert (whole.status_code, len(body_of(whole))) == (200, 500)
    assert client.get(proxy, HTTP_IF_NONE_MATCH=tag).status_code == 304
    head = client.head(proxy, HTTP_RANGE="bytes=0-1")
    assert (head.status_code, head.content, head["Content-Length"]) == (206, b"", "2")


def test_an_address_with_the_digest_may_be_kept_and_one_without_is_asked_again(client, proxy, ready):
    """VI56: preparing a video again gives other addresses, so nothing stale is shown."""
    assert client.get(proxy)["Cache-Control"] == "private, no-cache"
    assert client.get(f"{proxy}?v={'0' * 16}")["Cache-Control"] == "private, no-cache"
    link = client.get(f"{URL}/{ready.pk}").json()["proxy"]["url"]
    assert client.get(link)["Cache-Control"] == "private, max-age=31536000, immutable"


def test_each_file_is_what_it_says(client, ready):
    body = client.get(f"{URL}/{ready.pk}").json()
    kinds = {
        body["proxy"]["url"]: ("video/mp4", storage.read_bytes(ready.proxy_sha256)),
        body["poster_url"]: ("image/jpeg", b"jpg of film.mp4"),
        body["sprite"]["sheets"][1]: ("image/jpeg", b"sheet1 of film.mp4"),
        body["peaks_url"]: ("application/octet-stream", b"peaks of film.mp4"),
    }
    for link, (kind, data) in kinds.items():
        answer = client.get(link)
        assert (answer.status_code, answer["Content-Type"], body_of(answer)) == (200, kind, data)
        assert answer["X-Content-Type-Options"] == "nosniff"
    table = FrameTable.from_bytes(body_of(client.get(body["frames_url"])))
    assert (len(table), table.proxy_frames) == (250, 250)
    assert client.get(f"{URL}/{ready.pk}/sprites/2.jpg").status_code == 404


def test_the_original_is_for_maintainers_and_never_played(client, client_for, ready, annotator, reviewer_a):
    """VI40"""
    link = client.get(f"{URL}/{ready.pk}").json()["original_url"]
    answer = client.get(link, HTTP_RANGE="bytes=4-7")
    assert (answer.status_code, body_of(answer)) == (206, b"ftyp")
    assert answer["Content-Disposition"] == "attachment; filename*=UTF-8''film.mp4"
    assert answer["Content-Type"] == "application/octet-stream"
    for person in (annotator, reviewer_a):
        other = client_for(person)
        assert other.get(link).status_code == 403
        assert other.get(f"{URL}/{ready.pk}").json()["original_url"] is None
        assert other.get(f"{URL}/{ready.pk}/proxy.mp4", HTTP_RANGE="bytes=0-1").status_code == 206


def test_researchers_and_strangers_get_nothing(client_for, ready, researcher, outsider):
    """VI40"""
    for person, status in ((researcher, 403), (outsider, 404), (None, 401)):
        assert client_for(person).get(f"{URL}/{ready.pk}/proxy.mp4").status_code == status


def test_a_video_of_another_project_is_not_there(client, client_for, ready, maintainer):
    from affectory.accounts.models import Project, Role
    from affectory.accounts.services import create_project, grant_role

    other = create_project(actor=None, slug="other", name="Other", kind=Project.Kind.LONGEMO)
    grant_role(actor=None, project=other, user=maintainer, role=Role.MAINTAINER)
    for file in ("", "/proxy.mp4", "/original", "/clips"):
        assert client.get(f"/api/v1/projects/other/videos/{ready.pk}{file}").status_code == 404
