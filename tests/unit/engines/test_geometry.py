"""What of a scene reaches the GPU: ids, mirrored nodes, weights, the light of flat surfaces."""

import numpy as np
import pytest

from datasets.glb import Material, Node, Primitive, write_glb
from datasets.scenes.gltf import read_gltf
from datasets.scenes.shapes import box
from tests.factories.clips import Box, boxes_glb
from tests.factories.glb import triangle_glb
from worker.engines.embedded.bake import bake_light
from worker.engines.embedded.geometry import instance_ids, pack_skin, pack_vertices, stage_geometry
from worker.engines.embedded.planes import cut_planes


def _scene(nodes):
    return read_gltf(write_glb(nodes, [Material("m", (0.5, 0.5, 0.5))]), name="a.glb")


def _cube():
    shape = box((1.0, 1.0, 1.0))
    return (
        Primitive(
            shape.positions.astype(np.float32), shape.normals.astype(np.float32), shape.triangles.astype(np.uint32), 0
        ),
    )


def test_an_id_is_the_node_s_own_or_its_nearest_ancestor_s_or_a_free_one():
    scene = _scene(
        [
            Node("chair", children=(1, 2), extras={"instance_id": 7}),
            Node("seat", _cube()),
            Node("cushion", _cube(), extras={"instance_id": 9}),
            Node("nameless", _cube()),
            Node("too large", _cube(), extras={"instance_id": 70_000}),
        ]
    )

    # 9 is the largest given, so what has none gets 10 and 11.
    assert instance_ids(scene) == {0: 7, 1: 7, 2: 9, 3: 10, 4: 11}


def test_a_mirrored_node_keeps_its_outside_outside():
    def mirror(document):
        document["nodes"][0]["scale"] = [-1, 1, 1]

    (part,) = stage_geometry(read_gltf(triangle_glb(mirror), name="a.glb")).parts
    a, b, c = part.vertices["position"][part.triangles[0]].astype(float)

    # The triangle faces +Z before and after; its corners now run the other way round.
    assert np.cross(b - a, c - a)[2] > 0
    assert part.vertices["normal"][0, :3].tolist() == [0, 0, 127]


def test_a_flattened_node_has_normals_all_the_same():
    def flatten(document):
        document["nodes"][0]["scale"] = [1, 1, 0]

    (part,) = stage_geometry(read_gltf(triangle_glb(flatten), name="a.glb")).parts

    assert part.vertices["normal"][0, :3].tolist() == [0, 0, 127]


def test_weights_in_bytes_still_add_up_to_one():
    """OB27. Thirds: 85 each makes 255. A half and two quarters round to 128 + 64 + 64 = 256: one is given up."""
    weights = np.array([[1, 1, 1, 0], [0.5, 0.25, 0.25, 0], [2, 0, 0, 0]], float)
    vertices = pack_vertices(np.zeros((3, 3)), np.ones((3, 3)), np.ones((3, 4)), 1)
    pack_skin(vertices, np.zeros((3, 4), np.uint8), weights)

    assert vertices["weights"].tolist() == [[85, 85, 85, 0], [127, 64, 64, 0], [255, 0, 0, 0]]


@pytest.fixture(scope="module")
def furnished():
    """A closed room, 4 × 4 × 2.5 m, with a table whose top lies at 0.75 m."""
    walls = [
        Box((0, -0.05, 0), (2, 0.05, 2), 1),
        Box((0, 2.55, 0), (2, 0.05, 2), 2),
        Box((-2.05, 1.25, 0), (0.05, 1.25, 2), 3),
        Box((2.05, 1.25, 0), (0.05, 1.25, 2), 4),
        Box((0, 1.25, -2.05), (2, 1.25, 0.05), 5),
        Box((0, 1.25, 2.05), (2, 1.25, 0.05), 6),
        Box((0.5, 0.73, 0.5), (0.6, 0.02, 0.4), 7),
    ]
    geometry = stage_geometry(read_gltf(boxes_glb(walls), name="room"))
    return geometry, bake_light(geometry)


def _read(volume, point):
    """The volume between its cells' middles, worked out corner by corner."""
    at = (np.array(point) - volume.origin) / volume.cell - 0.5
    low = np.floor(at).astype(int)
    total = 0.0
    for corner in np.ndindex(2, 2, 2):
        share = np.prod(np.where(corner, at - low, 1 - (at - low)))
        x, y, z = low + corner
        total = total + share * volume.values[z, y, x, :2].astype(float)
    return total


def test_it_is_darker_in_a_corner_and_under_the_table_than_in_the_open(furnished):
    _, volume = furnished
    off = volume.reading_offset

    assert _read(volume, (-1.0, off, -0.5))[0] > 240
    assert _read(volume, (-1.9, off, -1.9))[0] < 225
    assert _read(volume, (0.5, off, 0.5))[1] < 170
    assert _read(volume, (-1.0, off, -0.5))[1] > 240


def test_a_cut_along_a_plane_says_what_the_volume_says(furnished):
    geometry, volume = furnished
    lit = cut_planes(geometry, volume)
    (floor, *_) = [p for p in lit.geometry.parts if p.planar and (p.vertices["id"] == 1).all()]
    up = floor.vertices["normal"][floor.triangles[:, 0], 1] == 127
    corners = floor.vertices[floor.triangles[up][0]]
    height, width = lit.pictures.shape[1:3]
    for shares in ([0.4, 0.3, 0.3], [0.1, 0.6, 0.3], [0.7, 0.1, 0.2]):
        place = shares @ corners["position"].astype(float)
        u, v, layer = shares @ corners["uv"].astype(float)
        column, row = u * width - 0.5, v * height - 0.5
        x, z = int(np.floor(column)), int(np.floor(row))
        picture = lit.pictures[round(layer), :, :, :2].astype(float)
        across, down = column - x, row - z
        found = (picture[z, x] * (1 - across) + picture[z, x + 1] * across) * (1 - down)
        found += (picture[z + 1, x] * (1 - across) + picture[z + 1, x + 1] * across) * down

        assert found == pytest.approx(_read(volume, place + np.array((0, volume.reading_offset, 0))), abs=1.0)


def test_cutting_planes_loses_no_triangle(furnished):
    geometry, volume = furnished
    before = sum(len(part.triangles) for part in geometry.parts)
    after = cut_planes(geometry, volume).geometry.parts

    assert sum(len(part.triangles) for part in after) == before
    assert any(part.planar for part in after)


@pytest.mark.parametrize("half", [(2000.0, 0.1, 0.1), (300.0, 0.1, 300.0)])
def test_the_volume_of_an_endless_scene_stays_small(half):
    volume = bake_light(stage_geometry(read_gltf(boxes_glb([Box((0, 0, 0), half, 1)]), name="long")))

    assert max(volume.values.shape) <= 512
    assert volume.values.size <= 4 * 1_500_000


def test_baking_twice_gives_the_same_volume(furnished):
    geometry, volume = furnished

    assert (bake_light(geometry).values == volume.values).all()
