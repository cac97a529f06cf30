"""How fast a video runs, and how fast its proxy has to run so that every frame can be seen in it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np
from numpy.typing import NDArray

USUAL_RATE = Fraction(25)
"""Of a video whose only frame says nothing."""
_PLENTY = Fraction(60)
_FASTER = (Fraction(120), Fraction(240))
_SMOOTH = 24
_JITTER = Fraction(1, 20)


@dataclass(frozen=True, slots=True)
class Pace:
    """``rounding``: how a frame's time becomes a slot of the proxy, in the words of ffmpeg's filter fps."""

    rate: Fraction
    is_vfr: bool
    proxy_rate: Fraction
    rounding: str


def pace_of(ticks: NDArray[np.int64], *, time_base: Fraction, origin: int, hints: Sequence[Fraction] = ()) -> Pace:
    """VI23: a video has a constant rate if no frame is further from its place in an even row than a tick or a
    twentieth of a frame; the header's rates are tried first, because they are exact where ticks are rounded.

    VI24: the proxy runs at that rate. If there is none it runs at the rate of the grid on which all times lie, or
    at that of the smallest gap, times a whole number to come near every frame's time. Above 60 a second it takes what
    shows every frame, up to 240; of frames closer than that only the last can be shown.
    """
    if len(ticks) < 2:
        rate = hints[0] if hints else USUAL_RATE
        return Pace(rate, False, min(rate, _FASTER[-1]), "near")
    mean = (len(ticks) - 1) / ((int(ticks[-1]) - int(ticks[0])) * time_base)
    constant = next((rate for rate in [*hints, mean] if _is_even(ticks, time_base, rate)), None)
    if constant is not None and constant <= _FASTER[-1]:
        for rounding in ("near", "down"):
            if _all_differ(slots_of(ticks, time_base=time_base, origin=origin, rate=constant, rounding=rounding)):
                return Pace(constant, False, constant, rounding)
    rate = constant if constant is not None else mean
    return Pace(rate, constant is None, _uneven_proxy_rate(ticks, time_base, origin), "near")


def slots_of(
    ticks: NDArray[np.int64], *, time_base: Fraction, origin: int, rate: Fraction, rounding: str = "near"
) -> NDArray[np.int64]:
    """The proxy's frame in whose time each frame begins, exactly as ffmpeg's filter fps works it out."""
    scale = time_base * rate
    up, down = scale.numerator, scale.denominator
    beyond = (int(np.abs(ticks).max(initial=0)) + abs(origin)) * 2 * up + down >= 2**62
    since = (ticks - origin).astype(object) if beyond else ticks - origin
    if rounding == "down":
        return (since * up // down).astype(np.int64)
    size = (2 * abs(since) * up + down) // (2 * down)
    return np.where(since < 0, -size, size).astype(np.int64)


def _is_even(ticks: NDArray[np.int64], time_base: Fraction, rate: Fraction) -> bool:
    step = float(1 / (rate * time_base))
    away = np.abs((ticks - ticks[0]) - np.arange(len(ticks)) * step)
    return bool(away.max() <= max(1.0, step * float(_JITTER)) + 1e-6)


def _uneven_proxy_rate(ticks: NDArray[np.int64], time_base: Fraction, origin: int) -> Fraction:
    gaps = np.diff(ticks)
    smallest = 1 / (int(gaps.min()) * time_base)
    if smallest > _PLENTY:
        for rate in _FASTER:
            if _all_differ(slots_of(ticks, time_base=time_base, origin=origin, rate=rate)):
                return rate
        return _PLENTY
    grid = 1 / (int(np.gcd.reduce(np.append(gaps, ticks[0] - origin))) * time_base)
    return grid if grid <= _PLENTY else smallest * max(1, ceil(_SMOOTH / smallest))


def _all_differ(slots: NDArray[np.int64]) -> bool:
    return bool((np.diff(slots) > 0).all())
