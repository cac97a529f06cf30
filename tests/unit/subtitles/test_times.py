from decimal import Decimal
from fractions import Fraction

import pytest

from datasets.videos.times import TimeError, checked_seconds, exact_decimal, shortest_decimal, time_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Decimal("778.0"), "778"),
        (Decimal("687.60"), "687.6"),
        (Decimal("1E+2"), "100"),
        (Decimal("1E-7"), "0.0000001"),
        (Decimal("-0.0"), "0"),
        (Decimal("100"), "100"),
        (0, "0"),
        (778, "778"),
    ],
)
def test_vi1_a_time_is_written_without_exponent_and_without_needless_zeros(value, text):
    """VI1."""
    assert time_text(value) == text


def test_vi1_finite_decimals_stay_exact():
    """VI1."""
    assert exact_decimal(Fraction(3439, 5)) == Decimal("687.8")
    assert str(exact_decimal(Fraction(1, 8))) == "0.125"
    assert str(exact_decimal(Fraction(700))) == "700"
    assert exact_decimal(Fraction(1, 3)) is None


def test_vi1_a_frame_time_takes_the_shortest_decimal_that_cuts_at_the_same_frame():
    """VI1."""
    # 24000/1001 fps: frame 3 is at 3·1001/24000 = 0.125125 s, frame 2 at 0.0834166… s. In (0.0834…, 0.125125] the
    # shortest decimal is 0.1.
    step = Fraction(1001, 24000)
    assert shortest_decimal(3 * step, after=2 * step) == Decimal("0.1")
    # frame 1 at 0.04170833…, frame 0 at 0: one decimal gives 0.0, which is frame 0; two give 0.04.
    assert shortest_decimal(step, after=Fraction(0)) == Decimal("0.04")
    # whole milliseconds are left alone even where something shorter would do
    assert shortest_decimal(Fraction(28, 25), after=Fraction(27, 25)) == Decimal("1.12")
    assert shortest_decimal(Fraction(1, 3)) == Decimal("0.333333333")
    with pytest.raises(TimeError):
        shortest_decimal(Fraction(1, 3), after=Fraction(1, 3))


def test_vi1_every_frame_of_an_hour_keeps_its_place():
    """VI1."""
    step = Fraction(1001, 30000)
    for frame in (1, 2, 17, 1000, 53_945, 107_892):
        found = Fraction(shortest_decimal(frame * step, after=(frame - 1) * step))
        assert (frame - 1) * step < found <= frame * step


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "not a number"),
        ("1", "not a number"),
        (None, "not a number"),
        (float("nan"), "not a finite"),
        (Decimal("Infinity"), "not a finite"),
        (-1, "negative"),
        (Decimal("1e999999"), "not below"),
        (Decimal("1e-999999"), "decimals"),
        (Decimal("0.1234567891"), "decimals"),
        (1_000_000, "not below"),
    ],
)
def test_vi2_a_time_that_cannot_be_one_is_refused(value, words):
    """VI2."""
    with pytest.raises(TimeError, match=words):
        checked_seconds(value)


def test_vi2_times_as_json_has_them():
    """VI2."""
    assert checked_seconds(687.6) == Decimal("687.6")
    assert checked_seconds(778) == Decimal(778)
    assert checked_seconds(Decimal("1.50000000000000")) == Decimal("1.5")
