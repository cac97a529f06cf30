from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from affectory.core import storage
from datasets.scenes.apartment import apartment_glb
from datasets.scenes.models import Scene
from datasets.scenes.services import add_apartment
from tests.factories.episodes import compose_episodes
from tests.factories.kept_episodes import make_scene
from tests.factories.scene_files import room

pytestmark = pytest.mark.django_db
BASE = "/api/v1/projects/lab/scenes"


def upload(client, data: bytes, **values):
    file = SimpleUploadedFile("room.glb", data)
    return client.post(BASE, {"name": "Room", "licence": "CC0-1.0", "file": file} | values, format="multipart")


def test_a_scene_is_uploaded_listed_and_shown(project, maintainer, reviewer_a, client_for):
    """SC3, SC10."""
    made = upload(client_for(maintainer), apartment_glb())
    assert made.status_code == 201
    assert made.json()["rights"] == {
        "licence": "CC0-1.0",
        "may_redistribute": "annotations",
        "may_send_to_external_model": False,
    }
    client = client_for(reviewer_a)
    row = client.get(BASE).json()["results"][0]
    assert (row["name"], "instances" in row) == ("Room", False)
    shown = client.get(f"{BASE}/{row['id']}").json()
    assert shown["instances"][0] == {
        "id": 1,
        "name": "floor.01",
        "category": "floor",
        "bounds": [[-4.0, 0.0, -3.5], [4.0, 0.0, 3.5]],
    }
    stage = client.get(shown["stage_url"])
    content = b"".join(stage.streaming_content) if stage.streaming else stage.content
    assert (stage["Content-Type"], content) == ("model/gltf-binary", apartment_glb())


def test_the_map_leaves_the_doorway_open(project, maintainer, client_for):
    """SC11: the partition is two rectangles with 1 m between them."""
    scene = add_apartment(actor=maintainer, project=project)
    shown = client_for(maintainer).get(f"{BASE}/{scene.pk}/map").json()
    partition = sorted((z, z + d) for x, z, w, d in shown["walls"] if 1.2 <= x <= 1.4 and w >= 0.1 and d > 1)
    assert len(partition) == 2
    assert partition[1][0] - partition[0][1] == pytest.approx(1.0, abs=0.1)
    names = [o["name"] for o in shown["objects"]]
    assert "bed.01" in names
    assert {o["category"] for o in shown["objects"]} & {"floor", "ceiling", "wall", "partition", "rug"} == set()
    png = client_for(maintainer).get(shown["navigable_png_url"])
    assert (png["Content-Type"], png.content[:4]) == ("image/png", b"\x89PNG")


@pytest.mark.parametrize("stored", [b"", b"glb apartment", b"[]", b'{"format": "affectory-nav-1", "shape": [2]}\n'])
def test_a_scene_whose_ground_cannot_be_read_says_so(project, maintainer, client_for, stored):
    """CO10."""
    scene = make_scene(project, nav_sha256=storage.put_bytes(stored), navigation={"origin": [0, 0], "cell_m": 0.05})
    client = client_for(maintainer)
    for path in ("map", "navigable.png", "ground", "way?from=0,0&to=1,1"):
        answer = client.get(f"{BASE}/{scene.pk}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, "storage.unreadable"), path
        assert answer.json()["detail"].startswith("What is stored of the scene cannot be read")


@pytest.mark.parametrize("data", [b"", b"glTF", b"\0" * 100, b"{}", b"PK\x03\x04 not a zip"])
def test_what_is_no_scene_is_refused_with_a_sentence(project, maintainer, client_for, data):
    """SC3."""
    answer = upload(client_for(maintainer), data)
    assert answer.status_code == 400
    assert answer.json()["fields"]["file"]
    assert Scene.objects.count() == 0


@pytest.mark.parametrize(
    "values", [{"scale": "nan"}, {"scale": "0"}, {"scale": "-1"}, {"up_axis": "x"}, {"name": ""}]
)
def test_bad_values_are_refused_by_field(project, maintainer, client_for, values):
    answer = upload(client_for(maintainer), apartment_glb(), **values)
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == list(values)


def test_a_file_is_sent_looked_at_and_added(project, maintainer, client_for):
    """SC34, SC37."""
    client = client_for(maintainer)
    sent = client.post(f"{BASE}/uploads", {"file": SimpleUploadedFile("hall.glb", room(0.01))}, format="multipart")
    assert (sent.status_code, sent.json()["entries"]) == (
        201,
        [{"path": "hall.glb", "format": "glb", "name": "hall"}],
    )
    upload = sent.json()["id"]
    seen = client.post(f"{BASE}/preview", {"upload": upload}, format="json")
    assert (seen.status_code, seen.json()["scale"], seen.json()["problems"]) == (200, 0.01, [])
    told = client.post(f"{BASE}/preview", {"upload": upload, "scale": 1}, format="json").json()["problems"]
    assert told[0]["field"] == "scale"
    new = {"upload": upload, "name": "Hall", "licence": "CC0-1.0", "scale": 0.01, "up_axis": "y", "floor_m": 0.0}
    made = client.post(BASE, new, format="json")
    assert (made.status_code, made.json()["floor_m"], made.json()["scale"]) == (201, 0.0, 0.01)
    again = client.post(BASE, new | {"name": "Other"}, format="json")
    assert (again.status_code, again.json()["scene"]) == (409, made.json()["id"])
    assert "are the scene 'Hall' already" in again.json()["detail"]


def test_a_scene_is_changed_taken_out_and_brought_back(project, maintainer, client_for):
    """SC36, SC53: what was taken out is listed with what stands in the way of bringing it back."""
    client = client_for(maintainer)
    at = f"{BASE}/{add_apartment(actor=maintainer, project=project).pk}"
    rights = {"licence": "CC BY 4.0", "may_redistribute": "derived", "may_send_to_external_model": False}
    changed = client.patch(at, {"name": "Flat", "rights": rights}, format="json")
    assert (changed.status_code, changed.json()["name"], changed.json()["rights"]) == (200, "Flat", rights)
    assert client.post(f"{at}/take-out").json()["taken_out_at"] is not None
    assert client.get(BASE).json()["results"] == []
    assert client.get(at).status_code == 200
    namesake = upload(client, room(), name="Flat").json()["id"]
    in_the_way = "Another scene is named 'Flat' by now; rename one of the two first."
    told = [(row["name"], row["stands_in_the_way"]) for row in client.get(f"{BASE}/taken-out").json()]
    assert told == [("Flat", in_the_way)]
    refused = client.post(f"{at}/bring-back")
    assert (refused.status_code, refused.json()["detail"]) == (409, in_the_way)
    client.patch(f"{BASE}/{namesake}", {"name": "Hall"}, format="json")
    assert client.get(f"{BASE}/taken-out").json()[0]["stands_in_the_way"] is None
    assert client.post(f"{at}/bring-back").json()["taken_out_at"] is None
    assert client.get(f"{BASE}/taken-out").json() == []


def test_a_scene_that_episodes_stand_in_stays(project, maintainer, client_for):
    """SC36."""
    episode = compose_episodes(project, maintainer)[0]
    answer = client_for(maintainer).post(f"{BASE}/{episode.scene_id}/take-out")
    assert (answer.status_code, answer.json()["code"]) == (409, "scene.in_use")
    assert "episodes stand in this scene, so it stays" in answer.json()["detail"]
    assert Scene.objects.get().taken_out_at is None


@pytest.mark.parametrize(
    "values",
    [{}, {"upload": "x"}, {"upload": "00000000-0000-0000-0000-000000000000"}, {"scale": "wide"}, {"up_axis": "x"}],
)
def test_a_preview_of_nothing_is_refused(project, maintainer, client_for, values):
    answer = client_for(maintainer).post(f"{BASE}/preview", values, format="json")
    assert answer.status_code in (400, 404)
