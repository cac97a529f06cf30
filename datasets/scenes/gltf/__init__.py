"""A strict reader of glTF 2.0 (`.glb`, `.gltf`) into plain numpy arrays: what the scene import and the engine read.

It refuses what it cannot read faithfully, and says which file and which field is at fault (SC20, SC21).
"""

from .errors import GltfError, Limits
from .files import folder_resolver, zip_resolver
from .images import check_pictures, decode_image
from .reader import read_gltf
from .surfaces import MORE_JOINTS, MORPHS
from .types import GltfScene, Image, Instance, Material, Mesh, Node, Primitive, Skin

__all__ = [
    "MORE_JOINTS",
    "MORPHS",
    "GltfError",
    "GltfScene",
    "Image",
    "Instance",
    "Limits",
    "Material",
    "Mesh",
    "Node",
    "Primitive",
    "Skin",
    "check_pictures",
    "decode_image",
    "folder_resolver",
    "read_gltf",
    "zip_resolver",
]
