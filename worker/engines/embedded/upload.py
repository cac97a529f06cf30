"""A geometry on the GPU: sorted into buckets of one state, buckets into chunks that culling can leave out."""

from __future__ import annotations

import dataclasses
import itertools
from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from .camera import View
from .geometry import FORMATS, VERTEX, Geometry
from .shaders import JOINTS_BINDING, MOST_JOINTS, PICTURES_UNIT, Programs, Switches

_CHUNK = 96
_MOST_TEXELS = 64 * 1024 * 1024
_CELL_M = 1.5
_TEXTURED, _MASKED, _DOUBLE_SIDED, _PLANAR = 1, 2, 4, 8
_COMMAND = 5  # count, instances, first, base vertex, base instance


@dataclass(frozen=True, slots=True)
class _Bounds:
    """World boxes of chunks and, for surfaces seen from one side, the cones that hold their normals."""

    centres: NDArray[np.float64]
    extents: NDArray[np.float64]
    axes: NDArray[np.float64]
    spread: NDArray[np.float64]


@dataclass(slots=True)
class _Bucket:
    """Triangles of one state: one indirect draw per chunk in ``commands``."""

    switches: Switches
    double_sided: bool
    commands: NDArray[np.uint32]
    indirect: moderngl.Buffer


class GpuMesh:
    """Owns its buffers; ``draw`` renders what a camera can see of it."""

    def __init__(
        self, context: moderngl.Context, programs: Programs, geometry: Geometry, *, skinned: bool = False
    ) -> None:
        self._context, self._programs, self._skinned = context, programs, skinned
        vertices, triangles, states = _joined(geometry)
        corners, normals = _shape(vertices, triangles)
        order, groups = _drawing_order(corners, normals, states)
        triangles, states, normals, groups = triangles[order], states[order], normals[order], groups[order]
        self._vertices = context.buffer(vertices.tobytes())
        self._indices = context.buffer(triangles.astype("<u4").tobytes())
        self._arrays: dict[moderngl.Program, moderngl.VertexArray] = {}
        corners = corners[order]
        self._buckets: list[_Bucket] = []
        bounds: list[_Bounds] = []
        for state, start, stop in _runs(states):
            cuts = np.array([start]) if skinned else _cuts(groups[start:stop]) + start
            self._buckets.append(self._bucket(state, cuts, stop))
            bounds.append(
                _bounds(corners[start:stop], normals[start:stop], cuts - start, bool(state & _DOUBLE_SIDED))
            )
        self._bounds = _Bounds(
            *(np.concatenate([getattr(b, name) for b in bounds]) for name in ("centres", "extents", "axes", "spread"))
        )
        self._everything = self._last_seen = np.ones(len(self._bounds.spread), bool)
        self._last_view: View | None = None
        self._pictures = _picture_layers(context, geometry.pictures)
        self._joints = context.buffer(reserve=MOST_JOINTS * 48) if skinned else None

    def pose(self, rows: NDArray[np.float32]) -> None:
        """Joint matrices for the next draw: (J, 3, 4), rest position to world."""
        assert self._joints is not None
        self._joints.write(rows.tobytes())

    def draw(
        self,
        *,
        colour: bool,
        baked: bool,
        person: int = 0,
        view: View | None = None,
        contacts: NDArray[np.float64] | None = None,
    ) -> None:
        """With ``view``, chunks outside it or turned away are left out. Chunks that face upwards near ``contacts``
        (x, y, z, reach) are drawn with contact darkening."""
        if self._joints is not None:
            self._joints.bind_to_uniform_block(JOINTS_BINDING)
        self._pictures.use(PICTURES_UNIT)
        shown = self._everything if view is None else self._visible_from(view)
        near = np.zeros_like(shown)
        if contacts is not None and len(contacts) and colour:
            near = shown & _near(self._bounds, contacts)
        rest = shown & ~near
        start = 0
        for bucket in self._buckets:
            if bucket.double_sided:
                self._context.disable(moderngl.CULL_FACE)
            else:
                self._context.enable(moderngl.CULL_FACE)
            here = slice(start, start + len(bucket.commands))
            start = here.stop
            switches = dataclasses.replace(bucket.switches, colour=colour, baked=baked and colour)
            self._render(bucket, rest[here], switches, person)
            if near[here].any():
                self._render(bucket, near[here], dataclasses.replace(switches, contact=True), person)

    def release(self) -> None:
        for array in self._arrays.values():
            array.release()
        for bucket in self._buckets:
            bucket.indirect.release()
        for resource in (self._vertices, self._indices, self._pictures, self._joints):
            if resource is not None:
                resource.release()

    def _visible_from(self, view: View) -> NDArray[np.bool_]:
        """What the last camera saw is kept: of many clips the camera stands still."""
        if self._last_view is not view:
            self._last_view, self._last_seen = view, _visible(self._bounds, view)
        return self._last_seen

    def _bucket(self, state: int, cuts: NDArray[np.int64], stop: int) -> _Bucket:
        commands = np.zeros((len(cuts), _COMMAND), "<u4")
        commands[:, 0], commands[:, 1], commands[:, 2] = np.diff(np.r_[cuts, stop]) * 3, 1, cuts * 3
        return _Bucket(
            switches=Switches(
                skinned=self._skinned,
                textured=bool(state & _TEXTURED),
                masked=bool(state & _MASKED),
                planar=bool(state & _PLANAR),
            ),
            double_sided=bool(state & _DOUBLE_SIDED),
            commands=commands,
            indirect=self._context.buffer(reserve=commands.nbytes),
        )

    def _render(self, bucket: _Bucket, shown: NDArray[np.bool_], switches: Switches, person: int) -> None:
        chosen = np.flatnonzero(shown)
        if not len(chosen):
            return
        # Neighbours in the buffer become one draw.
        breaks = np.r_[0, np.flatnonzero(np.diff(chosen) > 1) + 1]
        commands = bucket.commands[chosen[breaks]]
        commands[:, 0] = np.add.reduceat(bucket.commands[chosen, 0], breaks)
        program = self._programs.get(switches)
        if "person" in program:
            program["person"].value = person  # type: ignore[union-attr]  # a uniform
        array = self._array(program)
        if len(commands) == 1:
            array.render(vertices=int(commands[0, 0]), first=int(commands[0, 2]))
        else:
            bucket.indirect.orphan()
            bucket.indirect.write(commands.tobytes())
            array.render_indirect(bucket.indirect, count=len(commands))

    def _array(self, program: moderngl.Program) -> moderngl.VertexArray:
        if program not in self._arrays:
            names = VERTEX.names or ()
            used = [name for name in names if name in program]
            layout = " ".join(FORMATS[name][0] if name in program else FORMATS[name][1] for name in names)
            self._arrays[program] = self._context.vertex_array(
                program, [(self._vertices, layout, *used)], self._indices, index_element_size=4
            )
        return self._arrays[program]


def _joined(geometry: Geometry) -> tuple[NDArray[np.void], NDArray[np.int64], NDArray[np.int64]]:
    starts = np.cumsum([0] + [len(part.vertices) for part in geometry.parts[:-1]])
    states = [
        part.textured * _TEXTURED | part.masked * _MASKED | part.double_sided * _DOUBLE_SIDED | part.planar * _PLANAR
        for part in geometry.parts
    ]
    return (
        np.concatenate([part.vertices for part in geometry.parts]),
        np.concatenate([part.triangles + start for part, start in zip(geometry.parts, starts, strict=True)]),
        np.repeat(states, [len(part.triangles) for part in geometry.parts]),
    )


def _shape(
    vertices: NDArray[np.void], triangles: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Corners (N, 3, 3) and unit normals (N, 3)."""
    corners = vertices["position"].astype(np.float64)[triangles]
    crossed = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(crossed, axis=1)
    return corners, crossed / np.maximum(lengths, 1e-12)[:, None]


def _drawing_order(
    corners: NDArray[np.float64],
    normals: NDArray[np.float64],
    states: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """An order, and for each triangle the group that a chunk may not reach beyond: one state, side and cell."""
    axis = np.abs(normals).argmax(axis=1)
    side = axis * 2 + (normals[np.arange(len(normals)), axis] < 0)
    middles = corners.mean(axis=1)
    low = middles.min(axis=0)
    span = np.maximum(middles.max(axis=0) - low, 1e-9)
    cells = np.minimum(((middles - low) / max(_CELL_M, float(span.max()) / 1023)).astype(np.int64), 1023)
    curve = _morton(cells)
    fine = _morton(((middles - low) / span * 1023).astype(np.int64))
    keys = (fine, curve, side, states)
    order = np.lexsort(keys)
    changes = np.zeros(len(order), bool)
    for key in keys[1:]:
        changes[1:] |= np.diff(key[order].astype(np.int64)) != 0
    groups = np.empty(len(order), np.int64)
    groups[order] = np.cumsum(changes)
    return order, groups


def _cuts(groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where chunks start: at every new group, and within one after each _CHUNK triangles."""
    starts = np.r_[0, np.flatnonzero(np.diff(groups)) + 1]
    since = np.arange(len(groups)) - np.repeat(starts, np.diff(np.r_[starts, len(groups)]))
    return np.flatnonzero(since % _CHUNK == 0)


def _morton(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    code = np.zeros(len(cells), np.int64)
    for bit in range(10):
        for axis in range(3):
            code |= (cells[:, axis] >> bit & 1) << (3 * bit + axis)
    return code


def _runs(states: NDArray[np.int64]) -> list[tuple[int, int, int]]:
    edges = np.r_[0, np.flatnonzero(np.diff(states)) + 1, len(states)]
    return [(int(states[a]), int(a), int(b)) for a, b in itertools.pairwise(edges)]


def _bounds(
    corners: NDArray[np.float64], normals: NDArray[np.float64], cuts: NDArray[np.int64], double_sided: bool
) -> _Bounds:
    low = np.minimum.reduceat(corners.min(axis=1), cuts)
    high = np.maximum.reduceat(corners.max(axis=1), cuts)
    axes = np.add.reduceat(normals, cuts)
    axes /= np.maximum(np.linalg.norm(axes, axis=1, keepdims=True), 1e-9)
    counts = np.diff(np.r_[cuts, len(corners)])
    spread = np.minimum.reduceat((normals * np.repeat(axes, counts, axis=0)).sum(axis=1), cuts)
    return _Bounds((low + high) / 2, (high - low) / 2, axes, np.full(len(cuts), -1.0) if double_sided else spread)


def _visible(bounds: _Bounds, view: View) -> NDArray[np.bool_]:
    planes = view.planes
    reach = bounds.centres @ planes[:, :3].T + planes[:, 3] + bounds.extents @ np.abs(planes[:, :3]).T
    towards = bounds.centres - view.eye
    distance = np.linalg.norm(towards, axis=1)
    radius = np.linalg.norm(bounds.extents, axis=1)
    # Turned away: even the normal closest to the eye, seen from the closest point of the chunk, points off it.
    lean = np.sqrt(np.maximum(1.0 - np.maximum(bounds.spread, 0.0) ** 2, 0.0))
    away = (towards * bounds.axes).sum(axis=1) > lean * distance + radius * 1.000001
    return (reach > 0).all(axis=1) & ~(away & (bounds.spread > 0))


def _near(bounds: _Bounds, contacts: NDArray[np.float64]) -> NDArray[np.bool_]:
    gap = np.maximum(np.abs(bounds.centres[:, None] - contacts[None, :, :3]) - bounds.extents[:, None], 0.0)
    return (np.linalg.norm(gap, axis=2) < contacts[None, :, 3]).any(axis=1) & (bounds.axes[:, 1] > 0.95)


def _picture_layers(context: moderngl.Context, pictures: tuple[Pillow.Image, ...]) -> moderngl.TextureArray:
    if not pictures:
        return context.texture_array((1, 1, 1), 4, b"\xff" * 4)
    most = int((_MOST_TEXELS / len(pictures)) ** 0.5)
    side = min(most, max(max(picture.size) for picture in pictures))
    layers = b"".join(picture.resize((side, side), Pillow.Resampling.BICUBIC).tobytes() for picture in pictures)
    texture = context.texture_array((side, side, len(pictures)), 4, layers)
    texture.build_mipmaps()
    texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
    return texture
