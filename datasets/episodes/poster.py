"""A small picture of an episode for lists, before it has a clip: the room from above, people and the robot. Pure."""

from __future__ import annotations

import math
from typing import Any, Final

from datasets.episodes.domain import EpisodeSpec
from datasets.scenes.poster import Box, plan_svg

POSTER_VERSION: Final = 1
"""Counts up when the drawing changes, so that browsers fetch it anew."""
PERSON, ROBOT = "#c2410c", "#1d6fd1"
TOPS: Final = {"yellow": "#c99700", "green": "#2f8f4e"}
SMALLEST_SHARE: Final = 0.035
"""A mark's radius as a share of the picture's longer side, so that it can be seen in large rooms too."""


def episode_svg(spec: EpisodeSpec, *, bounds: Box, walls: Any, instances: Any) -> bytes:
    """BW13: where people stand and face, and where the robot starts and looks. Nothing here tells a label."""
    (x0, _, z0), (x1, _, z1) = bounds
    radius = max(0.18, SMALLEST_SHARE * max(x1 - x0, z1 - z0))
    start = spec.robot_start
    marks = [_sight(start.position[0], start.position[2], start.yaw, radius)]
    marks += [
        _mark(motion.position[0], motion.position[2], motion.yaw, radius, TOPS.get(motion.top, PERSON))
        for motion in spec.motions
    ]
    marks.append(_mark(start.position[0], start.position[2], start.yaw, radius, ROBOT))
    return plan_svg(bounds=bounds, walls=walls, instances=instances, over="".join(marks))


def _mark(x: float, z: float, yaw: float, radius: float, colour: str) -> str:
    """A disc with a nose where its owner faces: forward is (sin yaw, cos yaw)."""
    dx, dz = math.sin(yaw) * radius * 1.9, math.cos(yaw) * radius * 1.9
    return (
        f'<path d="M{x:.2f} {z:.2f}l{dx:.2f} {dz:.2f}" stroke="{colour}" stroke-width="{radius * 0.6:.2f}" '
        f'stroke-linecap="round"/><circle cx="{x:.2f}" cy="{z:.2f}" r="{radius:.2f}" fill="{colour}"/>'
    )


def _sight(x: float, z: float, yaw: float, radius: float) -> str:
    """What the robot has before it: a wedge of 60 degrees."""
    reach = radius * 8
    (ax, az), (bx, bz) = ((math.sin(yaw + turn) * reach, math.cos(yaw + turn) * reach) for turn in (-0.52, 0.52))
    return (
        f'<path d="M{x:.2f} {z:.2f}l{ax:.2f} {az:.2f}L{x + bx:.2f} {z + bz:.2f}z" fill="{ROBOT}" fill-opacity=".16"/>'
    )
