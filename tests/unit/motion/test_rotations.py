"""The quaternion arithmetic under everything, against matrices and numbers worked by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.motion import rotations as rot

part = st.floats(-1, 1).filter(lambda value: abs(value) > 1e-3)
quaternions = st.tuples(part, part, part, part).map(lambda q: rot.normalised(np.array(q)))
vectors = st.tuples(*[st.floats(-10, 10)] * 3).map(np.array)


@given(quaternions, quaternions, vectors)
def test_products_turn_one_after_the_other(a, b, v):
    np.testing.assert_allclose(rot.rotate(rot.multiply(a, b), v), rot.rotate(a, rot.rotate(b, v)), atol=1e-9)
    np.testing.assert_allclose(rot.rotate(rot.inverse(a), rot.rotate(a, v)), v, atol=1e-9)
    np.testing.assert_allclose(rot.matrices(a) @ v, rot.rotate(a, v), atol=1e-9)


@given(quaternions)
def test_matrices_and_back(q):
    back = rot.from_matrices(rot.matrices(q))

    assert rot.angle_between(q, back) < 1e-6
    assert back[3] >= 0


@given(vectors.filter(lambda v: np.linalg.norm(v) > 0.1), vectors.filter(lambda v: np.linalg.norm(v) > 0.1))
def test_between_takes_one_direction_to_the_other(a, b):
    turned = rot.rotate(rot.between(a, b), rot.normalised(a))

    np.testing.assert_allclose(turned, rot.normalised(b), atol=1e-6)


def test_opposite_directions_have_a_rotation_between_them():
    for axis in np.eye(3):
        np.testing.assert_allclose(rot.rotate(rot.between(axis, -axis), axis), -axis, atol=1e-12)


def test_nothing_has_no_direction():
    assert rot.normalised(np.zeros(3)).tolist() == [0, 0, 0]
    np.testing.assert_allclose(rot.between(np.zeros(3), np.array([0.0, 1, 0])), rot.IDENTITY)


def test_a_quarter_turn_about_each_axis():
    quarter = np.array(np.pi / 2)
    np.testing.assert_allclose(rot.rotate(rot.about_axis(0, quarter), np.array([0.0, 1, 0])), [0, 0, 1], atol=1e-12)
    np.testing.assert_allclose(rot.rotate(rot.about_axis(1, quarter), np.array([0.0, 0, 1])), [1, 0, 0], atol=1e-12)
    np.testing.assert_allclose(rot.rotate(rot.about_axis(2, quarter), np.array([1.0, 0, 0])), [0, 1, 0], atol=1e-12)


@pytest.mark.parametrize(("share", "degrees"), [(0.0, 0), (0.25, 22.5), (1.0, 90)])
def test_slerp_goes_evenly_and_the_short_way(share, degrees):
    a, b = rot.IDENTITY, rot.about_axis(2, np.array(np.pi / 2))

    for end in (b, -b):
        middle = rot.slerp(a, end, share)
        assert np.degrees(rot.angle_between(a, middle)) == pytest.approx(degrees, abs=1e-5)


def test_continuous_signs():
    q = np.stack([rot.IDENTITY, -rot.IDENTITY, rot.IDENTITY])[:, None, :]

    assert (rot.continuous(q)[..., 3] == 1).all()
