"""MO16: generated motions that need something of a room, and two who talk: sound, and what they say they are."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.episodes.action_fit import fit_of
from datasets.episodes.body import Body
from datasets.motion.bvh import parse_bvh
from datasets.motion.checks import Outcome, run_checks, worst
from datasets.motion.retarget import avatar_fk, retarget
from datasets.motion.synthetic import EMOTION_NAMES, demo_motions, generate, generate_talk
from datasets.motion.synthetic.grounded import SEAT_HEIGHT_M, TALKING_APART_M

ACTION_OF = {"sit": "sit", "stroll": "walk"}


def body_of(motion):
    read = parse_bvh(motion.bvh)
    made = retarget(read)
    assert worst(run_checks(made, bvh=read)) is Outcome.PASS
    return read, Body(np.asarray(avatar_fk(made), float), 30.0)


@pytest.mark.parametrize("action", ["sit", "stroll"])
@pytest.mark.parametrize("emotion", EMOTION_NAMES)
def test_they_do_what_they_are_named_after_and_loop(emotion, action):
    """EP31: and they pass the checks of motions."""
    for performer in ("P01", "P06"):
        _, body = body_of(generate(emotion, performer, action))

        fit = fit_of(body, ACTION_OF[action], action)
        assert fit.fault == ""
        # The last frame leads over to the first: no more than the fastest step within.
        steps = np.linalg.norm(np.diff(body.joints, axis=0, append=body.joints[:1]), axis=2).max(axis=1)
        assert steps[-1] <= 1.5 * steps[:-1].max()


def test_everybody_sits_on_a_seat_of_the_same_height():
    """The pelvis joint of the avatar, 10 cm over a seat at 0.45 m, whoever was recorded."""
    for performer in ("P03", "P06"):
        _, body = body_of(generate("neutral", performer, "sit"))
        assert np.percentile(body.pelvis[:, 1], 5) == pytest.approx(SEAT_HEIGHT_M + 0.10, abs=0.015)


def test_a_stroll_goes_straight_there_and_back():
    _, body = body_of(generate("neutral", "P01", "stroll"))
    across, along = np.ptp(body.pelvis[:, 0]), np.ptp(body.pelvis[:, 2])
    assert along > 1.5
    assert across < 0.25
    facing = np.degrees(np.unwrap(np.arctan2(body.fronts[:, 0], body.fronts[:, 1])))
    assert facing[-1] - facing[0] == pytest.approx(360, abs=30)


def test_two_who_talk_share_one_clock_and_one_space():
    """1.2 m apart, facing each other, in one performance."""
    first, second = generate_talk(("angry", "sad"), ("P01", "P02"))
    assert (first.part, second.part) == ("A", "B")
    assert first.performance == second.performance
    assert (first.emotion, second.emotion) == ("angry", "sad")
    reads = [parse_bvh(one.bvh) for one in (first, second)]
    assert reads[0].frames == reads[1].frames
    assert reads[0].fps == reads[1].fps
    for one in (first, second):
        body_of(one)
    # In the files themselves, in centimetres: where the two pelvises are in the first frame.
    starts = [np.array([float(v) for v in one.bvh.decode().split("Frame Time")[1].splitlines()[1].split()[:3]])
              for one in (first, second)]  # fmt: skip
    way = (starts[1] - starts[0]) / 100.0
    assert np.hypot(way[0], way[2]) == pytest.approx(TALKING_APART_M, abs=0.12)
    assert way[2] > 1.0


def test_the_demo_has_everything_once():
    motions = list(demo_motions())
    assert len({motion.name for motion in motions}) == len({motion.bvh for motion in motions}) == len(motions)
    talks = [motion for motion in motions if motion.part]
    assert len(motions) - len(talks) == 8 * 5 * 5 + 4 * 2 * 5
    assert len(talks) == 2 * 2 * 5
    assert len({motion.performance for motion in talks}) == 10
    assert len({motion.bvh for motion in motions}) == len(motions)
