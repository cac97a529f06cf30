"""MO3 and MO4: the rate behind a printed frame time, and how long a take lasts."""

from fractions import Fraction

import pytest

from datasets.motion.bvh import BvhError, nominal_fps, parse_bvh
from tests.factories.bvh import person


@pytest.mark.parametrize(
    ("text", "fps"),
    [
        ("0.0333333", Fraction(30)),
        (".03333", Fraction(30)),
        ("0.033333", Fraction(30)),
        ("0.0083333", Fraction(120)),
        (".0083333", Fraction(120)),
        ("0.008333", Fraction(120)),
        # 1001/120000 = 0.00834166…, which six digits print as 0.008342; 1/120 would print as 0.008333.
        ("0.008342", Fraction(120000, 1001)),
        # 1/23.976, the usual short spelling of 24000/1001.
        ("0.0417083750417", Fraction(24000, 1001)),
        ("0.0417083333333", Fraction(24000, 1001)),
        ("0.033367", Fraction(30000, 1001)),
        ("0.016667", Fraction(60)),
        ("0.016666666666666666", Fraction(60)),
        # Cut off instead of rounded.
        ("0.016666", Fraction(60)),
        ("0.013889", Fraction(72)),
        ("0.04000000", Fraction(25)),
        ("4e-2", Fraction(25)),
        ("0.01", Fraction(100)),
        ("1.00000000", Fraction(1)),
        ("0.008", Fraction(125)),
        # 1/30 and 1/120 in single precision are 0.0333333351 and 0.00833333377, written with nine and seven digits.
        ("0.033333335", Fraction(30)),
        ("0.03333334", Fraction(30)),
        ("0.008333334", Fraction(120)),
        # 1001/24000 = 0.04170833…, in single precision 0.0417083353.
        ("0.041708335", Fraction(24000, 1001)),
        # 1/30 in double precision with all its digits.
        ("0.033333333333333332870740640641", Fraction(30)),
        # No usual rate is near: exactly 1 / 0.0123.
        ("0.0123000", Fraction(10000, 123)),
    ],
)
def test_the_rate_is_the_usual_one_that_the_digits_cannot_tell_apart(text, fps):
    assert nominal_fps(text) == fps


@pytest.mark.parametrize("text", ["0", "-0.0333", "nan", "inf", "", "1e400", "0.03 s"])
def test_what_is_no_positive_number_has_no_rate(text):
    with pytest.raises(ValueError, match=r"above 0|not a number"):
        nominal_fps(text)


def test_a_rate_is_written_in_few_digits_however_many_its_frame_time_has():
    """1/29 with 30 decimals: 20 of them are 10^20/3448275862068965517, which the database's 60 characters hold."""
    rate = nominal_fps("0.034482758620689655172413793103")

    assert float(rate) == pytest.approx(29, rel=1e-12)
    assert len(f"{rate.numerator}/{rate.denominator}") <= 60


@pytest.mark.parametrize("text", ["1e99", "1e-99", "1001", "0.0000009"])
def test_a_frame_time_that_no_recording_has_is_refused_with_its_line(text):
    with pytest.raises(BvhError, match=f"line .*that of no recording, it is {text}. Write the seconds"):
        parse_bvh(person(2, frame_time=text))


def test_every_frame_lasts_one_printed_frame_time():
    # 138 × 0.0333333 = 4.5999954, not 138/30 and not 137 × 0.0333333.
    read = parse_bvh(person(138))

    assert read.duration_s == pytest.approx(4.5999954, abs=1e-9)
    assert read.fps == 30


def test_one_frame_a_second_is_taken_and_told_to_be_keyframes():
    read = parse_bvh(person(2, frame_time="1.0"))

    assert read.fps == 1
    assert "keyframes, not real time" in read.warnings[0]
