"""VI23, VI24: whether a rate is constant, and at which one the proxy runs."""

from fractions import Fraction

import numpy as np
import pytest

from worker.media.rates import Pace, pace_of, slots_of

MS = Fraction(1, 1000)


def pace(ticks, base=MS, origin=0, hints=()):
    return pace_of(np.array(ticks, np.int64), time_base=base, origin=origin, hints=hints)


def test_vi23_milliseconds_hide_no_constant_rate():
    """Frame k of 24000/1001 a second is at k · 41.7083 ms; Matroska writes 0, 42, 83, 125, 167 …"""
    film = Fraction(24000, 1001)
    ticks = [round(number / film * 1000) for number in range(500)]
    assert ticks[:5] == [0, 42, 83, 125, 167]
    assert pace(ticks, hints=[film]) == Pace(film, False, film, "near")
    # 500 frames at 24 a second would be 0.87 s · 0.1 % ahead: 20.8 ms, ten times a twentieth of a frame.
    assert pace(ticks, hints=[Fraction(24), film]).rate == film


def test_vi23_a_header_that_lies_is_not_believed():
    """Ten frames a tenth of a second apart are ten a second, whatever the header says."""
    assert pace([100 * number for number in range(10)], hints=[Fraction(25)]) == Pace(
        Fraction(10), False, Fraction(10), "near"
    )


def test_vi23_one_frame_has_the_header_s_rate_or_the_usual_one():
    assert pace([40], hints=[Fraction(30)]).rate == 30
    assert pace([40]).rate == 25


def test_vi24_a_changing_rate_gets_the_rate_of_its_grid():
    """Gaps of 2 and 5 sixtieths lie on a grid of a sixtieth."""
    found = pace([0, 2, 4, 6, 11, 16], base=Fraction(1, 60))
    assert (found.is_vfr, found.proxy_rate) == (True, Fraction(60))


def test_vi24_without_a_grid_it_is_a_multiple_of_the_smallest_gap_s_rate():
    """Gaps of 62 and 69 ms have no common grid above a millisecond: 1000/62 a second, doubled to come to 24."""
    found = pace([0, 62, 131, 193, 262, 331])
    assert (found.is_vfr, found.proxy_rate) == (True, Fraction(2000, 62))


def test_vi24_above_sixty_every_frame_still_has_a_slot():
    assert pace(range(0, 1200, 10), base=Fraction(1, 1200)).proxy_rate == 120
    # Gaps of 9 and 35 ms: at 120 a second they begin 1.08 slots apart.
    assert pace([0, 9, 44, 53, 88, 97]).proxy_rate == 120
    # Frames a millisecond apart share a slot at 240 a second; the proxy is not blown up for nothing.
    assert pace([0, 1, 40, 80, 121]).proxy_rate == 60


def test_vi24_times_that_fall_on_the_border_of_two_slots_are_rounded_down_instead():
    """Times of 20, 59, 101 and 139 ms are 0.5, 1.475, 2.525 and 3.475 slots of 40 ms: rounded to the nearest, they
    would be 1, 1, 3, 3."""
    found = pace([20, 59, 101, 139], hints=[Fraction(25)])
    assert found == Pace(Fraction(25), False, Fraction(25), "down")


@pytest.mark.parametrize(("rounding", "slots"), [("near", [-1, 0, 1, 1]), ("down", [-1, 0, 0, 1])])
def test_a_slot_is_what_the_frame_rate_filter_works_out(rounding, slots):
    """At 25 a second, counted from 100 ms: −20, 0, 20 and 59 ms are −0.5, 0, 0.5 and 1.475 slots; halves go away from
    nought."""
    ticks = np.array([80, 100, 120, 159], np.int64)
    found = slots_of(ticks, time_base=MS, origin=100, rate=Fraction(25), rounding=rounding)
    assert found.tolist() == slots


def test_large_ticks_do_not_overflow():
    base, rate = Fraction(1, 10**9), Fraction(30000, 1001)
    ticks = np.array([2 * 10**13], np.int64)
    assert slots_of(ticks, time_base=base, origin=0, rate=rate).tolist() == [round(2 * 10**13 * base * rate)]
