from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from datasets.videos.segments import (
    MAX_SEGMENTS,
    SegmentError,
    frames_of,
    read_segments,
    segments_digest,
    segments_json,
)
from tests.factories.videos import a_table


def read(*pairs):
    return read_segments([{"start": start, "end": end} for start, end in pairs])


def test_intervals_are_read_exactly_and_written_as_they_came():
    """VI50"""
    segments = read((0.1, 0.3), (12, Decimal("12.50")))
    assert [(s.start, s.end) for s in segments] == [
        (Fraction(1, 10), Fraction(3, 10)),
        (Fraction(12), Fraction(25, 2)),
    ]
    assert segments_json(segments) == [{"start": 0.1, "end": 0.3}, {"start": 12, "end": 12.5}]
    assert read_segments(segments_json(segments)) == segments
    assert read_segments(None) is None
    assert segments_json(None) is None


@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        ([], "segments", "is empty"),
        ("0-3", "segments", "is a list"),
        ({"start": 0, "end": 1}, "segments", "is a list"),
        ([[0, 1]], "segments[0]", "exactly"),
        ([{"start": 0}], "segments[0]", "exactly"),
        ([{"start": 0, "end": 1, "speed": 2}], "segments[0]", "exactly"),
        ([{"start": 0, "end": 1}, {"start": "1", "end": 2}], "segments[1].start", "not a number"),
        ([{"start": True, "end": 2}], "segments[0].start", "not a number"),
        ([{"start": 0, "end": None}], "segments[0].end", "not a number"),
        ([{"start": -0.5, "end": 2}], "segments[0].start", "negative"),
        ([{"start": 0, "end": float("inf")}], "segments[0].end", "finite"),
        ([{"start": 0, "end": 1e9}], "segments[0].end", "below"),
        ([{"start": 0.1234567891, "end": 1}], "segments[0].start", "decimals"),
        ([{"start": 5, "end": 3}], "segments[0]", "5 to 3 s) ends before it starts"),
        ([{"start": 5, "end": 5.0}], "segments[0]", "is empty"),
        ([{"start": n, "end": n + 1} for n in range(MAX_SEGMENTS + 1)], "segments", "101 segments"),
    ],
)
def test_what_is_no_list_of_intervals_is_refused_with_its_place(given, field, words):
    """VI50"""
    with pytest.raises(SegmentError) as raised:
        read_segments(given)
    assert raised.value.field == field
    assert words in str(raised.value)


def test_the_digest_names_the_times_and_not_how_they_were_written():
    """VI51"""
    same = {segments_digest(read((a, b))) for a, b in [(1, 2.5), (1.0, 2.50), (Decimal("1.00"), Decimal("2.500"))]}
    assert len(same) == 1
    others = {segments_digest(s) for s in (None, read((1, 2.5), (3, 4)), read((3, 4), (1, 2.5)), read((1, 2.501)))}
    assert len(others) == 4
    assert not same & others


def test_a_frame_is_on_screen_until_the_next_one():
    """VI11: at 25 fps frame 1 is shown from 0.04 s until 0.08 s; before the first is none, after the last it."""
    times = ("-0.001", "0", "0.039", "0.04", "0.079", "0.08", "99")
    assert [a_table(10).shown_at(Fraction(time)) for time in times] == [-1, 0, 0, 1, 1, 2, 9]


def test_an_interval_holds_the_frames_that_start_in_it():
    """VI12, VI52: at 25 fps frame n starts at n/25: from 1 s (frame 25) up to, without, 2 s (frame 50)."""
    table = a_table(250)
    assert frames_of(read((1, 2)), table) == (range(25, 50),)
    # 1.001 s is after frame 25 began; 2.001 s lets frame 50 in.
    assert frames_of(read((1.001, 2.001)), table) == (range(26, 51),)
    assert frames_of(read((4, 4.04), (0, 0.04)), table) == (range(100, 101), range(1))
    assert frames_of(None, table) == (range(250),)
    assert frames_of(read((9.96, 10)), table) == (range(249, 250),)


def test_an_interval_beyond_the_end_or_between_two_frames_is_refused():
    """VI52"""
    table = a_table(250)
    for pairs, words in [
        (((10, 11),), "goes beyond the end of the video, which is at 10 s"),
        (((9, 10.5),), "goes beyond the end"),
        (((0.01, 0.03),), "holds no frame"),
    ]:
        with pytest.raises(SegmentError, match=words):
            frames_of(read(*pairs), table)


def test_the_end_may_be_the_length_as_it_is_shown():
    """VI52: three frames at 30 fps end at 0.1 s; seven at 23.976 end at 0.291958333…, shown as 0.292."""
    assert frames_of(read((0, 0.1)), a_table(3, Fraction(30))) == (range(3),)
    table = a_table(7, Fraction(24000, 1001))
    assert frames_of(read((0, 0.292)), table) == (range(7),)
    with pytest.raises(SegmentError):
        frames_of(read((0, 0.293)), table)
