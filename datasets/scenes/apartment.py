"""The generated furnished apartment: the scene of the demonstration and of the tests.

8 × 7 m, 2.6 m high, around the origin: a living room with a dining corner (x < 1.3) and a bedroom behind a partition
with a door opening. One node per object, named ``category.NN``, with ``extras.instance_id`` counting from 1. Outer
walls, floor and ceiling are single-sided and face inwards, so that a viewer outside looks into the room.
"""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np

from datasets.glb import Material, Node, Primitive, srgb, write_glb
from datasets.scenes.shapes import Shape, Vector, blob, box, cylinder, merge, quad

WIDTH_M, DEPTH_M, HEIGHT_M = 8.0, 7.0, 2.6
PARTITION_X, PARTITION_T = 1.35, 0.1
DOORWAY_Z = (-0.35, 0.75)
DOORWAY_H = 2.1

_PALETTE = {
    "wall": "#d8d2c6",
    "wall_side": "#cfcbc3",
    "wall_accent": "#b9c0bd",
    "ceiling": "#e6e3dc",
    "skirting": "#efece5",
    "plank_a": "#b99b78",
    "plank_b": "#b1926f",
    "plank_c": "#c2a582",
    "frame_white": "#f1efe9",
    "pane": "#e3eef5",
    "door": "#cdb89a",
    "handle": "#8b8d90",
    "sofa": "#4b6a8c",
    "sofa_seat": "#587a9e",
    "cushion": "#d0a05a",
    "rug": "#a45445",
    "rug_border": "#c9a78f",
    "oak": "#a67c4e",
    "oak_dark": "#8a6540",
    "walnut": "#5e4330",
    "chair_seat": "#70523d",
    "black": "#25272b",
    "screen": "#14171c",
    "metal": "#9aa0a6",
    "shade": "#efe3c8",
    "pot": "#b5694a",
    "soil": "#4b3a2e",
    "leaf": "#4d7a47",
    "leaf_dark": "#3b6339",
    "book_a": "#7c3f3a",
    "book_b": "#37546e",
    "book_c": "#c2a14d",
    "book_d": "#5b6f52",
    "canvas_a": "#c8b08c",
    "canvas_b": "#6f8f98",
    "canvas_c": "#b8705a",
    "sheet": "#e9e6df",
    "blanket": "#7f97a3",
    "pillow": "#f3f1ec",
    "wardrobe": "#b7ab99",
    "wardrobe_dark": "#a3978a",
    "ceramic": "#e4ddd0",
}
_INDEX = {name: i for i, name in enumerate(_PALETTE)}

Part = tuple[str, Shape]
Placed = tuple[str, list[Part], tuple[float, float, float], int]


@cache
def apartment_glb() -> bytes:
    """SC1: the same bytes on every call and machine."""
    materials = [Material(name, srgb(colour)) for name, colour in _PALETTE.items()]
    nodes: list[Node] = []
    counts: dict[str, int] = {}
    for category, parts, position, turns in _objects():
        counts[category] = counts.get(category, 0) + 1
        nodes.append(
            Node(
                name=f"{category}.{counts[category]:02d}",
                primitives=_primitives(parts, turns),
                translation=position,
                extras={"instance_id": len(nodes) + 1, "category": category},
            )
        )
    return write_glb(nodes, materials, extras={"units": "metres", "synthetic": True})


def _primitives(parts: list[Part], turns: int) -> tuple[Primitive, ...]:
    by_material: dict[str, list[Shape]] = {}
    for material, shape in parts:
        by_material.setdefault(material, []).append(shape.turned(turns))
    made = []
    for material, shapes in by_material.items():
        whole = merge(shapes)
        made.append(
            Primitive(
                np.round(whole.positions, 5).astype(np.float32),
                np.round(whole.normals, 5).astype(np.float32),
                whole.triangles.astype(np.uint32),
                _INDEX[material],
            )
        )
    return tuple(made)


def _objects() -> list[Placed]:
    at_rest = (0.0, 0.0, 0.0)
    table = (-2.2, 0.0, -2.1)
    return [
        ("floor", _floor(), at_rest, 0),
        ("ceiling", _ceiling(), at_rest, 0),
        ("wall", _wall(WIDTH_M, "wall"), (0.0, 0.0, -DEPTH_M / 2), 0),
        ("wall", _wall(WIDTH_M, "wall"), (0.0, 0.0, DEPTH_M / 2), 2),
        ("wall", _wall(DEPTH_M, "wall_side"), (-WIDTH_M / 2, 0.0, 0.0), 1),
        ("wall", _wall(DEPTH_M, "wall_accent"), (WIDTH_M / 2, 0.0, 0.0), 3),
        ("partition", _partition(), (PARTITION_X, 0.0, 0.0), 0),
        ("window", _window(1.9, 1.35), (-2.2, 0.95, 3.5), 2),
        ("window", _window(1.5, 1.35), (0.1, 0.95, 3.5), 2),
        ("window", _window(1.5, 1.35), (2.9, 0.95, 3.5), 2),
        ("door", _door(), (0.65, 0.0, -3.5), 0),
        ("rug", _rug(2.4, 1.9), (-1.35, 0.0, 1.15), 0),
        ("sofa", _sofa(), (-3.5, 0.0, 1.15), 1),
        ("low_table", _low_table(), (-2.4, 0.0, 1.15), 1),
        ("dining_table", _dining_table(), table, 0),
        ("chair", _chair(), (table[0] - 0.38, 0.0, table[2] + 0.62), 2),
        ("chair", _chair(), (table[0] + 0.38, 0.0, table[2] + 0.62), 2),
        ("chair", _chair(), (table[0] - 0.38, 0.0, table[2] - 0.62), 0),
        ("chair", _chair(), (table[0] + 0.38, 0.0, table[2] - 0.62), 0),
        ("bookshelf", _bookshelf(), (-0.6, 0.0, -3.32), 0),
        ("plant", _plant(), (-3.55, 0.0, 3.05), 0),
        ("tv_bench", _tv_bench(), (1.07, 0.0, 2.15), 3),
        ("tv", _tv(), (1.1, 0.45, 2.15), 3),
        ("floor_lamp", _floor_lamp(), (-3.62, 0.0, -0.45), 0),
        ("picture", _picture(0.95, 0.65, "canvas_a"), (-4.0, 1.45, 1.15), 1),
        ("picture", _picture(0.55, 0.7, "canvas_b"), (-4.0, 1.4, -2.1), 1),
        ("picture", _picture(0.8, 0.55, "canvas_c"), (4.0, 1.45, 1.9), 3),
        ("bed", _bed(), (2.94, 0.0, 1.9), 3),
        ("nightstand", _nightstand(), (3.74, 0.0, 0.72), 3),
        ("wardrobe", _wardrobe(), (2.95, 0.0, -3.2), 0),
        ("desk", _desk(), (3.68, 0.0, -1.35), 3),
        ("stool", _stool(), (3.1, 0.0, -1.35), 0),
    ]


def _floor() -> list[Part]:
    """Planks along x in three tones; the pattern is a fixed sequence, so nothing random enters the bytes."""
    tones = ("plank_a", "plank_c", "plank_b", "plank_a", "plank_b", "plank_c", "plank_a")
    rows, offsets = 28, (0.0, 1.4, 0.7, 2.1)
    depth = DEPTH_M / rows
    parts: list[Part] = []
    for row in range(rows):
        z = -DEPTH_M / 2 + row * depth
        starts = sorted({-WIDTH_M / 2, *(-WIDTH_M / 2 + offsets[row % 4] + 2.8 * k for k in range(4))})
        edges = [s for s in starts if s < WIDTH_M / 2 - 0.05] + [WIDTH_M / 2]
        for k, (x0, x1) in enumerate(itertools.pairwise(edges)):
            if x1 - x0 > 0.01:
                plank = quad((x0, 0.0, z + depth), (x1 - x0, 0.0, 0.0), (0.0, 0.0, -depth))
                parts.append((tones[(row * 3 + k * 2) % 7], plank))
    return parts


def _ceiling() -> list[Part]:
    return [
        (
            "ceiling",
            quad((-WIDTH_M / 2, HEIGHT_M, -DEPTH_M / 2), (WIDTH_M, 0.0, 0.0), (0.0, 0.0, DEPTH_M)),
        )
    ]


def _wall(length: float, material: str) -> list[Part]:
    """Facing +Z, with a skirting board."""
    return [
        (material, quad((-length / 2, 0.0, 0.0), (length, 0.0, 0.0), (0.0, HEIGHT_M, 0.0))),
        ("skirting", _face(length, 0.08, (0.0, 0.0, 0.015))),
    ]


def _face(width: float, height: float, base: Vector) -> Shape:
    """A flat front facing +Z. Thin boxes on a wall would show edges narrower than a pixel, which flicker."""
    return quad((base[0] - width / 2, base[1], base[2]), (width, 0.0, 0.0), (0.0, height, 0.0))


def _partition() -> list[Part]:
    low, high = DOORWAY_Z
    first, second = low + DEPTH_M / 2, DEPTH_M / 2 - high
    frame = PARTITION_T + 0.02
    return [
        ("wall", box((PARTITION_T, HEIGHT_M, first), (0.0, 0.0, -DEPTH_M / 2 + first / 2))),
        ("wall", box((PARTITION_T, HEIGHT_M, second), (0.0, 0.0, DEPTH_M / 2 - second / 2))),
        ("wall", box((PARTITION_T, HEIGHT_M - DOORWAY_H, high - low), (0.0, DOORWAY_H, (low + high) / 2))),
        ("frame_white", box((frame, DOORWAY_H, 0.05), (0.0, 0.0, low + 0.025))),
        ("frame_white", box((frame, DOORWAY_H, 0.05), (0.0, 0.0, high - 0.025))),
        ("frame_white", box((frame, 0.05, high - low), (0.0, DOORWAY_H - 0.05, (low + high) / 2))),
    ]


def _hung(parts: list[Part]) -> list[Part]:
    return [(material, shape.without_back()) for material, shape in parts]


def _window(width: float, height: float) -> list[Part]:
    bar, front = 0.07, 0.03
    parts: list[Part] = [("pane", _face(width, height, (0.0, 0.0, 0.015)))]
    parts += [("frame_white", _face(bar, height, (x, 0.0, front))) for x in (-width / 2, 0.0, width / 2)]
    parts += [("frame_white", _face(width + bar, bar, (0.0, y, front))) for y in (0.0, height - bar)]
    parts.append(("skirting", _face(width + 0.2, 0.05, (0.0, -0.05, 0.04))))
    return parts


def _door() -> list[Part]:
    parts: list[Part] = [
        ("frame_white", box((1.04, 2.14, 0.04), (0.0, 0.0, 0.02))),
        ("door", box((0.92, 2.06, 0.05), (0.0, 0.01, 0.03))),
        ("handle", box((0.12, 0.025, 0.04), (0.36, 1.0, 0.08), bevel=0.008)),
    ]
    return _hung(parts)


def _rug(width: float, depth: float) -> list[Part]:
    return [
        ("rug_border", box((width, 0.008, depth))),
        ("rug", box((width - 0.16, 0.004, depth - 0.16), (0.0, 0.008, 0.0))),
    ]


def _sofa() -> list[Part]:
    """2.1 m wide, facing +Z; the back stands towards -Z."""
    parts: list[Part] = [
        ("sofa", box((2.1, 0.3, 0.86), (0.0, 0.08, 0.0), bevel=0.03)),
        ("sofa", box((2.1, 0.52, 0.24), (0.0, 0.3, -0.31), bevel=0.06)),
        ("sofa", box((0.22, 0.34, 0.86), (-0.94, 0.26, 0.0), bevel=0.05)),
        ("sofa", box((0.22, 0.34, 0.86), (0.94, 0.26, 0.0), bevel=0.05)),
        (
            "cushion",
            box((0.42, 0.38, 0.14), (0.0, 0.0, 0.0), bevel=0.06).tilted(-0.28).moved((-0.55, 0.5, -0.05)),
        ),
    ]
    for x in (-0.42, 0.42):
        parts.append(("sofa_seat", box((0.82, 0.14, 0.62), (x, 0.36, 0.1), bevel=0.04)))
        parts.append(("sofa_seat", box((0.8, 0.36, 0.16), (x, 0.48, -0.17), bevel=0.06)))
    parts += [("black", box((0.06, 0.08, 0.06), (x, 0.0, z))) for x in (-0.95, 0.95) for z in (-0.34, 0.34)]
    return parts


def _legs(half_x: float, half_z: float, height: float, thick: float, material: str) -> list[Part]:
    return [
        (material, box((thick, height, thick), (x, 0.0, z))) for x in (-half_x, half_x) for z in (-half_z, half_z)
    ]


def _low_table() -> list[Part]:
    return [
        ("oak", box((1.1, 0.045, 0.58), (0.0, 0.37, 0.0), bevel=0.012)),
        ("oak_dark", box((0.98, 0.025, 0.46), (0.0, 0.14, 0.0))),
        *_legs(0.49, 0.23, 0.37, 0.05, "oak_dark"),
        ("book_b", box((0.26, 0.035, 0.19), (-0.22, 0.415, 0.06))),
        ("ceramic", cylinder(0.05, 0.1, (0.25, 0.415, -0.05), top=0.065, sides=10)),
    ]


def _dining_table() -> list[Part]:
    return [
        ("oak", box((1.6, 0.04, 0.88), (0.0, 0.71, 0.0), bevel=0.012)),
        ("oak_dark", box((1.4, 0.07, 0.68), (0.0, 0.64, 0.0))),
        *_legs(0.72, 0.36, 0.71, 0.065, "oak_dark"),
        ("ceramic", cylinder(0.07, 0.07, (0.1, 0.75, 0.0), top=0.14, sides=12)),
    ]


def _chair() -> list[Part]:
    """Facing +Z, back towards -Z."""
    return [
        ("chair_seat", box((0.44, 0.045, 0.43), (0.0, 0.43, 0.0), bevel=0.012)),
        *_legs(0.19, 0.185, 0.43, 0.04, "walnut"),
        ("walnut", box((0.04, 0.46, 0.04), (-0.19, 0.46, -0.185))),
        ("walnut", box((0.04, 0.46, 0.04), (0.19, 0.46, -0.185))),
        ("chair_seat", box((0.4, 0.22, 0.03), (0.0, 0.68, -0.185), bevel=0.01)),
    ]


def _bookshelf() -> list[Part]:
    width, height, depth, board = 1.2, 1.95, 0.32, 0.03
    parts: list[Part] = [("oak_dark", box((width - 0.02, height, 0.012), (0.0, 0.0, -depth / 2 + 0.006)))]
    parts += [("oak", box((board, height, depth), (x, 0.0, 0.0))) for x in (-width / 2, 0.0, width / 2)]
    rises = [0.04 + k * (height - 0.07) / 5 for k in range(6)]
    parts += [("oak", box((width, board, depth), (0.0, y, 0.0))) for y in rises]
    colours = ("book_a", "book_b", "book_c", "book_d", "book_b", "book_a", "book_d")
    for shelf, y in enumerate(rises[:-1]):
        for bay, centre in enumerate((-width / 4, width / 4)):
            x = centre - 0.24
            for k in range(3 + (shelf * 2 + bay) % 2):
                step = shelf * 5 + bay * 3 + k
                thick, tall = 0.05 + 0.02 * (step % 3), 0.2 + 0.035 * (step % 4)
                shape = box((thick, tall, 0.2), (x + thick / 2, y + board, -0.02))
                parts.append((colours[step % 7], shape))
                x += thick + 0.012
    return parts


def _plant() -> list[Part]:
    return [
        ("pot", cylinder(0.15, 0.34, sides=14, top=0.2)),
        ("soil", cylinder(0.185, 0.012, (0.0, 0.335, 0.0), sides=14)),
        ("walnut", cylinder(0.02, 0.5, (0.0, 0.34, 0.0), sides=6)),
        ("leaf", blob(0.26, (0.0, 0.98, 0.0), squash=0.95)),
        ("leaf_dark", blob(0.2, (0.14, 0.78, 0.08), squash=0.9)),
        ("leaf_dark", blob(0.19, (-0.13, 0.8, -0.06), squash=0.9)),
        ("leaf", blob(0.17, (0.02, 1.22, -0.04), squash=1.0)),
    ]


def _tv_bench() -> list[Part]:
    return [
        ("walnut", box((1.5, 0.36, 0.4), (0.0, 0.08, 0.0), bevel=0.01)),
        *[("oak_dark", box((0.46, 0.26, 0.012), (x, 0.13, 0.203))) for x in (-0.48, 0.0, 0.48)],
        *_legs(0.68, 0.15, 0.08, 0.05, "black"),
    ]


def _tv() -> list[Part]:
    return [
        ("black", box((0.5, 0.015, 0.2))),
        ("black", box((0.06, 0.08, 0.05), (0.0, 0.015, 0.0))),
        ("black", box((1.14, 0.66, 0.045), (0.0, 0.08, 0.0), bevel=0.008)),
        ("screen", box((1.09, 0.61, 0.004), (0.0, 0.105, 0.0235))),
    ]


def _floor_lamp() -> list[Part]:
    return [
        ("metal", cylinder(0.15, 0.025, sides=14)),
        ("metal", cylinder(0.013, 1.4, (0.0, 0.025, 0.0), sides=6)),
        ("shade", cylinder(0.21, 0.28, (0.0, 1.36, 0.0), top=0.14, sides=14)),
    ]


def _picture(width: float, height: float, canvas: str) -> list[Part]:
    parts: list[Part] = [
        ("walnut", box((width, height, 0.03), (0.0, 0.0, 0.015))),
        (canvas, box((width - 0.06, height - 0.06, 0.006), (0.0, 0.03, 0.031))),
        ("frame_white", box((width * 0.42, height * 0.2, 0.003), (-width * 0.12, height * 0.22, 0.034))),
    ]
    return _hung(parts)


def _bed() -> list[Part]:
    """1.6 m wide, 2.05 m long; the head stands towards -Z, which a turn puts at the wall."""
    return [
        ("oak", box((1.66, 0.28, 2.06), (0.0, 0.06, 0.0), bevel=0.02)),
        ("oak", box((1.66, 0.95, 0.07), (0.0, 0.0, -1.0), bevel=0.02)),
        ("sheet", box((1.58, 0.2, 1.94), (0.0, 0.32, 0.02), bevel=0.05)),
        ("blanket", box((1.66, 0.12, 1.25), (0.0, 0.44, 0.37), bevel=0.04)),
        ("pillow", box((0.62, 0.14, 0.4), (-0.38, 0.5, -0.7), bevel=0.06)),
        ("pillow", box((0.62, 0.14, 0.4), (0.38, 0.5, -0.7), bevel=0.06)),
        *_legs(0.76, 0.95, 0.06, 0.07, "oak_dark"),
    ]


def _nightstand() -> list[Part]:
    return [
        ("oak", box((0.44, 0.5, 0.4), bevel=0.01)),
        ("oak_dark", box((0.36, 0.16, 0.012), (0.0, 0.28, 0.2))),
        ("metal", cylinder(0.06, 0.2, (0.0, 0.5, 0.0), top=0.03, sides=10)),
        ("shade", cylinder(0.12, 0.16, (0.0, 0.68, 0.0), top=0.08, sides=12)),
    ]


def _wardrobe() -> list[Part]:
    return [
        ("wardrobe", box((1.5, 2.1, 0.58), bevel=0.01)),
        *[("wardrobe_dark", box((0.72, 1.96, 0.012), (x, 0.08, 0.29))) for x in (-0.37, 0.37)],
        *[("handle", box((0.02, 0.22, 0.03), (x, 0.98, 0.305))) for x in (-0.05, 0.05)],
    ]


def _desk() -> list[Part]:
    return [
        ("oak", box((1.1, 0.035, 0.58), (0.0, 0.71, 0.0), bevel=0.01)),
        *_legs(0.5, 0.24, 0.71, 0.045, "black"),
        ("book_c", box((0.22, 0.03, 0.3), (-0.3, 0.745, 0.0))),
        ("black", box((0.34, 0.015, 0.24), (0.12, 0.745, 0.04))),
        ("black", box((0.34, 0.22, 0.012), (0.12, 0.0, 0.0)).tilted(-0.25).moved((0.0, 0.76, -0.09))),
    ]


def _stool() -> list[Part]:
    return [
        ("cushion", cylinder(0.19, 0.06, (0.0, 0.42, 0.0), sides=14)),
        *_legs(0.11, 0.11, 0.42, 0.035, "walnut"),
    ]
