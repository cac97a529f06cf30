"""MO53: feet on the floor stay where they are."""

from fractions import Fraction

import numpy as np

from datasets.motion.avatar import AVATAR_JOINTS, JOINT_INDEX, LEG_LENGTH_M, REST_POSITIONS
from datasets.motion.checks import run_checks
from datasets.motion.retarget import AvatarMotion, avatar_pose
from datasets.motion.retarget.feet import FARTHEST_M, lock_feet
from datasets.motion.rotations import about_axis

FRAMES = 60
BENT = 0.35


def standing(sway=0.05, bend=BENT):
    """Knees a little bent, the hips swaying sideways by so many metres, feet sliding along with them."""
    rotations = np.zeros((FRAMES, 22, 4))
    rotations[..., 3] = 1.0
    for side in ("left", "right"):
        rotations[:, JOINT_INDEX[f"{side}_hip"]] = about_axis(0, np.array(-bend))
        rotations[:, JOINT_INDEX[f"{side}_knee"]] = about_axis(0, np.array(2 * bend))
        rotations[:, JOINT_INDEX[f"{side}_ankle"]] = about_axis(0, np.array(-bend))
    roots = np.zeros((FRAMES, 3))
    roots[:, 0] = sway * np.sin(np.linspace(0, 4 * np.pi, FRAMES))
    # Both bones turned by the bend out of the vertical: the hips are lower by what the legs lose in height.
    roots[:, 1] = REST_POSITIONS[0, 1] - LEG_LENGTH_M * (1 - np.cos(bend))
    return AvatarMotion(Fraction(30), roots.astype(np.float32), rotations.astype(np.float32))


def slide(motion):
    return next(check.value for check in run_checks(motion) if check.id == "foot_slide")


def test_feet_that_slide_under_a_swaying_body_are_held():
    motion = standing()

    locked, done = lock_feet(motion)

    before, after = avatar_pose(motion)[0], avatar_pose(locked)[0]
    assert slide(motion) > 0.08
    assert slide(locked) < 0.001
    assert done.stretches == 2
    np.testing.assert_allclose(done.moved_m, 0.05, atol=0.002)
    for name in AVATAR_JOINTS:
        joint = JOINT_INDEX[name]
        if name.split("_")[-1] in ("ankle", "foot"):
            # A held foot neither moves nor leaves its height.
            np.testing.assert_allclose(after[joint], np.broadcast_to(after[joint, :1], (FRAMES, 3)), atol=1e-5)
            np.testing.assert_allclose(after[joint, :, 1], before[joint, :, 1], atol=1e-5)
        elif name.split("_")[-1] != "knee":
            np.testing.assert_allclose(after[joint], before[joint], atol=1e-5)


def test_soles_keep_their_way_and_bones_their_length():
    locked, _ = lock_feet(standing())

    places, rotations = avatar_pose(locked)

    # The ankle's bends add up to nothing: the sole lies flat, before and after.
    np.testing.assert_allclose(np.abs(rotations[JOINT_INDEX["left_ankle"], :, 3]), 1.0, atol=1e-5)
    thigh = np.linalg.norm(places[JOINT_INDEX["left_knee"]] - places[JOINT_INDEX["left_hip"]], axis=1)
    np.testing.assert_allclose(thigh, 0.403, atol=1e-5)


def test_nothing_is_moved_further_than_the_limit():
    locked, done = lock_feet(standing(sway=0.25))

    moved = avatar_pose(locked)[0] - avatar_pose(standing(sway=0.25))[0]
    assert np.linalg.norm(moved[JOINT_INDEX["left_ankle"]], axis=1).max() < FARTHEST_M + 1e-5
    assert done.limited_frames > 0


def test_a_foot_in_the_air_is_left_alone():
    motion = standing()
    raised = AvatarMotion(motion.fps, motion.root_positions + np.float32([0, 0.4, 0]), motion.rotations)

    locked, done = lock_feet(raised)

    assert locked is raised
    assert (done.stretches, done.moved_m) == (0, 0.0)


def test_between_two_steps_the_foot_goes_its_own_way():
    motion = standing()
    roots = motion.root_positions.copy()
    roots[25:35, 1] += 0.4  # a jump
    jumping = AvatarMotion(motion.fps, roots, motion.rotations)

    locked, done = lock_feet(jumping)

    assert done.stretches == 4
    before, after = avatar_pose(jumping)[0], avatar_pose(locked)[0]
    np.testing.assert_allclose(after[:, 30], before[:, 30], atol=1e-5)
