"""Wavefront OBJ and its MTL, read strictly into arrays and written as one GLB, so that nothing after it knows a
second format. Pure: numpy and Pillow."""

from .reading import ObjModel, ObjPart, read_obj
from .writing import glb_of_obj

__all__ = ["ObjModel", "ObjPart", "glb_of_obj", "read_obj"]
