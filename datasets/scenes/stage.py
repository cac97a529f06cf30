"""The derived structures of a stored scene, kept in memory per process: they follow from its digest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from affectory.core import storage
from datasets.scenes.domain import node_triangles
from datasets.scenes.gltf import read_gltf
from datasets.scenes.navigation import NavGrid
from datasets.scenes.occupancy import Occupancy, build_occupancy


@dataclass(frozen=True, eq=False)
class Stage:
    grid: NavGrid
    occupancy: Occupancy


@lru_cache(maxsize=4)
def load_stage(glb_sha256: str, nav_sha256: str) -> Stage:
    gltf = read_gltf(storage.read_bytes(glb_sha256), name="stage.glb")
    return Stage(load_grid(nav_sha256), build_occupancy(node_triangles(gltf).values()))


@lru_cache(maxsize=16)
def load_grid(nav_sha256: str) -> NavGrid:
    return NavGrid.from_bytes(storage.read_bytes(nav_sha256))
