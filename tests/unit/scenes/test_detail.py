"""EP42: what is solid, finely."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.scenes.detail import Detail, build_detail
from datasets.scenes.occupancy import build_occupancy
from datasets.scenes.shapes import box, quad

from .test_occupancy import triangles

FLOOR = triangles(quad((0, 0, 4), (4, 0, 0), (0, 0, -4)))


@pytest.fixture(scope="module")
def posted() -> Detail:
    """A post of 2 × 2 cm from (2.00, 2.00) to (2.02, 2.02), in a voxel of 5 cm."""
    parts = [FLOOR, triangles(box((0.02, 2, 0.02), (2.01, 0, 2.01)))]
    return build_detail(build_occupancy(parts), parts)


def across(x: float) -> tuple[np.ndarray, np.ndarray]:
    """Straight along z, past the post."""
    return np.array([x, 1.25, 0.5]), np.array([[x, 1.25, 3.5]])


def test_one_sees_past_a_post_through_the_voxel_that_it_is_in(posted):
    """EP42: 2 cm beside it the way is free, which a voxel of 5 cm hides; the post itself is in the way."""
    assert posted.sees(*across(2.04), 0.0).tolist() == [True]
    assert posted.occupancy.sees(*across(2.04)).tolist() == [False]
    assert posted.sees(*across(2.01), 0.0).tolist() == [False]
    slanting = np.array([1.0, 1.0, 0.5]), np.array([[3.02, 1.5, 3.52], [3.3, 1.5, 3.52]])
    assert posted.sees(*slanting, 0.0).tolist() == [False, True]


def test_what_lies_within_the_margin_of_a_target_does_not_hide_it(posted):
    """EP42: the post's near side is 1.5 m from the eye, the target 1.6 m, under 12 cm of skin."""
    eye, target = np.array([2.01, 1.25, 0.5]), np.array([[2.01, 1.25, 2.1]])
    assert posted.sees(eye, target, 0.05).tolist() == [False]
    assert posted.sees(eye, target, 0.12).tolist() == [True]


def test_details_are_read_as_they_were_written(posted):
    read = Detail.from_bytes(posted.to_bytes(), posted.occupancy)
    assert (read.voxels == posted.voxels).all()
    assert (read.cells == posted.cells).all()
    bare = build_detail(build_occupancy([FLOOR]), [FLOOR])
    assert Detail.from_bytes(bare.to_bytes(), bare.occupancy).sees(*across(2.0), 0.0).tolist() == [True]
