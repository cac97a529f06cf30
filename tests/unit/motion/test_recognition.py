"""MO50: how each joint was found, how sure that is, and what the shape alone tells."""

import numpy as np
import pytest

from datasets.motion.bvh import parse_bvh
from datasets.motion.inspecting import Wishes, first_places, inspect_data
from datasets.motion.retarget import REQUIRED_JOINTS, RetargetOptions, mapping_problems, recognise, retarget
from datasets.motion.retarget.recognition import skeleton_digest, survey
from tests.factories.bvh import PERSON, bvh, hierarchy, person, person_names, renamed

OLD = {"hip": "UpLeg", "knee": "Leg", "ankle": "Foot", "shoulder": "Arm", "elbow": "ForeArm", "wrist": "Hand"}
NAMELESS = {name: f"b{number}" for number, (name, _, _) in enumerate(PERSON)}
LIMIT = 2**20


def moving(joints=PERSON):
    """Two seconds of a person whose root sways by 20 cm: enough for every check."""
    width = 6 + 3 * (len(joints) - 1)
    rows = [[20 * np.sin(frame / 8), 90, *([0] * (width - 2))] for frame in range(60)]
    return bvh(hierarchy(joints), rows)


def at(read, joints):
    return {joint: read.joint_names.index(name) for joint, name in joints.items()}


def test_names_of_a_family_are_certain_and_every_family_has_a_score():
    read = parse_bvh(person(joints=renamed({name: f"mixamorig:{name}" for name, _, _ in PERSON})))

    found = recognise(read.joint_names, read.parents)

    assert (found.family, found.confidence) == ("mixamo", 1.0)
    assert {one.how for joint, one in found.found.items() if joint in REQUIRED_JOINTS} == {"name"}
    assert list(found.found) == [
        "pelvis", "left_hip", "right_hip", "spine1", "left_knee", "right_knee", "spine2", "left_ankle",
        "right_ankle", "spine3", "left_foot", "right_foot", "neck", "left_collar", "right_collar", "head",
        "left_shoulder", "right_shoulder", "left_elbow", "right_elbow", "left_wrist", "right_wrist",
    ]  # fmt: skip
    # All joints 0.93, its prefix 0.05, collars and feet 0.02; HIK has the same joints and no sign of its own.
    assert found.scores["mixamo"] == 1.0
    assert found.scores["hik"] == pytest.approx(0.93 + 0.025 + 0.02)
    assert found.scores["unreal"] < 0.1


def test_word_patterns_are_less_sure():
    names = {"LeftUpLeg": "left thigh", "RightUpLeg": "right thigh"}
    read = parse_bvh(person(joints=renamed(names)))

    found = recognise(read.joint_names, read.parents)

    assert (found.found["left_hip"].how, found.found["left_knee"].how) == ("pattern", "name")
    assert (found.family, found.confidence) == ("generic", 0.7)


def test_a_skeleton_without_names_is_told_from_its_shape():
    read = parse_bvh(person(joints=renamed(NAMELESS)))

    seen = survey(read.joint_names, read.parents, places=first_places(read))

    assert seen.missing == ()
    for joint in REQUIRED_JOINTS:
        side, part = joint.split("_")
        assert read.joint_names[seen.found[joint].joint] == NAMELESS[side.capitalize() + OLD[part]], joint
        assert (seen.found[joint].how, seen.found[joint].confidence) == ("topology", 0.5)
    assert read.joint_names[seen.found["left_foot"].joint] == NAMELESS["LeftToeBase"]
    assert read.joint_names[seen.found["left_collar"].joint] == NAMELESS["LeftShoulder"]
    assert read.joint_names[seen.found["head"].joint] == NAMELESS["Head"]
    # Half sure of all twelve.
    assert seen.scores["topology"] == 0.5


def test_the_shape_tells_left_by_where_the_toes_point():
    """The same person turned around: +X is now the right side."""
    turned = [(NAMELESS[n], p and NAMELESS[p], (-x, y, -z)) for n, p, (x, y, z) in PERSON]
    read = parse_bvh(person(joints=turned))

    seen = survey(read.joint_names, read.parents, places=first_places(read))

    assert read.joint_names[seen.found["left_hip"].joint] == NAMELESS["LeftUpLeg"]


def test_long_collars_that_begin_in_one_place_are_no_upper_arms():
    """As in the files of the CMU library: both collars sit on the neck and reach further than a forearm."""
    places = {"LeftShoulder": (0, 10, 0), "LeftArm": (30, 0, 0), "RightShoulder": (0, 10, 0), "RightArm": (-30, 0, 0)}
    joints = [(NAMELESS[n], p and NAMELESS[p], places.get(n, offset)) for n, p, offset in PERSON]
    read = parse_bvh(person(joints=joints))

    found = survey(read.joint_names, read.parents, places=first_places(read)).found

    names = {avatar: read.joint_names[at.joint] for avatar, at in found.items()}
    assert [names[f"left_{joint}"] for joint in ("collar", "shoulder", "elbow", "wrist")] == [
        NAMELESS[f"Left{joint}"] for joint in ("Shoulder", "Arm", "ForeArm", "Hand")
    ]
    assert names["right_shoulder"] == NAMELESS["RightArm"]


@pytest.mark.parametrize("joints", [PERSON[:6], [PERSON[0], *((f"t{n}", "Hips", (n, 5, 0)) for n in range(15))]])
def test_what_has_no_two_pairs_of_limbs_is_no_body(joints):
    read = parse_bvh(person(joints=joints))

    assert len(survey(read.joint_names, read.parents, places=first_places(read)).missing) == 12


def test_what_is_not_sure_enough_waits_for_a_person_with_suggestions():
    found = inspect_data(moving(renamed(NAMELESS)), name="odd.bvh", max_bytes=LIMIT)

    assert found.needs_mapping
    assert "odd.bvh: the joints are recognised with 50 % confidence where 60 % are asked for" in found.reasons[0]
    assert "say which joint is which" in found.reasons[0]
    assert found.retargeted == b""
    assert len(found.retarget_report["found"]) >= 12
    assert found.retarget_report["family"] == "topology"


def test_a_few_joints_wait_for_nobody():
    found = inspect_data(moving(PERSON[:6]), name="few.bvh", max_bytes=LIMIT)

    assert not found.needs_mapping
    assert "do not tell which joint is left hip" in found.reasons[0]


def test_what_a_person_said_is_used_and_gives_the_same_motion():
    data = moving(renamed(NAMELESS))
    read = parse_bvh(data)
    named = parse_bvh(moving())
    said = {joint: one.joint for joint, one in recognise(named.joint_names, named.parents).found.items()}

    found = inspect_data(data, name="odd.bvh", max_bytes=LIMIT, wishes=Wishes(joints_of=lambda digest: said))

    assert (found.reasons, found.needs_mapping) == ((), False)
    assert (found.retarget_report["family"], found.retarget_report["confidence"]) == ("mapped", 1.0)
    assert found.retargeted == inspect_data(moving(), name="a.bvh", max_bytes=LIMIT).retargeted
    assert found.skeleton_sha256 == skeleton_digest(read.joint_names, read.parents)


def test_names_and_tree_make_a_skeleton():
    """MO51: another name or another tree is another skeleton; offsets and frames are not."""
    read = parse_bvh(person())
    longer = parse_bvh(person(5, joints=[(n, p, (2 * x, y, z)) for n, p, (x, y, z) in PERSON]))
    other = parse_bvh(person(joints=renamed({"Head": "Skull"})))
    digest = skeleton_digest(read.joint_names, read.parents)

    assert skeleton_digest(longer.joint_names, longer.parents) == digest
    assert skeleton_digest(other.joint_names, other.parents) != digest
    assert skeleton_digest(read.joint_names, [-1, *([0] * (len(read.joint_names) - 1))]) != digest


def whole():
    read = parse_bvh(person())
    return read, {joint: one.joint for joint, one in recognise(read.joint_names, read.parents).found.items()}


def test_a_whole_mapping_has_no_problems():
    """MO52"""
    read, joints = whole()

    assert mapping_problems(read.joint_names, read.parents, joints) == ()
    only_limbs = {joint: joints[joint] for joint in REQUIRED_JOINTS}
    assert mapping_problems(read.joint_names, read.parents, only_limbs) == ()


@pytest.mark.parametrize(
    ("change", "joint", "words"),
    [
        ({"left_knee": None}, "left_knee", "The left knee is needed"),
        ({"left_wrist": "LeftForeArm"}, "left_wrist", "LeftForeArm is the left elbow already"),
        ({"left_knee": "RightLeg", "right_knee": "LeftLeg"}, "left_knee", "RightLeg does not hang on LeftUpLeg"),
        ({"head": "LeftToeBase", "left_foot": None}, "head", "LeftToeBase does not hang on Neck"),
        ({"pelvis": "Spine", "spine1": None}, "left_hip", "LeftUpLeg does not hang on Spine"),
    ],
)
def test_a_mapping_that_cannot_be_says_where(change, joint, words):
    """MO52"""
    read, joints = whole()
    for name, wanted in change.items():
        joints.pop(name, None)
        if wanted is not None:
            joints[name] = read.joint_names.index(wanted)

    problems = mapping_problems(read.joint_names, read.parents, joints)

    assert problems[0].joint == joint
    assert words in problems[0].message


def test_joints_outside_the_file_and_the_avatar_are_named():
    read, joints = whole()

    problems = mapping_problems(read.joint_names, read.parents, joints | {"head": 99, "tail": 1})

    assert [(p.joint, p.message) for p in problems] == [
        ("head", "The file has no joint 99."),
        ("tail", "The avatar has no joint tail."),
    ]


def test_the_pose_to_align_by_is_told_with_its_reason_and_can_be_chosen():
    """MO6"""
    read = parse_bvh(person(3, turns={"LeftArm": (-30, 0, 0)}))

    usual, third = retarget(read), retarget(read, options=RetargetOptions(reference="frame 2"))

    assert usual.report.reference == "rest pose"
    assert usual.report.reference_because == "the rest pose is a person standing, arms level (T-pose)"
    assert (third.report.reference, third.report.reference_because) == ("frame 2", "chosen")
    with pytest.raises(ValueError, match="frame 7 was chosen to align by, but the motion has 3 frames"):
        retarget(read, options=RetargetOptions(reference="frame 7"))


def test_a_rest_pose_that_is_nobody_standing_is_not_taken():
    lying = [(n, p, (0, abs(y) + 1, 0) if "Leg" in n or "Foot" in n else (x, y, z)) for n, p, (x, y, z) in PERSON]
    read = parse_bvh(person(joints=lying))

    with pytest.raises(ValueError, match="the rest pose cannot be aligned by: its left leg does not point down"):
        retarget(read, options=RetargetOptions(reference="rest"))


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"reference": "frame x"}, "reference"),
        ({"reference": "frame 5\n"}, "reference"),
        ({"lock_feet": "yes"}, "lock_feet"),
        ({"speed": 1}, "speed"),
    ],
)
def test_an_option_that_there_is_not_is_named(given, field):
    with pytest.raises(ValueError) as caught:
        RetargetOptions.from_json(given)

    assert caught.value.field == field


def test_only_what_differs_from_the_usual_is_kept_of_options():
    assert RetargetOptions().as_json() == {}
    assert RetargetOptions.from_json({"reference": "rest"}).as_json() == {"reference": "rest"}
    assert person_names()[0] == "Hips"
