"""Shortest ways against geometry worked by hand, and against a search over all cells that see each other."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.csgraph import dijkstra

from datasets.scenes import ways
from datasets.scenes.navigation import NavGrid, build_grid
from datasets.scenes.shapes import box, quad
from datasets.scenes.sight import _to_border as to_border


def triangles(*shapes) -> np.ndarray:
    return np.concatenate([s.positions[s.triangles] for s in shapes])


def room(width: float, depth: float, *things, radius: float = 0.18) -> NavGrid:
    floor = quad((0, 0, depth), (width, 0, 0), (0, 0, -depth))
    return build_grid([triangles(floor), triangles(*things)], cell=0.05, radius=radius)


@pytest.fixture(scope="module")
def hall() -> NavGrid:
    """6 × 4 m with a wall of 10 cm from z = 0 to z = 3 in its middle."""
    return room(6, 4, box((0.1, 2, 3), (3, 0, 1.5)))


def test_the_way_round_a_wall_is_tangents_and_arcs(hall):
    """SC51. From (1, 1) to (5, 1) round the wall's end at z = 3, a disc of 0.18 m away from its corners (2.95, 3) and
    (3.05, 3). To a corner d = |(1.95, 2)| = 2.79330 m, the tangent √(d² − 0.18²) = 2.78749 m; it rises at
    atan2(2, 1.95) + asin(0.18/d) = 45.725° + 3.695° = 49.420°, which the arc turns back: 0.18 · 0.86254 = 0.15526 m.
    Twice that and 0.1 m between the corners make 5.98550 m. Blocked cells make the wall up to a cell thicker."""
    way = hall.distance((1, 1), (5, 1))
    assert way == pytest.approx(5.9855, rel=0.015)
    assert hall.distance((1, 3.5), (5, 3.5)) == pytest.approx(4.0, abs=1e-9)


def test_many_starts_are_answered_as_one_by_one(hall):
    """SC51. Those that see the goal are as far as the straight line."""
    rng = np.random.default_rng(5)
    starts = np.array([hall.random_point(rng) for _ in range(200)])
    goal = (4.9, 0.7)
    together = hall.distances(starts, goal)
    assert together == pytest.approx([hall.distance(tuple(s), goal) for s in starts], abs=1e-9)
    straight = np.linalg.norm(starts - np.array(goal), axis=1)
    seen = hall.lines_free(starts, goal)
    assert together[seen] == pytest.approx(straight[seen], abs=1e-12)
    assert (together[~seen] > straight[~seen]).all()
    assert 0.2 < seen.mean() < 0.8


def test_a_path_is_as_long_as_its_distance_and_every_piece_can_be_walked(hall):
    """SC7, SC51."""
    rng = np.random.default_rng(6)
    for _ in range(30):
        start, goal = hall.random_point(rng), hall.random_point(rng)
        points = np.array(hall.path(start, goal))
        pieces = np.linalg.norm(np.diff(points, axis=0), axis=1)
        assert pieces.sum() == pytest.approx(hall.distance(start, goal), abs=1e-9)
        assert hall.lines_free(points[:-1], points[1:]).all()


def test_the_distance_is_the_same_both_ways(hall):
    """SC51."""
    rng = np.random.default_rng(7)
    for _ in range(30):
        start, goal = hall.random_point(rng), hall.random_point(rng)
        assert hall.distance(start, goal) == pytest.approx(hall.distance(goal, start), abs=1e-9)


def test_a_line_is_free_up_to_the_clearance_and_no_further(hall):
    """SC50. Along the wall's side: its cells start at x = 2.95 − 0.05, so a disc of 0.18 m has room up to 2.7 (cell
    centres 2.675 with 0.225 m of clearance; 2.725 has 0.175)."""
    starts = np.array([[2.69, 0.5], [2.71, 0.5], [2.0, 0.5], [2.0, 3.5]])
    ends = np.array([[2.69, 2.5], [2.71, 2.5], [4.0, 0.5], [4.0, 3.5]])
    assert hall.lines_free(starts, ends).tolist() == [True, False, False, True]
    assert not hall.line_is_free((1, 1), (9, 9))


def rugged(seed: int) -> NavGrid:
    """14 × 14 cells with obstacles of all shapes."""
    blocked = np.random.default_rng(seed).random((14, 14)) > 0.8
    return NavGrid((0.0, 0.0), 0.1, np.ones((14, 14), bool), blocked, radius=0.05)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_ways_are_the_shortest_of_all(seed):
    """SC51: the reference joins everything that sees each other: the middle of every free cell and a hair inside each
    of its four tips. A shortest way bends nowhere else."""
    grid = rugged(seed)
    tips = [(0.5 - ways.HAIR) * d for d in ways.DIAGONALS]
    middles = (grid.free_cells + 0.5) * grid.cell
    points = np.concatenate([middles, *((grid.free_cells + 0.5 + tip) * grid.cell for tip in tips)])
    one, other = np.triu_indices(len(points), 1)
    seen = grid.lines_free(points[one], points[other])
    one, other = one[seen], other[seen]
    length = np.linalg.norm(points[one] - points[other], axis=1)
    whole = sparse.csr_array((length, (one, other)), shape=(len(points), len(points)))
    goals = np.arange(0, len(middles), 11)
    best = dijkstra(whole, directed=False, indices=goals)[:, : len(middles)]
    found = np.array([grid.distances(middles, tuple(middles[g])) for g in goals])
    assert np.isfinite(found).all()
    assert np.abs(found - best).max() < 1e-3


def test_ground_with_too_many_corners_is_answered_along_the_grid(hall, monkeypatch):
    """SC51: up to 8 % long, and never wrong about whether there is a way."""
    monkeypatch.setattr(ways, "MOST_CORNERS", 3)
    plain = NavGrid(hall.origin, hall.cell, hall.floor, hall.solid, hall.radius)
    exact = hall.distance((1, 1), (5, 1))
    assert plain.ways is None
    assert exact - 0.1 <= plain.distance((1, 1), (5, 1)) <= 1.09 * exact
    points = np.array(plain.path((1, 1), (5, 1)))
    assert plain.lines_free(points[:-1], points[1:]).all()
    assert np.linalg.norm(np.diff(points, axis=0), axis=1).sum() == pytest.approx(exact, rel=0.05)
    again = NavGrid.from_bytes(plain.to_bytes())
    assert again.distance((1, 1), (5, 1)) == plain.distance((1, 1), (5, 1))


def test_corners_come_back_from_their_bytes(hall):
    """SC51: a stored grid answers without joining its corners again; one stored without them still answers."""
    data = hall.to_bytes()
    again = NavGrid.from_bytes(data)
    assert "ways" in again.__dict__
    assert (again.ways.edges == hall.ways.edges).all()
    assert again.distance((1, 1), (5, 1)) == hall.distance((1, 1), (5, 1))
    header, _, bits = data.partition(b"\n")
    half = math.ceil(hall.floor.size / 8)
    older = header.replace(b"affectory-nav-2", b"affectory-nav-1") + b"\n" + bits[: 2 * half]
    assert NavGrid.from_bytes(older).distance((1, 1), (5, 1)) == hall.distance((1, 1), (5, 1))
    with pytest.raises(ValueError, match="cut off"):
        ways.Ways.from_bytes(hall.ways.to_bytes()[:-1])


def test_no_navigable_ground_gives_no_way():
    """SC51."""
    grid = NavGrid((0.0, 0.0), 0.1, np.ones((5, 5), bool), np.ones((5, 5), bool))
    assert grid.distances(np.array([[0.1, 0.1], [0.3, 0.3]]), (0.2, 0.2)).tolist() == [math.inf, math.inf]
    assert not grid.lines_free(np.array([[0.1, 0.1]]), (0.2, 0.2)).any()


def test_a_line_along_the_border_of_cells_is_looked_at_once_a_cell(hall, monkeypatch):
    """SC50: cells are 5 cm, so z = 0.25 runs between two rows of them."""
    looks = []
    monkeypatch.setattr("datasets.scenes.sight._to_border", lambda *a: looks.append(1) or to_border(*a))
    assert hall.line_is_free((1, 0.25), (2, 0.25))
    assert 1 < len(looks) <= 25
