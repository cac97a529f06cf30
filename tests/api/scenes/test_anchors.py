from __future__ import annotations

import struct

import numpy as np
import pytest

from datasets.scenes.services import add_apartment

pytestmark = pytest.mark.django_db
BASE = "/api/v1/projects/lab/scenes"


@pytest.fixture
def base(project, maintainer) -> str:
    return f"{BASE}/{add_apartment(actor=maintainer, project=project).pk}"


@pytest.fixture
def client(maintainer, client_for):
    return client_for(maintainer)


def post(client, base, **values):
    return client.post(f"{base}/anchors", values, format="json")


def test_an_anchor_is_placed_changed_and_removed(base, client, reviewer_a, client_for):
    """SC47, SC48."""
    before = client.get(f"{base}/anchors").json()
    made = post(client, base, kind="free_floor", position=[-0.5, 0, 0.1], name=" Middle ")
    assert made.status_code == 201
    shown = made.json()
    assert (shown["name"], shown["source"], shown["created_by"]) == ("Middle", "hand", "Mara")
    assert shown["width_m"] > 3
    changed = post(client, base, kind="free_floor", position=[-0.4, 0, 0.1], width_m=2, replaces=shown["id"])
    assert changed.status_code == 201
    late = post(client, base, kind="free_floor", position=[-0.6, 0, 0.1], replaces=shown["id"])
    assert (late.status_code, late.json()["code"]) == (409, "anchor.changed")
    now = client_for(reviewer_a).get(f"{base}/anchors").json()
    assert len(now) == len(before) + 1
    assert client.delete(f"{base}/anchors/{changed.json()['id']}").status_code == 204
    assert client.delete(f"{base}/anchors/{changed.json()['id']}").status_code == 409
    assert client.get(f"{base}/anchors").json() == before


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"kind": "sofa", "position": [0, 0, 0]}, "kind"),
        ({"kind": "seat"}, "position"),
        ({"kind": "seat", "position": [0, 0]}, "position"),
        ({"kind": "seat", "position": [0, "nan", 0]}, "position"),
        ({"kind": "seat", "position": [0, 0.4, 0], "width_m": -1}, "width_m"),
        ({"kind": "seat", "position": [0, 0.4, 0], "yaw": 1e9}, "yaw"),
        ({"kind": "door", "position": [0, 0, 0], "path": [[0, 0], [1, 1]]}, "path"),
        ({"kind": "walkway", "path": [[0, 0], [1]]}, "path"),
        ({"kind": "walkway"}, "path"),
        ({"kind": "seat", "position": [-0.5, 0.45, 0.1]}, "position"),
        ({"kind": "door", "position": [0, 0, 0], "replaces": "x"}, "replaces"),
    ],
)
def test_what_makes_no_sense_is_refused_by_field(base, client, values, field):
    """SC47."""
    answer = post(client, base, **values)
    assert answer.status_code == 400
    assert next(iter(answer.json()["fields"])).partition(".")[0] == field


def test_finding_is_shown_before_it_is_done(base, client):
    """SC46."""
    seat = next(a for a in client.get(f"{base}/anchors").json() if a["name"] == "stool.01")
    client.delete(f"{base}/anchors/{seat['id']}")
    shown = client.get(f"{base}/anchors/found").json()
    assert (shown["added"], shown["gone"], shown["held_back"]) == ([], [], 1)
    assert client.post(f"{base}/anchors/found").json() == shown


def test_ground_is_sent_as_layers(base, client):
    """SC51: a cell at the start is its own distance of up to half a cell away; walls are nothing."""
    answer = client.get(f"{base}/ground", {"layer": "distance", "from": "-0.5,0.1"})
    columns, rows, x, z, cell = struct.unpack("<IIfff", answer.content[:20])
    values = np.frombuffer(answer.content[20:], "<u2").reshape(rows, columns)
    assert (columns, rows, x, z, cell) == (160, 140, -4.0, -3.5, pytest.approx(0.05))
    at = values[int((0.1 - z) / cell), int((-0.5 - x) / cell)]
    assert at <= 4
    assert values[0, 0] == 65535
    # In the bedroom beyond the doorway: longer than the straight line of 3.06 m, and not by much.
    assert 306 <= values[int((-0.5 - z) / cell), int((2.5 - x) / cell)] <= 330
    for layer in ("clearance", "regions"):
        shown = np.frombuffer(client.get(f"{base}/ground", {"layer": layer}).content[20:], "<u2")
        assert (shown != 65535).any()


def test_a_way_tells_length_and_ratio(base, client):
    """SC51."""
    way = client.get(f"{base}/way", {"from": "-0.5,-2", "to": "2.5,-2"}).json()
    assert way["straight_m"] == 3.0
    # Through the doorway at z = −0.35 to 0.75, at least to z = −0.35 + 0.18 and back.
    assert way["length_m"] > 2 * (1.5**2 + 1.83**2) ** 0.5
    assert way["ratio"] == pytest.approx(way["length_m"] / 3.0)
    assert len(way["path"]) >= 3


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("ground?layer=x", "layer"), ("ground?layer=distance", "from"), ("way?from=1,1", "to"),
        ("way?from=nan,1&to=1,1", "from"), ("way?from=1,1&to=1,1,1", "to"), ("way?from=1,1&to=1e9,0", "to"),
    ],
)  # fmt: skip
def test_a_place_that_is_none_is_refused(base, client, path, field):
    answer = client.get(f"{base}/{path}")
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == [field]


def test_the_map_lists_the_regions(base, client):
    """SC4: the largest is used."""
    regions = client.get(f"{base}/map").json()["regions"]
    assert [r["used"] for r in regions] == [True, *[False] * (len(regions) - 1)]
    assert regions[0]["area_m2"] > 25
