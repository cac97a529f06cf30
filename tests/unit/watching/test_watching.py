"""WA1, WA2, WA4, WA5: intervals and times by hand; nothing here knows a database."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.watching.domain import Stretch, counted, coverage, gaps_between, is_enough, merged
from datasets.videos.frames import FrameTable
from tests.factories.videos import a_table

HUNDRED = a_table(frames=100, rate=Fraction(10))
"""A hundred frames of a tenth of a second."""


def of(*stretches: tuple[int, int, float]) -> list[Stretch]:
    return [Stretch(first, end, Fraction(str(speed))) for first, end, speed in stretches]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], ()),
        ([(5, 9)], ((5, 9),)),
        ([(5, 9), (0, 2)], ((0, 2), (5, 9))),
        ([(0, 5), (5, 9)], ((0, 9),)),
        ([(0, 5), (6, 9)], ((0, 5), (6, 9))),
        ([(0, 9), (2, 4)], ((0, 9),)),
        ([(0, 4), (2, 7), (6, 8), (20, 21)], ((0, 8), (20, 21))),
        ([(3, 3), (7, 5)], ()),
    ],
)
def test_wa4_intervals_are_joined_and_a_frame_counts_once(given, expected):
    assert merged(given) == expected


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=12))
def test_merged_intervals_and_their_gaps_are_the_frames_and_the_others(intervals):
    kept = merged(intervals)
    frames = {frame for first, end in intervals for frame in range(first, end)}
    assert {frame for first, end in kept for frame in range(first, end)} == frames
    missing = {frame for first, end in gaps_between(kept, 40) for frame in range(first, end)}
    assert missing == set(range(40)) - frames
    assert all(before[1] < after[0] for before, after in pairwise(kept))


def test_wa5_ninety_nine_per_cent_exactly_is_enough():
    # 99 of 100 frames of equal length are exactly 99 %; one of 200 frames more or less tips it.
    assert coverage([(0, 99)], HUNDRED).is_enough
    assert coverage([(0, 50), (51, 100)], HUNDRED).is_enough
    assert not coverage([(0, 98)], HUNDRED).is_enough
    two_hundred = a_table(frames=200, rate=Fraction(10))
    assert coverage([(0, 198)], two_hundred).share == Fraction(99, 100)
    assert coverage([(0, 198)], two_hundred).is_enough
    assert not coverage([(0, 197)], two_hundred).is_enough
    # 0.99 is no binary number; 99 of 100 parts of a billion and one less are told apart all the same.
    assert is_enough(990_000_000, 1_000_000_000)
    assert not is_enough(989_999_999, 1_000_000_000)
    assert not is_enough(0, 0)


def test_wa5_the_share_is_of_time_not_of_frames():
    # Ten frames: nine of 1 s and the last of 91 s. Nine of ten frames are 9 s of 100 s.
    table = FrameTable(Fraction(1), Fraction(0), np.arange(10), 100, np.arange(10, dtype=np.int32), Fraction(1), 100)
    assert coverage([(0, 9)], table).share == Fraction(9, 100)
    assert coverage([(9, 10)], table).share == Fraction(91, 100)
    assert coverage([(0, 10)], table).gaps == ()


def test_frames_outside_the_video_count_for_nothing():
    found = coverage([(90, 500)], HUNDRED)
    assert (found.intervals, found.gaps, found.share) == (((90, 100),), ((0, 90),), Fraction(1, 10))


def test_wa1_only_what_was_played_at_no_more_than_twice_the_speed_counts():
    found = counted(of((0, 10, 2), (10, 20, 2.001), (20, 30, 16), (30, 40, 0.5)), Fraction(100), HUNDRED)
    assert found.intervals == ((0, 10), (30, 40))
    # 1 s at twice the speed took 0.5 s, 1 s at half the speed 2 s; 2 s were too fast.
    assert (found.spent_s, found.too_fast_s, found.no_time_s) == (Fraction(5, 2), 2, 0)


def test_wa2_a_stretch_counts_as_far_as_there_was_time_for_it():
    # 100 frames are 10 s; in 4 s of wall time at speed 2 there is time for 8 s, the first 80 frames.
    found = counted(of((0, 100, 2)), Fraction(4), HUNDRED)
    assert found.intervals == ((0, 80),)
    assert (found.spent_s, found.no_time_s) == (4, 2)
    # The next one gets what is left: 4 s at speed 1 are 40 frames, and nothing remains for the third.
    found = counted(of((0, 20, 1), (50, 100, 1), (20, 30, 1)), Fraction(6), HUNDRED)
    assert found.intervals == ((0, 20), (50, 90))
    assert (found.spent_s, found.no_time_s) == (6, 2)


def test_wa2_a_frame_that_only_began_in_time_does_not_count():
    found = counted(of((0, 10, 1)), Fraction(35, 100), HUNDRED)
    assert found.intervals == ((0, 3),)
    assert (found.spent_s, found.no_time_s) == (Fraction(3, 10), Fraction(7, 10))


def test_no_time_at_all_counts_nothing():
    assert counted(of((0, 10, 1)), Fraction(-3), HUNDRED).intervals == ()
    assert counted(of((0, 10, 1)), Fraction(-3), HUNDRED).spent_s == 0
