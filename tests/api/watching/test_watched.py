from __future__ import annotations

import uuid

import pytest

from tests.factories.items import a_film
from tests.factories.watching import a_session, watched


@pytest.fixture
def film(project, maintainer):
    return a_film(maintainer, project, seconds=100)


def url(film, rest: str = "watched") -> str:
    return f"/api/v1/projects/lab/videos/{film.pk}/{rest}"


def test_a_page_tells_what_was_played_and_reads_it_again(client_for, annotator, film):
    client = client_for(annotator)
    session = str(a_session(annotator, film))
    beats = [{"number": 1, "played": [{"first": 0, "end": 40, "speed": 1.5}, {"first": 60, "end": 80, "speed": 4}]}]
    sent = client.post(url(film), {"session": session, "beats": beats}, format="json")
    assert sent.status_code == 200
    assert sent.json() == {
        "intervals": [[0, 40]],
        "gaps": [[40, 100]],
        "share": 0.4,
        "is_enough": False,
        "too_fast_s": 20.0,
        "no_time_s": 0.0,
    }
    seen = client.get(url(film)).json()
    assert (seen["intervals"], seen["needed"], seen["max_speed"], seen["marks"]) == ([[0, 40]], 0.99, 2.0, [])


def test_nobody_is_shown_what_somebody_else_watched(client_for, annotator, maintainer, film):
    watched(annotator, film)
    client_for(annotator).put(url(film, f"marks/{uuid.uuid4()}"), {"first": 3, "end": 9}, format="json")
    seen = client_for(maintainer).get(url(film)).json()
    assert (seen["intervals"], seen["marks"]) == ([], [])


def test_marks_over_http(client_for, annotator, film):
    client, key = client_for(annotator), str(uuid.uuid4())
    assert client.put(url(film, f"marks/{key}"), {"first": 3, "end": None}, format="json").json()["end"] is None
    assert client.put(url(film, f"marks/{key}"), {"first": 3, "end": 9}, format="json").status_code == 200
    assert client.get(url(film)).json()["marks"] == [{"id": key, "first": 3, "end": 9, "note": ""}]
    assert client.delete(url(film, f"marks/{key}")).status_code == 204
    assert client.get(url(film)).json()["marks"] == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"session": "x", "beats": []},
        {"session": str(uuid.UUID(int=1)), "beats": [{"number": 0, "played": []}]},
        {"session": str(uuid.UUID(int=1)), "beats": [{"number": 1, "played": [{"first": 5, "end": 5, "speed": 1}]}]},
        {"session": str(uuid.UUID(int=1)), "beats": [{"number": 1, "played": [{"first": 0, "end": 5, "speed": 0}]}]},
        {"session": str(uuid.UUID(int=1)), "beats": [{"number": 1, "played": [{"first": -1, "end": 5, "speed": 1}]}]},
        {"session": str(uuid.UUID(int=1)), "beats": [{"number": 2**40, "played": []}]},
    ],
)
def test_what_no_browser_could_have_played_is_refused(client_for, annotator, film, body):
    assert client_for(annotator).post(url(film), body, format="json").status_code == 400
    assert client_for(annotator).get(url(film)).json()["share"] == 0
