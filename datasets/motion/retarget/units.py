"""Guessing a file's length unit from the size of a grown person's legs."""

from __future__ import annotations

import math
from typing import Final

USUAL_LEG_M: Final = 0.82
UNITS: Final = {
    "metre": 1.0,
    "decimetre": 0.1,
    "centimetre": 0.01,
    "millimetre": 0.001,
    "inch": 0.0254,
    "foot": 0.3048,
    "cmu": 0.0254 / 0.45,
}
"""Metres per unit. CMU's captures count in inches divided by 0.45."""


def guess_unit(leg_length: float) -> tuple[str, float]:
    """(name, metres per unit) of the unit in which this leg, hip over knee to ankle, is most like a person's."""
    return min(UNITS.items(), key=lambda item: abs(math.log(leg_length * item[1] / USUAL_LEG_M)))


def unit_name(metres_per_unit: float) -> str:
    """The usual name of a given unit."""
    for name, metres in UNITS.items():
        if math.isclose(metres, metres_per_unit, rel_tol=1e-3):
            return name
    return "other"
