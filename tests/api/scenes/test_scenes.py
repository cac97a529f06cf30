from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from datasets.scenes.apartment import apartment_glb
from datasets.scenes.models import Scene
from datasets.scenes.services import add_apartment

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
