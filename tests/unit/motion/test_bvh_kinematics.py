"""MO2: channel order, position channels, world transforms. Numbers worked by hand."""

import numpy as np
import pytest

from datasets.motion.bvh import (
    end_site_positions,
    forward_kinematics,
    local_transforms,
    parse_bvh,
    with_joints,
    world_pose,
)
from datasets.motion.rotations import matrices
from tests.factories.bvh import bvh, hierarchy, person, person_names

ARM = [("Root", None, (1, 2, 3)), ("Arm", "Root", (0, 10, 0)), ("Hand", "Arm", (0, 5, 2))]


def test_rotations_multiply_in_the_listed_order_of_each_joint():
    head = hierarchy(
        ARM,
        channels={
            "Root": "Xposition Yposition Zposition Zrotation Xrotation Yrotation",
            "Arm": "Xrotation Zrotation",
            "Hand": "Yrotation",
        },
    )
    # Root Z 90: x→y, y→-x. Arm X 90 then (inside it) Z 90: v → Rx(Rz(v)).
    read = parse_bvh(bvh(head, [(0, 0, 0, 90, 0, 0, 90, 90, 45)]))

    world = forward_kinematics(read)[:, 0]

    # Arm offset (0,10,0) → (-10,0,0). Hand offset (0,5,2): Rz → (-5,0,2); Rx → (-5,-2,0); root Rz → (2,-5,0).
    np.testing.assert_allclose(world, [[0, 0, 0], [-10, 0, 0], [-8, -5, 0]], atol=1e-9)


def test_the_other_order_gives_another_place():
    places = []
    for order in ("Xrotation Zrotation", "Zrotation Xrotation"):
        head = hierarchy(ARM, channels={"Root": "Yrotation", "Arm": order, "Hand": "Yrotation"})
        places.append(forward_kinematics(parse_bvh(bvh(head, [(0, 90, 90, 0)])))[2, 0])

    # X then Z listed: Rx(Rz(0,5,2)) = Rx(-5,0,2) = (-5,-2,0). Z then X: Rz(Rx(0,5,2)) = Rz(0,-2,5) = (2,0,5).
    np.testing.assert_allclose(places[0] - [1, 12, 3], [-5, -2, 0], atol=1e-9)
    np.testing.assert_allclose(places[1] - [1, 12, 3], [2, 0, 5], atol=1e-9)


def test_a_position_channel_takes_the_offsets_place_on_any_joint():
    head = hierarchy(
        ARM,
        channels={
            "Root": "Zrotation Xposition Yposition Zposition",
            "Arm": "Xposition Yposition Zposition Zrotation",
            "Hand": "Yposition",
        },
    )
    read = parse_bvh(bvh(head, [(0, 7, 8, 9, 1, 0, 0, 90, 6)]))

    positions, rotations = local_transforms(read)

    # Root at its channels, not at OFFSET + channels. Hand: only Y is replaced, X and Z stay those of OFFSET.
    np.testing.assert_allclose(positions[:, 0], [[7, 8, 9], [1, 0, 0], [0, 6, 2]])
    # Hand (0,6,2) turned by Z 90 → (-6,0,2), from the arm at (8,8,9).
    np.testing.assert_allclose(forward_kinematics(read)[2, 0], [2, 8, 11], atol=1e-9)
    assert rotations.shape == (3, 1, 4)


def test_end_sites_hang_on_their_joints():
    read = parse_bvh(bvh(hierarchy(ARM, channels={"Hand": "Zrotation"}), [(0, 0, 0, 0, 0, 0, 0, 0, 0, 90)]))

    ends = end_site_positions(read, world_pose(read))

    # The End Site's offset (0,5,0) turned by Z 90 is (-5,0,0); the hand is at (0,15,2).
    np.testing.assert_allclose(ends[:, 0], [[-5, 15, 2]], atol=1e-9)


def test_every_rotation_is_a_rotation():
    rng = np.random.default_rng(3)
    rows = rng.uniform(-400, 400, (4, 3 + 3 * len(person_names())))
    read = parse_bvh(bvh(hierarchy(), [list(row) for row in rows]))

    turned = matrices(world_pose(read).rotations)

    np.testing.assert_allclose(
        turned @ np.swapaxes(turned, -1, -2), np.broadcast_to(np.eye(3), turned.shape), atol=1e-12
    )
    np.testing.assert_allclose(np.linalg.det(turned), 1.0)


def test_a_part_of_the_skeleton_moves_as_in_the_whole():
    read = parse_bvh(person(turns={"Spine1": (10, 20, 30), "LeftArm": (-40, 5, 60), "LeftForeArm": (1, 2, 3)}))
    names = list(read.joint_names)
    wanted = [names.index("LeftHand"), names.index("Spine")]

    small, place = with_joints(read, wanted)

    assert "RightHand" not in small.joint_names
    assert "LeftShoulder" in small.joint_names
    whole, part = world_pose(read), world_pose(small)
    for joint in wanted:
        assert np.array_equal(part.positions[place[joint]], whole.positions[joint])
        assert np.array_equal(part.rotations[place[joint]], whole.rotations[joint])


@pytest.mark.parametrize("angle", [0.0, 30.0, 180.0, 360.0, -725.0])
def test_angles_beyond_a_turn_mean_what_they_say(angle):
    head = hierarchy([("a", None, (0, 0, 0)), ("b", "a", (1, 0, 0))], channels={"a": "Zrotation", "b": "Zrotation"})

    place = forward_kinematics(parse_bvh(bvh(head, [(angle, 0)])))[1, 0]

    radians = np.radians(angle)
    np.testing.assert_allclose(place, [np.cos(radians), np.sin(radians), 0], atol=1e-12)


def test_long_motions_are_worked_out_in_blocks():
    head = hierarchy([("a", None, (0, 0, 0)), ("b", "a", (1, 0, 0))], channels={"a": "Zrotation", "b": "Zrotation"})
    read = parse_bvh(bvh(head, [(angle, 0) for angle in range(9000)]))

    places = forward_kinematics(read)

    assert np.array_equal(places, world_pose(read).positions)
    np.testing.assert_allclose(places[1, 8999], [1, 0, 0], atol=0.02)
