"""What the database holds of an anchor, whoever writes it."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from datasets.scenes.anchors import Anchor, AnchorKind, AnchorSource
from datasets.scenes.models import Scene, SceneAnchor
from datasets.scenes.selectors import anchors_of

pytestmark = pytest.mark.django_db
SEAT = {"kind": "seat", "x_m": 1.0, "y_m": 0.45, "z_m": 2.0, "yaw": 0.5, "width_m": 0.5, "length_m": 0.45}


@pytest.fixture
def scene(project) -> Scene:
    return Scene.objects.create(
        project=project, name="Room", glb_sha256="0" * 64, nav_sha256="1" * 64, source_sha256="2" * 64,
        source_name="room.glb", scale=1.0, up_axis="y", triangles=12, bounds=[], instances=[], walls=[],
        navigation={}, licence="CC0-1.0",
    )  # fmt: skip


def placed(scene, **values) -> SceneAnchor:
    return SceneAnchor.objects.create(scene=scene, source="hand", **(SEAT | values))


def test_what_is_in_use_comes_in_an_order_of_its_content(scene):
    """SC40: what was taken out is not among them."""
    second = placed(scene, x_m=3.0)
    first = placed(scene, name="By the window")
    gone = placed(scene, x_m=2.0)
    SceneAnchor.objects.filter(pk=gone.pk).update(taken_out_at=timezone.now(), taken_out_as="removed")
    assert anchors_of(scene) == [first.anchor, second.anchor]
    assert first.anchor == Anchor(
        AnchorKind.SEAT, (1.0, 0.45, 2.0), 0.5, 0.5, 0.45, source=AnchorSource.HAND, name="By the window"
    )


@pytest.mark.parametrize("change", [{"x_m": 1.1}, {"name": "Other"}, {"source": "rule"}, {"kind": "door", "y_m": 0}])
def test_an_anchor_is_never_edited(scene, change):
    """SC40."""
    row = placed(scene)
    with pytest.raises(DatabaseError, match="never edited"), transaction.atomic():
        SceneAnchor.objects.filter(pk=row.pk).update(**change)
    assert SceneAnchor.objects.get(pk=row.pk).anchor == row.anchor


def test_what_was_taken_out_stays_out(scene):
    """SC40."""
    row = placed(scene)
    SceneAnchor.objects.filter(pk=row.pk).update(taken_out_at=timezone.now(), taken_out_as="removed")
    with pytest.raises(DatabaseError, match="never edited"), transaction.atomic():
        SceneAnchor.objects.filter(pk=row.pk).update(taken_out_at=None, taken_out_as="")
    assert anchors_of(scene) == []


def test_one_anchor_is_replaced_once(scene):
    """SC40."""
    row = placed(scene)
    placed(scene, x_m=1.2, replaces=row)
    with pytest.raises(IntegrityError), transaction.atomic():
        placed(scene, x_m=1.4, replaces=row)
    assert SceneAnchor.objects.count() == 2


@pytest.mark.parametrize(
    "values",
    [
        {"kind": "bench", "path": [[0, 0], [1, 0]]},
        {"x_m": float("nan")},
        {"y_m": float("inf")},
        {"yaw": float("nan")},
        {"yaw": 6.3},
        {"width_m": 0.0},
        {"length_m": -1.0},
        {"quality": 1.5},
        {"kind": "door"},
        {"kind": "walkway", "y_m": 0.0},
        {"path": [[0, 0], [1, 0]]},
        {"taken_out_as": "removed"},
    ],
)
def test_what_makes_no_sense_is_refused(scene, values):
    """SC41: numbers are finite metres, a door stands on the floor, a path is a walkway's."""
    with pytest.raises(IntegrityError), transaction.atomic():
        placed(scene, **values)
    assert SceneAnchor.objects.count() == 0
