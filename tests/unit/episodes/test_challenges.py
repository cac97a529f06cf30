"""EP22, EP23: the two challenges that depend on what stands in the way, in rooms worked by hand."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import numpy as np
import pytest

from datasets.episodes.body import JOINT_RADII_M, SURFACE_SHARES, Body
from datasets.episodes.checks import Eye, first_failure
from datasets.episodes.composer import MotionMaterial, compose
from datasets.episodes.figures import Figure, PlacedFigure
from datasets.episodes.placing import Placement
from datasets.episodes.plan import read_plan, wanted_of
from datasets.episodes.sight import glance, hidden_by, observe
from datasets.episodes.starts import Found, Missed, find_start

from .bodies import standing
from .rooms import room

BEHIND_A_WALL = room(((3, 0.95, 0.1), (0, 0, 1.0)))
"""A wall 0.95 m high one metre before somebody at the origin."""


def person(x: float = 0.0, z: float = 0.0, yaw: float = 0.0) -> PlacedFigure:
    return PlacedFigure(Figure(standing()), (x, 0.0, z), yaw)


def wanted(challenge: str, **bounds):
    plan = {"format": "affectory-plan-1", "challenges": {challenge: {"count": 1} | bounds}}
    return wanted_of(read_plan(plan))[0]


def test_the_shares_of_a_body_add_up_and_weigh_by_length_and_thickness():
    """A shank (0.402 m long, the ankle's 4 cm of radius) shows 2 · 0.402 · 0.04 m² of all; half of it stands at its
    middle. A thigh (0.403 m, 5.5 cm) shows more."""
    assert SURFACE_SHARES.sum() == pytest.approx(1)
    bones = SURFACE_SHARES[22:43]
    # Bone k leads to joint k + 1: 3 and 6 are left knee and left ankle.
    assert bones[6] / bones[3] == pytest.approx(0.402 * 0.04 / (0.403 * 0.055), rel=0.01)
    assert len(JOINT_RADII_M) + len(bones) + 1 == len(SURFACE_SHARES)


def test_a_low_wall_hides_what_lies_below_the_line_over_its_edge():
    """EP22: from 3 m, eyes at 1.25 m, the line over the wall's far edge (2.05 m away, 0.95 m high) meets the body at
    1.25 − 0.30 · 3/2.05 = 0.81 m. What lies below is hidden."""
    person_ = person()
    points = person_.glimpses.solid_points()[0][0]
    limit = 1.25 - (1.25 - 0.95) * 3.0 / 2.05
    assert np.abs(points[:, 1] - limit).min() > 0.03
    expected = SURFACE_SHARES[points[:, 1] > limit].sum()
    seen = observe(person_, (0.0, 0.0, 3.0), math.pi, detail=BEHIND_A_WALL.detail, eye=Eye())
    assert seen.visible_fraction == pytest.approx(expected, abs=1e-9)
    assert seen.visible_at_start == pytest.approx(expected, abs=1e-9)
    assert 0.5 < expected < 0.8
    assert (seen.in_picture, seen.distance_m) == (1.0, pytest.approx(3.0))


def test_a_glance_from_many_places_agrees_with_looking():
    """From behind the wall part of the body, from the other side all of it."""
    starts = np.array([(0.0, 3.0), (0.0, -3.0)])
    first, mean = glance(person(), starts, detail=BEHIND_A_WALL.detail, eye=Eye())
    assert first == pytest.approx(mean)
    assert first[1] == pytest.approx(1.0)
    seen = observe(person(), (0.0, 0.0, 3.0), math.pi, detail=BEHIND_A_WALL.detail, eye=Eye())
    assert first[0] == pytest.approx(seen.visible_fraction, abs=0.15)


def test_somebody_in_front_hides_somebody_behind():
    """EP22: who stands right behind another cannot be seen; who stands a metre beside can."""
    front, eye = person(0.0, 1.0), np.array([0.0, 1.25, 4.0])
    behind, beside = person(0.0, 0.0), person(1.0, 0.0)
    # 4 m and 3 m away: balls of the one in front cover points of the one behind that lie closer to the same line.
    hidden = hidden_by(front.glimpses.limb_balls(), behind.glimpses.solid_points()[0], eye)
    assert hidden[0][22:].mean() > 0.5
    assert not hidden_by(front.glimpses.limb_balls(), beside.glimpses.solid_points()[0], eye).any()
    assert not hidden_by(behind.glimpses.limb_balls(), front.glimpses.solid_points()[0], eye)[0][:1].any()


def test_a_partial_occlusion_is_found_behind_the_wall():
    """EP22: every start that is found shows between 20 and 70 % and has the person in its picture."""
    asked = wanted("partial_occlusion", visible_fraction=[0.2, 0.7], distance_m=[2, 4])
    placement = Placement((person(),), ())
    found = [find_start(BEHIND_A_WALL, placement, asked, Eye(), random.Random(seed)) for seed in range(6)]
    assert all(isinstance(one, Found) for one in found)
    for one in found:
        values = {check.id: check.value for check in one.checks}
        assert 0.2 <= values["visible"] <= 0.7
        assert values["in_picture"] >= 0.7
        assert one.start.position[2] > 1.0


def test_in_an_empty_room_nothing_is_hidden_and_the_miss_says_so():
    """EP22: 100 % is visible, 70 % is the most that is asked for."""
    asked = wanted("partial_occlusion")
    found = find_start(room(), Placement((person(),), ()), asked, Eye(), random.Random(1))
    assert isinstance(found, Missed)
    assert (found.check.id, found.check.value) == ("visible", 1.0)
    assert found.check.miss == pytest.approx(0.3)


SCREEN = room(((4, 0.8, 0.2), (0, 0, 0)))
"""A low wall from x = −2 to 2, 20 cm thick, over which one sees and through which nobody walks."""


def test_the_way_round_a_wall_over_the_straight_line():
    """EP23: from (0, −1.5) to (0, 1.5) round the end at x = 2: the robot keeps 0.18 m from it, so the corners lie at
    (2.18, ∓0.28): 2 · √(2.18² + 1.22²) + 0.56 = 5.556 m for 3 m, 1.852 times; cells of 5 cm make it a little more."""
    way = SCREEN.grid.distance((0.0, -1.5), (0.0, 1.5))
    assert way / 3 == pytest.approx(1.852, rel=0.03)
    asked = wanted("obstacle_detour", distance_m=[2.5, 4], way_ratio=[1.5, 3])
    for seed in range(6):
        found = find_start(SCREEN, Placement((person(0.0, 1.5),), ()), asked, Eye(), random.Random(seed))
        assert isinstance(found, Found)
        values = {check.id: check.value for check in found.checks}
        here = (found.start.position[0], found.start.position[2])
        assert values["way_ratio"] == pytest.approx(
            values["target_reachable"] / math.dist(here, (0.0, 1.5)), rel=1e-6
        )
        assert 1.5 <= values["way_ratio"] <= 3
        assert values["straight_way_blocked"] == 1.0
        assert here[1] < 0


def test_where_nothing_is_in_the_way_there_is_no_detour():
    """EP23: in an empty room no ground is further round than straight on."""
    asked = wanted("obstacle_detour")
    found = find_start(room(), Placement((person(),), ()), asked, Eye(), random.Random(1))
    assert isinstance(found, Missed)
    assert first_failure([found.check]) is found.check


def test_both_challenges_are_composed_in_a_furnished_room():
    """EP22, EP23."""
    scene = room(((3, 0.9, 0.2), (0, 0, 1.5)), ((0.2, 0.9, 2.5), (-2, 0, -2)), ((1.2, 0.75, 0.8), (2, 0, -1)))
    plan = {
        "format": "affectory-plan-1",
        "challenges": {"partial_occlusion": {"count": 4}, "obstacle_detour": {"count": 4}},
    }
    motions = [MotionMaterial(f"{i:064x}", label) for i, label in enumerate(("sad", "happy"))]
    figures = {m.sha256: standing(8, 8.0) for m in motions}
    slots = list(
        compose(read_plan(plan), seed=1, scenes=[scene], motions=motions, body_of=figures.__getitem__, eye=Eye())
    )
    assert [slot.spec is not None for slot in slots] == [True] * 8
    assert [slot.spec.challenge for slot in itertools.islice(slots, 2)] == ["partial_occlusion", "obstacle_detour"]


def test_somebody_who_turns_about_has_no_rear():
    """EP34: for eight of twelve frames they face one way, for four the other: the mean front is 8/12 − 4/12 = 1/3
    long, so from no place is it more than 180° − acos(1/3) = 109.5° away on average."""
    joints = standing().joints.copy()
    joints[8:, :, [0, 2]] *= -1
    turning = PlacedFigure(Figure(Body(joints, 12.0)), (0.0, 0.0, 0.0), 0.0)
    asked = wanted("rear_view", distance_m=[1, 4], bearing_deg=[120, 180])
    found = find_start(room(), Placement((turning,), ()), asked, Eye(), random.Random(1))
    assert isinstance(found, Missed)
    assert (found.check.id, found.check.value) == ("bearing", pytest.approx(109.47, abs=0.01))
    assert found.check.message == (
        "The person turns about: on average no place is nearer than 71° to their front or back; 120° to 180° from "
        "the front is asked."
    )
    # What is asked in between can be had.
    beside = replace(asked, bounds=asked.bounds | {"bearing_deg": (75.0, 105.0)})
    assert isinstance(find_start(room(), Placement((turning,), ()), beside, Eye(), random.Random(1)), Found)
