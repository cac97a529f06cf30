"""Bodies as the composer uses them: thinned once per motion, turned and put into a room as often as needed. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from datasets.episodes.body import Body
from datasets.episodes.domain import EpisodeSpec, MotionUse, Vector

Floats = NDArray[np.float64]

GEOMETRY_FPS = 6.0
SIGHT_FPS = GEOMETRY_FPS / 2
GLIMPSES = 10


@dataclass(frozen=True, eq=False)
class Figure:
    """A motion's body in its own frame, and what placing it asks for again and again."""

    body: Body

    @cached_property
    def thin(self) -> Body:
        """For checks over the whole motion."""
        return self.body.thinned(GEOMETRY_FPS)

    @cached_property
    def sparse(self) -> Body:
        """For lines of sight."""
        return self.body.thinned(SIGHT_FPS)

    @cached_property
    def glimpses(self) -> Body:
        """A few moments spread over the motion, the first frame among them, for how much of it is hidden."""
        every = len(self.sparse.joints)
        chosen = np.unique(np.arange(GLIMPSES) * every // GLIMPSES)
        return Body(self.sparse.joints[chosen], self.sparse.fps * len(chosen) / every)

    @cached_property
    def solid(self) -> tuple[Floats, Floats]:
        """Points (F, P, 3) and radii (P,) of ``thin``."""
        return self.thin.solid_points()

    @cached_property
    def step(self) -> int:
        """Frames of the motion from one of ``thin`` to the next."""
        return round(self.body.fps / self.thin.fps)

    @cached_property
    def stirs(self) -> Floats:
        """(F, P): how far each point of ``solid`` gets from its place before the next frame of ``thin``."""
        points, _ = self.solid
        found = np.zeros(points.shape[:2])
        for later in range(1, self.step):
            between, _ = self.body.at_frames(slice(later, None, self.step)).solid_points()
            count = len(between)
            found[:count] = np.maximum(found[:count], np.linalg.norm(between - points[:count], axis=2))
        return found

    @cached_property
    def middle(self) -> Floats:
        return np.asarray(self.body.pelvis.mean(axis=0))

    @cached_property
    def front(self) -> Floats:
        """(x, z) of where the body faces on average; shorter than 1 for a body that turns."""
        return np.asarray(self.body.fronts.mean(axis=0))


@dataclass(frozen=True, eq=False)
class PlacedFigure:
    figure: Figure
    position: Vector
    yaw: float

    @cached_property
    def _turn(self) -> Floats:
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])

    def put(self, points: Floats) -> Floats:
        """Points of the motion's own frame (…, 3) in the room."""
        return points @ self._turn.T + np.array(self.position)

    def turned(self, directions: Floats) -> Floats:
        """Horizontal directions (…, 2) as (x, z)."""
        return directions @ self._turn[np.ix_((0, 2), (0, 2))].T

    @cached_property
    def thin(self) -> Body:
        return Body(self.put(self.figure.thin.joints), self.figure.thin.fps)

    @cached_property
    def sparse(self) -> Body:
        return Body(self.put(self.figure.sparse.joints), self.figure.sparse.fps)

    @cached_property
    def glimpses(self) -> Body:
        return Body(self.put(self.figure.glimpses.joints), self.figure.glimpses.fps)

    @cached_property
    def solid(self) -> tuple[Floats, Floats]:
        points, radii = self.figure.solid
        return self.put(points), radii

    def between(self, thin_frame: int) -> tuple[range, Floats]:
        """The frames from one of ``thin`` up to the next, and the points of ``solid`` in them (F, P, 3)."""
        step = self.figure.step
        frames = range(thin_frame * step, min((thin_frame + 1) * step, len(self.figure.body.joints)))
        points, _ = self.figure.body.at_frames(slice(frames.start, frames.stop)).solid_points()
        return frames, self.put(points)

    @cached_property
    def middle(self) -> Vector:
        x, y, z = self.put(self.figure.middle)
        return (float(x), float(y), float(z))

    @cached_property
    def front(self) -> Floats:
        return self.turned(self.figure.front)

    @cached_property
    def ground(self) -> tuple[float, float]:
        """(x, z) of the pelvis in the first frame."""
        x, _, z = self.put(self.figure.body.pelvis[0])
        return (float(x), float(z))

    def used(self, motion_sha256: str, top: str) -> MotionUse:
        return MotionUse(motion_sha256, self.position, self.yaw, top)


def placed_bodies(spec: EpisodeSpec, body_of: Callable[[str], Body]) -> list[Body]:
    """The people of an episode in its scene, in the order of its motions."""
    return [body_of(use.motion_sha256).placed(use.position, use.yaw) for use in spec.motions]
