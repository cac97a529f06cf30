"""The freedoms that writers of BVH take, each read for what it means, and what is refused instead (MO1, MO2, MO5).

Numbers are worked by hand.
"""

import numpy as np
import pytest

from datasets.motion.bvh import BvhError, forward_kinematics, parse_bvh
from datasets.motion.inspecting import inspect_data
from datasets.motion.retarget import avatar_fk, retarget
from tests.factories.bvh import PERSON, bvh, hierarchy, person, person_names, renamed

BLOCK = "{\n OFFSET 0 0 0\n CHANNELS 1 Xrotation\n}\n"
REACH = [("a", None, (0, 0, 0)), ("b", "a", (1, 0, 0)), ("c", "b", (1, 0, 0))]


def whole(head, rows, *, frame_time="0.04", frames=1):
    return f"HIERARCHY\n{head}MOTION\nFrames: {frames}\nFrame Time: {frame_time}\n{rows}".encode()


def refusal(data):
    with pytest.raises(BvhError) as caught:
        parse_bvh(data, name="take.bvh")
    return str(caught.value)


def scaled(factor, turn=lambda at: at):
    return [(name, parent, tuple(round(factor * x, 6) for x in turn(at))) for name, parent, at in PERSON]


def z_up(at):
    """A point of a world with Y up in one with Z up, still facing the same way round."""
    return (at[0], -at[2], at[1])


@pytest.mark.parametrize(
    "name",
    [
        "my joint",
        "mixamorig:Hips",
        "upper_leg.L",
        "End",
        "End Site",
        "JOINT",
        "MOTION",
        "OFFSET",
        "}",
        "Hüfte",
        "a\tb",
    ],
)
def test_a_joint_may_be_called_anything(name):
    as_root = parse_bvh(whole(f"ROOT {name}\n{BLOCK}", "5\n"))
    as_joint = parse_bvh(whole(f"ROOT r\n{{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\nJOINT {name}\n{BLOCK}}}\n", "5 6\n"))

    assert as_root.joint_names == (name,)
    assert as_joint.joint_names == ("r", name)
    assert as_joint.parents.tolist() == [-1, 0]


@pytest.mark.parametrize("end", ["End Site\n{", "END SITE\n{", "End  Site {", "End\tSite\n{", "End Effector\n{"])
def test_an_end_site_however_it_is_written(end):
    head = f"ROOT r\n{{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n{end}\nOFFSET 0 7 0\n}}\n}}\n"

    assert parse_bvh(whole(head, "5\n")).end_offsets.tolist() == [[0, 7, 0]]


def test_a_brace_may_close_the_line_it_stands_on():
    head = "ROOT r {\nOFFSET 0 0 0\nJOINT s {\nOFFSET 0 2 0\nCHANNELS 1 Zrotation } }\n"

    read = parse_bvh(whole(head, "90\n"))

    assert (read.joint_names, read.parents.tolist()) == (("r", "s"), [-1, 0])
    assert read.offsets.tolist() == [[0, 0, 0], [0, 2, 0]]


def test_three_joints_with_three_orders_in_one_file():
    head = hierarchy(
        REACH,
        channels={"a": "Xrotation Yrotation Zrotation", "b": "Zrotation Yrotation Xrotation", "c": "Yrotation"},
    )

    places = forward_kinematics(parse_bvh(bvh(head, [(90, 0, 90, 90, 90, 0, 0)])))[:, 0]

    # a: Rx90·Rz90 takes x to y and then to z, so b stands at (0,0,1).
    # b: Rz90·Ry90 takes x to -z; Rx90·Rz90 leaves z → -y for it, so -z → +y: c stands at (0,1,1).
    np.testing.assert_allclose(places, [[0, 0, 0], [0, 0, 1], [0, 1, 1]], atol=1e-12)


def test_rotations_before_positions_read_the_same_as_after_them():
    after = hierarchy(REACH, channels={"a": "Xposition Yposition Zposition Zrotation", "b": "", "c": ""})
    before = hierarchy(REACH, channels={"a": "Zrotation Zposition Yposition Xposition", "b": "", "c": ""})

    for head, row in ((after, (3, 4, 5, 90)), (before, (90, 5, 4, 3))):
        # Z 90 lays the x axis along y: b one above a, c two above.
        places = forward_kinematics(parse_bvh(bvh(head, [row])))[:, 0]
        np.testing.assert_allclose(places, [[3, 4, 5], [3, 5, 5], [3, 6, 5]], atol=1e-12)


def test_a_joint_without_channels_hands_its_parents_turn_on():
    head = hierarchy(REACH, channels={"a": "Zrotation", "b": "", "c": "Zrotation"})

    read = parse_bvh(bvh(head, [(90, 45)]))

    assert read.channels[1] == ()
    np.testing.assert_allclose(forward_kinematics(read)[:, 0], [[0, 0, 0], [0, 1, 0], [0, 2, 0]], atol=1e-12)


@pytest.mark.parametrize("ending", ["", "\n", "\r\n\r\n", "\n\x1a", "\t \n"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_line_ends_and_what_stands_behind_the_last_row(line_end, ending):
    text = whole("ROOT r\n" + BLOCK, "\t5\n\t6", frames=2).replace(b"\n", line_end.encode()) + ending.encode()

    read = parse_bvh(text)

    assert (read.values.tolist(), read.warnings) == ([[5], [6]], ())


@pytest.mark.parametrize(
    ("frame_time", "fps"),
    [
        ("0.0417083750417", 24000 / 1001),
        ("0.041708", 24000 / 1001),
        ("0.04", 25),
        ("0.0333667", 30000 / 1001),
        ("0.008", 125),
        ("0.008333", 120),
        ("0.00416667", 240),
    ],
)
def test_rates_from_film_to_240_a_second(frame_time, fps):
    read = parse_bvh(whole("ROOT r\n" + BLOCK, "5\n6\n", frame_time=frame_time, frames=2))

    assert float(read.fps) == pytest.approx(fps, rel=1e-9)
    assert read.duration_s == pytest.approx(2 * float(frame_time))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (whole("ROOT a\n" + BLOCK + "ROOT b\n" + BLOCK, "5 6\n"), "line 7: a second root, “b”, after “a”."),
        (
            whole("ROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\nROOT b\n" + BLOCK + "}\n", "5 6\n"),
            "line 6: a second root, “b”, after “a”.",
        ),
        (
            whole("ROOT a\n" + BLOCK, "5\n") + whole("ROOT b\n" + BLOCK, "5\n"),
            "line 11: a second skeleton begins here.",
        ),
    ],
)
def test_several_people_in_one_file_are_refused_with_the_line(data, said):
    assert refusal(data) == f"take.bvh, {said} Save each person or object to a file of its own."


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (whole("ROOT r\n" + BLOCK, "5\x1b[2J\n"), "line 10: motion row 1 holds “5?[2J” for r Xrotation"),
        (whole("ROOT r\n" + BLOCK, "٥°\n"), "line 10: motion row 1 holds “٥°” for r Xrotation"),
        (whole("ROOT r\n" + BLOCK, "5\n", frame_time="0,04"), "has “0,04”. Write decimals with a point."),
    ],
)
def test_a_refusal_shows_what_stands_there_and_nothing_that_a_terminal_obeys(data, said):
    assert said in refusal(data)


@pytest.mark.parametrize(
    ("unit", "per_centimetre"),
    # A leg of 80 cm is 0.8 m, 8 dm, 800 mm, 80/2.54 = 31.496 inches, 80/30.48 = 2.6247 feet.
    [
        ("centimetre", 1),
        ("metre", 0.01),
        ("decimetre", 0.1),
        ("millimetre", 10),
        ("inch", 1 / 2.54),
        ("foot", 1 / 30.48),
    ],
)
@pytest.mark.parametrize(("up", "turn"), [("+Y", lambda at: at), ("+Z", z_up)])
def test_units_and_the_up_axis_are_told_by_the_body(unit, per_centimetre, up, turn):
    root = tuple(per_centimetre * x for x in turn((0, 90, 0)))
    motion = retarget(parse_bvh(person(joints=scaled(per_centimetre, turn), root=root)))

    assert (motion.report.unit, motion.report.up_axis) == (unit, up)
    assert motion.report.source_leg_m == pytest.approx(0.8, rel=1e-4)
    # The same person on the same spot, whatever the file counts in.
    np.testing.assert_allclose(avatar_fk(motion), avatar_fk(retarget(parse_bvh(person()))), atol=1e-4)


def test_a_given_unit_and_axis_replace_the_guess():
    """A puppet of 32 cm leg height: by its size it counts in inches, its maker says centimetres."""
    puppet = parse_bvh(person(joints=scaled(0.4), root=(0, 36, 0)))

    assert retarget(puppet).report.unit == "inch"
    told = retarget(puppet, unit_scale=0.01, up_axis="+Y").report
    assert (told.unit, told.up_axis) == ("centimetre", "+Y")
    assert told.source_leg_m == pytest.approx(0.32)


@pytest.mark.parametrize(("turn", "along"), [((0, 90, 0), "+Z"), ((0, -90, 0), "-Z"), ((90, 0, 0), "-X")])
def test_somebody_who_lies_is_not_stood_up_in_silence(turn, along):
    """X 90 lays the body's y along z, Z 90 along -x. Which of both is meant no file tells, so a person is asked."""
    lying = parse_bvh(person(turns={"Hips": turn}, root=(0, 12, 0)))

    read = retarget(lying).report
    told = retarget(lying, up_axis="+Y").report

    assert read.up_axis == along
    assert read.warnings[0].startswith(
        f"the body is along {along} through most of the motion, which was taken for up"
    )
    assert not [warning for warning in told.warnings if "taken for up" in warning]


@pytest.mark.parametrize(
    "short",
    [("Spine",), ("Spine1", "Spine2"), ("Neck",), ("Head",), ("LeftShoulder", "RightShoulder"), ("LeftToeBase",)],
)
def test_bones_of_no_length_do_not_stop_a_body(short):
    joints = [(name, parent, (0, 0, 0) if name in short else at) for name, parent, at in PERSON]

    motion = retarget(parse_bvh(person(joints=joints)))

    assert np.isfinite(motion.rotations).all()
    assert avatar_fk(motion)[0, :, 1].max() > 1.4


def test_turns_beyond_180_degrees_are_the_same_pose():
    small = {"LeftArm": (-70, 20, 0), "Spine": (0, 10, 0)}
    large = {"LeftArm": (290, -340, 720), "Spine": (360, 370, -360)}

    ours, theirs = (avatar_fk(retarget(parse_bvh(person(turns=turns)))) for turns in (small, large))

    np.testing.assert_allclose(ours, theirs, atol=1e-6)


@pytest.mark.parametrize("prefix", ["mixamorig:", "Bob Smith:", "mixamorig9:"])
def test_prefixed_names_are_known(prefix):
    joints = renamed({name: prefix + name for name in person_names()})

    assert retarget(parse_bvh(person(joints=joints))).report.confidence >= 0.9


def test_one_frame_is_read_and_refused_as_a_motion_with_its_length():
    found = inspect_data(person(1), name="take.bvh", max_bytes=10**6)

    assert (found.frames, found.fps) == (1, 30)
    assert found.reasons[0] == "take.bvh: lasts 0.03 s; the limit is 0.5 s"
    assert found.positions
    assert found.retargeted
