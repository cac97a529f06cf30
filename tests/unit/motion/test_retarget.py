"""MO6, MO7, MO18: poses worked by hand arrive on the avatar; limbs point where the recorded ones do."""

import contextlib
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.motion.avatar import AVATAR_JOINTS, JOINT_INDEX, LEG_LENGTH_M, REST_POSITIONS
from datasets.motion.bvh import forward_kinematics, parse_bvh
from datasets.motion.checks import run_checks
from datasets.motion.retarget import RetargetError, avatar_fk, avatar_pose, guess_unit, retarget
from datasets.motion.rotations import about_axis, angle_between, between, rotate
from tests.factories.bvh import PERSON, bvh, hierarchy, person, person_names

BONES = [
    (f"{side}_{upper}", f"{side}_{lower}")
    for side in ("left", "right")
    for upper, lower in (("hip", "knee"), ("knee", "ankle"), ("shoulder", "elbow"), ("elbow", "wrist"))
]


def directions(places, pairs):
    vectors = np.stack([places[lower] - places[upper] for upper, lower in pairs])
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def on_avatar(motion, frame=0):
    return dict(zip(AVATAR_JOINTS, avatar_fk(motion)[frame], strict=True))


def in_file(read, motion, frame=0):
    """The file's joints by the avatar's names, turned as the motion was."""
    places = forward_kinematics(read)[:, frame]
    report = motion.report
    up = {"X": [1.0, 0, 0], "Y": [0, 1.0, 0], "Z": [0, 0, 1.0]}[report.up_axis[1]]
    places = rotate(between(np.array(up), np.array([0, 1.0, 0])), places)
    places = rotate(about_axis(1, np.array(report.turned_rad)), places)
    return {name: places[read.joint_names.index(joint)] for name, joint in report.joints.items()}


def test_a_t_pose_is_the_avatars_rest_pose():
    motion = retarget(parse_bvh(person()))

    np.testing.assert_allclose(on_avatar(motion)["left_wrist"], REST_POSITIONS[JOINT_INDEX["left_wrist"]], atol=1e-6)
    np.testing.assert_allclose(avatar_fk(motion)[0], REST_POSITIONS, atol=1e-6)
    identity = np.tile([0, 0, 0, 1], (22, 1))
    np.testing.assert_allclose(angle_between(motion.rotations[0].astype(float), identity), 0.0, atol=1e-3)


def test_the_root_is_scaled_by_leg_length_and_put_over_the_origin():
    head = hierarchy()
    still = [0] * (3 * len(PERSON))
    read = parse_bvh(bvh(head, [(100, 90, 50, *still), (140, 90, 50, *still), (140, 90, 90, *still)]))

    motion = retarget(read)

    # Legs 40 + 40 = 80 file units become 0.805 m: 40 units are 0.4025 m.
    assert motion.report.root_scale == pytest.approx(LEG_LENGTH_M / 80)
    moved = motion.root_positions - motion.root_positions[0]
    np.testing.assert_allclose(moved, [[0, 0, 0], [0.4025, 0, 0], [0.4025, 0, 0.4025]], atol=1e-6)
    np.testing.assert_allclose(motion.root_positions[0], [0, 0.93, 0], atol=1e-6)
    assert (motion.report.unit, motion.report.metres_per_unit) == ("centimetre", 0.01)


def test_a_motion_begins_facing_ahead_and_keeps_its_turns():
    head = hierarchy()
    turns = [0] * (3 * len(PERSON) - 3)
    # Channels Z X Y: the root is turned about Y by 90°, then by 120°, half a second later.
    rows = [(0, 90, 0, 0, 0, 90, *turns)] * 15 + [(0, 90, 0, 0, 0, 120, *turns)] * 5

    motion = retarget(parse_bvh(bvh(head, rows)))

    ahead = rotate(motion.rotations[:, 0].astype(float), np.array([0.0, 0, 1]))
    np.testing.assert_allclose(ahead[0], [0, 0, 1], atol=1e-6)
    # 30° further: (sin 30°, 0, cos 30°).
    np.testing.assert_allclose(ahead[-1], [0.5, 0, np.cos(np.pi / 6)], atol=1e-6)


@pytest.mark.parametrize(
    ("joint", "turn", "bone", "expected"),
    [
        # Channels are Z X Y. An arm let down by -90° about Z hangs.
        ("LeftArm", (-90, 0, 0), ("left_shoulder", "left_elbow"), (0, -1, 0)),
        ("RightArm", (90, 0, 0), ("right_shoulder", "right_wrist"), (0, -1, 0)),
        # A forearm turned by -90° about Y points ahead.
        ("LeftForeArm", (0, 0, -90), ("left_elbow", "left_wrist"), (0, 0, 1)),
        # A thigh turned by -90° about X points ahead, the shin stays in line.
        ("RightUpLeg", (0, -90, 0), ("right_hip", "right_ankle"), (0, 0, 1)),
        # A knee bent by 90° about X: the shin points back.
        ("LeftLeg", (0, 90, 0), ("left_knee", "left_ankle"), (0, 0, -1)),
        # A foot turned by 30° about Y points left of ahead.
        ("LeftFoot", (0, 0, 30), ("left_ankle", "left_foot"), None),
    ],
)
def test_a_turned_joint_turns_the_avatars(joint, turn, bone, expected):
    motion = retarget(parse_bvh(person(turns={joint: turn})))

    places = on_avatar(motion)
    seen = places[bone[1]] - places[bone[0]]
    if expected is None:
        assert np.degrees(np.arctan2(seen[0], seen[2])) == pytest.approx(30.0, abs=0.01)
    else:
        np.testing.assert_allclose(seen / np.linalg.norm(seen), expected, atol=1e-6)


def test_bowing_and_nodding_arrive_at_the_spine_and_the_head():
    read = parse_bvh(person(turns={"Spine": (0, 30, 0), "Head": (0, 20, 0)}))

    _, rotations = avatar_pose(retarget(read))

    up = np.array([0.0, 1.0, 0.0])
    chest = rotate(rotations[JOINT_INDEX["spine3"], 0], up)
    head = rotate(rotations[JOINT_INDEX["head"], 0], up)
    assert np.degrees(np.arctan2(chest[2], chest[1])) == pytest.approx(30.0, abs=0.01)
    assert np.degrees(np.arctan2(head[2], head[1])) == pytest.approx(50.0, abs=0.01)


A_POSE = tuple(
    {
        "LeftForeArm": ("LeftForeArm", "LeftArm", (17.678, -17.678, 0)),
        "LeftHand": ("LeftHand", "LeftForeArm", (17.678, -17.678, 0)),
        "RightForeArm": ("RightForeArm", "RightArm", (-17.678, -17.678, 0)),
        "RightHand": ("RightHand", "RightForeArm", (-17.678, -17.678, 0)),
    }.get(joint[0], joint)
    for joint in PERSON
)
Z_UP = tuple((name, parent, (x, -z, y)) for name, parent, (x, y, z) in PERSON)


@pytest.mark.parametrize("joints", [A_POSE, Z_UP], ids=["A-pose", "Z up"])
def test_other_rest_poses_and_axes_end_in_the_same_place(joints):
    read = parse_bvh(person(joints=joints, root=(0, 90, 0) if joints is A_POSE else (0, 0, 90)))

    motion = retarget(read)

    np.testing.assert_allclose(
        directions(on_avatar(motion), BONES), directions(in_file(read, motion), BONES), atol=1e-6
    )
    assert motion.report.up_axis == ("+Y" if joints is A_POSE else "+Z")
    assert motion.report.reference == "rest pose"
    assert motion.root_positions[0, 1] == pytest.approx(0.93, abs=1e-5)
    if joints is A_POSE:
        # From the T-pose an arm comes down by 45° without turning about itself: the palm still faces down and in.
        _, rotations = avatar_pose(motion)
        palm = rotate(rotations[JOINT_INDEX["left_wrist"], 0], np.array([0.0, -1.0, 0.0]))
        np.testing.assert_allclose(palm, [-np.sqrt(0.5), -np.sqrt(0.5), 0], atol=1e-4)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_limbs_point_exactly_where_the_recorded_ones_do_in_any_pose(data):
    angle = st.floats(-170, 170)
    turns = {
        name: tuple(data.draw(angle) for _ in range(3))
        for name in ("LeftArm", "RightArm", "LeftForeArm", "RightForeArm", "LeftUpLeg", "RightLeg", "Spine1")
    }
    # A frame of standing first, so that the way up is known.
    head = hierarchy()
    still = [0.0] * (3 * len(PERSON))
    posed = [value for name in written_order() for value in turns.get(name, (0.0, 0.0, 0.0))]
    read = parse_bvh(bvh(head, [(0, 90, 0, *still), (0, 90, 0, *still), (0, 90, 0, *posed)]))

    motion = retarget(read)

    np.testing.assert_allclose(
        directions(on_avatar(motion, 2), BONES), directions(in_file(read, motion, 2), BONES), atol=1e-5
    )


def written_order():
    read = parse_bvh(person())
    return list(read.joint_names)


def test_a_rig_with_all_bones_along_x_is_read_from_its_motion():
    """As in Bandai-Namco's files: OFFSETs say nothing, position channels hold the bones, rotation 0 is no pose."""
    joints = [("Hips", None, (9, 9, 9)), ("Spine", "Hips", (9, 9, 9)), ("Chest", "Spine", (9, 9, 9))]
    joints += [("Neck", "Chest", (9, 9, 9)), ("Head", "Neck", (9, 9, 9))]
    for s in "LR":
        joints += [(f"Shoulder_{s}", "Chest", (9, 9, 9)), (f"UpperArm_{s}", f"Shoulder_{s}", (9, 9, 9))]
        joints += [(f"LowerArm_{s}", f"UpperArm_{s}", (9, 9, 9)), (f"Hand_{s}", f"LowerArm_{s}", (9, 9, 9))]
        joints += [(f"UpperLeg_{s}", "Hips", (9, 9, 9)), (f"LowerLeg_{s}", f"UpperLeg_{s}", (9, 9, 9))]
        joints += [(f"Foot_{s}", f"LowerLeg_{s}", (9, 9, 9)), (f"Toes_{s}", f"Foot_{s}", (9, 9, 9))]
    channels = {name: "Xposition Yposition Zposition Zrotation Xrotation Yrotation" for name, _, _ in joints}
    read = parse_bvh(bvh(hierarchy(joints, channels=channels), [[0.0] * (6 * len(joints))]))
    # Local places and rotations (about Z, X, Y). The trunk's X axis points up (Z 90), legs hang (Z 180 below it),
    # knees bend by 10° so that the motion shows the hinge; X of an arm points out to the side, then it hangs.
    pose = {
        "Hips": ((0, 95, 0), (90, 0, 0)),
        "Spine": ((10, 0, 0), (0, 0, 0)),
        "Chest": ((15, 0, 0), (0, 0, 0)),
        "Neck": ((25, 0, 0), (0, 0, 0)),
        "Head": ((10, 0, 0), (0, 0, 0)),
    }
    for s, sign in (("L", 1), ("R", -1)):
        # In the chest's frame +X is up and the left is -Y.
        pose[f"Shoulder_{s}"] = ((20, -sign * 4, 0), (-90 * sign, 0, 0))
        pose[f"UpperArm_{s}"] = ((12, 0, 0), (-80 * sign, 0, 0))
        pose[f"LowerArm_{s}"] = ((25, 0, 0), (0, 0, -20))
        pose[f"Hand_{s}"] = ((25, 0, 0), (0, 0, 0))
        pose[f"UpperLeg_{s}"] = ((-2, -sign * 9, 0), (180, 0, 0))
        pose[f"LowerLeg_{s}"] = ((40, 0, 0), (0, 0, 10))
        pose[f"Foot_{s}"] = ((40, 0, 0), (0, 0, -75))
        pose[f"Toes_{s}"] = ((12, 0, 0), (0, 0, 0))
    row = [value for name in read.joint_names for part in pose[name] for value in part]
    read = parse_bvh(bvh(hierarchy(joints, channels=channels), [row] * 20))

    motion = retarget(read)

    assert motion.report.family == "bandai-namco"
    assert motion.report.reference.startswith("frame")
    assert motion.report.source_leg_m == pytest.approx(0.80, abs=1e-6)
    np.testing.assert_allclose(
        directions(on_avatar(motion), BONES), directions(in_file(read, motion), BONES), atol=1e-6
    )
    _, rotations = avatar_pose(motion)
    for joint, axis in (("pelvis", 2), ("head", 2), ("left_ankle", 1), ("right_ankle", 1)):
        # Body and head face ahead, soles are flat.
        seen = rotate(rotations[JOINT_INDEX[joint], 0], np.eye(3)[axis])
        np.testing.assert_allclose(seen, np.eye(3)[axis], atol=0.02)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_any_skeleton_gives_a_finite_motion_or_a_refusal(data):
    number = st.one_of(st.just(0.0), st.floats(-1e7, 1e7), st.floats(-50, 50), st.floats(-1e-6, 1e-6))
    joints = [(name, parent, tuple(data.draw(number) for _ in range(3))) for name, parent, _ in PERSON]
    with_places = data.draw(st.sets(st.sampled_from(person_names()), max_size=3))
    channels = dict.fromkeys(with_places, "Yrotation Zposition Xrotation")
    width = 6 + 3 * (len(PERSON) - 1) - (3 if "Hips" in with_places else 0)
    rows = [[data.draw(number) for _ in range(width)] for _ in range(data.draw(st.integers(1, 3)))]

    with contextlib.suppress(RetargetError):
        motion = retarget(parse_bvh(bvh(hierarchy(joints, channels=channels), rows)))
        assert np.isfinite(motion.root_positions).all()
        assert np.isfinite(motion.rotations).all()
        np.testing.assert_allclose(np.linalg.norm(motion.rotations, axis=2), 1.0, atol=1e-5)
        run_checks(motion)


def test_a_given_unit_and_axis_replace_the_guess():
    read = parse_bvh(person())

    report = retarget(read, unit_scale=0.0254, up_axis="+Y").report

    assert (report.unit, report.source_leg_m) == ("inch", pytest.approx(80 * 0.0254))
    assert any("2.03 m is unusual" in warning for warning in report.warnings)


@pytest.mark.parametrize(
    ("leg", "unit"),
    [
        (0.82, "metre"),
        (8.2, "decimetre"),
        (80, "centimetre"),
        (32, "inch"),
        (14.4, "cmu"),
        (2.7, "foot"),
        (810, "millimetre"),
    ],
)
def test_the_unit_is_the_one_in_which_a_leg_is_a_persons(leg, unit):
    assert guess_unit(leg)[0] == unit


def test_swapped_sides_are_told():
    read = parse_bvh(person(joints=[(n, p, (x, y, -z)) for n, p, (x, y, z) in PERSON]))

    assert any("left and right may be swapped" in warning for warning in retarget(read).report.warnings)


def test_quaternions_do_not_flip_between_frames():
    head = hierarchy()
    names = person_names()
    rows = []
    for angle in range(0, 720, 6):
        rows.append([0, 90, 0, 0, 0, angle] + [0] * (3 * (len(names) - 1)))

    rotations = retarget(parse_bvh(bvh(head, rows))).rotations

    assert (np.einsum("fji,fji->fj", rotations[1:], rotations[:-1]) > 0.9).all()


def test_the_rate_is_kept_exactly():
    assert retarget(parse_bvh(person(frame_time="0.0417083750417"))).fps == Fraction(24000, 1001)
