"""MO5: which joint is which, from many ways of naming them."""

import numpy as np
import pytest

from datasets.motion.bvh import parse_bvh
from datasets.motion.retarget import REQUIRED_JOINTS, RetargetError, recognise, retarget
from tests.factories.bvh import PERSON, person, renamed

LIMBS = ("UpLeg", "Leg", "Foot", "ToeBase", "Shoulder", "Arm", "ForeArm", "Hand")


def naming(words, **trunk):
    """New names for both sides, {Side}, {side}, {S}, {s} filled in and a blank written ~, and for the trunk."""
    names = dict(trunk)
    for side in ("Left", "Right"):
        for old, new in zip(LIMBS, words.split(), strict=True):
            filled = new.format(side=side.lower(), Side=side, s=side[0].lower(), S=side[0])
            names[side + old] = filled.replace("~", " ")
    return names


NAMINGS = {
    "mixamo": {name: f"mixamorig:{name}" for name, _, _ in PERSON},
    "hik": {},
    "hik namespace": {name: f"Actor01:{name}" for name, _, _ in PERSON},
    "cmu": {"Spine": "LowerBack", "Spine1": "Spine", "Spine2": "Spine1"},
    "xsens": naming(
        "{Side}UpperLeg {Side}LowerLeg {Side}Foot {Side}Toe {Side}Shoulder {Side}UpperArm {Side}ForeArm {Side}Hand",
        Hips="Pelvis",
        Spine="L5",
        Spine1="L3",
        Spine2="T8",
    ),
    "smpl": naming(
        "{side}_hip {side}_knee {side}_ankle {side}_foot {side}_collar {side}_shoulder {side}_elbow {side}_wrist",
        Hips="pelvis",
        Spine="spine1",
        Spine1="spine2",
        Spine2="spine3",
    ),
    "smpl short": naming(
        "{S}_Hip {S}_Knee {S}_Ankle {S}_Foot {S}_Collar {S}_Shoulder {S}_Elbow {S}_Wrist", Hips="Pelvis"
    ),
    "biovision": naming(
        "{Side}Hip {Side}Knee {Side}Ankle {Side}Toe {Side}Collar {Side}Shoulder {Side}Elbow {Side}Wrist",
        Spine="Chest",
        Spine1="Chest2",
        Spine2="Chest3",
    ),
    "bandai-namco": naming(
        "UpperLeg_{S} LowerLeg_{S} Foot_{S} Toes_{S} Shoulder_{S} UpperArm_{S} LowerArm_{S} Hand_{S}", Spine1="Chest"
    ),
    "rokoko": naming("{Side}Thigh {Side}Shin {Side}Foot {Side}Toe {Side}Shoulder {Side}Arm {Side}ForeArm {Side}Hand"),
    "makehuman": naming(
        "upperleg01.{S} lowerleg01.{S} foot.{S} toe1-1.{S} clavicle.{S} upperarm01.{S} lowerarm01.{S} wrist.{S}",
        Hips="root",
        Spine="spine05",
        Neck="neck01",
    ),
    "poser": naming(
        "{s}Thigh {s}Shin {s}Foot {s}Toe {s}Collar {s}Shldr {s}ForeArm {s}Hand",
        Hips="hip",
        Spine="abdomen",
        Spine1="chest",
    ),
    "biped": naming(
        "Bip01~{S}~Thigh Bip01~{S}~Calf Bip01~{S}~Foot Bip01~{S}~Toe0 "
        "Bip01~{S}~Clavicle Bip01~{S}~UpperArm Bip01~{S}~Forearm Bip01~{S}~Hand",
        Hips="Bip01",
        Head="Bip01 Head",
    ),
    "unreal": naming(
        "thigh_{s} calf_{s} foot_{s} ball_{s} clavicle_{s} upperarm_{s} lowerarm_{s} hand_{s}",
        Hips="pelvis",
        Spine="spine_01",
    ),
    "generic": naming(
        "{side}~thigh {side}~calf {side}~ankle {side}~toe {side}~clavicle {side}~shoulder {side}~elbow {side}~wrist"
    ),
}


@pytest.mark.parametrize("naming_id", NAMINGS)
def test_a_family_is_known_by_its_names_and_finds_every_joint(naming_id):
    read = parse_bvh(person(joints=renamed(NAMINGS[naming_id])))

    found = recognise(read.joint_names, read.parents)

    order = [name for name, _, _ in PERSON]
    written = [NAMINGS[naming_id].get(name, name) for name in order]
    old = {"hip": "UpLeg", "knee": "Leg", "ankle": "Foot", "shoulder": "Arm", "elbow": "ForeArm", "wrist": "Hand"}
    for joint in REQUIRED_JOINTS:
        side, part = joint.split("_")
        name = written[order.index(side.capitalize() + old[part])]
        assert read.joint_names[found.joints[joint]] == name
    assert len(found.spine) == 3
    assert [read.joint_names[j] for j in found.neck] == [NAMINGS[naming_id].get("Neck", "Neck")]
    assert found.head is not None
    assert found.family == naming_id.split()[0]
    assert found.confidence >= 0.9 or naming_id == "generic"


def test_a_missing_joint_is_named_with_what_to_do():
    read = parse_bvh(person(joints=renamed({"LeftLeg": "Strut", "RightHand": "Claw"})))

    with pytest.raises(RetargetError, match="which joint is left knee or right wrist") as caught:
        recognise(read.joint_names, read.parents)

    assert caught.value.missing == ("left_knee", "right_wrist")
    assert "mapping" in str(caught.value)


def test_a_mapping_fills_in_and_overrules():
    read = parse_bvh(person(joints=renamed({"LeftLeg": "Strut"})))

    found = recognise(read.joint_names, read.parents, joint_map={"left_knee": "Strut"})

    assert read.joint_names[found.joints["left_knee"]] == "Strut"
    assert (found.family, found.found["left_knee"].how, found.confidence) == ("hik", "person", 1.0)


@pytest.mark.parametrize(
    ("joint_map", "words"),
    [
        ({"left_tail": "LeftLeg"}, "the mapping names left_tail"),
        ({"left_knee": "Nobody"}, "the file has no such joint"),
        ({"left_knee": "RightLeg"}, "does not hang on"),
    ],
)
def test_a_mapping_that_cannot_be_is_refused(joint_map, words):
    read = parse_bvh(person())

    with pytest.raises(RetargetError, match=words):
        retarget(read, joint_map=joint_map)


def test_tracked_points_are_no_body():
    points = [("root", None, (0, 0, 0)), ("head", "root", (0, 160, 0)), ("hand_l", "root", (40, 100, 0))]

    with pytest.raises(RetargetError, match="left hip"):
        retarget(parse_bvh(person(joints=points, root=(0, 0, 0))))


def test_a_body_whose_bones_have_no_length_is_refused():
    joints = [(name, parent, (0, 0, 0)) for name, parent, _ in PERSON]

    with pytest.raises(RetargetError, match="which is no body"):
        retarget(parse_bvh(person(joints=joints)))


def test_helper_joints_in_front_of_the_limb_are_passed_over():
    joints = [
        (name, parent, at) if name != "LeftUpLeg" else ("LeftUpLeg", "__LeftUpLeg", (5, 0, 0))
        for name, parent, at in PERSON
    ]
    joints.insert(1, ("__LeftUpLeg", "Hips", (4, 0, 0)))
    read = parse_bvh(person(joints=joints))

    found = recognise(read.joint_names, read.parents)

    assert read.joint_names[found.joints["left_hip"]] == "LeftUpLeg"
    assert read.joint_names[found.pelvis] == "Hips"
    assert np.array_equal(retarget(read).rotations, retarget(parse_bvh(person())).rotations)
