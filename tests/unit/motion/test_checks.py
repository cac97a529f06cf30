"""MO9 to MO15, MO60 to MO62: each check on a motion that has just that fault. Numbers worked by hand."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from datasets.motion.avatar.skeleton import JOINT_INDEX, REST_POSITIONS
from datasets.motion.bvh import parse_bvh
from datasets.motion.checks import Limit, Outcome, Thresholds, run_checks, worst
from datasets.motion.checks.body import self_penetration
from datasets.motion.retarget import AvatarMotion, retarget
from tests.factories.bvh import PERSON, ROOT_CHANNELS, bvh, hierarchy, person
from tests.unit.motion.test_avatar_motion import resting


def swaying(frames=60):
    """Two seconds at 30 frames of a person who turns a forearm: nothing to object to."""
    head = hierarchy()
    names = parse_bvh(person()).joint_names
    rows = []
    for frame in range(frames):
        row = [0.0, 90.0, 0.0] + [0.0] * (3 * len(names))
        row[3 + 3 * names.index("LeftForeArm")] = 40 * np.sin(frame / 6)
        rows.append(row)
    return parse_bvh(bvh(head, rows))


def by_id(motion, **more):
    return {result.id: result for result in run_checks(motion, **more)}


def test_a_sound_motion_passes_with_a_curve_for_each_check():
    read = swaying()

    results = run_checks(retarget(read), bvh=read)

    assert worst(results) is Outcome.PASS
    assert [result.id for result in results] == [
        "nan",
        "length",
        "movement",
        "bone_length_change",
        "root_jump_position",
        "root_jump_rotation",
        "foot_slide",
        "ground_penetration",
        "floating",
        "joint_range",
        "self_penetration",
    ]
    for result in results:
        assert result.series.shape == (60,)
        assert result.series.dtype == np.float32
        assert result.spans == ()
        assert result.message


def test_values_that_are_not_finite_fail_and_end_the_checks():
    """MO9"""
    motion = resting(4)
    motion.rotations[2, 5, 0] = np.nan

    results = run_checks(motion)

    assert [result.id for result in results] == ["nan", "length"]
    assert (results[0].value, results[0].outcome, results[0].spans) == (1, Outcome.FAIL, ((2, 3),))


@pytest.mark.parametrize(
    ("frames", "outcome"), [(14, Outcome.FAIL), (15, Outcome.WARN), (29, Outcome.WARN), (30, Outcome.PASS)]
)
def test_a_motion_needs_some_length(frames, outcome):
    """MO10"""
    # At 30 frames a second 15 frames are the failing half second, 30 the doubtful second.
    assert by_id(resting(frames, Fraction(30)))["length"].outcome is outcome


@pytest.mark.parametrize(
    ("frames", "fps", "outcome"),
    [
        (60, Fraction(1), Outcome.PASS),
        (61, Fraction(1), Outcome.WARN),
        (181, Fraction(1), Outcome.FAIL),
        # A frame time of 30 where 1/30 was meant: 20 frames last ten minutes.
        (20, Fraction(1, 30), Outcome.FAIL),
    ],
)
def test_a_motion_that_nobody_could_watch_to_its_end_is_not_used(frames, fps, outcome):
    """MO10"""
    result = by_id(resting(frames, fps))["length"]
    assert result.outcome is outcome
    assert ("correct its frame time" in result.message) is (outcome is not Outcome.PASS)


def test_a_still_person_shows_nothing():
    """MO11"""
    result = by_id(resting(60))["movement"]

    assert (result.value, result.outcome) == (0.0, Outcome.FAIL)


def moved(frames, places):
    motion = resting(frames, Fraction(30))
    roots = motion.root_positions.copy()
    for frame, by in places.items():
        roots[frame:] += np.array(by, np.float32)
    return replace(motion, root_positions=roots)


def test_a_root_that_jumps_is_found_at_its_frame():
    """MO13"""
    # One step of 0.3 m between steps of 0: the excess is 0.3.
    result = by_id(moved(40, {20: (0.3, 0, 0)}))["root_jump_position"]

    assert result.value == pytest.approx(0.3, abs=1e-6)
    assert result.outcome is Outcome.FAIL
    assert result.spans == ((20, 21),)


def test_a_root_that_is_elsewhere_for_one_frame_is_found():
    """MO13: out by 0.3 m and back, two equal steps, neither longer than its neighbour; together they lead nowhere."""
    result = by_id(moved(40, {20: (0.3, 0, 0), 21: (-0.3, 0, 0)}))["root_jump_position"]

    assert result.value == pytest.approx(0.3, abs=1e-6)
    assert (result.outcome, result.spans) == (Outcome.FAIL, ((20, 21),))


def test_a_root_that_is_upside_down_for_one_frame_is_found():
    """MO13: by 180°, there and back, which as rotations are the same one twice."""
    motion = resting(40, Fraction(30))
    motion.rotations[10, 0] = [1.0, 0.0, 0.0, 0.0]

    result = by_id(motion)["root_jump_rotation"]

    assert result.value == pytest.approx(180.0, abs=0.01)
    assert (result.outcome, result.spans) == (Outcome.FAIL, ((10, 11),))


def test_turning_about_between_two_steps_is_no_jump():
    # 4 cm forth a frame and then back: at the turn 4 cm out and 4 back, below the 5 cm that are told; a body slows
    # down before it turns.
    there = {frame: (0.04 if frame < 20 else -0.04, 0, 0) for frame in range(1, 40)}

    assert by_id(moved(40, there))["root_jump_position"].outcome is Outcome.PASS


def test_steady_walking_is_no_jump():
    # 6 cm a frame, 1.8 m/s: every step is as long as the next one.
    result = by_id(moved(40, dict.fromkeys(range(40), (0.06, 0, 0))))["root_jump_position"]

    assert result.value == pytest.approx(0.06, abs=1e-6) or result.value < 0.001
    assert not [span for span in result.spans if span[0] > 1]


def test_a_root_that_snaps_round_is_found():
    motion = resting(40, Fraction(30))
    # 60° about Y from frame 10 on: (0, sin 30°, 0, cos 30°).
    motion.rotations[10:, 0] = [0, 0.5, 0, np.sqrt(0.75)]

    result = by_id(motion)["root_jump_rotation"]

    assert result.value == pytest.approx(60.0, abs=0.01)
    assert (result.outcome, result.spans) == (Outcome.FAIL, ((10, 11),))


def test_a_stretched_bone_is_found_and_the_moving_root_is_not():
    """MO12"""
    channels = {"LeftLeg": ROOT_CHANNELS}
    names = parse_bvh(person()).joint_names
    rows = []
    for frame in range(10):
        row = [5.0 * frame, 90.0, 0.0]
        for name in names:
            # The thigh is 40 long, 44 in frame 7: a tenth more.
            row += [0, -44 if frame == 7 else -40, 0] if name == "LeftLeg" else []
            row += [0, 0, 0]
        rows.append(row)
    read = parse_bvh(bvh(hierarchy(channels=channels), rows))

    result = by_id(retarget(read), bvh=read, thresholds=Thresholds(bone_length_change=Limit(0.02, 0.099)))[
        "bone_length_change"
    ]

    assert result.value == pytest.approx(0.1)
    assert (result.outcome, result.spans) == (Outcome.FAIL, ((7, 8),))
    assert "10.0 %" in result.message


def test_a_sliding_foot_is_measured_while_it_touches():
    """MO14"""
    # The whole body glides 1 cm a frame at 30 frames a second: 0.3 m/s, both feet on the floor.
    result = by_id(moved(40, dict.fromkeys(range(1, 40), (0, 0, 0.01))))["foot_slide"]

    assert result.value == pytest.approx(0.3 * 39 / 40, abs=1e-3)
    assert result.outcome is Outcome.WARN


def test_a_foot_in_the_air_does_not_slide():
    assert by_id(moved(40, {0: (0, 0.2, 0), **dict.fromkeys(range(1, 40), (0, 0, 0.01))}))["foot_slide"].value == 0


def test_a_foot_under_the_floor_is_measured():
    """MO15"""
    result = by_id(moved(40, {10: (0, -0.04, 0), 20: (0, 0.04, 0)}))["ground_penetration"]

    assert result.value == pytest.approx(0.04, abs=1e-5)
    assert (result.outcome, result.spans) == (Outcome.WARN, ((10, 20),))


def test_thresholds_are_the_callers():
    strict = Thresholds(length_s=Limit(5.0, 4.0, "below"), foot_slide_m_per_s=Limit(None, None))

    results = by_id(resting(60, Fraction(30)), thresholds=strict)

    assert (results["length"].outcome, results["length"].threshold_fail) == (Outcome.FAIL, 4.0)
    assert results["foot_slide"].outcome is Outcome.PASS


def test_a_single_frame_can_be_checked():
    results = run_checks(retarget(parse_bvh(person(1))))

    assert worst(results) is Outcome.FAIL
    assert all(result.series.shape == (1,) for result in results)


def test_a_result_can_be_kept_as_json():
    kept = by_id(resting(40, Fraction(30)))["length"].as_json()

    assert kept["outcome"] == "pass"
    assert kept["value"] == pytest.approx(40 / 30, abs=1e-6)
    assert isinstance(resting(), AvatarMotion)
    assert len(PERSON) == 22


def turned(motion, joint, degrees, axis, frames=slice(None)):
    """The joint turned about its parent's X, Y or Z (0, 1, 2)."""
    half = np.radians(degrees) / 2
    quaternion = np.zeros(4, np.float32)
    quaternion[axis], quaternion[3] = np.sin(half), np.cos(half)
    motion.rotations[frames, JOINT_INDEX[joint]] = quaternion
    return motion


@pytest.mark.parametrize(
    ("frames_in_the_air", "value", "outcome"),
    [(24, 0.8, Outcome.PASS), (30, 1.0, Outcome.WARN), (93, 3.1, Outcome.FAIL)],
)
def test_somebody_in_the_air_for_longer_than_a_jump_floats(frames_in_the_air, value, outcome):
    """MO60: 24 frames at 30 a second are 0.8 s. Half a metre up, no joint is near the floor."""
    lifts = {10: (0, 0.5, 0), 10 + frames_in_the_air: (0, -0.5, 0)}
    result = by_id(moved(120, lifts))["floating"]

    assert result.value == pytest.approx(value, abs=1e-6)
    assert result.outcome is outcome
    # The lowest sole is 0.5 m up, and joints that are no feet end at least 6 cm below themselves.
    assert result.series[15] == pytest.approx(0.5, abs=1e-5)


def test_a_body_that_lies_on_the_floor_does_not_float():
    """MO60: turned on its back at pelvis height 0.1 m, the feet are no longer the lowest joints."""
    motion = turned(resting(60, Fraction(30)), "pelvis", -90, 0)
    motion.root_positions[:, 1] = 0.1

    assert by_id(motion)["floating"].value == 0.0


@pytest.mark.parametrize(
    ("joint", "degrees", "axis", "excess"),
    [
        # The avatar faces +Z: a shin that goes back turns by a positive angle about X.
        ("left_knee", 150, 0, 0),
        ("left_knee", 170, 0, 10),
        ("right_knee", -40, 0, 30),
        ("left_elbow", -170, 1, 10),
        ("head", 130, 1, 20),
        ("spine2", 100, 0, 0),
        ("spine2", 150, 0, 30),
        ("left_ankle", 100, 0, 20),
        ("right_wrist", 160, 2, 20),
    ],
)
def test_a_joint_that_passes_its_range_says_by_how_much(joint, degrees, axis, excess):
    """MO61"""
    result = by_id(turned(resting(60), joint, degrees, axis, slice(7, 9)))["joint_range"]

    # A knee at rest is not quite straight in the skeleton (its bones are); angles of bones are exact.
    assert result.value == pytest.approx(excess, abs=0.2)
    assert result.spans == (((7, 9),) if excess > 15.5 else ())


def test_a_neck_and_a_head_add_up():
    """MO61: 70° each, though neither passes 110° alone."""
    motion = turned(turned(resting(60), "neck", 70, 1), "head", 70, 1)

    result = by_id(motion)["joint_range"]

    assert result.value == pytest.approx(30, abs=0.1)
    assert result.message == "the head passes its range by 30°"


def test_a_forearm_in_the_belly_is_found_with_its_depth():
    """MO62: the right elbow is brought before the trunk by moving the joints themselves: an axis 5 cm from the
    belly's, whose capsules of 11.5 and 3.5 cm then overlap by 10 cm."""
    positions = np.repeat(REST_POSITIONS[:, None], 3, axis=1)
    positions[JOINT_INDEX["right_elbow"], 1] = (-0.4, 1.1, 0.05)
    positions[JOINT_INDEX["right_wrist"], 1] = (0.3, 1.1, 0.05)

    result = self_penetration(positions, Limit(0.06, 0.12))

    assert result.value == pytest.approx(0.10, abs=1e-6)
    assert (result.outcome, result.spans) == (Outcome.WARN, ((1, 2),))
    assert result.message == "right forearm and belly overlap by up to 0.100 m"
    assert result.series[0] == 0.0


def test_legs_that_cross_in_one_place_overlap_by_both_radii():
    """MO62: both shins through one point: 4.5 cm and 4.5 cm."""
    positions = np.repeat(REST_POSITIONS[:, None], 2, axis=1)
    for side, sign in (("left", 1), ("right", -1)):
        positions[JOINT_INDEX[f"{side}_knee"], 1] = (0.1 * sign, 0.5, 0)
        positions[JOINT_INDEX[f"{side}_ankle"], 1] = (-0.1 * sign, 0.1, 0)
        positions[JOINT_INDEX[f"{side}_foot"], 1] = (-0.1 * sign, 0.03, 0.12)

    assert self_penetration(positions, Limit(0.06, 0.12)).value == pytest.approx(0.09, abs=1e-6)


def test_the_resting_body_touches_itself_nowhere():
    """MO61, MO62"""
    found = by_id(resting(10))

    assert (found["self_penetration"].value, found["joint_range"].value) == (0.0, 0.0)
