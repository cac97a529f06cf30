from __future__ import annotations

import numpy as np
import pytest

from datasets.scenes.occupancy import Occupancy, build_occupancy
from datasets.scenes.shapes import box, quad


def triangles(*shapes) -> np.ndarray:
    return np.concatenate([s.positions[s.triangles] for s in shapes])


@pytest.fixture(scope="module")
def room():
    """A floor of 4 × 4 m, a wall of one quad at x = 3, a cupboard of 1 × 2 × 1 m around (1, ·, 1)."""
    floor = quad((0, 0, 4), (4, 0, 0), (0, 0, -4))
    wall = quad((3, 0, 4), (0, 0, -4), (0, 2.5, 0))
    return build_occupancy([triangles(floor), triangles(wall), triangles(box((1, 2, 1), (1, 0, 1)))])


def test_the_floor_is_no_obstacle_for_feet(room):
    """SC8. The nearest solid of (2, 0.03, 3) is the wall, 1 m away."""
    assert room.distance(np.array([[2.0, 0.03, 3.0]]))[0] == pytest.approx(1.0, abs=0.06)


def test_distances_to_a_solid_are_right_to_half_a_voxel(room):
    """SC8. The cupboard's east face is at x = 1.5: from (2, 1, 1) it is 0.5 m away."""
    assert room.distance(np.array([[2.0, 1.0, 1.0]]))[0] == pytest.approx(0.5, abs=0.05)


def test_the_inside_of_a_closed_thing_is_inside(room):
    """SC8. The middle of the cupboard is 0.5 m from its nearest face; inside counts as negative."""
    assert room.distance(np.array([[1.0, 1.0, 1.0]]))[0] == pytest.approx(-0.5, abs=0.1)


def test_a_room_is_not_filled():
    """SC8: six faces around 4 × 3 × 4 m = 48 m³ are a room; its middle is 1.5 m from floor and ceiling, and the
    floor does not count: 1.5 m."""
    walls = box((4, 3, 4), (0, 0, 0))
    occupancy = build_occupancy([triangles(walls)])
    assert occupancy.distance(np.array([[0.0, 1.5, 0.0]]))[0] == pytest.approx(1.5, abs=0.1)


def test_sight_ends_at_a_thin_wall_and_goes_on_beside_it(room):
    """SC9."""
    eye = np.array([2.0, 1.25, 3.0])
    seen = room.sees(eye, np.array([[3.8, 1.25, 3.0], [2.5, 1.25, 0.5], [0.2, 1.0, 0.9], [3.8, 2.6, 3.0]]))
    assert seen.tolist() == [False, True, False, False]


def test_a_hand_on_a_wall_is_seen(room):
    """SC9: the last 12 cm do not count."""
    assert room.sees(np.array([2.0, 1.25, 3.0]), np.array([[2.98, 1.2, 3.0]])).tolist() == [True]


def test_points_outside_the_scene_are_as_far_as_they_are(room):
    assert room.distance(np.array([[1.0, 1.0, -2.0]]))[0] == pytest.approx(2.5, abs=0.1)


def test_what_is_solid_comes_back_from_its_bytes(room):
    """SC52."""
    again = Occupancy.from_bytes(room.to_bytes())
    assert (again.solid == room.solid).all()
    assert (again.origin.tolist(), again.voxel) == (room.origin.tolist(), room.voxel)
    points = np.array([[2.0, 1.0, 1.0], [0.3, 0.5, 2.2]])
    assert (again.distance(points) == room.distance(points)).all()


def test_over_the_highest_thing_is_nothing():
    """SC8: 30 cm over the middle of a platform of 2 × 2 m, the highest of its scene, are 30 cm."""
    floor = quad((-3, 0, 3), (6, 0, 0), (0, 0, -6))
    occupancy = build_occupancy([triangles(floor), triangles(box((2, 0.5, 2), (0, 0, 0)))])
    assert occupancy.distance(np.array([[0.0, 0.8, 0.0]]))[0] == pytest.approx(0.3, abs=0.06)
