from __future__ import annotations

import json
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from affectory.accounts.services import issue_token
from affectory.core.models import Job
from datasets.videos import services
from datasets.videos.models import PreparedClip, Video
from tests.factories.videos import a_ready_video, a_table, a_video

URL = "/api/v1/projects/lab/videos"


def test_a_row_says_what_a_list_shows(client, ready, maintainer, project):
    a_video(maintainer, project, name="raw.mkv", seed=2, domain="drama")
    row, older = client.get(URL).json()["results"]
    assert (row["name"], row["state"], row["duration_s"], row["poster_url"]) == ("raw.mkv", "registered", None, None)
    assert (row["rate"], row["subtitle_tracks"], row["clips"], row["domain"]) == ("", 0, 0, "drama")
    assert (older["rate"], older["duration_s"], older["width"], older["has_audio"]) == ("25/1", 10, 640, True)
    assert older["poster_url"].startswith(f"{URL}/{ready.pk}/poster.jpg?v=")


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("state=ready", ["film.mp4"]),
        ("domain=drama", ["raw.mkv"]),
        ("search=RAW", ["raw.mkv"]),
        ("search=s01e", ["raw.mkv"]),
        ("subtitles=yes", ["film.mp4"]),
        ("subtitles=no", ["raw.mkv"]),
        ("state=nothing", []),
        ("limit=1", ["raw.mkv"]),
    ],
)
def test_a_list_is_searched(client, ready, maintainer, project, query, names):
    a_video(maintainer, project, name="raw.mkv", seed=2, domain="drama", source="S01E02")
    vtt = b"WEBVTT\n\n00:01.000 --> 00:02.500\nHello.\n"
    services.add_subtitles(actor=maintainer, project=project, video=ready, name="a.vtt", data=vtt, language="en")
    assert [row["name"] for row in client.get(f"{URL}?{query}").json()["results"]] == names


def test_a_page_of_videos_takes_as_many_queries_as_one_video(client, project, maintainer, tmp_path):
    a_ready_video(maintainer, project, tmp_path)
    counts = []
    for wanted in (1, 100):
        have = Video.objects.count()
        columns = {"project": project, "created_by": maintainer, "size_bytes": 1}
        Video.objects.bulk_create(
            Video(name=f"{n}.mp4", file_sha256=f"{n:064x}", **columns) for n in range(have, wanted)
        )
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert len(client.get(URL).json()["results"]) == wanted
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_video_in_full(client, ready, maintainer):
    body = client.get(f"{URL}/{ready.pk}").json()
    links = f"{URL}/{ready.pk}"
    assert (body["frame_count"], body["cuts"], body["external_id"]) == (250, [75, 130], "")
    assert body["probe"]["subtitles"][0] == {
        "index": 2,
        "codec": "mov_text",
        "language": "eng",
        "title": "",
        "is_text": True,
    }
    assert {name: body["proxy"][name] for name in ("rate", "frames", "bytes")} == {
        "rate": "25/1",
        "frames": 250,
        "bytes": 500,
    }
    assert body["proxy"]["url"].startswith(f"{links}/proxy.mp4?v=")
    assert [sheet.split("?")[0] for sheet in body["sprite"]["sheets"]] == [
        f"{links}/sprites/0.jpg",
        f"{links}/sprites/1.jpg",
    ]
    assert (body["sprite"]["columns"], body["sprite"]["times"]) == (10, [0, 0.48, 1])
    assert body["rights"] == {
        "licence": "CC BY 4.0",
        "may_redistribute": "annotations",
        "may_send_to_external_model": False,
    }
    assert (body["provenance"]["registered_by"], body["provenance"]["sha256"]) == ("Mara", ready.file_sha256)
    assert (body["job"]["id"], body["job"]["task"]) == (str(ready.job_id), "videos.prepare")
    assert (body["subtitles"], body["clips"], body["steps_done"][0]) == ([], [], "probe")


def test_a_video_that_is_not_prepared_has_none_of_it(client, project, maintainer):
    video = a_video(maintainer, project)
    body = client.get(f"{URL}/{video.pk}").json()
    empty = [body[name] for name in ("probe", "proxy", "frames_url", "peaks_url", "sprite", "cuts", "frame_count")]
    assert empty == [None] * 7
    for file in ("proxy.mp4", "frames.bin", "peaks.bin", "poster.jpg", "sprites/0.jpg"):
        assert client.get(f"{URL}/{video.pk}/{file}").status_code == 404
    assert client.get(f"{URL}/{video.pk}/original").status_code == 200


def test_a_maintainer_changes_what_is_said_about_a_video(client, ready):
    """VI49"""
    url = f"{URL}/{ready.pk}"
    changed = client.patch(url, {"domain": "drama", "content_warnings": ["Sex"], "licence": "x"}, format="json")
    assert changed.status_code == 200
    body = changed.json()
    assert (body["domain"], body["content_warnings"], body["rights"]["licence"]) == ("drama", ["sex"], "x")
    for bad in ({"may_redistribute": "all"}, {"content_warnings": "x"}, {"domain": "x" * 201}, [], {"domain": None}):
        assert client.patch(url, bad, format="json").status_code == 400, bad
    assert client.get(url).json()["domain"] == "drama"


def test_a_video_is_prepared_again(client, ready):
    url = f"{URL}/{ready.pk}/prepare"
    Job.objects.filter(pk=ready.job_id).update(state=Job.State.DONE)
    started = client.post(url)
    assert started.status_code == 202
    assert started.json()["job"] != str(ready.job_id)
    assert client.post(url).status_code == 409


def test_a_clip_is_asked_for_and_watched(client, client_for, ready, annotator, reviewer_a, tmp_path):
    """VI53"""
    url = f"{URL}/{ready.pk}/clips"
    wanted = {"segments": [{"start": 1, "end": 1.2}], "title": "Kitchen"}
    first = client_for(annotator).post(url, wanted, format="json")
    assert first.status_code == 201
    assert first.json() | {"id": "", "created_at": ""} == {
        "id": "",
        "video": str(ready.pk),
        "title": "Kitchen",
        "segments": [{"start": 1, "end": 1.2}],
        "source_frames": [[25, 29]],
        "state": "queued",
        "frame_count": 5,
        "duration_s": 0.2,
        "video_url": None,
        "frames_url": None,
        "poster_url": None,
        "error": "",
        "created_at": "",
    }
    again = client.post(url, wanted, format="json")
    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    clip = PreparedClip.objects.get()
    one = f"/api/v1/projects/lab/prepared-clips/{clip.pk}"
    assert client.get(f"{one}/video.mp4").status_code == 404
    work = services.start_clip(clip_id=clip.pk)
    (tmp_path / "c.mp4").write_bytes(b"0123456789")
    table = a_table(5)
    services.finish_clip(
        clip_id=clip.pk,
        lease=work.lease,
        video=tmp_path / "c.mp4",
        poster=tmp_path / "c.mp4",
        table=table,
        settings_id="h264-1",
    )
    reader = client_for(reviewer_a)
    body = reader.get(one).json()
    assert body["state"] == "ready"
    answer = reader.get(body["video_url"], HTTP_RANGE="bytes=2-4")
    assert (answer.status_code, answer.content) == (206, b"234")
    assert reader.get(body["frames_url"]).content == table.to_bytes()
    assert reader.get(body["poster_url"])["Content-Type"] == "image/jpeg"
    assert reader.post(url, wanted, format="json").status_code == 403
    listed = reader.get(url).json()["results"]
    assert listed == [body] == reader.get(f"{URL}/{ready.pk}").json()["clips"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "segments"),
        ({"segments": [{"start": 2, "end": 1}]}, "segments[0]"),
        ({"segments": [{"start": 0, "end": 99}]}, "segments[0]"),
        ({"segments": [{"start": "0", "end": 1}]}, "segments[0].start"),
        ({"segments": {}}, "segments"),
        ({"segments": None, "title": "x" * 201}, "title"),
    ],
)
def test_a_clip_that_cannot_be_cut_is_refused_with_its_place(client, ready, body, field):
    """VI50, VI52"""
    answer = client.post(f"{URL}/{ready.pk}/clips", body, format="json")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert PreparedClip.objects.count() == 0


def test_times_come_back_as_the_shortest_decimals(client, project, maintainer, tmp_path):
    """VI1: 0.1 and 12.5 stay what they are, in the JSON's own text."""
    video = a_ready_video(maintainer, project, tmp_path, table=a_table(500, Fraction(30)))
    sent = '{"segments": [{"start": 0.10, "end": 12.500}, {"start": 3.0, "end": 4.033333333}]}'
    answer = client.post(f"{URL}/{video.pk}/clips", sent, content_type="application/json")
    assert answer.status_code == 201, answer.content
    text = json.dumps(answer.json()["segments"])
    assert text == '[{"start": 0.1, "end": 12.5}, {"start": 3, "end": 4.033333333}]'
    assert '"segments":[{"start":0.1,"end":12.5},{"start":3' in answer.content.decode()


def test_a_token_reads_within_its_scope(client_for, ready, annotator):
    _, secret = issue_token(user=annotator, name="reader", scopes=["read"])
    client = client_for(None)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert client.get(f"{URL}/{ready.pk}/proxy.mp4").status_code == 200
    assert client.post(f"{URL}/{ready.pk}/clips", {"segments": None}, format="json").status_code == 403
    _, secret = issue_token(user=annotator, name="releases", scopes=["release:read"])
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert client.get(f"{URL}/{ready.pk}/proxy.mp4").status_code == 403
