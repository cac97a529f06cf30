"""Anchors found by rule and checked, in rooms of boxes where each is known."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from datasets.scenes.anchors import Anchor, AnchorKind, AnchorSource
from datasets.scenes.anchors.checking import completed, faults
from datasets.scenes.anchors.domain import wrapped
from datasets.scenes.anchors.doors import doors_of, doorways_of
from datasets.scenes.anchors.finding import difference, find_anchors
from datasets.scenes.anchors.open_ground import free_floor, walkways
from datasets.scenes.anchors.seats import seats_of
from datasets.scenes.anchors.surroundings import SceneObject, Surroundings
from datasets.scenes.navigation import build_grid
from datasets.scenes.occupancy import build_occupancy
from datasets.scenes.shapes import Shape, box, merge, quad


def thing(name: str, *shapes: Shape, quarter_turns: int = 0, at=(0.0, 0.0, 0.0)) -> SceneObject:
    whole = merge(list(shapes)).turned(quarter_turns).moved(at)
    triangles = whole.positions[whole.triangles]
    low, high = (tuple(getattr(triangles, end)(axis=(0, 1)).tolist()) for end in ("min", "max"))
    return SceneObject(name, name.partition(".")[0], low, high, lambda: triangles)


def room(*things: SceneObject, width: float = 6.0, depth: float = 4.0) -> Surroundings:
    floor = quad((0, 0, depth), (width, 0, 0), (0, 0, -depth))
    parts = [floor.positions[floor.triangles], *(t.triangles() for t in things)]
    return Surroundings(build_grid(parts), build_occupancy(parts))


def chair(**options) -> SceneObject:
    """Seat 45 cm high, 0.46 m square; the back at −Z, so it faces +Z."""
    return thing("chair.01", box((0.46, 0.45, 0.46)), box((0.46, 0.5, 0.05), (0, 0.45, -0.205)), **options)


def seats(found: list[Anchor]) -> list[tuple[float, ...]]:
    return [(*a.position, math.degrees(a.yaw)) for a in found]


@pytest.mark.parametrize(("turns", "yaw"), [(0, 0.0), (1, 90.0), (2, 180.0), (3, -90.0)])
def test_a_chair_faces_away_from_its_back(turns, yaw):
    """SC42. The free part of the seat is 0.41 m deep: its middle is 2.5 cm before the chair's."""
    one = chair(quarter_turns=turns, at=(3.0, 0.0, 2.0))
    found = list(seats_of(one, room(one)))
    ahead = (0.025 * math.sin(math.radians(yaw)), 0.025 * math.cos(math.radians(yaw)))
    assert seats(found) == [pytest.approx((3 + ahead[0], 0.45, 2 + ahead[1], yaw), abs=0.03)]
    assert (found[0].width_m, found[0].length_m) == pytest.approx((0.46, 0.41), abs=0.05)
    assert found[0].quality > 0.9


def test_a_sofa_has_seats_side_by_side():
    """SC42. 1.9 m between the arms: three seats of 0.63 m, 0.63 m apart."""
    sofa = thing(
        "sofa.01", box((2.2, 0.42, 0.8)), box((2.2, 0.8, 0.2), (0, 0, -0.3)),
        box((0.15, 0.62, 0.8), (-1.025, 0, 0)), box((0.15, 0.62, 0.8), (1.025, 0, 0)), at=(3.0, 0.0, 1.0),
    )  # fmt: skip
    found = list(seats_of(sofa, room(sofa)))
    assert [a.name for a in found] == ["sofa.01, seat 1", "sofa.01, seat 2", "sofa.01, seat 3"]
    assert [a.position[0] for a in found] == pytest.approx([2.37, 3.0, 3.63], abs=0.04)
    assert {a.yaw for a in found} == {0.0}


def test_nobody_sits_where_nobody_can_stand_or_what_is_no_seat():
    """SC42: against a wall, under a shelf, on a table, on a bar too high, on a television's bench."""
    wall = thing("wall", box((6, 2.5, 0.1), (3, 0, 2.5)))
    before_wall = chair(at=(3.0, 0.0, 2.15))
    shelf = thing("shelf", box((1, 0.1, 1), (3, 0.8, 2)))
    below = chair(at=(3.0, 0.0, 2.0))
    assert list(seats_of(before_wall, room(before_wall, wall))) == []
    assert list(seats_of(below, room(below, shelf))) == []
    for other in (
        thing("low_table", box((1, 0.45, 0.6)), at=(3, 0, 2)),
        thing("stool", box((0.4, 0.8, 0.4)), at=(3, 0, 2)),
        thing("tv_bench", box((1.2, 0.4, 0.4)), at=(3, 0, 2)),
    ):
        assert list(seats_of(other, room(other))) == []


def test_a_thing_of_no_name_is_a_seat_by_its_shape():
    """SC42: with a back; a box alone may be anything."""
    nameless = replace(chair(at=(3.0, 0.0, 2.0)), name="node.7", category="object")
    crate = thing("object", box((0.5, 0.45, 0.5)), at=(3, 0, 2))
    assert len(list(seats_of(nameless, room(nameless)))) == 1
    assert list(seats_of(crate, room(crate))) == []


def test_a_door_has_an_anchor_on_each_side_that_one_can_stand_at():
    """SC43. A leaf of 5 cm at z = 2 in the open, with a handle of 10 cm: the faces are at 1.975 and 2.025."""
    leaf = thing("door.01", box((0.9, 2.0, 0.05)), box((0.12, 0.03, 0.1), (0.35, 1.0, 0.05)), at=(3.0, 0.0, 2.0))
    found = list(doors_of(leaf, room(leaf)))
    assert [(*a.position, a.yaw) for a in found] == [
        pytest.approx((3.0, 0.0, 2.025, 0.0), abs=0.01),
        pytest.approx((3.0, 0.0, 1.975, math.pi), abs=0.01),
    ]
    assert {a.width_m for a in found} == {0.9}
    at_wall = thing("door.02", box((0.9, 2.0, 0.05)), at=(3.0, 0.0, 0.03))
    assert [a.yaw for a in doors_of(at_wall, room(at_wall))] == [0.0]


def test_a_doorway_is_a_gap_of_the_walls_between_two_rooms():
    """SC43. A wall at x = 2.95–3.05 with a gap from z = 1.5 to 2.5."""
    walls = [[2.95, 0.0, 0.1, 1.5], [2.95, 2.5, 0.1, 1.5]]
    built = [thing("wall", box((w, 2.5, d), (x + w / 2, 0, z + d / 2))) for x, z, w, d in walls]
    found = list(doorways_of(walls, room(*built)))
    assert sorted(round(a.yaw, 3) for a in found) == [-1.571, 1.571]
    assert all(a.position == pytest.approx((3.0, 0.0, 2.0), abs=0.1) for a in found)
    assert [a.width_m for a in found] == pytest.approx([1.0, 1.0], abs=0.11)
    assert all(faults(a, room(*built)) == {} for a in found)
    assert list(doorways_of([], room())) == []


def test_walkways_are_long_free_lines_and_no_two_alike():
    """SC44: in a corridor of 6 × 1.2 m there is one, along its middle, 1.1 m wide."""
    corridor = room(width=6.0, depth=1.2)
    found = list(walkways(corridor))
    assert len(found) == 1
    (x0, z0), (x1, z1) = found[0].path
    assert (z0, z1) == pytest.approx((0.6, 0.6), abs=0.1)
    assert abs(x1 - x0) >= 4.5
    assert found[0].width_m == pytest.approx(1.15, abs=0.15)
    assert faults(found[0], corridor) == {}


def test_free_floor_is_the_largest_disc_first():
    """SC44: in 6 × 4 m the largest has a diameter of 4 m less the half cells at its edges."""
    found = list(free_floor(room()))
    assert found[0].width_m == pytest.approx(4.0, abs=0.15)
    assert [a.width_m for a in found] == sorted((a.width_m for a in found), reverse=True)


def test_what_is_found_can_be_used_and_is_the_same_again():
    """SC45."""
    one = chair(at=(1.0, 0.0, 2.0))
    leaf = thing("door", box((0.9, 2.0, 0.05)), at=(4.0, 0.0, 0.03))
    around = room(one, leaf)
    found = find_anchors([one, leaf], [], around)
    assert {a.kind for a in found} == set(AnchorKind)
    assert found == find_anchors([one, leaf], [], around)
    assert all(faults(a, around) == {} for a in found)
    assert all(-math.pi < a.yaw <= 3.1416 and 0 < a.quality <= 1 for a in found)


SEAT = Anchor(AnchorKind.SEAT, (1.0, 0.45, 2.0), 0.0, 0.5, 0.45)


def test_finding_anew_respects_what_people_did():
    """SC46: by hand or removed nearby: held back. By rule and equal: kept. Moved in the scene: added and gone."""
    other, third = replace(SEAT, position=(2.0, 0.45, 2.0)), replace(SEAT, position=(3.0, 0.45, 2.0))
    placed = replace(SEAT, position=(1.1, 0.45, 2.1), source=AnchorSource.HAND)
    change = difference(
        [SEAT, other, third], [replace(other, name="Old name"), replace(SEAT, yaw=3.0)], in_the_way=[placed]
    )
    assert (change.added, change.gone, change.kept) == ((third,), (1,), (0,))
    turned = replace(placed, yaw=math.pi)
    assert difference([SEAT], [], in_the_way=[turned]).added == (SEAT,)
    line = Anchor(AnchorKind.WALKWAY, (0, 0, 0), 0.0, 1.0, 4.0, ((0.0, 0.0), (0.0, 4.0)))
    back = replace(line, path=((0.1, 4.0), (0.1, 0.0)))
    assert difference([line], [], in_the_way=[back]).added == ()


@pytest.mark.parametrize(
    ("anchor", "field", "part"),
    [
        (replace(SEAT, position=(1.0, 1.4, 2.0)), "position", "is 1.40 m"),
        (replace(SEAT, position=(3.0, 0.45, 2.0)), "position", "nothing to sit on"),
        (replace(SEAT, yaw=math.pi), "yaw", "Nobody can stand before"),
        (Anchor(AnchorKind.DOOR, (0.05, 0, 2.0), -math.pi / 2, 0.9), "yaw", "no free floor"),
        (Anchor(AnchorKind.DOOR, (3.0, 0, 2.0), 0.0, 9.0), "width_m", "9.00 m"),
        (Anchor(AnchorKind.DOOR, (3.0, 0, 2.0), 0.0, 0.9), "position", "neither a leaf here nor a wall with a gap"),
        (Anchor(AnchorKind.WALKWAY, (0, 0, 0), path=((2.0, 2.0),)), "path", "two points"),
        (Anchor(AnchorKind.WALKWAY, (0, 0, 0), path=((2.0, 2.0), (2.0, 2.0))), "path", "two points"),
        (Anchor(AnchorKind.WALKWAY, (0, 0, 0), path=((2.0, 2.0), (2.1, 2.0))), "path", "0.10 m long"),
        (Anchor(AnchorKind.WALKWAY, (0, 0, 0), path=((2, 2.0), (2, 3.0), (0.2, 9.0))), "path", "Piece 2 of 2"),
        (Anchor(AnchorKind.WALKWAY, (0, 0, 0), 0, 3.0, path=((2, 1.0), (5, 1.0))), "width_m", "m are free"),
        (Anchor(AnchorKind.FREE_FLOOR, (1.0, 0, 2.0), 0, 1.0), "position", "no navigable ground"),
        (Anchor(AnchorKind.FREE_FLOOR, (3.0, 0, 2.0), 0, 5.0), "width_m", "m are free here"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_by_field(anchor, field, part):
    """SC47: a chair at (1, 2) facing +Z in a room of 6 × 4 m; a wall stands behind it."""
    around = room(chair(at=(1.0, 0.0, 2.0)), thing("wall", box((2, 2, 0.1), (1, 0, 1.7))))
    found = faults(completed(anchor, around), around)
    assert list(found) == [field]
    assert part in found[field][0]


def test_what_is_left_out_is_filled_in():
    """SC47: a walkway's width is what is free, its heading that of its first piece."""
    around = room()
    walk = completed(Anchor(AnchorKind.WALKWAY, (9, 9, 9), path=((1.0, 1.0), (5.0, 1.0), (5.0, 3.0))), around)
    assert (walk.position, walk.length_m) == ((1.0, 0.0, 1.0), 6.0)
    assert walk.yaw == pytest.approx(math.pi / 2, abs=1e-4)
    assert walk.width_m == pytest.approx(2.0, abs=0.1)
    disc = completed(Anchor(AnchorKind.FREE_FLOOR, (3.0, 0.7, 2.0), 0.3), around)
    assert (disc.position[1], disc.width_m) == (0.0, pytest.approx(4.0, abs=0.15))
    assert faults(walk, around) == faults(disc, around) == {}


def test_a_turn_is_within_one_round():
    """SC41."""
    assert [wrapped(v) for v in (-math.pi, math.pi, 7.0, -0.0)] == [3.1416, 3.1416, pytest.approx(0.7168), 0.0]
    assert not np.signbit(wrapped(-0.00001))
