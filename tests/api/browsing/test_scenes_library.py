from __future__ import annotations

import pytest

from datasets.motion.poster import poster_svg
from datasets.scenes.models import Scene, SceneAnchor
from tests.factories.episodes import avatar_motion
from tests.factories.kept_episodes import make_scene
from tests.factories.motion import make_motion

URL = "/api/v1/projects/lab/scenes"


@pytest.fixture
def two(project):
    room, hall = make_scene(project, "room"), make_scene(project, "hall")
    Scene.objects.filter(pk=room.pk).update(categories=["chair", "table"], navigation={"area_m2": 12.5})
    Scene.objects.filter(pk=hall.pk).update(categories=["chair"], navigation={"area_m2": 61.0}, licence="CC BY 4.0")
    seat = {
        "kind": "seat",
        "x_m": 0,
        "y_m": 0.4,
        "z_m": 0,
        "yaw": 0,
        "width_m": 0.5,
        "length_m": 0.5,
        "source": "rule",
    }
    for _ in range(2):
        SceneAnchor.objects.create(scene=room, **seat)
    return room, hall


def test_scenes_are_chosen_by_what_is_in_them(client_for, reviewer_a, two):
    client = client_for(reviewer_a)
    body = client.get(f"{URL}/facets").json()
    told = {f["id"]: {o["label"]: o["n"] for o in f["options"] if o["n"]} for f in body["facets"]}
    assert told["size"] == {"small": 1, "large": 1}
    assert told["objects"] == {"chair": 2, "table": 1}
    assert told["anchors"] == {"seat": 1}
    assert told["licence"] == {"CC0 1.0": 1, "CC BY 4.0": 1}
    names = [row["name"] for row in client.get(f"{URL}?objects=chair&sort=-area").json()["results"]]
    assert names == ["hall", "room"]
    [row] = client.get(f"{URL}?anchors=seat").json()["results"]
    assert (row["name"], row["anchors"], row["area_m2"], row["categories"]) == (
        "room", {"seat": 2}, 12.5, ["chair", "table"],
    )  # fmt: skip
    assert client.get(f"{URL}/facets?objects=table").json()["total"] == 1
    lines = b"".join(client.get(f"{URL}.jsonl?sort=name").streaming_content).decode().splitlines()
    assert len(lines) == 2
    assert '"anchors":["seat"]' in lines[1]


def test_bw13_a_motions_picture_is_the_same_bytes_and_tells_nothing(client_for, project, maintainer):
    assert poster_svg(avatar_motion()) == poster_svg(avatar_motion())
    motion = make_motion(maintainer, project, name="angry_1.bvh", source_label="angry")
    client = client_for(maintainer)
    [row] = client.get("/api/v1/projects/lab/motions").json()["results"]
    picture = client.get(row["poster_url"])
    drawn = picture.content.decode()
    assert drawn.count("<circle") == 3
    assert "angry" not in drawn + row["poster_url"]
    assert str(motion.pk) in row["poster_url"]
