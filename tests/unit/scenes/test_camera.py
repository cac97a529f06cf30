from __future__ import annotations

import math

import numpy as np
import pytest

from datasets.scenes.camera import inside_picture, project

PICTURE = {"width": 640, "height": 480, "hfov_deg": 90.0}


def test_a_point_straight_ahead_is_the_middle_of_the_picture():
    pixels, depth = project(np.array([[0.0, 1.0, 4.0]]), position=(0, 1, 0), yaw=0.0, **PICTURE)
    assert pixels[0] == pytest.approx((320, 240))
    assert depth[0] == pytest.approx(4.0)


def test_right_is_right_and_up_is_up():
    """Looking along +Z with Y up, the right hand points to −X. At 90° the focal length is 320 pixels: a point 1 m to
    the right at 2 m depth is 160 pixels right of the middle, one 0.5 m above it 80 pixels above."""
    pixels, _ = project(np.array([[-1.0, 1.0, 2.0], [0.0, 1.5, 2.0]]), position=(0, 1, 0), yaw=0.0, **PICTURE)
    assert pixels[0] == pytest.approx((480, 240))
    assert pixels[1] == pytest.approx((320, 160))


def test_yaw_and_pitch_turn_the_view():
    """At yaw 90° forward is +X; pitched up 45°, a point at the same height ahead moves down out of the middle."""
    pixels, depth = project(np.array([[3.0, 0.0, 0.0]]), position=(0, 0, 0), yaw=math.pi / 2, **PICTURE)
    assert (pixels[0].tolist(), depth[0]) == (pytest.approx([320, 240]), pytest.approx(3.0))
    pixels, depth = project(
        np.array([[3.0, 0.0, 0.0]]), position=(0, 0, 0), yaw=math.pi / 2, pitch=math.pi / 4, **PICTURE
    )
    assert depth[0] == pytest.approx(3 / math.sqrt(2))
    assert pixels[0] == pytest.approx((320, 240 + 320))


def test_what_is_behind_is_not_in_the_picture():
    points = np.array([[0.0, 0.0, 2.0], [0.0, 0.0, -2.0], [3.0, 0.0, 2.0]])
    pixels, depth = project(points, position=(0, 0, 0), yaw=0.0, **PICTURE)
    assert inside_picture(pixels, depth, width=640, height=480).tolist() == [True, False, False]
