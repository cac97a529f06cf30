"""MO1, MO19: what is read, what is refused, and that a refusal names the place and what to do."""

import contextlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.motion.bvh import BvhError, BvhLimits, parse_bvh
from tests.factories.bvh import bvh, hierarchy, person

ONE = (
    "HIERARCHY\nROOT Hips\n{\n OFFSET 0 0 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n"
    " End Site\n {\n  OFFSET 0 9 0\n }\n}\n"
)


def one(rows, **more):
    return bvh(ONE, rows, **more)


def refusal(data, **more):
    with pytest.raises(BvhError) as caught:
        parse_bvh(data, name="take.bvh", **more)
    return caught.value


def test_a_plain_file_is_read_as_it_stands():
    read = parse_bvh(one([(1, 2, 3), (4, 5, 6)]), name="take.bvh")

    assert read.joint_names == ("Hips",)
    assert read.parents.tolist() == [-1]
    assert read.channels == (("Zrotation", "Xrotation", "Yrotation"),)
    assert read.values.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert read.end_parents.tolist() == [0]
    assert read.end_offsets.tolist() == [[0, 9, 0]]
    assert (read.frames, read.frames_declared, read.warnings) == (2, 2, ())


def test_exporters_habits_do_not_matter():
    text = (
        "\ufeffhierarchy\r\n"
        "ROOT Bip01 L Thigh {\r\n"
        "\toffset\t0\t1e1\t-0\r\n"
        "  CHANNELS 2 XROTATION zposition  \r\n"
        "  JOINT left arm\r\n\r\n  {\r\n OFFSET .5 1. 0\r\n CHANNELS 0\r\n }\r\n"
        "}\r\n"
        "motion\r\n"
        "Frames:2\r\n"
        "Frame  Time:\t.04\r\n"
        "\t1.5e1   -2 \n"
        "  3 4\r\n\r\n \r\n"
    )

    read = parse_bvh(text.encode())

    assert read.joint_names == ("Bip01 L Thigh", "left arm")
    assert read.offsets.tolist() == [[0, 10, 0], [0.5, 1, 0]]
    assert read.channels == (("Xrotation", "Zposition"), ())
    assert read.values.tolist() == [[15, -2], [3, 4]]
    assert read.fps == 25
    assert read.warnings == ()
    assert len(read.end_parents) == 0


def test_line_ends_of_old_machines():
    assert parse_bvh(one([(1, 2, 3)]).replace(b"\n", b"\r")).values.tolist() == [[1, 2, 3]]


@pytest.mark.parametrize(("declared", "rows"), [(3, 4), (3, 2)])
def test_another_number_of_rows_than_declared_is_read_with_both_numbers(declared, rows):
    read = parse_bvh(one([(0, 0, 0)] * rows, frames=declared))

    assert read.frames == rows
    assert read.frames_declared == declared
    (warning,) = read.warnings
    assert str(declared) in warning
    assert str(rows) in warning


def test_a_frame_may_run_over_several_lines():
    read = parse_bvh(one(["1 2", "3", "4", "5 6"], frames=2))

    assert read.values.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert "several lines" in read.warnings[0]


@pytest.mark.parametrize(
    ("rows", "frames", "row", "line", "words"),
    [
        (["1 2 3", "4 5", "6 7 8"], 3, 2, 15, "2 values where the channels need 3"),
        (["1 2 3", "4 5"], 2, 2, 15, "2 values where the channels need 3"),
        (["1 2 3", "4 5 6 7", "8 9 0"], 3, 2, 15, "4 values"),
        (["1 2 3", "4 5", "6 7 8 9"], 3, 2, 15, "2 values"),
        (["1 2 3", "", "4 nan 6"], 2, 2, 16, "Hips Xrotation is not finite"),
        (["1 2 3", "4 5 inf"], 2, 2, 15, "Hips Yrotation is not finite"),
        (["1 2 1e999"], 1, 1, 14, "not finite"),
        (["1 2 3", "1 -1e99 3"], 2, 2, 15, "Hips Xrotation is -1e+99, which no body reaches"),
        (["1 2", "nan", "4 5 6"], 2, 1, 15, "not finite"),
        (["1 2 3", "4 5,0 6"], 2, 2, 15, "Write decimals with a point"),
        (["1 2 1_0"], 1, 1, 14, "“1_0” for Hips Yrotation"),
        (["1 2 0x10"], 1, 1, 14, "not a number"),
    ],
)
def test_a_damaged_row_stops_the_reading_and_is_named(rows, frames, row, line, words):
    error = refusal(one(rows, frames=frames))

    assert (error.row, error.line, error.name) == (row, line, "take.bvh")
    assert words in str(error)
    assert f"take.bvh, line {line}: motion row {row}" in str(error)


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"", None, "the file is empty"),
        (b" \n\t\n", None, "the file is empty"),
        (b"PK\x03\x04rest", None, "a zip archive"),
        (b"Kaydara FBX Binary  \0", None, "an FBX file; export it as BVH"),
        (b"\xff\xfeH\0I\0", None, "UTF-16"),
        (b"\x01\x02\0\0", None, "a binary file"),
        (b"mesh { }", 1, "begins with HIERARCHY, this one with “mesh { }”"),
        (b"x" * 5000, 1, "too long"),
        (b"HIERARCHY\nMOTION\n", 2, "no ROOT joint"),
        (b"HIERARCHY\nROOT\n{\n", 2, "ROOT has no name"),
        (b"HIERARCHY\nROOT a\nOFFSET 0 0 0\n", 3, "a { is missing before “OFFSET 0 0 0”"),
        (b"HIERARCHY\nROOT a\n{\n}\n", 4, "“a” has no OFFSET"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0\n", 4, "three numbers and has 2"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 nan\n", 4, "“nan”, which is no length"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 1e30\n", 4, "“1e30”, which is no length"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xrotation\n", 5, "says 2 and lists 1"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS x\n", 5, "needs a count"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Wrotation\n", 5, "“Wrotation” is not known"),
        (b"HIERARCHY\nROOT a\n{\nCHANNELS 2 Xrotation Xrotation\n", 4, "listed twice"),
        (b"HIERARCHY\nROOT a\n{\nCHANNELS 0\nCHANNELS 0\n", 5, "a second CHANNELS line"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nROOT b\n{\n", 6, "a second root, “b”, after “a”"),
        (b"HIERARCHY\nJOINT a\n{\n", 2, "outside any joint"),
        (b"HIERARCHY\nOFFSET 0 0 0\n", 2, "outside any joint"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nEnd Site\n{\nJOINT b\n", 7, "inside an End Site"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nEnd Site\n{\n}\n", 7, "End Site has no OFFSET"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\n}\n", 6, "one } too many"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nMOTION\n", 5, "a } is missing above"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nROTATION 3\n", 5, "“ROTATION 3” is not known here"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n", 4, "ends before its MOTION part"),
        (b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\nMOTION\n", None, "no joint has a channel"),
        (ONE.encode() + b"MOTION\n", 11, "expected “Frames: …” and found the end of the file"),
        (ONE.encode() + b"MOTION\nFrames: 1\n", 12, "expected “Frame Time: …”"),
        (ONE.encode() + b"MOTION\nFrames: -1\n", 12, "a whole number and has “-1”"),
        (ONE.encode() + b"MOTION\nFrames: 1\nFrame Time: 0\n1 2 3\n", 13, "must be above 0"),
        (ONE.encode() + b"MOTION\nFrames: 1\nFrame Time: -0.03\n1 2 3\n", 13, "must be above 0"),
        (ONE.encode() + b"MOTION\nFrames: 1\nFrame Time: soon\n1 2 3\n", 13, "a number of seconds"),
        (ONE.encode() + b"MOTION\nFrames: 1\nFrame Time: 1e-999999999\n1 2 3\n", 13, "a number of seconds"),
        (ONE.encode() + b"MOTION\nFrames: 3\nFrame Time: 0.1\n\n", None, "no motion rows, though 3 frames"),
    ],
)
def test_what_is_no_sound_file_is_refused_with_the_line_and_a_way_out(data, line, words):
    error = refusal(data)

    assert error.line == line
    assert words in str(error)
    assert str(error).startswith("take.bvh" if line is None else f"take.bvh, line {line}: ")
    assert str(error).endswith((".", "Yrotation"))


def test_u0000_in_a_name_is_refused_wherever_it_stands():
    """No text column holds it; the look at a file's first bytes does not reach so far."""
    far = b"HIERARCHY\n" + b" \n" * 4000 + ONE.encode().removeprefix(b"HIERARCHY\n").replace(b"Hips", b"Hi\0ps")

    assert "line 4002: the line holds the character U+0000" in str(refusal(far))


def test_limits_stop_what_would_fill_the_memory():
    assert "more than the 10 allowed" in str(refusal(b"HIERARCHY\n\n", limits=BvhLimits(max_bytes=10)))
    assert "more than 5 joints" in str(refusal(person(), limits=BvhLimits(max_joints=5)))
    assert "nested deeper than 3" in str(refusal(person(), limits=BvhLimits(max_depth=3)))
    assert "more than 4 frames" in str(refusal(one([(1, 2, 3)] * 5), limits=BvhLimits(max_frames=4)))
    assert "more than 4 frames" in str(refusal(one([(1, 2, 3)] * 5), limits=BvhLimits(max_values=12)))
    assert "more than 1 frames" in str(refusal(one(["1 2", "3", "1 2 3"]), limits=BvhLimits(max_frames=1)))


def test_a_declared_number_is_never_trusted_with_memory():
    read = parse_bvh(one([(1, 2, 3)], frames=999_999_999_999))

    assert read.frames == 1
    assert "999999999999" in read.warnings[0]


def test_doubts_are_told():
    text = hierarchy([("a", None, (0, 0, 0)), ("b", "a", (0, 1, 0))]).replace("JOINT b", "JOINT a")
    assert "used more than once: a" in parse_bvh(bvh(text, [(0,) * 9])).warnings[0]
    bare = ONE.replace(
        " CHANNELS 3 Zrotation Xrotation Yrotation\n", " JOINT b\n {\n OFFSET 0 1 0\n CHANNELS 1 Xrotation\n }\n"
    )
    assert "taken as fixed: Hips" in parse_bvh(bvh(bare, [(5,)])).warnings[0]


@pytest.mark.parametrize("end", range(0, 400, 7))
def test_a_file_cut_off_anywhere_is_refused_or_read_short_with_a_warning(end):
    whole = one([(1, 2, 3), (4, 5, 6), (7, 8, 9)])

    with contextlib.suppress(BvhError):
        read = parse_bvh(whole[:end])
        assert np.isfinite(read.values).all()
        if end < len(whole) - 1:
            # The last number may have lost digits, which nothing in the format can tell.
            assert read.frames == 3 or read.warnings


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 260))
def test_damage_gives_a_refusal_or_a_sound_reading_and_nothing_else(noise, place):
    whole = one([(1, 2, 3), (4, 5, 6)])

    with contextlib.suppress(BvhError):
        read = parse_bvh(whole[:place] + noise + whole[place:])
        assert read.values.shape == (read.frames, read.channel_count)
        assert np.isfinite(read.values).all()
        assert np.isfinite(read.offsets).all()


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(*[st.floats(-1e6, 1e6)] * 3), min_size=1, max_size=5))
def test_numbers_come_back_as_they_were_written(rows):
    text = [" ".join(repr(value) for value in row) for row in rows]

    assert parse_bvh(one(text)).values.tolist() == [list(row) for row in rows]
