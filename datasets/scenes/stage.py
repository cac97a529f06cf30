"""The derived structures of a stored scene, kept in memory per process: they follow from its digest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from affectory.core import storage
from datasets.scenes.detail import Detail, build_detail
from datasets.scenes.gltf import read_gltf
from datasets.scenes.navigation import NavGrid
from datasets.scenes.occupancy import Occupancy, build_occupancy
from datasets.scenes.parts import Blocks, parts_of

PACKED = b"affectory-stage-2\n"
PACKED_EARLIER = b"affectory-stage-1\n"
"""Without the details, which are then found where they are asked for."""


@dataclass(frozen=True, eq=False)
class Stage:
    grid: NavGrid
    occupancy: Occupancy
    glb_sha256: str
    packed_detail: bytes = b""

    @cached_property
    def detail(self) -> Detail:
        with storage.readable(self.glb_sha256, what="the scene"):
            if self.packed_detail:
                return Detail.from_bytes(self.packed_detail, self.occupancy)
            return build_detail(self.occupancy, _parts(self.glb_sha256))


def stage_bytes(grid: NavGrid, glb_sha256: str) -> bytes:
    """SC52: what a worker needs of a scene, so that it reads and fills no triangle again: the grid, what is solid,
    and the details of that."""
    stored = (grid.to_bytes(), *_solid_bytes(glb_sha256))
    return PACKED + b"".join(len(part).to_bytes(8, "little") + part for part in stored)


@lru_cache(maxsize=4)
def _solid_bytes(glb_sha256: str) -> tuple[bytes, bytes]:
    parts = _parts(glb_sha256)
    occupancy = build_occupancy(parts)
    return occupancy.to_bytes(), build_detail(occupancy, parts).to_bytes()


@lru_cache(maxsize=4)
def load_stage(glb_sha256: str, nav_sha256: str) -> Stage:
    _, solid, detail = _split(storage.read_bytes(nav_sha256))
    grid = load_grid(nav_sha256)
    with storage.readable(nav_sha256, what="the scene"):
        occupancy = Occupancy.from_bytes(solid) if solid else build_occupancy(_parts(glb_sha256))
    return Stage(grid, occupancy, glb_sha256, detail)


@lru_cache(maxsize=16)
def load_grid(nav_sha256: str) -> NavGrid:
    ground, _, _ = _split(storage.read_bytes(nav_sha256))
    with storage.readable(nav_sha256, what="the scene"):
        return NavGrid.from_bytes(ground)


def _parts(glb_sha256: str) -> list[Blocks]:
    gltf = read_gltf(storage.read_bytes(glb_sha256), name="stage.glb", with_shading=False)
    return [part.blocks() for part in parts_of(gltf)]


def _split(data: bytes) -> tuple[bytes, bytes, bytes]:
    """Grid, solids and details; empty what is not stored."""
    if not data.startswith((PACKED, PACKED_EARLIER)):
        return data, b"", b""
    ground, rest = _first(data[len(PACKED) :])
    if data.startswith(PACKED_EARLIER):
        return ground, rest, b""
    solid, rest = _first(rest)
    return ground, solid, _first(rest)[0]


def _first(data: bytes) -> tuple[bytes, bytes]:
    end = 8 + int.from_bytes(data[:8], "little")
    return data[8:end], data[end:]
