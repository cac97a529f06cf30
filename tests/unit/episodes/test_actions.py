"""EP24 to EP26, EP31, EP32: motions fitted to a seat, a door and a walkway, in rooms worked by hand."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from datasets.episodes.action_fit import actions_of, fit_of
from datasets.episodes.body import Body
from datasets.episodes.checks import Eye, first_failure
from datasets.episodes.composer import Composer, MotionMaterial
from datasets.episodes.figures import Figure
from datasets.episodes.placing_actions import place_action
from datasets.episodes.plan import read_plan, wanted_of
from datasets.motion.bvh import parse_bvh
from datasets.motion.retarget import avatar_fk, retarget
from datasets.motion.synthetic import generate
from datasets.scenes.anchors import Anchor, AnchorKind

from .bodies import knocking, sitting_down, standing, walking
from .rooms import room

STOOL = Anchor(AnchorKind.SEAT, (2.0, 0.45, 1.0), math.pi / 2, 0.5, 0.5)
"""At (2, 1), 45 cm high, a person on it faces +X."""
DOOR = Anchor(AnchorKind.DOOR, (0.0, 0.0, -4.0), 0.0, 0.9)
"""In a wall at z = −4; one stands on the side of +Z."""
CORRIDOR = Anchor(AnchorKind.WALKWAY, (-3.0, 0.0, 3.0), math.pi / 2, 1.2, 6.0, ((-3.0, 3.0), (3.0, 3.0)))
ROUND_A_CORNER = Anchor(
    AnchorKind.WALKWAY, (-3.0, 0.0, -2.0), 0.0, 1.4, 5.0, ((-3.0, -2.0), (-3.0, 0.5), (-0.5, 0.5))
)
HOUSE = room(
    ((0.5, 0.45, 0.5), (2.0, 0, 1.0)),
    ((6, 2.2, 0.1), (0, 0, -4.05)),
    anchors=(STOOL, DOOR, CORRIDOR, ROUND_A_CORNER),
)


def wanted(action: str, **bounds):
    plan = {"format": "affectory-plan-1", "actions": {action: {"count": 1} | bounds}}
    return wanted_of(read_plan(plan))[0]


def placed(body: Body, action: str, seed: int = 0, scene=HOUSE, **bounds):
    return place_action(scene, Figure(body), fit_of(body, action), wanted(action, **bounds), random.Random(seed))


def values(placement) -> dict[str, float]:
    return {check.id: check.value for check in placement.checks}


@pytest.mark.parametrize(
    ("body", "does"),
    [
        (standing(24), ()),
        (sitting_down(), ("sit",)),
        (knocking(), ("knock",)),
        (walking(), ("walk",)),
        (walking(turn_rad=1.5), ("walk",)),
        # Down to 0.2 m: kneeling or lying, not sitting.
        (sitting_down(0.2, back_m=0.1), ()),
        # Straight down over the feet: a squat.
        (sitting_down(0.54, back_m=0.02), ()),
        (knocking(1), ()),
        # 9 m in 3 s is a run.
        (walking(9.0), ()),
        (walking(0.5), ()),
    ],
)
def test_a_motion_does_what_its_joints_say(body, does):
    """EP31."""
    assert actions_of(body) == does


def test_the_numbers_of_sitting_down():
    """EP31: the pelvis comes from 0.93 to 0.54 m and sits from 2 s to 4 s, and the last tenth of its way there."""
    fit = fit_of(sitting_down(0.54), "sit")
    assert fit.measures["fall_m"] == pytest.approx(0.39)
    assert fit.measures["pelvis_m"] == pytest.approx(0.54)
    assert fit.measures["behind_m"] == pytest.approx(0.42, abs=0.02)
    assert 2.0 <= fit.measures["seated_s"] <= 2.4
    assert not fit_of(standing(24), "sit").holds
    assert "comes down 0.00 m" in fit_of(standing(24), "sit").fault


def test_a_scenario_that_names_another_action_rules_one_out():
    """EP31: words decide only against; what a body does not do, no word makes it do."""
    assert actions_of(walking(), "Walk to the door") == ("walk",)
    assert actions_of(walking(), "sitting_down") == ()
    assert actions_of(standing(24), "sits") == ()


@pytest.mark.parametrize(("action", "does"), [("knock", ("knock",)), ("wave", ()), ("gesture", ())])
def test_generated_motions_do_what_they_are_called(action, does):
    """EP31: a wave and a gesture with raised hands are no knocks."""
    motion = retarget(parse_bvh(generate("happy", "P02", action).bvh))
    assert actions_of(Body(np.asarray(avatar_fk(motion), float), float(motion.fps))) == does


def test_sitting_is_over_the_seat_turned_as_it_is_and_as_high():
    """EP24: pelvis 0.54 m, seat 0.45 m: 9 cm above; the seat faces +X, so does the person."""
    placement = placed(sitting_down(0.54), "sit")
    assert first_failure(placement.checks) is None
    found = values(placement)
    assert found["seat_height"] == pytest.approx(0.09, abs=0.005)
    assert found["faces_seat"] == pytest.approx(0.0, abs=0.1)
    assert found["sits_down"] == pytest.approx(0.39)
    assert found["on_seat"] == 1.0
    pelvis = placement.people[0].thin.pelvis[-1]
    assert abs(pelvis[0] - 2.0) <= 0.13
    assert pelvis[2] == pytest.approx(1.0, abs=0.01)
    assert placement.people[0].thin.fronts[-1] == pytest.approx((1, 0), abs=1e-3)
    assert placement.anchor == {"kind": "seat", "position": [2.0, 0.45, 1.0], "yaw": math.pi / 2}


@pytest.mark.parametrize(("pelvis", "failing"), [(0.44, "seat_height"), (0.7, "seat_height"), (0.54, None)])
def test_a_seat_of_another_height_is_refused_with_the_number(pelvis, failing):
    """EP24: 0.44 m lies 1 cm below the seat, 0.70 m is 25 cm above it."""
    failure = placed(sitting_down(pelvis), "sit").failure
    assert (failure.id if failure else None) == failing


def test_the_seat_itself_may_be_touched_and_a_table_over_it_not():
    """EP24: the same stool under a table top at 0.7 m."""
    under = room(((0.5, 0.45, 0.5), (2.0, 0, 1.0)), ((1.2, 0.05, 1.2), (2.4, 0.7, 1.0)), anchors=(STOOL,))
    assert placed(sitting_down(), "sit").failure is None
    assert placed(sitting_down(), "sit", scene=under).failure.id == "person_clear_of_objects"


def test_the_fist_is_at_the_leaf_when_it_knocks():
    """EP25: the wall's face is at z = −4; the fist, 9 cm on from the wrist, comes within 6 cm of it; the person
    faces −Z within 15°."""
    for seed in range(8):
        placement = placed(knocking(), "knock", seed)
        assert first_failure(placement.checks) is None, first_failure(placement.checks).message
        found = values(placement)
        assert -0.001 <= found["hand_at_door"] <= 0.065
        assert found["hand_on_leaf"] <= 0.45
        assert found["faces_door"] <= 15.0
        assert placement.people[0].front[1] < -0.9


def test_nobody_knocks_at_a_gap():
    """EP46: in an empty room of 10 m the nearest thing, its floor left out, is nowhere near."""
    failure = placed(knocking(), "knock", scene=room(anchors=(DOOR,)), hand_gap_m=[-0.2, 0.2]).failure
    assert (failure.id, failure.bounds) == ("hand_at_solid", (None, 0.15))


def test_a_body_in_the_wall_is_refused_though_its_hand_may_touch():
    """EP25: only the knocking forearm may be at the leaf; with the other side walled off, the body is."""
    narrow = room(((6, 2.2, 0.1), (0, 0, -4.05)), ((6, 1.0, 0.4), (0, 0, -3.5)), anchors=(DOOR,))
    assert {placed(knocking(), "knock", seed, narrow).failure.id for seed in range(4)} == {"person_clear_of_objects"}


def test_a_straight_walk_lies_along_a_straight_walkway():
    """EP26: 3 m of walk on 6 m of walkway, from the middle line by nothing but rounding."""
    scene = room(anchors=(CORRIDOR,))
    for seed in range(4):
        placement = placed(walking(), "walk", seed, scene)
        assert placement.failure is None
        assert values(placement)["on_walkway"] == pytest.approx(0.0, abs=0.002)
        assert values(placement)["walk_length"] == pytest.approx(3.0, abs=0.2)
        ground = placement.people[0].thin.pelvis
        assert np.ptp(ground[:, 2]) < 0.01
        assert ground[:, 0].min() >= -3.01
        assert ground[:, 0].max() <= 3.01


def test_a_turning_walk_fits_round_a_corner_and_a_straight_one_does_not():
    """EP26: a bow of 4 m by a right angle has a radius of 2.55 m. Laid over a corner of 1.4 m width, half of it less
    20 cm for the body is 50 cm; a straight 4 m across the corner leaves it by more."""
    scene = room(anchors=(ROUND_A_CORNER,))
    bow = [placed(walking(4.0, 4.0, turn_rad=math.pi / 2), "walk", seed, scene) for seed in range(12)]
    assert min(values(p)["on_walkway"] for p in bow) < 0.5
    straight = [placed(walking(4.0, 4.0), "walk", seed, scene) for seed in range(12)]
    assert min(values(p)["on_walkway"] for p in straight) > 0.5


def test_a_walk_round_and_round_takes_free_floor():
    """EP44: 4 m in a circle reach 4 / 2π = 0.637 m from its middle. The corridor, 1.2 m wide, leaves 0.8 m of the
    1.27 m that it needs; a disc of 2.4 m leaves 1 m around its middle, one of 1.2 m 0.4 m. No disc holds 3 m of
    straight walk."""
    wide, narrow = (Anchor(AnchorKind.FREE_FLOOR, (0.0, 0.0, 0.0), 0.0, width) for width in (2.4, 1.2))
    circle = walking(4.0, 4.0, turn_rad=2 * math.pi)
    both = room(anchors=(CORRIDOR, wide))
    for seed in range(6):
        round_about = placed(circle, "walk", seed, both)
        assert (round_about.failure, round_about.anchor["kind"]) == (None, "free_floor")
        assert values(round_about)["on_free_floor"] == pytest.approx(0.637, abs=0.02)
        assert placed(walking(), "walk", seed, both).anchor["kind"] == "walkway"
    failure = placed(circle, "walk", scene=room(anchors=(narrow,))).failure
    assert (failure.id, failure.bounds) == ("on_free_floor", (None, pytest.approx(0.4)))


def test_a_walk_into_furniture_is_refused():
    """EP26: a box in the middle of the corridor."""
    scene = room(((0.4, 0.8, 0.6), (0, 0, 3.0)), anchors=(CORRIDOR,))
    failures = {placed(walking(5.0, 5.0), "walk", seed, scene).failure.id for seed in range(4)}
    assert failures == {"person_clear_of_objects"}


def test_without_an_anchor_or_a_fitting_motion_the_reason_is_told():
    """EP24 to EP26, EP31."""
    assert placed(sitting_down(), "sit", scene=room()).failure.message == "The scene has no seat."
    assert placed(standing(24), "sit").failure.message.startswith("The motion does not sit: the pelvis comes down")


def test_every_action_is_composed_with_the_target_visible_and_near():
    """EP32: visible at the start, and in the same local space: the way there is no more than 1.6 times the straight
    line."""
    plan = read_plan(
        {"format": "affectory-plan-1", "actions": {name: {"count": 3} for name in ("sit", "knock", "walk")}}
    )
    bodies = {"1" * 64: sitting_down(), "2" * 64: knocking(), "3" * 64: walking(), "4" * 64: standing(24)}
    motions = [MotionMaterial(sha, "sad") for sha in bodies]
    composer = Composer(plan, seed=1, scenes=[HOUSE], motions=motions, body_of=bodies.__getitem__, eye=Eye())
    for group, sha in zip(wanted_of(plan), bodies, strict=False):
        for number in range(3):
            slot = composer.slot(group, number)
            assert slot.spec is not None
            found = {check.id: check.value for check in slot.checks}
            assert found["visible_at_start"] >= 0.6
            assert 1.0 <= round(found["way_ratio"], 6) <= 1.6
            assert (slot.spec.family, slot.spec.action, slot.spec.challenge) == ("action_grounded", group.name, "")
            assert slot.spec.motions[0].motion_sha256 == sha
            assert slot.spec.anchor["kind"] in ("seat", "door", "walkway")
