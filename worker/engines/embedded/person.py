"""A person: mannequin or fitted avatar as a mesh for the GPU, and where a placed motion puts its joints at any moment
of a clip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar import JOINT_INDEX, REST_POSITIONS, MannequinMesh, mannequin_mesh
from datasets.motion.avatar.fitted import OWN_COLOURS, FittedAvatar, reach_of
from datasets.motion.retarget import AvatarMotion, avatar_pose
from datasets.motion.rotations import matrices, slerp
from datasets.observation.domain import MotionPlacement

from .geometry import Geometry, Part, pack_skin, pack_vertices

# Linear RGB. The tops keep apart under the baked light and for the colour-blind: grey, yellow and green differ in
# lightness too.
BODY_COLOUR = (0.52, 0.46, 0.40)
TOP_COLOURS = {
    "grey": (0.16, 0.18, 0.22),
    "yellow": (0.78, 0.50, 0.06),
    "green": (0.06, 0.30, 0.13),
}
_FEET = (JOINT_INDEX["left_foot"], JOINT_INDEX["right_foot"], JOINT_INDEX["left_ankle"], JOINT_INDEX["right_ankle"])
_FOOT_SHADE_M = 0.11
BODY_M = 0.3
"""No part of the mannequin is farther from a joint."""
_CORNERS = np.array(list(np.ndindex(2, 2, 2)), bool)


@dataclass(frozen=True, slots=True)
class Track:
    """A motion in the scene, sampled at the clip's frames.

    ``rows`` (F, 22, 3, 4) move rest positions to the world, ``joints`` (F, 22, 3) and ``forward`` (F, 3; the body's
    front, level) are in the world.
    """

    rows: NDArray[np.float32]
    joints: NDArray[np.float64]
    forward: NDArray[np.float64]

    def box(self, frame: int, reach_m: float = BODY_M) -> NDArray[np.float64]:
        """Corners of a box that holds the whole body, no part of which is farther than that from a joint."""
        low = self.joints[frame].min(axis=0) - reach_m
        high = self.joints[frame].max(axis=0) + reach_m
        return np.where(_CORNERS, high, low)

    def contacts(self, frame: int) -> NDArray[np.float64]:
        """Two spheres, one per foot, that darken the floor: centre and radius."""
        left_toe, right_toe, left_ankle, right_ankle = self.joints[frame, list(_FEET)]
        centres = np.stack([(left_toe + left_ankle) / 2, (right_toe + right_ankle) / 2])
        return np.concatenate([centres, np.full((2, 1), _FOOT_SHADE_M)], axis=1)


@dataclass(frozen=True, slots=True)
class Figure:
    """A body as it is drawn; ``reach_m``: no part of it is farther from a joint."""

    geometry: Geometry
    reach_m: float


def mannequin_geometry(top: str) -> Geometry:
    """Body and top in their colours; ids are body parts."""
    mesh = mannequin_mesh()
    dressed = (_dressed(mesh, mesh.body_triangles, BODY_COLOUR), _dressed(mesh, mesh.top_triangles, TOP_COLOURS[top]))
    return Geometry(parts=dressed)


def figure_of(avatar: FittedAvatar | None, top: str) -> Figure:
    """MO64: of a fitted avatar the top takes the colour that a person is called by, all over, so that it can be told
    whatever the character wears; otherwise it keeps its own."""
    if avatar is None:
        return Figure(mannequin_geometry(top), BODY_M)
    mesh, own = avatar.mesh, avatar.colours
    cloth = own if top == OWN_COLOURS else TOP_COLOURS[top]
    shown = [(mesh.body_triangles, own), (mesh.top_triangles, cloth)]
    parts = tuple(
        _dressed(mesh, triangles, colour, open_surface=True) for triangles, colour in shown if len(triangles)
    )
    return Figure(Geometry(parts=parts), max(BODY_M, reach_of(mesh)))


def _dressed(
    mesh: MannequinMesh,
    triangles: NDArray[np.uint32],
    colour: tuple[float, float, float] | NDArray[np.float32],
    *,
    open_surface: bool = False,
) -> Part:
    """Some triangles in one colour or with one for each of the mesh's vertices. They share no vertex with others, so
    that the hem is sharp."""
    used, renumbered = np.unique(triangles, return_inverse=True)
    colours = np.ones((len(used), 4))
    colours[:, :3] = colour[used] if isinstance(colour, np.ndarray) else colour
    vertices = pack_vertices(mesh.positions[used], mesh.normals[used], colours, mesh.parts[used].astype(np.uint32))
    pack_skin(vertices, mesh.joints[used], mesh.weights[used])
    return Part(vertices=vertices, triangles=renumbered.reshape(-1, 3), double_sided=open_surface)


def cycle_of(motions: Sequence[AvatarMotion]) -> Fraction:
    """EP65: two people replay on one clock: when the shorter of their motions ends, both begin anew."""
    return min(motion.frames / motion.fps for motion in motions)


def track_of(
    motion: AvatarMotion, placement: MotionPlacement, *, fps: int, frames: int, cycle: Fraction | None = None
) -> Track:
    """OB21: frame i shows the motion at i / fps seconds, replayed from its start whenever it ends (or after
    ``cycle`` seconds, which are no more than it has)."""
    positions, rotations = avatar_pose(_sampled(motion, fps=fps, frames=frames, cycle=cycle or cycle_of([motion])))
    turn = matrices(np.array((0.0, np.sin(placement.yaw / 2), 0.0, np.cos(placement.yaw / 2))))
    joints = positions.transpose(1, 0, 2) @ turn.T + np.array(placement.position)
    world = turn @ matrices(rotations.transpose(1, 0, 2))
    rows = np.empty((*joints.shape, 4), np.float32)
    rows[..., :3] = world
    rows[..., 3] = joints - np.einsum("fjab,jb->fja", world, REST_POSITIONS)
    forward = world[:, 0, :, 2].copy()
    forward[:, 1] = 0.0
    forward /= np.maximum(np.linalg.norm(forward, axis=1, keepdims=True), 1e-9)
    return Track(rows=rows, joints=joints, forward=forward)


def _sampled(motion: AvatarMotion, *, fps: int, frames: int, cycle: Fraction) -> AvatarMotion:
    """The motion at the clip's frames. Between the last frame and the first one nothing is blended."""
    count = motion.frames
    # Exact fractions, so that the start of a loop is not missed by a rounding.
    phase = np.array([float(Fraction(i, fps) % cycle * motion.fps) for i in range(frames)])
    before = np.minimum(phase.astype(int), count - 1)
    after = np.minimum(before + 1, count - 1)
    share = phase - before
    start, end = motion.root_positions.astype(np.float64), motion.rotations.astype(np.float64)
    roots = start[before] * (1 - share)[:, None] + start[after] * share[:, None]
    rotations = slerp(end[before], end[after], share[:, None, None])
    return AvatarMotion(Fraction(fps), roots.astype(np.float32), rotations.astype(np.float32))
