"""BW3, BW12, BW13: the list of episodes, what maintainers are told, and reviewers are not."""

from __future__ import annotations

import csv
import io

import pytest
from django.utils import timezone

from datasets.episodes.models import Episode
from datasets.observation.specs import current_parameters
from tests.factories.kept_episodes import (
    make_collection,
    make_dyad,
    make_episode,
    make_motion,
    make_pair,
    make_render,
    make_scene,
)

URL = "/api/v1/projects/lab/episodes"
TELLING = {"state", "label", "refused", "composition", "collection"}


@pytest.fixture
def rows(project):
    """In review: a happy one (far visible), a sad one (rear view) and a pair of which B, sad, is asked about; a sad
    one (far visible) is refused by a check."""
    walls = {"bounds": [[-3, 0, -3], [3, 2.6, 3]], "walls": [[-3, -3, 6, 0.1]]}
    table = {"name": "table", "category": "table", "bounds": [[0, 0, 0], [1, 0.8, 1]]}
    room, hall = (make_scene(project, name, **walls, instances=[table]) for name in ("room", "hall"))
    studio, field = make_collection(project, "studio"), make_collection(project, "field")
    opened = {"state": "in_review"}
    made = {
        "happy": make_episode(make_motion(studio, 1, performer=None, label="happy"), room, 0, **opened),
        "sad": make_episode(make_motion(field, 2, performer=None, label="sad"), hall, 1, **opened),
        "refused": make_episode(make_motion(field, 3, performer=None, label="sad"), hall, 2, state="composed"),
        "pair": make_dyad(make_pair(studio, 10), room, 3, target="B", **opened),
    }
    Episode.objects.filter(pk=made["refused"].pk).update(
        # CO1: a row as the engine's check leaves it
        state="refused",
        refusal="It is hidden.",
        checks=[{"id": "bearing", "outcome": "pass"}, {"id": "visible", "outcome": "fail"}],
        checked_at=timezone.now(),
    )
    return made


def facets(client, query: str = "") -> dict[str, dict[str, int]]:
    body = client.get(f"{URL}/facets?{query}").json()
    told = {f["id"]: {o["label"]: o["n"] for o in f["options"] if o["n"]} for f in body["facets"]}
    return told | {"total": body["total"]}


def found(client, rows, query: str) -> list[str]:
    names = {str(episode.pk): name for name, episode in rows.items()}
    return sorted(names[row["id"]] for row in client.get(f"{URL}?{query}").json()["results"])


def test_bw12_what_is_counted_is_kept_by_the_database(rows):
    """The label asked for, the check that refused and the motion's collection."""
    kept = {name: Episode.objects.get(pk=episode.pk) for name, episode in rows.items()}
    assert {name: episode.facets.split("|") for name, episode in kept.items()} == {
        "happy": ["in_review", "observation_controlled", "far_visible", "", "", "happy", ""],
        "sad": ["in_review", "observation_controlled", "rear_view", "", "", "sad", ""],
        "refused": ["refused", "observation_controlled", "far_visible", "", "", "sad", "visible"],
        "pair": ["in_review", "dyadic", "", "", "B", "sad", ""],
    }
    assert {name: episode.collection.name for name, episode in kept.items()} == {
        "happy": "studio", "sad": "field", "refused": "field", "pair": "studio",
    }  # fmt: skip
    Episode.objects.filter(pk=rows["sad"].pk).update(collection=kept["happy"].collection)
    assert Episode.objects.get(pk=rows["sad"].pk).collection.name == "field"


def test_a_maintainer_chooses_by_everything(client_for, maintainer, rows):
    client = client_for(maintainer)
    told = facets(client)
    assert told["state"] == {"in_review": 3, "refused": 1}
    assert told["label"] == {"happy": 1, "sad": 3}
    assert told["target"] == {"B": 1, "none": 3}
    assert told["refused"] == {"visible": 1, "none": 3}
    assert told["collection"] == {"studio": 2, "field": 2}
    assert told["scene"] == {"room": 2, "hall": 2}
    told = facets(client, "label=sad&state=in_review")
    assert (told["total"], told["label"], told["state"]) == (
        2,
        {"happy": 1, "sad": 2},
        {"in_review": 2, "refused": 1},
    )
    assert found(client, rows, "label=sad&state=in_review") == ["pair", "sad"]
    assert found(client, rows, "search=take 1") == ["happy", "pair"]
    assert found(client, rows, f"search={str(rows['sad'].pk)[:9]}") == ["sad"]


def test_bw3_a_reviewer_is_told_nothing_of_labels(client_for, reviewer_a, rows):
    client = client_for(reviewer_a)
    told = facets(client)
    assert told["total"] == 3
    assert set(told) & TELLING == set()
    assert told["challenge"] == {"far_visible": 1, "rear_view": 1, "none": 1}
    everything = ["happy", "pair", "sad"]
    for query in ("label=sad", "state=refused", "collection=x", "refused=visible", "sort=label", "sort=-motion"):
        assert found(client, rows, query) == everything, query
        assert facets(client, query)["total"] == 3
    assert found(client, rows, "search=take") == []
    assert found(client, rows, f"search={str(rows['sad'].pk)[:8]}") == ["sad"]
    answer = client.get(f"{URL}.csv?label=sad")
    table = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert len(table) == 3
    assert {"label", "asked_label", "second_label", "motion", "motion_name", "collection"} & set(table[0]) == set()


def test_bw13_a_picture_before_there_is_a_clip_and_the_clip_then(client_for, maintainer, reviewer_a, rows):
    client = client_for(reviewer_a)
    row = next(r for r in client.get(URL).json()["results"] if r["id"] == str(rows["pair"].pk))
    assert row["video_url"] is None
    picture = client.get(row["poster_url"])
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/svg+xml")
    assert picture["Cache-Control"] == "private, max-age=31536000, immutable"
    drawn = picture.content.decode()
    assert drawn.count("<circle") == 3  # two people and the robot
    assert not any(word in drawn for word in ("sad", "angry", "take", "room"))
    assert client.get(row["poster_url"], headers={"If-None-Match": picture["ETag"]}).status_code == 304
    parameters = current_parameters()
    clip = make_render(rows["pair"], "P-Init", parameters=parameters.as_json(), parameters_sha256=parameters.digest())
    row = next(r for r in client.get(URL).json()["results"] if r["id"] == str(rows["pair"].pk))
    assert row["poster_url"] == f"/api/v1/projects/lab/clips/{clip.pk}/poster"
    assert row["video_url"] == f"/api/v1/projects/lab/clips/{clip.pk}/video"
    assert client_for(maintainer).get(f"{URL}/{rows['refused'].pk}/map.svg").status_code == 200


def test_clips_are_asked_for_and_episodes_put_out_in_bulk(client_for, maintainer, rows):
    client = client_for(maintainer)
    asked = client.post(f"{URL}/bulk", {"action": "render", "everything": True}, format="json").json()
    assert (asked["done"], asked["refused"]) == (3, 1)
    assert asked["refusals"][0]["reason"] == "It has not passed its checks, so there is nothing to render."
    again = client.post(f"{URL}/bulk", {"action": "render", "everything": True}, format="json").json()
    assert (again["done"], again["refused"]) == (0, 4)
    body = {"action": "review", "arguments": {"name": "Friday"}, "everything": True}
    out = client.post(f"{URL}/bulk", body, format="json").json()
    assert (out["done"], out["refused"], out["can_undo"]) == (3, 1, False)
    again = client.post(f"{URL}/bulk", body, format="json").json()
    assert {row["reason"] for row in again["refusals"]} == {"None of these is ready for review."}
