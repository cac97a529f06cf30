"""A room of 4 × 3 m with a block of 1 × 1 m in its middle; cells of 10 cm, so that numbers can be worked by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets.scenes.navigation import NavGrid, build_grid
from datasets.scenes.shapes import box, quad

CELL = 0.1


def triangles(*shapes) -> np.ndarray:
    return np.concatenate([s.positions[s.triangles] for s in shapes])


FLOOR = quad((0, 0, 3), (4, 0, 0), (0, 0, -3))
BLOCK = box((1, 1, 1), (2, 0, 1.5))


@pytest.fixture(scope="module")
def grid() -> NavGrid:
    return build_grid([triangles(FLOOR), triangles(BLOCK)], cell=CELL, radius=0.2)


def test_the_grid_covers_the_floor_and_marks_the_block(grid):
    """SC4. The block spans x 1.5–2.5, z 1–2: ten cells each way, and its faces on cell borders touch one cell more
    at the low side (the cell that a face bounds from above)."""
    assert grid.floor.shape == (40, 30)
    assert grid.floor.all()
    assert grid.solid.sum() == 11 * 11
    assert grid.solid[14:25, 9:20].all()


def test_clearance_is_the_distance_to_the_nearest_obstacle_or_edge(grid):
    """SC4. (0.75, 1.55) is the centre of cell (7, 15). The floor's edge is 0.75 m to its left, the block's first
    cell starts at 1.4, 0.65 m to its right."""
    assert grid.clearance((0.75, 1.55)) == pytest.approx(0.65)
    # (0.15, 1.55): 0.15 m from the edge.
    assert grid.clearance((0.15, 1.55)) == pytest.approx(0.15)
    assert grid.clearance((9, 9)) == 0.0


def test_a_disc_fits_where_its_radius_does(grid):
    """SC4. Radius 0.2: cell centres from 0.25 on are free (0.25 ≥ 0.2), 0.15 is not."""
    assert grid.is_navigable((0.25, 1.5))
    assert not grid.is_navigable((0.15, 1.5))
    assert not grid.is_navigable((2, 1.5))
    assert not grid.is_navigable((-1, -1))


def test_snap_takes_the_nearest_free_cell(grid):
    """From the middle of the block's west side the nearest free centre is at x = 1.4 − 0.25 = 1.15."""
    assert grid.snap((1.5, 1.55)) == pytest.approx((1.15, 1.55))
    assert grid.snap((0.62, 0.71)) == (0.62, 0.71)


def test_the_straight_way_is_straight(grid):
    assert grid.distance((0.55, 0.55), (3.45, 0.55)) == pytest.approx(2.9)
    assert grid.line_is_free((0.55, 0.55), (3.45, 0.55))
    assert not grid.line_is_free((0.55, 1.55), (3.45, 1.55))


def test_the_way_around_the_block_is_as_long_as_geometry_says(grid):
    """SC7. From (0.55, 1.45) to (3.45, 1.45) around a block inflated by 0.2 m. Solid cells span x 1.4–2.5, z 0.9–2.0
    (see above), so the shorter way passes the north corners (1.4, 0.9) and (2.5, 0.9) at a distance of 0.2:
    tangents from (0.55, 1.45) and (3.45, 1.45) to circles of 0.2 around the corners, and the straight between them.
    Tangent length t = sqrt(d² − r²): d₁ = |(0.85, 0.55)| = 1.01242, t₁ = 0.99247; d₂ = |(0.95, 0.55)| = 1.09772,
    t₂ = 1.07935. Straight 1.1. Arcs: angle between tangent and straight; the tangent from P leaves at
    atan2(0.55, 0.85) + asin(0.2/d₁) = 32.91° + 11.39° = 44.30°, so the arc is 44.30° · 0.2 = 0.15463;
    on the other side atan2(0.55, 0.95) + asin(0.2/d₂) = 30.07° + 10.50° = 40.57° → 0.14161.
    Sum 3.46806. The grid may be off by a few per cent."""
    way = grid.distance((0.55, 1.45), (3.45, 1.45))
    assert way == pytest.approx(3.468, rel=0.04)
    field = grid.field_to((3.45, 1.45))
    assert field[grid.index((0.55, 1.45))] >= 3.468 - CELL
    points = grid.path((0.55, 1.45), (3.45, 1.45))
    assert points[0] == (0.55, 1.45)
    assert points[-1] == (3.45, 1.45)
    assert all(grid.is_navigable(p) for p in points)


def test_fields_are_kept_and_the_oldest_is_dropped(grid):
    """SC7."""
    grid._fields.clear()
    first = grid.field_to((0.55, 0.55))
    assert grid.field_to((0.55, 0.55)) is first
    for step in range(40):
        grid.field_to((0.55 + 0.05 * step, 0.55))
    assert len(grid._fields) <= 32


def test_a_step_into_the_open_goes_all_the_way(grid):
    """SC5."""
    assert grid.try_step((0.5, 0.5), (0.75, 0.5)) == pytest.approx((0.75, 0.5))


def test_a_step_against_a_wall_slides_along_it_and_never_gets_longer(grid):
    """SC5. Along the west edge: 0.25 m towards (−1, 1)/√2 keeps only its part along z, 0.177 m."""
    x, z = grid.try_step((0.25, 0.5), (0.25 - 0.25 / math.sqrt(2), 0.5 + 0.25 / math.sqrt(2)))
    assert z == pytest.approx(0.5 + 0.1768, abs=0.03)
    assert x == pytest.approx(0.25, abs=0.06)
    assert math.dist((0.25, 0.5), (x, z)) <= 0.25 + 1e-9
    assert grid.is_navigable((x, z))


def test_without_sliding_a_step_stops_at_the_wall(grid):
    """SC5."""
    x, z = grid.try_step((0.45, 0.5), (-0.05, 0.5), sliding=False)
    assert 0.2 <= x < 0.3
    assert z == 0.5


def test_every_step_ends_on_navigable_ground(grid):
    """SC5: 300 steps of 0.25 m in all directions."""
    rng = np.random.default_rng(3)
    for _ in range(300):
        start = grid.random_point(rng)
        angle = rng.random() * 2 * math.pi
        end = grid.try_step(start, (start[0] + 0.25 * math.sin(angle), start[1] + 0.25 * math.cos(angle)))
        assert grid.is_navigable(end)
        assert math.dist(start, end) <= 0.25 + 1e-9


def test_an_island_is_not_navigable():
    """SC4: a closed box of 1.2 × 1.2 m without a top has free floor inside, but no way leads there."""
    walls = [box((1.2, 1, 0.1), (2, 0, 0.95)), box((1.2, 1, 0.1), (2, 0, 2.05))]
    walls += [box((0.1, 1, 1.2), (1.45, 0, 1.5)), box((0.1, 1, 1.2), (2.55, 0, 1.5))]
    grid = build_grid([triangles(quad((0, 0, 3), (4, 0, 0), (0, 0, -3))), triangles(*walls)], cell=0.05, radius=0.18)
    assert (grid.regions[1] > 0).sum() == 2
    assert not grid.is_navigable((2.0, 1.5))
    assert grid.is_navigable((3.0, 1.5))
    # Asked for a way from the island, the grid starts at the nearest ground that can be reached.
    assert math.isfinite(grid.distance((2.0, 1.5), (3.0, 1.5)))


def test_two_rooms_without_a_door_have_one_navigable_side():
    """SC4: x 0–2.4 is larger than x 2.6–4."""
    wall = box((0.2, 2, 3), (2.5, 0, 1.5))
    grid = build_grid([triangles(FLOOR), triangles(wall)], cell=CELL, radius=0.2)
    assert grid.is_navigable((1, 1))
    assert not grid.is_navigable((3.4, 1))


def test_low_things_are_stepped_over_and_high_ones_passed_under():
    """A rug of 1 cm and a lamp at 2 m block nothing; a table of 0.7 m does."""
    rug, lamp, table = (
        box((1, 0.01, 1), (1, 0, 1)),
        box((1, 0.2, 1), (1, 2, 2)),
        box((0.6, 0.05, 0.6), (3, 0.65, 1.5)),
    )
    grid = build_grid([triangles(FLOOR), triangles(rug), triangles(lamp), triangles(table)], cell=CELL)
    assert grid.is_navigable((1, 1))
    assert grid.is_navigable((1, 2))
    assert not grid.is_navigable((3, 1.5))


def test_a_grid_without_free_ground_answers_without_failing():
    grid = build_grid([triangles(quad((0, 0, 0.3), (0.3, 0, 0), (0, 0, -0.3)))], cell=CELL, radius=0.5)
    assert grid.area_m2 == 0
    assert grid.snap((0.1, 0.1)) is None
    assert grid.path((0, 0), (0.2, 0.2)) == []
    assert grid.distance((0, 0), (0.2, 0.2)) == math.inf
    assert grid.try_step((0.1, 0.1), (0.2, 0.1)) == (0.1, 0.1)
    assert grid.random_point(np.random.default_rng(1)) is None


def test_a_grid_comes_back_from_its_bytes(grid):
    again = NavGrid.from_bytes(grid.to_bytes())
    assert (again.floor == grid.floor).all()
    assert (again.solid == grid.solid).all()
    assert (again.origin, again.cell, again.radius) == (grid.origin, grid.cell, grid.radius)
    with pytest.raises(ValueError, match="not a navigation grid"):
        NavGrid.from_bytes(b'{"format": "x"}\n')
