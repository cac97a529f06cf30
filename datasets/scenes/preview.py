"""What a file would become as a scene, before anything is stored: sizes, up axis, floor, objects, ground. Pure.

SC34: it is the import itself without its end, so that what is shown is what would come in.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import Any

from datasets.scenes.domain import (
    Asked,
    Opened,
    Placed,
    SceneError,
    UpAxis,
    bounds_of,
    check_stage,
    normalised,
    place_scene,
)
from datasets.scenes.floorplan import map_objects, navigable_png
from datasets.scenes.parts import Part, extent_of
from datasets.scenes.sizing import Axis, FloorLevel, Units, floor_levels, units_of

MANY_TRIANGLES = 1_500_000
MOST_CATEGORIES = 60


@dataclass(frozen=True, eq=False)
class Preview:
    body: dict[str, Any]
    glb_sha256: str
    """Of the scene that would be stored; empty where there would be none."""


def preview_scene(
    opened: Opened,
    *,
    scale: float | None = None,
    up_axis: UpAxis = "auto",
    floor_m: float | None = None,
    radius: float | None = None,
) -> Preview:
    """Without a scale the likeliest unit is taken. Problems stand in the body; raises SceneError only for values that
    are none."""
    guess = opened.guessed_axis()
    axis: Axis = guess.axis if up_axis == "auto" else up_axis
    units = units_of(opened.look.extent(axis), _heights(opened.parts, axis))
    asked = Asked(units.scale if scale is None else scale, axis, floor_m)
    problems: list[dict[str, str]] = []
    placed: Placed | None = None
    try:
        placed = place_scene(opened, asked, radius=radius)
        check_stage(opened, placed)
    except SceneError as error:
        problems.append({"field": error.field, "message": str(error)})
    categories = _categories(opened.parts)
    body: dict[str, Any] = {
        "file": opened.name,
        "triangles": opened.look.triangles,
        "objects": len(opened.parts),
        "categories": [{"category": name, "count": count} for name, count in categories.most_common(MOST_CATEGORIES)],
        "size_units": _rounded(opened.look.extent(axis)),
        "scale": asked.scale,
        "units": _units_json(units),
        "unit_why": units.why,
        "up_axis": axis,
        "up_guess": guess.axis,
        "up_why": guess.why,
        "problems": problems,
        "warnings": _warnings(opened, axis, guess.axis, placed),
        **_ground(opened, axis, asked.scale, placed),
    }
    is_whole = placed is not None and not problems
    digest = hashlib.sha256(normalised(opened, placed)).hexdigest() if placed is not None and is_whole else ""
    return Preview(body, digest)


def _ground(opened: Opened, axis: Axis, scale: float, placed: Placed | None) -> dict[str, Any]:
    if placed is None:
        return {
            "floor_m": None,
            "floors": [],
            "navigable_m2": None,
            "regions": None,
            "map": None,
            "navigable_png": "",
        }
    bounds = bounds_of(placed.instances)
    written = [instance.as_json() for instance in placed.instances]
    grid = placed.grid
    return {
        "floor_m": round(placed.floor_m, 4),
        "floors": [{"height_m": f.height_m, "area_m2": f.area_m2} for f in _floors(opened, axis, scale)],
        "navigable_m2": round(grid.area_m2, 2),
        "regions": int((grid.regions[1] > 0).sum()),
        "map": {
            "bounds": [list(corner) for corner in bounds],
            "walls": placed.walls,
            "objects": map_objects(written, bounds),
            "navigable_origin": [round(v, 4) for v in grid.origin],
            "navigable_size_m": [round(cells * grid.cell, 4) for cells in grid.floor.shape],
        },
        "navigable_png": f"data:image/png;base64,{base64.b64encode(navigable_png(grid)).decode()}",
    }


def _floors(opened: Opened, axis: Axis, scale: float) -> list[FloorLevel]:
    ground = opened.look.grounds[axis]
    return floor_levels(ground.levels * scale, ground.areas * scale**2)


def _heights(parts: list[Part], axis: Axis) -> list[tuple[str, float]]:
    index = 1 if axis == "y" else 2
    found = []
    for part in parts:
        low, high = extent_of(part.blocks())
        found.append((part.category, float(high[index] - low[index])))
    return found


def _categories(parts: list[Part]) -> Counter[str]:
    return Counter(part.category for part in parts)


def _units_json(units: Units) -> list[dict[str, Any]]:
    return [
        {"unit": u.unit, "scale": u.scale, "size_m": _rounded(u.size_m), "plausible": u.plausible}
        for u in units.choices
    ]


def _warnings(opened: Opened, axis: Axis, guess: Axis, placed: Placed | None) -> list[str]:
    found = list(placed.notes) if placed is not None else [f"Left out: {what}" for what in opened.left_out]
    if axis != guess:
        found.append(f"The file looks as if {guess.upper()} stood up, not {axis.upper()}.")
    if placed is not None and (regions := int((placed.grid.regions[1] > 0).sum())) > 1:
        found.append(
            f"The floor falls into {regions} parts that cannot be reached from each other; the largest counts."
        )
    if opened.look.triangles > MANY_TRIANGLES:
        found.append("So many triangles draw slowly, in the browser and in every clip; fewer would do.")
    return found


def _rounded(values: Any) -> list[float]:
    return [float(f"{float(value):.4g}") for value in values]
