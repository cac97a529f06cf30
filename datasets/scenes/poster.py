"""A small picture of a room for lists: walls and furniture from above. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from datasets.scenes.floorplan import map_objects

POSTER_VERSION: Final = 1
"""Counts up when the drawing changes, so that browsers fetch it anew."""
MARGIN_M: Final = 0.3
MOST_OBJECTS: Final = 150
"""The largest; smaller things would be specks."""
WALL, THING, EDGE = "#6f7888", "#b7bec9", "#8d96a5"
"""Greys that can be told from a light and from a dark page."""

Box = Sequence[Sequence[float]]


def plan_svg(
    *, bounds: Box, walls: Sequence[Sequence[float]], instances: Sequence[dict[str, Any]], over: str = ""
) -> bytes:
    """BW13: x to the right and z down, in metres; ``over`` is drawn on top."""
    (x0, _, z0), (x1, _, z1) = bounds
    things = "".join(_outline(thing["polygon"]) for thing in map_objects(instances, bounds)[:MOST_OBJECTS])
    rooms = "".join(f"M{x:.2f} {z:.2f}h{w:.2f}v{d:.2f}h{-w:.2f}z" for x, z, w, d in walls)
    width, depth = x1 - x0 + 2 * MARGIN_M, z1 - z0 + 2 * MARGIN_M
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{x0 - MARGIN_M:.2f} {z0 - MARGIN_M:.2f} {width:.2f} {depth:.2f}">'
        f'<path d="{things}" fill="{THING}" fill-opacity=".55" stroke="{EDGE}" stroke-width=".02"/>'
        f'<path d="{rooms}" fill="{WALL}"/>{over}</svg>'
    ).encode("ascii")


def _outline(polygon: Sequence[Sequence[float]]) -> str:
    return "M" + "L".join(f"{x:.2f} {z:.2f}" for x, z in polygon) + "z"
