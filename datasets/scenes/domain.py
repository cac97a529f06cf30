"""Scenes as the rest of the product knows them, and how a file becomes one. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from datasets.scenes.categories import FURNITURE, UPRIGHT
from datasets.scenes.floorplan import is_structure, wall_rectangles
from datasets.scenes.gltf import GltfScene, Limits, check_pictures, read_gltf
from datasets.scenes.gltf.files import Resolver
from datasets.scenes.navigation import AGENT_RADIUS_M, NavGrid, build_grid
from datasets.scenes.parts import Part, Placing, all_blocks, extent_of, parts_of
from datasets.scenes.repack import repack
from datasets.scenes.sizing import (
    NARROWEST_M,
    TALLEST_M,
    WIDEST_M,
    Axis,
    Survey,
    UpGuess,
    fits,
    floor_height,
    survey,
    turn_of,
    units_of,
    up_axis_of,
)

__all__ = [
    "Asked",
    "ImportedScene",
    "Opened",
    "Placed",
    "SceneError",
    "SceneInstance",
    "bounds_of",
    "check_stage",
    "import_scene",
    "normalised",
    "open_scene",
    "place_scene",
]

UpAxis = Literal["auto", "y", "z"]
Floats = NDArray[np.float64]
Vector = tuple[float, float, float]

LEAST_AREA_M2 = 2.0
LEAST_FLOOR_SHARE = 0.2
FARTHEST_FLOOR_M = 1000.0


class SceneError(ValueError):
    """A file that cannot be a scene: what is wrong, and what to do."""

    def __init__(self, message: str, *, field: str = "file") -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class SceneInstance:
    id: int
    name: str
    category: str
    low: Vector
    high: Vector

    def as_json(self) -> dict[str, Any]:
        values = asdict(self)
        return {k: values[k] for k in ("id", "name", "category")} | {"bounds": [list(self.low), list(self.high)]}


@dataclass(frozen=True, eq=False)
class ImportedScene:
    """SC3: a normalised stage: metres, Y up, floor at y = 0, in one GLB."""

    glb: bytes
    instances: tuple[SceneInstance, ...]
    low: Vector
    high: Vector
    grid: NavGrid
    walls: list[list[float]]
    triangles: int
    up_axis: str
    scale: float
    floor_m: float
    notes: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Opened:
    """A file that was read and looked at once: what an import and its preview both begin with."""

    name: str
    data: bytes
    resolve: Resolver | None
    gltf: GltfScene
    parts: list[Part]
    look: Survey
    left_out: tuple[str, ...] = ()
    has_axis_rule: bool = True

    def guessed_axis(self) -> UpGuess:
        """A wall is no ground: what is named as one is left out where it would turn the file over."""
        guess = up_axis_of(self.look, standard=self.has_axis_rule)
        others = [part for part in self.parts if part.category not in UPRIGHT]
        if guess.axis == "y" or not others or len(others) == len(self.parts):
            return guess
        grounds = survey(all_blocks(others)).grounds
        return up_axis_of(replace(self.look, grounds=grounds), standard=self.has_axis_rule)

    def floor_of(self, axis: Axis, scale: float) -> float:
        """Where the floor lies, in metres over the file's own zero."""
        ground = self.look.grounds[axis]
        low = float(self.look.low[1 if axis == "y" else 2]) * scale
        high = low + float(self.look.extent(axis)[1]) * scale
        return floor_height(ground.levels * scale, ground.areas * scale**2, low=low, high=high)


def open_scene(
    data: bytes,
    *,
    name: str,
    resolve: Resolver | None = None,
    limits: Limits | None = None,
    left_out: tuple[str, ...] = (),
    has_axis_rule: bool = True,
) -> Opened:
    """Reads a glTF file whole, its pictures' heads too. Raises GltfError."""
    gltf = read_gltf(data, name=name, resolve=resolve, limits=limits, with_shading=False)
    check_pictures(gltf, limits=limits)
    parts = parts_of(gltf)
    return Opened(
        name, data, resolve, gltf, parts, survey(all_blocks(parts)), (*gltf.ignored, *left_out), has_axis_rule
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """How somebody wants a file to be read. `scale` is metres per unit of the file; `floor_m` says where the floor
    lies, in metres over the file's own zero, and without it the floor is found."""

    scale: float = 1.0
    up_axis: UpAxis = "auto"
    floor_m: float | None = None

    def __post_init__(self) -> None:
        if not (math.isfinite(self.scale) and 0 < self.scale <= 1e6):
            raise SceneError(
                f"{self.scale} is no scale: give metres per unit of the file, such as 0.01", field="scale"
            )
        if self.floor_m is not None and not abs(self.floor_m) <= FARTHEST_FLOOR_M:
            message = f"{self.floor_m} is no height of a floor: give metres over the file's zero"
            raise SceneError(message, field="floor_m")


@dataclass(frozen=True, eq=False)
class Placed:
    """A stage in metres, Y up, on its floor, and where one can stand in it."""

    placing: Placing
    axis: Axis
    floor_m: float
    instances: tuple[SceneInstance, ...]
    grid: NavGrid
    walls: list[list[float]]
    notes: tuple[str, ...]


def place_scene(opened: Opened, asked: Asked, *, radius: float | None = None) -> Placed:
    """SC2, SC4: turns, scales and lowers a stage. Raises SceneError where its size is none of a stage."""
    notes: list[str] = []
    axis: Axis = cast(Axis, asked.up_axis)
    if asked.up_axis == "auto":
        axis = opened.guessed_axis().axis
        if axis == "z":
            notes.append("The file stands with Z up; it was turned. Give the up axis if that is wrong.")
    _check_size(opened, axis, scale=asked.scale)
    floor_m = opened.floor_of(axis, asked.scale) if asked.floor_m is None else asked.floor_m
    if abs(floor_m) > 1e-6:
        notes.append(f"The floor lay at {floor_m:.3f} m; it was moved to 0.")
    placing = Placing(turn_of(axis) * asked.scale, floor_m)
    parts = opened.parts
    grid = build_grid(all_blocks(parts, placing), radius=AGENT_RADIUS_M if radius is None else radius)
    instances = tuple(_instance(part, number, placing) for number, part in enumerate(parts, start=1))
    notes += [f"Left out: {what}" for what in opened.left_out]
    return Placed(placing, axis, floor_m, instances, grid, walls_of(parts, instances, placing, grid), tuple(notes))


def import_scene(
    data: bytes | Opened,
    *,
    name: str = "",
    resolve: Resolver | None = None,
    scale: float = 1.0,
    up_axis: UpAxis = "auto",
    floor_m: float | None = None,
    radius: float | None = None,
) -> ImportedScene:
    """SC2–SC4: a stage as it is kept, or a refusal. Raises GltfError or SceneError."""
    asked = Asked(scale, up_axis, floor_m)
    opened = data if isinstance(data, Opened) else open_scene(data, name=name, resolve=resolve)
    placed = place_scene(opened, asked, radius=radius)
    check_stage(opened, placed)
    low, high = bounds_of(placed.instances)
    return ImportedScene(
        glb=normalised(opened, placed),
        instances=placed.instances,
        low=low,
        high=high,
        grid=placed.grid,
        walls=placed.walls,
        triangles=opened.look.triangles,
        up_axis=placed.axis,
        scale=scale,
        floor_m=placed.floor_m,
        notes=placed.notes,
    )


def check_stage(opened: Opened, placed: Placed) -> None:
    """SC4, SC28: a room, and neither a character nor a piece of furniture. Raises SceneError."""
    name, grid = opened.name, placed.grid
    skinned = sum(len(m.primitive.faces) for part in opened.parts for m in part.members if m.node.skin is not None)
    if skinned > opened.look.triangles / 2:
        raise SceneError(
            f"{name} is a character: its meshes hang on a skeleton; import it as an avatar, not as a scene"
        )
    found = {instance.category for instance in placed.instances}
    if found <= FURNITURE:
        things = ", ".join(sorted(found)[:6])
        raise SceneError(f"{name} holds nothing but furniture ({things}): a stage is a room with a floor")
    if grid.area_m2 < LEAST_AREA_M2:
        raise SceneError(_no_floor(name, grid.area_m2))
    share = float(grid.floor.mean())
    if share < LEAST_FLOOR_SHARE:
        raise SceneError(
            f"{name} has floor under {share:.0%} of its plan, at least {LEAST_FLOOR_SHARE:.0%} are needed: a stage "
            "is a room with a floor; take out what stands far outside, or check scale, up axis and floor"
        )


def bounds_of(instances: Sequence[SceneInstance]) -> tuple[Vector, Vector]:
    lows, highs = zip(*((i.low, i.high) for i in instances), strict=True)
    low, high = [min(axis) for axis in zip(*lows, strict=True)], [max(axis) for axis in zip(*highs, strict=True)]
    return _vector(low), _vector(high)


def walls_of(
    parts: Sequence[Part], instances: Sequence[SceneInstance], placing: Placing, grid: NavGrid
) -> list[list[float]]:
    bounds = bounds_of(instances)
    structure = (
        part.blocks(placing)
        for part, instance in zip(parts, instances, strict=True)
        if is_structure(instance.as_json(), bounds)
    )
    return wall_rectangles(structure, grid)


def _no_floor(name: str, area_m2: float) -> str:
    return (
        f"{name} has {area_m2:.2f} m² of connected floor to stand on, at least {LEAST_AREA_M2:.0f} are needed: a "
        "stage is a room with a floor, not a single piece of furniture or a character; check scale and up axis"
    )


def _modelled_size(gltf: GltfScene) -> float:
    """The largest extent of any mesh before its node scales it."""
    return max(float(np.ptp(p.positions, axis=0).max()) for mesh in gltf.meshes for p in mesh.primitives)


def _check_size(opened: Opened, axis: Axis, *, scale: float) -> None:
    extent = opened.look.extent(axis)
    if fits(extent * scale):
        return
    sizes = " × ".join(f"{v:.3g}" for v in extent * scale)
    advice = [
        f"{unit.scale:g} if its unit is {unit.unit}"
        for unit in units_of(extent, ()).choices
        if unit.plausible and unit.scale != scale
    ]
    hint = "; give a scale, such as " + " or ".join(advice) if advice else "; if it is a room, give its scale"
    modelled = _modelled_size(opened.gltf) * scale
    inside = f" (its meshes are modelled {modelled:.3g} units large)" if modelled > 10 * extent.max() * scale else ""
    raise SceneError(
        f"{opened.name} measures {sizes} m at scale {scale:g}{inside}: an absurd scale for a stage, which is "
        f"{NARROWEST_M:g} to {WIDEST_M:g} m wide and at most {TALLEST_M:g} m high{hint}",
        field="scale",
    )


def normalised(opened: Opened, placed: Placed) -> bytes:
    """SC3: a file that is normalised already is kept byte for byte, so that its digest stays the author's."""
    data, gltf, transform = opened.data, opened.gltf, placed.placing.matrix()
    ids = {index: number for number, part in enumerate(opened.parts, start=1) for index in part.mesh_nodes}
    numbered = all(gltf.nodes[i].extras.get("instance_id") == number for i, number in ids.items())
    if data[:4] == b"glTF" and numbered and np.allclose(transform, np.eye(4), atol=1e-9) and not _has_uris(data):
        return data
    return repack(data, name=opened.name, resolve=opened.resolve, transform=transform, instance_ids=ids)


def _has_uris(data: bytes) -> bool:
    return b'"uri"' in data


def _instance(part: Part, number: int, placing: Placing) -> SceneInstance:
    name = part.node.name or f"object.{number:02d}"
    low, high = extent_of(part.blocks(placing))
    return SceneInstance(
        id=number,
        name=name[:200],
        category=part.category,
        low=_vector(low),
        high=_vector(high),
    )


def _vector(values: Sequence[float] | Floats) -> Vector:
    return cast(Vector, tuple(round(float(v), 4) for v in values))
