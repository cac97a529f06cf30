"""The derived structures of a stored scene, kept in memory per process: they follow from its digest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from affectory.core import storage
from datasets.scenes.gltf import read_gltf
from datasets.scenes.navigation import NavGrid
from datasets.scenes.occupancy import Occupancy, build_occupancy
from datasets.scenes.parts import parts_of

PACKED = b"affectory-stage-1\n"


@dataclass(frozen=True, eq=False)
class Stage:
    grid: NavGrid
    occupancy: Occupancy


def stage_bytes(grid: NavGrid, glb_sha256: str) -> bytes:
    """SC52: what a worker needs of a scene, so that it reads and fills no triangle again: the grid, then what is
    solid."""
    ground = grid.to_bytes()
    return PACKED + len(ground).to_bytes(8, "little") + ground + _solid_bytes(glb_sha256)


@lru_cache(maxsize=4)
def _solid_bytes(glb_sha256: str) -> bytes:
    return _built(glb_sha256).to_bytes()


@lru_cache(maxsize=4)
def load_stage(glb_sha256: str, nav_sha256: str) -> Stage:
    _, solid = _split(storage.read_bytes(nav_sha256))
    return Stage(load_grid(nav_sha256), Occupancy.from_bytes(solid) if solid else _built(glb_sha256))


@lru_cache(maxsize=16)
def load_grid(nav_sha256: str) -> NavGrid:
    return NavGrid.from_bytes(_split(storage.read_bytes(nav_sha256))[0])


def _built(glb_sha256: str) -> Occupancy:
    gltf = read_gltf(storage.read_bytes(glb_sha256), name="stage.glb", with_shading=False)
    return build_occupancy(part.blocks() for part in parts_of(gltf))


def _split(data: bytes) -> tuple[bytes, bytes]:
    if not data.startswith(PACKED):
        return data, b""
    start = len(PACKED) + 8
    end = start + int.from_bytes(data[start - 8 : start], "little")
    return data[start:end], data[end:]
