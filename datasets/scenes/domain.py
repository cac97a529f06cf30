"""Scenes as the rest of the product knows them, and how a file becomes one. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from datasets.scenes.floorplan import is_structure, wall_rectangles
from datasets.scenes.gltf import GltfScene, read_gltf
from datasets.scenes.gltf.files import Resolver
from datasets.scenes.navigation import NavGrid, build_grid
from datasets.scenes.repack import repack

UpAxis = Literal["auto", "y", "z"]
Floats = NDArray[np.float64]
Vector = tuple[float, float, float]

# SC2: what a stage may measure, in metres. A flat floor without walls is one, a chair is not.
WIDEST_M, NARROWEST_M, TALLEST_M = 100.0, 2.0, 20.0
LEAST_AREA_M2 = 2.0
USUAL_UNITS = {0.001: "millimetres", 0.01: "centimetres", 0.0254: "inches", 0.3048: "feet", 100.0: "1/100 m"}


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
    notes: tuple[str, ...]


def import_scene(
    data: bytes,
    *,
    name: str,
    resolve: Resolver | None = None,
    scale: float = 1.0,
    up_axis: UpAxis = "auto",
    radius: float | None = None,
) -> ImportedScene:
    """SC2–SC4: reads, turns, scales and lowers a stage, or refuses it. Raises GltfError or SceneError."""
    if not (math.isfinite(scale) and 0 < scale <= 1e6):
        raise SceneError(f"{scale} is no scale: give metres per unit of the file, such as 0.01", field="scale")
    gltf = read_gltf(data, name=name, resolve=resolve)
    parts = node_triangles(gltf)
    soup = np.concatenate(list(parts.values()))
    notes: list[str] = []
    axis = up_axis
    if axis == "auto":
        axis = _detected_up_axis(soup)
        if axis == "z":
            notes.append("The file stands with Z up; it was turned. Give the up axis if that is wrong.")
    turn = _turn(axis) * scale
    metres = soup @ turn.T
    _check_size(metres, name=name, scale=scale, modelled=_modelled_size(gltf))
    floor_y = floor_height(metres)
    if abs(floor_y) > 1e-6:
        notes.append(f"The floor lay at {floor_y:.3f} m; it was moved to 0.")
    transform = np.eye(4)
    transform[:3, :3] = turn
    transform[1, 3] = -floor_y
    placed = {index: triangles @ turn.T - (0.0, floor_y, 0.0) for index, triangles in parts.items()}
    grid = build_grid(placed.values()) if radius is None else build_grid(placed.values(), radius=radius)
    if grid.area_m2 < LEAST_AREA_M2:
        raise SceneError(
            f"{name} has {grid.area_m2:.2f} m² of connected floor to stand on, at least {LEAST_AREA_M2:.0f} are "
            "needed: a stage is a room with a floor, not a single piece of furniture; check scale and up axis"
        )
    ids = {index: number for number, index in enumerate(placed, start=1)}
    every = np.concatenate([t.reshape(-1, 3) for t in placed.values()])
    low, high = _vector(every.min(axis=0)), _vector(every.max(axis=0))
    instances = tuple(_instance(gltf, index, ids[index], placed[index]) for index in placed)
    structure = [
        triangles
        for instance, triangles in zip(instances, placed.values(), strict=True)
        if is_structure(instance.as_json(), (low, high))
    ]
    return ImportedScene(
        glb=_normalised(data, gltf, name=name, resolve=resolve, transform=transform, ids=ids),
        instances=instances,
        low=low,
        high=high,
        grid=grid,
        walls=wall_rectangles(structure, grid),
        triangles=len(soup),
        up_axis=axis,
        scale=scale,
        notes=tuple(notes) + tuple(f"Left out: {i}" for i in gltf.ignored),
    )


def node_triangles(gltf: GltfScene) -> dict[int, Floats]:
    """World triangles (T, 3, 3) of every node that carries a mesh, by node index, in scene order."""
    parts: dict[int, list[Floats]] = {}
    for instance in gltf.instances():
        world = instance.world_positions()
        parts.setdefault(instance.node.index, []).append(world[instance.primitive.faces].reshape(-1, 3, 3))
    return {index: np.concatenate(arrays) for index, arrays in parts.items()}


def floor_height(triangles: Floats) -> float:
    """The level of the largest horizontal area in the lower part of a scene, to the millimetre."""
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    area = np.linalg.norm(normal, axis=1) / 2
    level = triangles[:, :, 1].mean(axis=1)
    low, high = float(triangles[:, :, 1].min()), float(triangles[:, :, 1].max())
    flat = (np.abs(normal[:, 1]) > 0.98 * 2 * np.maximum(area, 1e-12)) & (level <= low + 0.4 * (high - low) + 1e-9)
    if not flat.any():
        return low
    # The 5 cm band with the most area first, then the millimetre in it: a rug must not lift the floor.
    band = _heaviest(np.round((level - low) / 0.05).astype(int), area * flat)
    return float(np.round(level[_heaviest(np.round((level - low) / 0.001).astype(int), area * band)].mean(), 3))


def _heaviest(bins: NDArray[np.int64], weights: Floats) -> NDArray[np.bool_]:
    return cast("NDArray[np.bool_]", bins == int(np.bincount(bins, weights=weights).argmax()))


def category_of(name: str) -> str:
    """'chair.03' and 'Chair_03 (Clone)' are chairs."""
    stem = re.sub(r"[\W_]*\d+.*$", "", name).strip().lower()
    return re.sub(r"\W+", "_", stem) or "object"


def _modelled_size(gltf: GltfScene) -> float:
    """The largest extent of any mesh before its node scales it."""
    return max(float(np.ptp(p.positions, axis=0).max()) for mesh in gltf.meshes for p in mesh.primitives)


def _check_size(metres: Floats, *, name: str, scale: float, modelled: float) -> None:
    extent = metres.reshape(-1, 3).max(axis=0) - metres.reshape(-1, 3).min(axis=0)
    if _fits(extent):
        return
    sizes = " × ".join(f"{v:.3g}" for v in extent)
    advice = [
        f"{factor * scale:g} if its unit is {unit}" for factor, unit in USUAL_UNITS.items() if _fits(extent * factor)
    ]
    hint = "; give a scale, such as " + " or ".join(advice) if advice else "; if it is a room, give its scale"
    inside = f" (its meshes are modelled {modelled:.3g} units large)" if modelled > 10 * float(extent.max()) else ""
    raise SceneError(
        f"{name} measures {sizes} m at scale {scale:g}{inside}: an absurd scale for a stage, which is "
        f"{NARROWEST_M:g} to {WIDEST_M:g} m wide and at most {TALLEST_M:g} m high{hint}",
        field="scale",
    )


def _fits(extent: Floats) -> bool:
    wide, deep = max(extent[0], extent[2]), min(extent[0], extent[2])
    return bool(wide <= WIDEST_M and deep >= NARROWEST_M and extent[1] <= TALLEST_M)


def _detected_up_axis(soup: Floats) -> Literal["y", "z"]:
    """glTF says Y. Z is believed only where the ground it would give is clearly larger than the one Y gives."""
    normal = np.cross(soup[:, 1] - soup[:, 0], soup[:, 2] - soup[:, 0])
    area = np.linalg.norm(normal, axis=1)
    ground = []
    for axis in (1, 2):
        values = soup[:, :, axis]
        span = float(values.max() - values.min())
        flat = np.abs(normal[:, axis]) > 0.98 * np.maximum(area, 1e-12)
        lowest = values.max(axis=1) <= float(values.min()) + 0.1 * span + 1e-9
        ground.append(float(area[flat & lowest].sum()))
    return "z" if ground[1] > 1.3 * ground[0] else "y"


def _turn(axis: str) -> Floats:
    if axis == "z":
        return np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
    return np.eye(3)


def _normalised(
    data: bytes,
    gltf: GltfScene,
    *,
    name: str,
    resolve: Resolver | None,
    transform: Floats,
    ids: dict[int, int],
) -> bytes:
    """A file that is already normalised is kept byte for byte, so that its digest stays the author's."""
    numbered = all(gltf.nodes[i].extras.get("instance_id") == number for i, number in ids.items())
    if data[:4] == b"glTF" and numbered and np.allclose(transform, np.eye(4), atol=1e-9) and not _has_uris(data):
        return data
    return repack(data, name=name, resolve=resolve, transform=transform, instance_ids=ids)


def _has_uris(data: bytes) -> bool:
    return b'"uri"' in data


def _instance(gltf: GltfScene, index: int, number: int, triangles: Floats) -> SceneInstance:
    node = gltf.nodes[index]
    name = node.name or f"object.{number:02d}"
    given = node.extras.get("category")
    corners = triangles.reshape(-1, 3)
    return SceneInstance(
        id=number,
        name=name[:200],
        category=(given if isinstance(given, str) and given else category_of(name))[:64],
        low=_vector(corners.min(axis=0)),
        high=_vector(corners.max(axis=0)),
    )


def _vector(values: Sequence[float] | Floats) -> Vector:
    return cast(Vector, tuple(round(float(v), 4) for v in values))
