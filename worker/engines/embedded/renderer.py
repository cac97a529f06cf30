"""Draws a stage with people into colour, metric depth and ids in one pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray

from .bake import LightVolume, bake_light
from .camera import View
from .context import Targets
from .geometry import Geometry
from .planes import cut_planes
from .shaders import FRAME_BINDING, LIGHT_UNIT, MOST_CONTACTS, PLANES_UNIT, Programs
from .upload import GpuMesh

_BACKGROUND = (0.80, 0.82, 0.85)
_LIGHT_FROM = np.array((0.30, 1.0, 0.40)) / np.linalg.norm((0.30, 1.0, 0.40))
# Linear light: the key from above, and the two ends of the ambient hemisphere.
_KEY, _SKY, _GROUND = (0.40, 0.375, 0.33), (0.74, 0.75, 0.77), (0.68, 0.65, 0.60)
_CONTACT_REACH_M = 0.55


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture, row 0 on top; depth 0 and id 0 where nothing is hit.

    ``alone`` holds the ids of the first person with nothing in front, in the rectangle around it whose first row and
    column are ``corner``. The other arrays belong to the renderer and are overwritten by its next frame; a renderer
    made for measuring leaves out ``rgb`` and ``depth``.
    """

    rgb: NDArray[np.uint8] | None
    depth: NDArray[np.float32] | None
    ids: NDArray[np.uint32]
    alone: NDArray[np.uint32]
    corner: tuple[int, int]

    def of_rectangle(self, picture: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """The part of a picture that ``alone`` covers."""
        (row, column), (rows, columns) = self.corner, self.alone.shape
        return picture[row : row + rows, column : column + columns]


class Stage:
    """A room on the GPU with its light volume."""

    def __init__(self, context: moderngl.Context, programs: Programs, geometry: Geometry, *, baked: bool) -> None:
        self.volume: LightVolume | None = None
        self._textures: list[moderngl.Texture3D | moderngl.TextureArray] = []
        if baked:
            self.volume = bake_light(geometry)
            lit = cut_planes(geometry, self.volume)
            geometry = lit.geometry
            depth, height, width, channels = self.volume.values.shape
            volume = context.texture3d((width, height, depth), channels, self.volume.values.tobytes())
            volume.repeat_z = False
            layers, height, width, channels = lit.pictures.shape
            planes = context.texture_array((width, height, layers), channels, lit.pictures.tobytes())
            self._textures = [volume, planes]
            for texture in self._textures:
                texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
                texture.repeat_x = texture.repeat_y = False
        self.mesh = GpuMesh(context, programs, geometry)

    @property
    def is_baked(self) -> bool:
        return self.volume is not None

    def use_light(self) -> None:
        for texture, unit in zip(self._textures, (LIGHT_UNIT, PLANES_UNIT), strict=False):
            texture.use(unit)

    def release(self) -> None:
        self.mesh.release()
        for texture in self._textures:
            texture.release()


@dataclass(frozen=True, slots=True)
class Person:
    """A skinned mesh, its joint matrices (J, 3, 4), the corners (8, 3) of a box around it, and spheres (x, y, z,
    radius) that darken the floor."""

    mesh: GpuMesh
    rows: NDArray[np.float32]
    box: NDArray[np.float64]
    contacts: NDArray[np.float64]


class Renderer:
    def __init__(
        self, context: moderngl.Context, programs: Programs, width: int, height: int, *, colour: bool = True
    ) -> None:
        self._targets = Targets(context, width, height, colour=colour)
        self._frame_block = context.buffer(reserve=64 + (6 + MOST_CONTACTS) * 16)
        self._rgb = np.empty((height, width, 3), np.uint8)
        self._depth = np.empty((height, width), np.float32)
        self._ids = np.empty((height, width), np.uint32)

    def draw(self, stage: Stage, people: Sequence[Person], view: View) -> Frame:
        """OB23: the target first: the ids read before all else is drawn tell what hides it, without a second pass."""
        targets = self._targets
        contacts = np.concatenate([person.contacts for person in people] or [np.zeros((0, 4))])
        contacts = _nearest(contacts, view)
        self._write_block(stage, view, contacts)
        self._frame_block.bind_to_uniform_block(FRAME_BINDING)
        stage.use_light()
        targets.begin(_BACKGROUND)
        alone, corner = np.zeros((0, 0), np.uint32), (0, 0)
        for number, person in enumerate(people, start=1):
            person.mesh.pose(person.rows)
            person.mesh.draw(colour=targets.colour, baked=stage.is_baked, person=number)
            if number == 1:
                top, left, bottom, right = _rectangle(person.box, view)
                alone, corner = np.empty((bottom - top, right - left), np.uint32), (top, left)
                if alone.size:
                    targets.read_ids(alone, (left, top, right - left, bottom - top))
        reach = contacts.copy()
        reach[:, 3] = _CONTACT_REACH_M
        stage.mesh.draw(colour=targets.colour, baked=stage.is_baked, view=view, contacts=reach)
        targets.read_ids(self._ids)
        if not targets.colour:
            return Frame(None, None, self._ids, alone, corner)
        targets.read_colour(self._rgb)
        targets.read_depth(self._depth)
        return Frame(self._rgb, self._depth, self._ids, alone, corner)

    def release(self) -> None:
        self._targets.release()
        self._frame_block.release()

    def _write_block(self, stage: Stage, view: View, contacts: NDArray[np.float64]) -> None:
        flipped = view.clip.copy()
        flipped[1] *= -1
        rows = np.zeros((6 + MOST_CONTACTS, 4), np.float32)
        for row, value in enumerate((tuple(_LIGHT_FROM), _KEY, _SKY, _GROUND)):
            rows[row, :3] = value
        if stage.volume is not None:
            rows[4] = (*stage.volume.origin, stage.volume.reading_offset)
            rows[5, :3] = 1.0 / np.array(stage.volume.size)
        rows[6:] = (0.0, -1e3, 0.0, 1e-3)
        rows[6 : 6 + len(contacts)] = contacts
        self._frame_block.write(np.ascontiguousarray(flipped.T, np.float32).tobytes() + rows.tobytes())


def _rectangle(box: NDArray[np.float64], view: View) -> tuple[int, int, int, int]:
    """Rows and columns that the box can cover: top, left, bottom, right."""
    pixels, depth = view.project(box)
    if depth.min() <= 0.01:
        return (0, 0, view.height, view.width)
    left, top = np.floor(pixels.min(axis=0)).astype(int)
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int)
    left, right = (int(np.clip(x, 0, view.width)) for x in (left, right))
    top, bottom = (int(np.clip(y, 0, view.height)) for y in (top, bottom))
    return (top, left, bottom, right)


def _nearest(contacts: NDArray[np.float64], view: View) -> NDArray[np.float64]:
    if len(contacts) <= MOST_CONTACTS:
        return contacts
    order = np.argsort(np.linalg.norm(contacts[:, :3] - view.eye, axis=1), kind="stable")
    return contacts[order[:MOST_CONTACTS]]
