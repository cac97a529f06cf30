"""What a stage measures, and what that tells of its unit, its up axis and its floor. Pure.

SC26: nothing here changes a file: it says what is plausible and why; who adds the scene decides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Axis = Literal["y", "z"]

# SC2: what a stage may measure, in metres. A flat floor without walls is one, a chair is not.
WIDEST_M, NARROWEST_M, TALLEST_M = 100.0, 2.0, 20.0
UNITS = {
    "metres": 1.0,
    "centimetres": 0.01,
    "millimetres": 0.001,
    "inches": 0.0254,
    "feet": 0.3048,
    "1/100 m": 100.0,
}
USUAL_HEIGHT_M = {
    "door": 2.05,
    "chair": 0.9,
    "sofa": 0.85,
    "bed": 0.8,
    "table": 0.75,
    "desk": 0.75,
    "wall": 2.6,
    "window": 1.3,
    "wardrobe": 2.0,
    "toilet": 0.75,
    "fridge": 1.7,
    "stool": 0.55,
}
"""How tall such things are, to a factor of two; what a unit is judged by where a scene names its objects."""
USUAL_ROOM_M = 2.7
FLAT = 0.98
LEVEL_M, BAND_M = 0.001, 0.05
LOWER_PART, UNDER_ANY_CEILING_M = 0.4, 1.0
LEAST_FLOOR_M2 = 1.0


@dataclass(frozen=True, eq=False)
class Ground:
    """Surfaces that lie flat where an axis points up: their heights and areas, in units of the file."""

    levels: Floats
    areas: Floats


@dataclass(frozen=True, eq=False)
class Survey:
    """One look at all triangles, in units of the file."""

    low: Floats
    high: Floats
    triangles: int
    grounds: dict[Axis, Ground]

    def extent(self, axis: Axis) -> Floats:
        """Width, height and depth once the axis points up."""
        x, y, z = self.high - self.low
        return np.array((x, y, z) if axis == "y" else (x, z, y))


def survey(blocks: Iterable[Floats]) -> Survey:
    low, high, count = np.full(3, np.inf), np.full(3, -np.inf), 0
    found: dict[Axis, tuple[list[Floats], list[Floats]]] = {"y": ([], []), "z": ([], [])}
    for block in blocks:
        count += len(block)
        low, high = np.minimum(low, block.min(axis=(0, 1))), np.maximum(high, block.max(axis=(0, 1)))
        normal = np.cross(block[:, 1] - block[:, 0], block[:, 2] - block[:, 0])
        area = np.linalg.norm(normal, axis=1) / 2
        for axis, index in (("y", 1), ("z", 2)):
            flat = np.abs(normal[:, index]) > FLAT * 2 * np.maximum(area, 1e-12)
            levels, areas = found[cast(Axis, axis)]
            levels.append(block[flat][:, :, index].mean(axis=1))
            areas.append(area[flat])
    grounds = {axis: Ground(np.concatenate(levels), np.concatenate(areas)) for axis, (levels, areas) in found.items()}
    return Survey(low, high, count, grounds)


def turn_of(axis: Axis) -> Floats:
    if axis == "z":
        return np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
    return np.eye(3)


# ---- up axis ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UpGuess:
    axis: Axis
    why: str


def up_axis_of(look: Survey, *, standard: bool = True) -> UpGuess:
    """glTF says Y. Z is believed only where the ground it would give is clearly larger than the one Y gives; of a
    format without a rule (`standard` is False) the larger ground decides."""
    y, z = _lowest_ground(look, "y"), _lowest_ground(look, "z")
    if z > 1.3 * y or (not standard and z > y):
        return UpGuess("z", f"with Z up {_covered(look, 'z', z)} at the bottom, with Y up {_covered(look, 'y', y)}")
    if y == 0:
        return UpGuess("y", "nothing lies flat at the bottom either way, and Y is what the format says")
    return UpGuess("y", f"with Y up {_covered(look, 'y', y)} at the bottom, with Z up {_covered(look, 'z', z)}")


def _lowest_ground(look: Survey, axis: Axis) -> float:
    ground = look.grounds[axis]
    bottom, span = float(look.low[1 if axis == "y" else 2]), float(look.extent(axis)[1])
    return float(ground.areas[ground.levels <= bottom + 0.1 * span + 1e-9].sum())


def _covered(look: Survey, axis: Axis, area: float) -> str:
    """As a share of the plan: flat things under one another may cover it more than once."""
    width, _, depth = look.extent(axis)
    share = min(1.0, area / max(float(width * depth), 1e-12))
    return "nothing lies flat" if share == 0 else f"{share:.0%} of the plan lies flat"


# ---- floor --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FloorLevel:
    """A height at which something lies flat, in metres over the file's own zero, and how much of it."""

    height_m: float
    area_m2: float


def floor_height(levels: Floats, areas: Floats, *, low: float, high: float) -> float:
    """The level of the largest horizontal area in the lower part of a scene, to the millimetre. Of a low scene, such
    as ground with pits and no walls, the lowest metre counts as that part: no ceiling hangs there."""
    lower = levels <= low + max(LOWER_PART * (high - low), UNDER_ANY_CEILING_M) + 1e-9
    if not areas[lower].sum() > 0:
        return low
    levels, areas = levels[lower], areas[lower]
    # The 5 cm band with the most area first, then the millimetre in it: a rug must not lift the floor.
    band = _heaviest(np.round((levels - low) / BAND_M).astype(int), areas)
    return float(np.round(levels[_heaviest(np.round((levels - low) / LEVEL_M).astype(int), areas * band)].mean(), 3))


def floor_levels(levels: Floats, areas: Floats, *, most: int = 4) -> list[FloorLevel]:
    """The heights with the most flat area, largest first: the floors, and what else could be one."""
    if not len(levels):
        return []
    order = np.argsort(levels, kind="stable")
    levels, areas = levels[order], areas[order]
    # A band ends where the next surface lies more than 5 cm over its first.
    starts = [0]
    edges = np.flatnonzero(np.diff(levels) > LEVEL_M) + 1
    for edge in edges:
        if levels[edge] - levels[starts[-1]] > BAND_M:
            starts.append(int(edge))
    sums = np.add.reduceat(areas, starts)
    tops = np.add.reduceat(areas * levels, starts) / np.maximum(sums, 1e-12)
    largest = np.argsort(-sums, kind="stable")[:most]
    return [
        FloorLevel(round(float(tops[i]), 3), round(float(sums[i]), 2)) for i in largest if sums[i] >= LEAST_FLOOR_M2
    ]


def _heaviest(bins: NDArray[np.int64], weights: Floats) -> NDArray[np.bool_]:
    return cast("NDArray[np.bool_]", bins == int(np.bincount(bins, weights=weights).argmax()))


# ---- unit ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitGuess:
    """A unit that the file may be modelled in: what the stage measures then, and whether a stage may."""

    unit: str
    scale: float
    size_m: tuple[float, float, float]
    plausible: bool


@dataclass(frozen=True, slots=True)
class Units:
    choices: tuple[UnitGuess, ...]
    scale: float
    why: str


def fits(extent_m: Floats | Sequence[float]) -> bool:
    """SC2."""
    wide, deep = max(extent_m[0], extent_m[2]), min(extent_m[0], extent_m[2])
    return bool(wide <= WIDEST_M and deep >= NARROWEST_M and extent_m[1] <= TALLEST_M)


def units_of(extent: Floats, heights: Iterable[tuple[str, float]]) -> Units:
    """`extent` in units of the file, and the heights of its objects by category. What the objects say counts most:
    a chair is not 9 m tall. Then metres, where they fit, since that is the unit of glTF; then a usual ceiling."""
    choices = tuple(
        UnitGuess(unit, scale, _sizes(extent * scale), fits(extent * scale)) for unit, scale in UNITS.items()
    )
    known = [(c, h) for c, h in heights if c in USUAL_HEIGHT_M and h > 0]
    possible = [choice for choice in choices if choice.plausible]
    if not possible:
        return Units(choices, 1.0, "no usual unit gives it the size of a room")
    if known:
        off = {choice.unit: _off(known, choice.scale) for choice in possible}
        best = min(possible, key=lambda choice: (off[choice.unit], choice.unit != "metres"))
        # Objects may be odd; only a factor of two and more outweighs what the format says.
        if off[best.unit] < math.log(2) and (best.unit == "metres" or off.get("metres", 9.0) > math.log(2.5)):
            category, height = _commonest(known)
            return Units(
                choices,
                best.scale,
                f"in {best.unit} a {category} is {_metres(height * best.scale)} tall, as is usual",
            )
    if possible[0].unit == "metres":
        return Units(choices, 1.0, "metres give it the size of a room")
    best = min(possible, key=lambda choice: abs(math.log(max(choice.size_m[1], 0.01) / USUAL_ROOM_M)))
    return Units(choices, best.scale, f"in {best.unit} it is {_metres(best.size_m[1])} high")


def _off(known: Sequence[tuple[str, float]], scale: float) -> float:
    """How far objects are from what is usual: the median of the logarithms."""
    return float(np.median([abs(math.log(height * scale / USUAL_HEIGHT_M[name])) for name, height in known]))


def _commonest(known: Sequence[tuple[str, float]]) -> tuple[str, float]:
    names = [name for name, _ in known]
    name = max(dict.fromkeys(names), key=names.count)
    return name, float(np.median([height for other, height in known if other == name]))


def _sizes(extent: Floats) -> tuple[float, float, float]:
    return (float(extent[0]), float(extent[1]), float(extent[2]))


def _metres(value: float) -> str:
    return f"{value:.2f} m"
