from __future__ import annotations

import math

import numpy as np
import pytest

from datasets.observation.domain import CameraModel
from datasets.observation.monitor import monitor_view, place_of
from datasets.observation.reference import NoViewpointError
from datasets.scenes.navigation import build_grid
from datasets.scenes.occupancy import build_occupancy
from datasets.scenes.shapes import box, quad

CAMERA = CameraModel()


def triangles(*shapes) -> np.ndarray:
    return np.concatenate([s.positions[s.triangles] for s in shapes])


def world(*objects, width: float = 4.0, depth: float = 6.0):
    floor = quad((-width / 2, 0, depth / 2), (width, 0, 0), (0, 0, -depth))
    parts = [triangles(floor), *(triangles(o) for o in objects)]
    return {"grid": build_grid(parts), "occupancy": build_occupancy(parts), "camera": CAMERA}


def walls(width: float = 4.0, depth: float = 6.0, height: float = 2.6):
    """Four walls of 10 cm whose inner faces are ``width`` and ``depth`` apart, around the origin."""
    long, wide = (0.1, height, depth + 0.2), (width, height, 0.1)
    x, z = width / 2 + 0.05, depth / 2 + 0.05
    return [box(long, (-x, 0, 0)), box(long, (x, 0, 0)), box(wide, (0, 0, -z)), box(wide, (0, 0, z))]


def test_the_camera_hangs_in_a_corner_of_the_room_and_looks_down_at_its_middle():
    """OB34: of a room of 4 by 6 m with walls of 2.6 m the corners show most. 2.3 m is below the wall's end less
    0.25 m (2.35), so the camera hangs at 2.3 m, and looks down at the air one metre above the floor's middle."""
    found = monitor_view((0.0, 0.0), **world(*walls()))
    x, y, z = found.pose.position
    assert y == 2.3
    assert abs(x) > 1.4
    assert abs(z) > 2.4
    assert found.on_wall
    assert found.covers > 0.8
    assert math.degrees(found.pose.pitch) == pytest.approx(-math.degrees(math.atan2(1.3, math.hypot(x, z))), abs=1.5)
    ahead = (math.sin(found.pose.yaw), math.cos(found.pose.yaw))
    assert np.dot(ahead, (-x, -z)) / math.hypot(x, z) > 0.99


def test_of_two_corners_that_see_as_much_the_one_that_has_the_person_in_its_picture_is_taken():
    """OB34: somebody in the corner at (1.5, -2.5). A camera in the corner at z = -2.75 beside them looks along the
    room, past them by 53°; one in a corner at z = 2.75 has them within the half of its angle of view."""
    found = monitor_view((1.5, -2.5), **world(*walls()))
    x, _, z = found.pose.position
    assert z == 2.75
    past = math.degrees(math.atan2(1.5 - x, -2.5 - z) - found.pose.yaw)
    assert abs(past) < CAMERA.hfov_deg / 2


def test_low_walls_lower_the_camera():
    """OB34: walls of 2.2 m end under 2.3 m; a quarter of a metre below their top is 1.95 m."""
    found = monitor_view((0.0, 0.0), **world(*walls(height=2.2)))
    assert found.pose.position[1] == pytest.approx(1.95, abs=0.05)


def test_the_camera_is_in_the_room_of_the_person():
    """OB34: a wall without a door parts the floor at z = 1. Only the larger part (4 by 4 m) is navigable, and a
    camera for somebody in it hangs in it."""
    parted = world(*walls(), box((4.0, 2.6, 0.1), (0, 0, 1.05)))
    found = monitor_view((0.0, -1.0), **parted)
    assert found.pose.position[2] < 1.0


def test_it_stays_where_it_is_however_the_person_moves_within_the_place():
    """OB34: two ways with the same middle to half a metre give the same place, and so the same camera."""
    still = np.array([[0.1, 0.2], [0.1, 0.2]])
    pacing = np.array([[-1.0, 0.2], [1.0, -0.2]])
    assert place_of(still) == place_of(pacing) == (0.0, 0.0)
    assert place_of(np.array([[0.3, -0.3]])) == (0.5, -0.5)


def test_without_walls_it_stands_four_metres_away():
    """OB34: a floor of 12 by 12 m with one low box has nothing to hang a camera on."""
    found = monitor_view((0.0, 0.0), **world(box((0.4, 0.4, 0.4), (5, 0, 5)), width=12, depth=12))
    assert not found.on_wall
    assert math.hypot(found.pose.position[0], found.pose.position[2]) == pytest.approx(4.0, abs=1e-3)


def test_without_floor_there_is_no_room_to_monitor():
    """OB34."""
    with pytest.raises(NoViewpointError, match="no navigable floor"):
        monitor_view((0.0, 0.0), **world(box((4.0, 1.0, 6.0), (0, 0, 0))))
