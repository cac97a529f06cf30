"""MO16: generated motions: the same bytes for the same seed, sound by our own checks, different as they should be."""

import hashlib
from dataclasses import astuple

import numpy as np
import pytest

from datasets.motion.avatar import JOINT_INDEX
from datasets.motion.bvh import parse_bvh
from datasets.motion.checks import Outcome, run_checks, worst
from datasets.motion.retarget import avatar_fk, avatar_pose, retarget
from datasets.motion.rotations import inverse, rotate
from datasets.motion.synthetic import (
    ACTION_NAMES,
    EMOTION_NAMES,
    IN_PLACE_ACTIONS,
    PERFORMER_IDS,
    generate,
    synthetic_motions,
)

# Half widths and depths of the trunk and the head, in their joints' frames (centre, half axes).
TRUNK = (
    ("spine3", (0.0, 0.0, 0.0), (0.172, 0.20, 0.11)),
    ("spine1", (0.0, 0.02, 0.0), (0.150, 0.15, 0.095)),
    ("pelvis", (0.0, -0.02, 0.0), (0.185, 0.13, 0.115)),
)


def retargeted(emotion, performer, action):
    read = parse_bvh(generate(emotion, performer, action).bvh)
    return read, retarget(read)


def test_five_emotions_eight_performers_five_actions():
    assert set(EMOTION_NAMES) == {"angry", "fearful", "happy", "neutral", "sad"}
    assert (len(PERFORMER_IDS), len(ACTION_NAMES)) == (8, 5)
    assert len(IN_PLACE_ACTIONS) == 3
    motions = list(synthetic_motions(performers=("P01", "P03"), emotions=("sad", "happy")))
    assert len(motions) == 2 * 5 * 2
    assert len({motion.performance for motion in motions}) == len(motions)
    assert len({motion.name for motion in motions}) == len(motions)


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others():
    first = generate("happy", "P04", "wave", seed=3)

    assert astuple(generate("happy", "P04", "wave", seed=3)) == astuple(first)
    assert hashlib.sha256(generate("happy", "P04", "wave", seed=4).bvh).digest() != hashlib.sha256(first.bvh).digest()


@pytest.mark.parametrize("action", ACTION_NAMES)
@pytest.mark.parametrize("emotion", EMOTION_NAMES)
def test_every_motion_passes_the_checks_and_loops(action, emotion):
    for performer in ("P01", "P06"):
        read, motion = retargeted(emotion, performer, action)

        assert read.fps == 30
        assert 75 <= read.frames <= (150 if action in ("walk", "approach") else 120)
        assert read.warnings == ()
        assert motion.report.family == "smpl"
        assert worst(run_checks(motion, bvh=read)) is Outcome.PASS
        places = avatar_fk(motion)
        steps = np.linalg.norm(np.diff(places, axis=0), axis=2).max(axis=1)
        # The step from the last frame to the first is no longer than the longest within.
        assert np.linalg.norm(places[0] - places[-1], axis=1).max() <= 1.3 * steps.max() + 1e-4


@pytest.mark.parametrize("emotion", EMOTION_NAMES)
def test_arms_stay_outside_the_body(emotion):
    for action in ACTION_NAMES:
        _, motion = retargeted(emotion, "P02", action)
        positions, rotations = avatar_pose(motion)
        for side in ("left", "right"):
            elbow, wrist = positions[JOINT_INDEX[f"{side}_elbow"]], positions[JOINT_INDEX[f"{side}_wrist"]]
            for point in (elbow, 0.5 * (elbow + wrist), wrist):
                for joint, centre, half in TRUNK:
                    place = JOINT_INDEX[joint]
                    inside = rotate(inverse(rotations[place]), point - positions[place]) - np.array(centre)
                    radius = np.hypot(inside[:, 0] / half[0], inside[:, 2] / half[2])
                    assert (radius[np.abs(inside[:, 1]) < half[1]] > 1.0).all(), (action, side, joint)


def lean_deg(motion):
    _, rotations = avatar_pose(motion)
    up = rotate(rotations[JOINT_INDEX["spine3"]], np.array([0.0, 1.0, 0.0]))
    ahead = rotate(rotations[JOINT_INDEX["pelvis"]], np.array([0.0, 0.0, 1.0]))
    return float(np.degrees(np.arctan2(np.einsum("fi,fi->f", up, ahead), up[:, 1])).mean())


def test_emotions_differ_in_posture_tempo_and_amplitude():
    found = {emotion: retargeted(emotion, "P01", "gesture") for emotion in EMOTION_NAMES}
    lean = {emotion: lean_deg(motion) for emotion, (_, motion) in found.items()}
    seconds = {emotion: read.duration_s for emotion, (read, _) in found.items()}
    reach = {
        emotion: float(np.ptp(avatar_fk(motion)[:, JOINT_INDEX["right_wrist"]], axis=0).max())
        for emotion, (_, motion) in found.items()
    }

    assert lean["sad"] > lean["angry"] > lean["neutral"] + 3 > lean["fearful"] + 6
    assert seconds["angry"] < seconds["neutral"] < seconds["sad"]
    assert reach["happy"] > reach["neutral"] > reach["sad"] > reach["fearful"]


def test_walking_ends_where_it_began():
    _, motion = retargeted("neutral", "P01", "walk")
    path = motion.root_positions[:, [0, 2]]

    assert np.ptp(path, axis=0).max() > 0.9
    assert np.linalg.norm(path[0] - path[-1]) < 0.06
    for action in IN_PLACE_ACTIONS:
        _, still = retargeted("happy", "P01", action)
        assert np.ptp(still.root_positions[:, [0, 2]], axis=0).max() < 0.12


def test_left_handed_performers_use_the_other_hand():
    highest = {}
    for performer in ("P01", "P03"):
        _, motion = retargeted("neutral", performer, "wave")
        places = avatar_fk(motion)
        highest[performer] = [float(places[:, JOINT_INDEX[f"{s}_wrist"], 1].max()) for s in ("left", "right")]

    assert highest["P01"][1] > 1.4 > highest["P01"][0]
    assert highest["P03"][0] > 1.4 > highest["P03"][1]


def test_thighs_and_shins_face_where_the_feet_do():
    for action in ACTION_NAMES:
        _, motion = retargeted("angry", "P01", action)
        _, rotations = avatar_pose(motion)
        ahead = {
            joint: rotate(rotations[JOINT_INDEX[joint]], np.array([0.0, 0.0, 1.0]))[:, [0, 2]]
            for joint in ("left_hip", "left_knee", "left_ankle", "right_hip", "right_ankle")
        }
        for side in ("left", "right"):
            assert (np.einsum("fi,fi->f", ahead[f"{side}_hip"], ahead[f"{side}_ankle"]) > 0.2).all()
