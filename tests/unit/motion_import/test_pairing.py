"""MO41: two parts of one performance run on one clock, or it is said why not."""

from __future__ import annotations

import pytest

from datasets.motion.domain.pairing import Timing, why_not_one_clock


@pytest.mark.parametrize("frames", [299, 300, 301])
def test_mo41_one_frame_more_or_less_is_one_clock(frames):
    assert why_not_one_clock(Timing("a.bvh", "30/1", 300), Timing("b.bvh", "30/1", frames)) == ""


def test_mo41_two_frames_are_not_and_both_numbers_are_said():
    assert why_not_one_clock(Timing("a.bvh", "60/1", 1300), Timing("b.bvh", "60/1", 1298)) == (
        "a.bvh has 1,300 frames at 60 per second, b.bvh has 1,298 frames at 60 per second: they do not run on one "
        "clock; cut both at the same beginning and end"
    )


def test_mo41_rates_are_compared_exactly():
    # 30000/1001 = 29.970 is not 30: after 1,001 s they are 30 frames apart.
    told = why_not_one_clock(Timing("a", "30000/1001", 300), Timing("b", "30/1", 300))
    assert told == (
        "a has 300 frames at 29.970 per second, b has 300 frames at 30 per second: at different frame rates they "
        "cannot be shown together; export both at one rate"
    )
