"""Rooms and scene sets in the formats that people have them in, made from boxes."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import numpy as np

from datasets.glb import Material, Node, Primitive, write_glb
from datasets.scenes.shapes import Shape, box, quad

FLOOR = quad((-2, 0, 1.5), (4, 0, 0), (0, 0, -3))
"""4 × 3 m around the origin, facing up."""
BLOCK = box((0.5, 0.9, 0.5))


def glb_of(*objects: tuple[str, Shape], scale: float = 1.0, z_up: bool = False) -> bytes:
    """One node per object, in units of 1 / `scale` metres."""
    nodes = []
    for name, shape in objects:
        turned = shape.positions[:, [0, 2, 1]] * (1, -1, 1) if z_up else shape.positions
        normals = shape.normals[:, [0, 2, 1]] * (1, -1, 1) if z_up else shape.normals
        part = Primitive(
            (turned / scale).astype(np.float32), normals.astype(np.float32), shape.triangles.astype(np.uint32), 0
        )
        nodes.append(Node(name, (part,)))
    return write_glb(nodes, [Material("plain", (0.5, 0.5, 0.5))])


def room(scale: float = 1.0, *, z_up: bool = False) -> bytes:
    return glb_of(("floor", FLOOR), ("chair.01", BLOCK.moved((1, 0, 0.5))), scale=scale, z_up=z_up)


def zipped(entries: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return out.getvalue()


def written(value: Any) -> bytes:
    return json.dumps(value).encode()


def scene_set() -> dict[str, bytes]:
    """A scene set as habitat has it: a stage, a block that is a chair by its class, and two scenes. The block stands
    on its own zero and is 0.5 m wide and 0.9 m high."""
    instance = {
        "stage_instance": {"template_name": "stages/hall"},
        "translation_origin": "asset_local",
        "object_instances": [{"template_name": "0a1b2c3d4e5f60718293", "translation": [1, 0, 0.5]}],
    }
    turned = instance | {
        "object_instances": [
            # A quarter turn about Y, written w, x, y, z, of a block twice as long in its own x: long in z afterwards.
            {
                "template_name": "0a1b2c3d4e5f60718293",
                "translation": [-1, 0, 0],
                "rotation": [0.70710678, 0, 0.70710678, 0],
                "non_uniform_scale": [2, 1, 1],
            },
            # Placed by its centre: half of its 0.9 m stand below 1 m.
            {"template_name": "0a1b2c3d4e5f60718293", "translation": [1, 1, 0], "translation_origin": "COM"},
        ]
    }
    return {
        "set/mini.scene_dataset_config.json": written(
            {"objects": {"default_attributes": {"units_to_meters": 1.0}, "paths": {".json": ["objects/*"]}}}
        ),
        "set/stages/hall.stage_config.json": written(
            {"render_asset": "hall.glb", "up": [0, 1, 0], "front": [0, 0, -1]}
        ),
        "set/stages/hall.glb": glb_of(("floor", FLOOR), ("trim", box((0.2, 0.1, 0.2), (-1.8, 0, -1.3)))),
        "set/objects/0/0a1b2c3d4e5f60718293.object_config.json": written(
            {"render_asset": "0a1b2c3d4e5f60718293.glb", "semantic_id": 7}
        ),
        "set/objects/0/0a1b2c3d4e5f60718293.glb": glb_of(("part", BLOCK), ("other part", BLOCK)),
        "set/semantics/mini_semantic_lexicon.json": written(
            {"classes": [{"id": 0, "name": "unknown"}, {"id": 7, "name": "semi_chair"}]}
        ),
        "set/scenes/first.scene_instance.json": written(instance),
        "set/scenes/second.scene_instance.json": written(turned),
    }
