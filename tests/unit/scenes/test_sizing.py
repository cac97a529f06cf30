"""SC26: unit, up axis and floor are guessed, with reasons that a person can check."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from datasets.scenes.categories import category_of
from datasets.scenes.domain import SceneError, import_scene, open_scene
from datasets.scenes.preview import preview_scene
from datasets.scenes.shapes import box, quad
from datasets.scenes.sizing import floor_height, floor_levels, units_of
from tests.factories.scene_files import BLOCK, FLOOR, glb_of, room


def preview(data: bytes, **asked):
    return preview_scene(open_scene(data, name="room.glb"), **asked).body


def test_a_chair_tells_the_unit_better_than_the_size_of_the_room():
    """A room of 400 × 300 units with a chair of 90: in centimetres 4 × 3 m and 0.90 m. In feet the room would be too
    wide, in inches 10.2 × 7.6 m with a chair of 2.29 m."""
    body = preview(room(0.01))
    assert (body["scale"], body["unit_why"]) == (0.01, "in centimetres a chair is 0.90 m tall, as is usual")
    assert [(u["unit"], u["plausible"]) for u in body["units"]] == [
        ("metres", False),
        ("centimetres", True),
        ("millimetres", False),
        ("inches", True),
        ("feet", False),
        ("1/100 m", False),
    ]
    assert body["problems"] == []
    # 4 × 3 m less the chair: the agent of 0.18 m keeps that far from the edge, (4 − 0.36)(3 − 0.36) = 9.6 m² at most.
    assert 8.0 < body["navigable_m2"] < 9.6


def test_metres_are_believed_where_they_fit_and_nothing_says_otherwise():
    body = preview(glb_of(("ground", FLOOR)))
    assert (body["scale"], body["unit_why"]) == (1.0, "metres give it the size of a room")


def test_a_room_in_feet_is_known_by_its_doors():
    """40 × 30 feet with doors of 6.7: 12.2 × 9.1 m with doors of 2.04 m. Metres would fit too, with huge doors."""
    units = units_of(np.array([40.0, 8.5, 30.0]), [("door", 6.7), ("door", 6.7), ("plant", 3.0)])
    assert (units.scale, units.why) == (0.3048, "in feet a door is 2.04 m tall, as is usual")


def test_ninety_units_are_a_hall_in_metres_or_in_feet():
    """90 × 67.5 units are 27.4 × 20.6 m in feet; in inches 2.29 × 1.71 m, too narrow for a stage."""
    units = units_of(np.array([90.0, 3.0, 67.5]), [])
    assert (units.scale, [u.unit for u in units.choices if u.plausible]) == (1.0, ["metres", "feet"])


def test_what_fits_in_no_unit_says_so():
    units = units_of(np.array([1e7, 1e7, 1e7]), [])
    assert (units.scale, units.why) == (1.0, "no usual unit gives it the size of a room")


def test_the_up_axis_follows_the_ground():
    # The floor of 4 × 3 m and the underside of the block are more than the plan.
    body = preview(room(z_up=True))
    assert (body["up_axis"], body["up_why"]) == (
        "z",
        "with Z up 100% of the plan lies flat at the bottom, with Y up nothing lies flat",
    )
    held = preview(room(z_up=True), up_axis="y")
    assert held["problems"][0]["field"] in ("file", "scale")
    assert "The file looks as if Z stood up, not Y." in held["warnings"]


def test_a_wall_is_no_floor_however_large_it_is():
    """SC26: without a floor the walls of 6 × 3.2 m are all that lies flat once Z is up; with one of 6 × 2.2 m they
    are still 1.45 times as large."""
    walls = [(f"wall_{n}", box((6, 3.2, 0.1), (0, 0, z))) for n, z in enumerate((-1.05, 1.05))]
    body = preview(glb_of(("chair.01", BLOCK), *walls))
    assert body["up_axis"] == "y"
    assert "0.00 m² of connected floor" in body["problems"][0]["message"]
    corridor = glb_of(("floor", quad((-3, 0, 1.1), (6, 0, 0), (0, 0, -2.2))), *walls)
    assert preview(corridor)["up_axis"] == "y"
    unnamed = glb_of(*[(f"part_{n}", shape) for n, (_, shape) in enumerate(walls)])
    assert preview(unnamed)["up_axis"] == "z"


def test_the_floor_can_be_another_storey():
    """Two floors of 12 m², 2.8 m apart: the lower one is taken; the upper one is offered and can be asked for."""
    data = glb_of(("floor", FLOOR), ("upper floor", FLOOR.moved((0, 2.8, 0))), ("table", box((1, 0.7, 1))))
    body = preview(data)
    assert body["floor_m"] == 0.0
    assert [f["height_m"] for f in body["floors"]][:2] == [0.0, 2.8]
    assert preview(data, floor_m=2.8)["floor_m"] == 2.8


def test_levels_of_a_floor_are_joined_within_five_centimetres():
    levels = floor_levels(np.array([0.0, 0.01, 0.7, 2.8]), np.array([10.0, 2.0, 1.0, 12.5]))
    # (10 · 0 + 2 · 0.01) / 12 = 0.0017, to the millimetre 0.002.
    assert [(f.height_m, f.area_m2) for f in levels] == [(2.8, 12.5), (0.002, 12.0), (0.7, 1.0)]


def test_a_preview_is_the_import_without_its_end():
    """SC34: the same ground, problems in the same words, and the same bytes."""
    body = preview_scene(open_scene(room(), name="room.glb"))
    imported = import_scene(room(), name="room.glb")
    assert body.body["navigable_m2"] == round(imported.grid.area_m2, 2)
    assert body.glb_sha256 == hashlib.sha256(imported.glb).hexdigest()
    chair = glb_of(("chair", BLOCK))
    told = preview(chair, scale=1.0)["problems"]
    with pytest.raises(SceneError) as caught:
        import_scene(chair, name="room.glb")
    assert told == [{"field": caught.value.field, "message": str(caught.value)}]


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("Couch_03", "sofa"),
        ("dining chair 2", "chair"),
        ("DiningChair01", "chair"),
        ("frl_apartment_chair_05", "chair"),
        ("chair_A", "chair"),
        ("shelf_A_big", "shelf"),
        ("table_medium", "table"),
        ("sliding_door.001", "door"),
        ("wall_clock", "wall_clock"),
        ("door_handle", "door_handle"),
        ("dog_bed", "dog_bed"),
        ("Cube.006", "cube"),
        ("", "object"),
    ],
)
def test_things_are_called_by_our_words(name, category):
    """SC24."""
    assert category_of(name) == category


@pytest.mark.parametrize(
    ("objects", "scale", "told"),
    [
        ((("floor", FLOOR),), 8.0, "measures 0.5 × 0 × 0.375 m at scale 1: an absurd scale for a stage"),
        ((("floor", FLOOR), ("wall", box((4, 120, 0.1)))), 1.0, "at most 20 m high"),
        ((("wall", box((4, 2.5, 0.1))), ("wall", box((0.1, 2.5, 4)))), 1.0, "has 0.00 m² of connected floor"),
    ],
)
def test_a_stage_of_a_wrong_size_or_without_floor_is_refused(objects, scale, told):
    """SC2, SC28: half a unit wide, 120 m high, walls alone."""
    with pytest.raises(SceneError) as caught:
        import_scene(glb_of(*objects, scale=scale), name="room.glb", up_axis="y")
    assert str(caught.value).startswith("room.glb ")
    assert told in str(caught.value)


def test_the_floor_of_low_ground_with_a_pit_is_the_ground():
    """A pit of 0.8 m and hills of 1 m: the ground lies at 0.8 of 1.8 m, above the lower 40 % (0.72 m), and far below
    any ceiling. In a room of 2.6 m the larger ceiling is not taken, nor is a bunk at 1.05 m (40 % are 1.04 m)."""
    assert floor_height(np.array([-0.8, 0.0]), np.array([4.0, 272.0]), low=-0.8, high=1.0) == 0.0
    room = np.array([0.0, 1.05, 2.6]), np.array([20.0, 25.0, 30.0])
    assert floor_height(*room, low=0.0, high=2.6) == 0.0
