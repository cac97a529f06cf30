"""Scene sets as habitat has them (HSSD-200, ReplicaCAD …), read from their JSON without habitat. Pure."""

from .assembling import assemble, missing_files
from .dataset import Dataset, Missing, scene_files

__all__ = ["Dataset", "Missing", "assemble", "missing_files", "scene_files"]
