"""Times on a video's own timeline: exact inside, the shortest decimal outside. The one home of both."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor

MAX_DECIMALS = 9
MAX_SECONDS = 1_000_000


class TimeError(ValueError):
    """A time that cannot be used; the message is a predicate ("is …") to stand after the time's name."""


def exact_decimal(value: Fraction | Decimal | int) -> Decimal | None:
    """The value as a finite decimal without needless zeros; None for thirds and the like."""
    if isinstance(value, Fraction):
        scale, rest = 0, value.denominator
        for prime in (2, 5):
            power = 0
            while rest % prime == 0:
                rest //= prime
                power += 1
            scale = max(scale, power)
        if rest != 1:
            return None
        units = value.numerator * (10**scale // value.denominator)
        value = Decimal((units < 0, tuple(map(int, str(abs(units)))), -scale))
    return _trimmed(Decimal(value))


def time_text(value: Decimal | int) -> str:
    """VI1: a time as its shortest decimal: no exponent, no needless zero, no minus before nought."""
    if isinstance(value, int):
        return str(value)
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def shortest_decimal(value: Fraction, *, after: Fraction | None = None) -> Decimal:
    """VI1: the shortest decimal that means the same time.

    A time in whole milliseconds is itself. Any other is the time of a frame: every decimal later than the frame
    before it (``after``) and not later than itself cuts at the same place, and of these the shortest is taken, the
    latest one among equals. Without ``after`` the time is rounded down to nanoseconds.
    """
    exact = exact_decimal(value)
    if exact is not None and -_exponent(exact) <= 3:
        return exact
    low = value - Fraction(1, 10**MAX_DECIMALS) if after is None else after
    if low >= value:
        raise TimeError("is not later than the frame before it")
    places = MAX_DECIMALS if after is None else 0
    while True:
        scale = 10**places
        units = floor(value * scale)
        if Fraction(units, scale) > low or places >= 30:
            return _trimmed(Decimal(units).scaleb(-places))
        places += 1


def checked_seconds(value: object) -> Decimal:
    """VI2: a time as read from JSON: a finite number from 0 to 1,000,000 s with at most nine decimals.

    Within these bounds a decimal and the binary number next to it name each other, so nothing is lost on the way.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise TimeError("is not a number of seconds")
    number = value if isinstance(value, Decimal) else Decimal(repr(value) if isinstance(value, float) else value)
    if not number.is_finite():
        raise TimeError("is not a finite number")
    if number < 0:
        raise TimeError("is negative")
    if number >= MAX_SECONDS:
        raise TimeError(f"is not below {MAX_SECONDS} s")
    if -_exponent(number) > MAX_DECIMALS:
        number = _trimmed(number)
        if -_exponent(number) > MAX_DECIMALS:
            raise TimeError(f"has more than {MAX_DECIMALS} decimals")
    return number


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _trimmed(value: Decimal) -> Decimal:
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        return value
    kept = list(digits)
    while len(kept) > 1 and kept[-1] == 0 and exponent < 0:
        kept.pop()
        exponent += 1
    if kept == [0]:
        return Decimal(0)
    return Decimal((sign, tuple(kept), exponent))
