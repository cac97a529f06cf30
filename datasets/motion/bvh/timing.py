"""From the printed frame time to a frame rate (MO3)."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

SLOWEST_REAL_TIME_FPS: Final = 5
SHORTEST_FRAME_S: Final = Fraction(1, 1_000_000)
LONGEST_FRAME_S: Final = Fraction(1000)
_TOLD_DIGITS: Final = 20
"""Decimals of a second beyond which nothing is told apart."""
_SINGLE: Final = Fraction(1, 2**24)
"""How far, relative to itself, a number may be from what single precision makes of it."""

_NUMBER = re.compile(
    r"[+-]?(?:\d{1,20}(?:\.(?P<tail>\d{0,30}))?|\.(?P<bare>\d{1,30}))(?:[eE](?P<power>[+-]?\d{1,2}))?"
)
_WHOLE_RATES: Final = (
    *(
        1,
        2,
        3,
        4,
        5,
        6,
        8,
        10,
        12,
        15,
        16,
        18,
        20,
        24,
        25,
        30,
        36,
        40,
        45,
        48,
        50,
        60,
        64,
        72,
        75,
        80,
        90,
        96,
        100,
    ),
    *(120, 125, 128, 144, 150, 160, 180, 200, 240, 250, 256, 300, 360, 400, 480, 500, 512, 600, 960, 1000),
)
_BROADCAST_RATES: Final = {
    Fraction(24000, 1001): ("23.976", "23.98"),
    Fraction(30000, 1001): ("29.97",),
    Fraction(60000, 1001): ("59.94",),
    Fraction(120000, 1001): ("119.88",),
}


def is_number(text: str) -> bool:
    """Whether the text is a plain decimal number of a sensible size (no nan, no inf, no thousand digits)."""
    return _NUMBER.fullmatch(text) is not None


@lru_cache(maxsize=256)
def nominal_fps(text: str) -> Fraction:
    """MO3: the usual rate that the printed digits cannot tell from 1/frame time, else exactly 1/frame time.

    "0.0083333" is 120, since 1/120 prints so with seven digits; "0.008342" is not 120 but 120000/1001. Many programs
    count in single precision, where 1/30 is 0.033333335. The text must be a number above 0.
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a number")
    frame_time = round(Fraction(text), _TOLD_DIGITS)
    if frame_time <= 0:
        raise ValueError("a frame time must be above 0")
    digits = len(found["tail"] or found["bare"] or "")
    step = Fraction(10) ** (int(found["power"] or 0) - digits)
    wanted = 1 / frame_time
    # Most writers round the last digit, some cut it off.
    for low, high in ((-step / 2, step / 2), (Fraction(0), step)):

        def fits(rate: Fraction, low: Fraction = low, high: Fraction = high) -> bool:
            return low - _SINGLE / rate <= 1 / rate - frame_time <= high + _SINGLE / rate

        whole = [rate for rate in map(Fraction, _WHOLE_RATES) if fits(rate)]
        if whole:
            return min(whole, key=lambda rate: abs(rate - wanted))
        for rate, names in _BROADCAST_RATES.items():
            spellings = (rate, *(Fraction(name) for name in names))
            if any(map(fits, spellings)):
                return rate
    return wanted
