"""SC22: OBJ as people's programs write it, and what is wrong with it told by its line."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from datasets.scenes.gltf import GltfError, Limits, read_gltf
from datasets.scenes.obj import glb_of_obj, read_obj

SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"


def area(model) -> float:
    total = 0.0
    for part in model.parts:
        a, b, c = (model.positions[part.corners[:, k]] for k in range(3))
        total += float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()) / 2
    return total


def folder(**files: bytes):
    named = {name.replace("__", "."): data for name, data in files.items()}
    return lambda path, limit: named[path][: limit + 1]


def test_corners_are_read_however_they_are_written():
    """Four ways to name the same square, among comments, tabs, a byte-order mark, CRLF and a line that goes on."""
    text = (
        "\ufeff# a comment\r\n"
        + SQUARE
        + "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 1\n"
        + "f 1 2 3 4\nf\t1/1 2/2 3/3 4/4 # more\nf 1//1 2//1 \\\n 3//1 4//1\nf -4/-4/-1 -3/-3/-1 -2/-2/-1 -1/-1/-1\n"
        + "f 1 2/2 3//1 4/4/1"
    )
    model = read_obj(text.encode(), name="a.obj")
    (part,) = model.parts
    assert part.corners.tolist() == [[0, 1, 2], [0, 2, 3]] * 5
    assert part.uv.tolist()[2] == [0, 1, 2]
    assert part.normals.tolist()[4:8] == [[0, 0, 0]] * 4
    assert (part.uv[8].tolist(), part.normals[8].tolist()) == ([-1, 1, -1], [-1, -1, 0])


def test_a_negative_index_counts_from_where_it_stands():
    text = SQUARE + "f -4 -3 -2\n" + "v 5 5 5\n" + "f -5 -4 -1\n"
    (part,) = read_obj(text.encode(), name="a.obj").parts
    assert part.corners.tolist() == [[0, 1, 2], [0, 1, 4]]


def test_a_dented_floor_is_no_larger_than_it_is():
    """An L of 4 × 4 m without a 2 × 2 m corner has 12 m²; a fan from its first corner would have
    2 + 2 + 8 + 4 = 16, over the gap. A U of 3 × 3 m without its middle 1 × 2 m has 7 m²."""
    ell = "v 2 0 4\nv 2 0 2\nv 4 0 2\nv 4 0 0\nv 0 0 0\nv 0 0 4\nf 1 2 3 4 5 6\n"
    assert area(read_obj(ell.encode(), name="l.obj")) == pytest.approx(12)
    corners = [(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3)]
    u = "".join(f"v {x} 0 {z}\n" for x, z in corners) + "f 8 7 6 5 4 3 2 1\n"
    assert area(read_obj(u.encode(), name="u.obj")) == pytest.approx(7)


def test_objects_become_nodes_and_groups_do_where_there_are_none():
    grouped = SQUARE + "g floor\nf 1 2 3\ng chair\nf 1 3 4\ng floor\nf 1 2 4\n"
    parts = read_obj(grouped.encode(), name="a").parts
    assert [(p.name, len(p.corners)) for p in parts] == [("floor", 2), ("chair", 1)]
    owned = SQUARE + "o Sofa\ng left\nf 1 2 3\ng right\nf 1 3 4\n"
    glb, _ = glb_of_obj(owned.encode(), name="a.obj")
    scene = read_gltf(glb, name="a.glb")
    assert [(n.name, scene.meshes[n.mesh].primitives[0].faces.shape[0]) for n in scene.nodes] == [("Sofa", 2)]


def test_materials_and_pictures_come_along():
    """Kd is the colour; a picture stands upright, v upwards in OBJ and downwards in glTF; a BMP becomes PNG."""
    picture = io.BytesIO()
    Image.new("RGB", (2, 2), "red").save(picture, "BMP")
    text = SQUARE + "vt 0 0\nvt 1 0\nvt 1 1\nmtllib my room.mtl\nusemtl wood\nf 1/1 2/2 3/3\nusemtl plain\nf 1 3 4\n"
    mtl = b"newmtl wood\nKd 0 0 0\nmap_Kd -s 2 2 1 my wood.bmp\nnewmtl plain\nKd 0.1 0.2 0.3\nd 0.5\n"
    glb, left_out = glb_of_obj(
        text.encode(), name="a.obj", resolve=folder(**{"my room__mtl": mtl, "my wood__bmp": picture.getvalue()})
    )
    scene = read_gltf(glb, name="a.glb")
    wood, plain = (i.primitive for i in scene.instances())
    assert scene.images[0].data.startswith(b"\x89PNG")
    assert (wood.material.uv_scale, wood.material.base_colour) == ((2.0, 2.0), (1.0, 1.0, 1.0, 1.0))
    assert sorted(wood.uv.tolist()) == [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    assert plain.material.base_colour == (0.1, 0.2, 0.3, 0.5)
    assert left_out == ()


def test_without_pictures_nothing_beside_the_file_is_needed():
    """SC27."""
    text = SQUARE + "mtllib gone.mtl\nusemtl x\nf 1 2 3\nl 1 2\n"
    _, left_out = glb_of_obj(text.encode(), name="a.obj", with_pictures=False)
    assert left_out == ("materials and pictures, as was asked", "points and lines")


CASES = [
    ("v 0 0\nf 1 1 1", "line 1: 'v' has 2 numbers"),
    ("v 0 0 0\nv 0 0 x\nf 1 1 1", "line 2: 'x' is no number"),
    ("v 0 0 nan\nf 1 1 1", "line 1: 'v' is not finite"),
    (SQUARE, "has no faces"),
    ("", "has no faces"),
    (SQUARE + "f 1 2 5", "line 5: names vertex 5, but the file has only 4 of them"),
    (SQUARE + "f 1/1 2/1 3/1", "line 5: names texture point 1, but the file has only 0 of them"),
    (SQUARE + "f 0 1 2", "line 5: an index is 0; OBJ counts from 1"),
    (SQUARE + "f -9 1 2", "line 5: -9 counts back past the first of the file"),
    (SQUARE + "f 4294967297 1 2", "line 5: '4294967297' counts further than any file goes"),
    (SQUARE + "f 1 2 3\nf 1// 2 -99999999999999999999", "line 6: '-99999999999999999999' counts further than any"),
    (SQUARE + "f 1 2", "line 5: a face has 2 corners"),
    (SQUARE + "f 1/a 2 3", "line 5: '1/a' is no corner of a face"),
    (SQUARE + "f /1 2 3", "line 5: '/1' is no corner of a face"),
    (SQUARE + "vertex 1 2 3", "line 5: 'vertex' is nothing that OBJ knows"),
    (SQUARE + "mtllib room.mtl\nf 1 2 3", "line 5: needs the file 'room.mtl'"),
    ("\0\0", "is not OBJ"),
]


@pytest.mark.parametrize(("text", "told"), CASES)
def test_what_is_wrong_is_told_by_its_line(text, told):
    with pytest.raises(GltfError) as caught:
        glb_of_obj(text.encode(), name="a.obj")
    assert str(caught.value).startswith("a.obj: ")
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("mtl", "told"),
    [
        (b"newmtl a\nKd 1 2", "room.mtl: line 2: 'Kd' has 2 numbers"),
        (b"newmtl a\nKd x 0 0", "room.mtl: line 2: 'x' is no number"),
        (b"newmtl a\nmap_Kd ../../etc/passwd", "room.mtl: line 2: '../../etc/passwd' does not stay inside"),
        (b"newmtl a\nmap_Kd C:\\textures\\wood.jpg", "room.mtl: line 2: 'C:/textures/wood.jpg' does not stay inside"),
        (
            b"newmtl a\nmap_Kd https://example.org/a.jpg",
            "room.mtl: line 2: 'https://example.org/a.jpg' is an address",
        ),
        (b"newmtl a\nmap_Kd wood.jpg", "room.mtl: line 2: the file 'wood.jpg' is missing"),
        (b"newmtl a\nmap_Kd room.mtl", "room.mtl: line 2: the picture cannot be read"),
        (b"newmtl b", "a.obj: line 6: the material 'a' stands in none of its MTL files"),
    ],
)
def test_what_is_wrong_with_materials_is_told_by_file_and_line(mtl, told):
    text = SQUARE + "mtllib room.mtl\nusemtl a\nf 1 2 3\n"
    with pytest.raises(GltfError) as caught:
        glb_of_obj(text.encode(), name="a.obj", resolve=folder(room__mtl=mtl))
    assert told in str(caught.value)


def test_what_is_too_much_is_refused_while_it_is_read():
    limits = Limits(triangles=3, vertices=4)
    with pytest.raises(GltfError, match="line 5: the file has more than the 4 vertices"):
        read_obj((SQUARE + "v 1 2 3\n").encode(), name="a.obj", limits=limits)
    with pytest.raises(GltfError, match="more than the 3 triangles"):
        read_obj((SQUARE + "f 1 2 3 4\n" * 2).encode(), name="a.obj", limits=limits)
