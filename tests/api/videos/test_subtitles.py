from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from datasets.videos.models import SubtitleTrack

VTT = b"WEBVTT\n\n00:01.000 --> 00:02.500\nHello.\n\n00:03.000 --> 00:04.250\n<v Ann>Oh.\n"


@pytest.fixture
def url(ready) -> str:
    return f"/api/v1/projects/lab/videos/{ready.pk}/subtitles"


def send(client, url: str, name: str, data: bytes, **form):
    return client.post(url, {"file": SimpleUploadedFile(name, data), "language": "en", **form}, format="multipart")


def test_subtitles_are_looked_at_kept_read_and_hidden(client, client_for, url, ready, reviewer_a):
    """VI45"""
    looked = send(client, url, "film.en.vtt", VTT, dry_run="true")
    assert looked.status_code == 200
    assert (looked.json()["track"], looked.json()["cue_count"]) == (None, 2)
    assert looked.json()["cues_preview"][0] == {"id": "U1", "start": 1, "end": 2.5, "speaker": "", "text": "Hello."}
    assert SubtitleTrack.objects.count() == 0
    kept = send(client, url, "film.en.vtt", VTT)
    assert kept.status_code == 201
    row = kept.json()["track"]
    assert (row["language"], row["origin"], row["cues"], row["notes"]) == ("en", "file", 2, 0)
    assert send(client, url, "film.en.vtt", VTT).status_code == 200
    reader = client_for(reviewer_a)
    track = reader.get(f"{url}/{row['id']}").json()
    assert [cue["id"] for cue in track["cues"]] == ["U1", "U2"]
    assert track["cues"][1] == {"id": "U2", "start": 3, "end": 4.25, "speaker": "Ann", "text": "Oh."}
    original = reader.get(track["original_url"])
    assert (original.content, original["Content-Disposition"]) == (VTT, "attachment; filename*=UTF-8''film.en.vtt")
    assert reader.delete(f"{url}/{row['id']}").status_code == 403
    assert client.delete(f"{url}/{row['id']}").status_code == 204
    assert client.delete(f"{url}/{row['id']}").status_code == 404
    # Items may quote it: it can still be read, and says that it is gone.
    assert reader.get(f"{url}/{row['id']}").json()["deleted_at"] is not None
    assert client.get(f"/api/v1/projects/lab/videos/{ready.pk}").json()["subtitles"] == []


def test_a_replaced_track_names_its_successor(client, url, ready):
    first = send(client, url, "a.vtt", VTT).json()["track"]
    second = send(client, url, "b.vtt", VTT.replace(b"Oh", b"Ah")).json()
    assert second["replaces"] == first["id"]
    assert client.get(f"{url}/{first['id']}").json()["replaced_by"] == second["track"]["id"]
    listed = client.get(f"/api/v1/projects/lab/videos/{ready.pk}").json()["subtitles"]
    assert [row["id"] for row in listed] == [second["track"]["id"]]


def test_every_repair_is_told_with_its_line(client, url):
    body = send(client, url, "a.srt", b"1\n00:00:01,8 --> 00:00:00,5\nHi\n").json()
    assert [(note["line"], note["kind"]) for note in body["notes"]]
    assert all(note["message"] for note in body["notes"])
    assert body["track"]["notes"] == len(body["notes"])


@pytest.mark.parametrize(
    ("name", "data", "form", "field"),
    [
        ("a.srt", b"", {}, "file"),
        ("a.srt", b"nothing", {}, "file"),
        ("a.mp4", b"\x00" * 5000, {}, "file"),
        ("a.vtt", VTT, {"language": "not a tag"}, "language"),
        ("a.vtt", VTT, {"encoding": "klingon"}, "encoding"),
        ("a.vtt", VTT, {"dry_run": "perhaps"}, "dry_run"),
        ("a.vtt", VTT, {"label": "x" * 201}, "label"),
    ],
)
def test_a_form_without_a_meaning_is_refused_with_its_field(client, url, name, data, form, field):
    answer = send(client, url, name, data, **form)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert SubtitleTrack.objects.count() == 0


def test_a_stream_of_the_file_is_asked_for(client, url):
    started = client.post(f"{url}/embedded", {"stream": 2}, format="json")
    assert started.status_code == 202
    assert started.json()["job"]
    for bad in ({}, {"stream": 3}, {"stream": 9}, {"stream": -1}, {"stream": 2, "language": "??"}):
        assert client.post(f"{url}/embedded", bad, format="json").status_code == 400, bad


REFUSED = {
    "webvttpy_empty.vtt",
    "webvttpy_invalid_format1.srt",
    "webvttpy_invalid_format3.srt",
}


def test_every_real_subtitle_file_has_an_outcome(client, url, shared_data):
    """Nothing ends in an error of ours, what is kept has cues or says why not, and what is refused says why."""
    refused = set()
    for path in sorted((shared_data / "subs").iterdir()):
        if path.name == "INDEX.tsv":
            continue
        answer = send(client, url, path.name, path.read_bytes(), label=path.name[:100])
        body = answer.json()
        if answer.status_code == 400:
            refused.add(path.name)
            assert path.name in body["detail"]
            continue
        assert answer.status_code == 201, (path.name, body)
        assert body["track"]["cues"] or body["notes"], path.name
        assert [cue["id"] for cue in body["cues_preview"]] == [f"U{n + 1}" for n in range(len(body["cues_preview"]))]
    assert refused == REFUSED


@pytest.fixture
def read(client, url, shared_data):
    """A file of a known case, sent and read again over the API."""

    def through(case: str, name: str) -> dict:
        data = (shared_data / "cases" / case / name).read_bytes()
        answer = send(client, url, name, data, label=name)
        assert answer.status_code == 201, answer.content
        return client.get(f"{url}/{answer.json()['track']['id']}").json()

    return through


def times_ms(track: dict) -> list[list[int]]:
    return [[round(cue["start"] * 1000), round(cue["end"] * 1000)] for cue in track["cues"]]


def expected_of(shared_data, case: str) -> dict:
    return json.loads((shared_data / "cases" / case / "expected.json").read_text())


def test_short_numbers_are_decimals(read, shared_data):
    """Case 12"""
    case = "12-srt-short-number-fields"
    track = read(case, "input.srt")
    assert times_ms(track) == expected_of(shared_data, case)["times_ms"]
    assert [note["line"] for note in track["notes"] if note["code"] == "odd_fraction"] == [2, 6, 10]


def test_numbers_and_blank_lines_are_text(read, shared_data):
    """Case 15"""
    case = "15-srt-blank-lines-and-numbers-in-text"
    track = read(case, "input.srt")
    assert [cue["text"] for cue in track["cues"]] == expected_of(shared_data, case)["texts"]
    assert [note["line"] for note in track["notes"] if note["code"] == "empty"] == [14]


def test_encodings_are_known_or_a_guess_that_is_shown(read, shared_data):
    """Case 16"""
    case = "16-subtitle-encodings"
    expected = expected_of(shared_data, case)
    plain = read(case, "utf8.srt")
    assert (plain["cues"][0]["text"], times_ms(plain)) == (
        expected["utf8.srt"]["text_1"],
        expected["utf8.srt"]["times_ms"],
    )
    for name in expected["same_cues_as_utf8.srt"]:
        assert read(case, name)["cues"] == plain["cues"], name
    guessed = read(case, "cp1252.srt")
    assert guessed["cues"][0]["text"] == expected["cp1252.srt"]["text_1"]
    assert (guessed["encoding"], guessed["encoding_guessed"]) == ("cp1252", True)
    broken = read(case, "broken_utf8.srt")
    assert "\ufffd" in broken["cues"][0]["text"]
    assert [note["message"][:7] for note in broken["notes"] if note["line"]] == ["byte 43"]


def test_commas_stay_and_drawings_go(read, shared_data):
    """Case 20"""
    case = "20-ass-commas-tags-drawings"
    track = read(case, "input.ass")
    spoken = expected_of(shared_data, case)["spoken"]
    assert times_ms(track) == [[cue["start_ms"], cue["end_ms"]] for cue in spoken]
    assert [(c["speaker"], c["text"]) for c in track["cues"]] == [(c["name"], c["text"]) for c in spoken]
    assert [note["code"] for note in track["notes"]] == ["not_speech", "odd_time_mark", "drawing"]
