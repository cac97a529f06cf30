"""Ranges and conditions of RFC 9110, section 13 and 14."""

import pytest
from django.test import RequestFactory

from affectory.api import files
from affectory.api.files import blob_response
from affectory.core import storage

pytestmark = pytest.mark.django_db  # closing a response looks after the database connection
DATA = bytes(range(256)) * 2000  # 512,000 bytes: larger than what is sent in one piece


@pytest.fixture
def digest(storage_root):
    return storage.put_bytes(DATA)


def get(digest, method="get", **headers):
    request = getattr(RequestFactory(), method)("/", headers={k.replace("_", "-"): v for k, v in headers.items()})
    response = blob_response(request, digest, content_type="video/mp4", filename="clip é.mp4")
    body = b"".join(response.streaming_content) if response.streaming else response.content
    response.close()
    return response, body


@pytest.mark.parametrize(
    ("header", "status", "start", "end"),
    [
        (None, 200, 0, 512_000),
        ("bytes=0-0", 206, 0, 1),
        ("bytes=100-199", 206, 100, 200),
        ("bytes=511000-", 206, 511_000, 512_000),
        ("bytes=-10", 206, 511_990, 512_000),
        ("bytes=-999999", 206, 0, 512_000),
        ("bytes=100-999999999", 206, 100, 512_000),
        ("bytes=9-3", 200, 0, 512_000),
        ("bytes=a-b", 200, 0, 512_000),
        ("bytes=0-1,5-6", 200, 0, 512_000),
        ("items=0-1", 200, 0, 512_000),
    ],
)
def test_one_range_is_honoured_and_nonsense_gets_the_whole(digest, header, status, start, end):
    response, body = get(digest, **({"Range": header} if header else {}))
    assert (response.status_code, body) == (status, DATA[start:end])
    assert response["Content-Length"] == str(end - start)
    if status == 206:
        assert response["Content-Range"] == f"bytes {start}-{end - 1}/512000"


@pytest.mark.parametrize("header", ["bytes=512000-", "bytes=600000-700000", "bytes=-0"])
def test_a_range_past_the_end_is_416_with_the_size(digest, header):
    response, body = get(digest, Range=header)
    assert (response.status_code, response["Content-Range"], body) == (416, "bytes */512000", b"")


def test_if_range_with_another_tag_sends_the_whole(digest):
    assert get(digest, Range="bytes=0-3", If_Range='"other"')[0].status_code == 200
    assert get(digest, Range="bytes=0-3", If_Range=f'"{digest}"')[0].status_code == 206


def test_what_the_client_has_already_is_not_sent(digest):
    response, body = get(digest, If_None_Match=f'W/"{digest}"')
    assert (response.status_code, body, response["ETag"]) == (304, b"", f'"{digest}"')


def test_head_tells_the_size_and_sends_nothing(digest):
    response, body = get(digest, method="head")
    assert (response.status_code, body, response["Content-Length"]) == (200, b"", "512000")


def test_names_survive_and_nothing_is_cached_publicly(digest):
    response, _ = get(digest)
    assert response["Content-Disposition"] == "attachment; filename*=UTF-8''clip%20%C3%A9.mp4"
    assert "private" in response["Cache-Control"]


def test_a_player_gets_a_long_range_in_parts_and_everybody_else_at_once(digest, monkeypatch):
    """A player reads no further than it plays; the rest must not wait in a thread of the server."""
    monkeypatch.setattr(files, "PLAYED_SPAN", 1000)
    for header, end in (("bytes=500-", 1500), ("bytes=500-9999", 1500), ("bytes=500-501", 502)):
        response, body = get(digest, Range=header, Sec_Fetch_Dest="video")
        assert (response.status_code, body) == (206, DATA[500:end])
        assert response["Content-Range"] == f"bytes 500-{end - 1}/512000"
    assert len(get(digest, Range="bytes=500-", Sec_Fetch_Dest="empty")[1]) == 511_500
    assert len(get(digest, Range="bytes=500-")[1]) == 511_500
