"""What a well-made file gives: shapes, world places, flat normals, materials, skins."""

import json
import math
import struct
import zipfile

import numpy as np
import pytest

from datasets.scenes.gltf import GltfError, Limits, folder_resolver, read_gltf, zip_resolver
from datasets.scenes.gltf.document import Document
from tests.factories.glb import BINARY, CORNERS, TRIANGLE, data_uri, triangle_document, triangle_glb


def test_a_triangle_is_read_as_it_stands():
    scene = read_gltf(triangle_glb(), name="a.glb")

    (instance,) = scene.instances()
    assert instance.node.name == "thing"
    assert instance.primitive.positions.tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    assert instance.primitive.faces.tolist() == [[0, 1, 2]]
    assert scene.bounds == ((0, 0, 0), (1, 1, 0))
    assert scene.triangle_count() == 1


def test_parents_move_their_children():
    # The parent turns 90° about Y (x → -z) and stands at x = 5; the child is scaled by 2 and lifted by 1.
    def nest(document):
        half = math.sqrt(0.5)
        document["nodes"] = [
            {"children": [1], "rotation": [0, half, 0, half], "translation": [5, 0, 0]},
            {"mesh": 0, "scale": [2, 2, 2], "translation": [0, 1, 0]},
        ]

    (instance,) = read_gltf(triangle_glb(nest), name="a.glb").instances()

    # (1,0,0) → (2,1,0) → (0,1,-2) + (5,0,0)
    assert np.allclose(instance.world_positions(), [[5, 1, 0], [5, 1, -2], [5, 3, 0]])


def test_a_matrix_is_column_major():
    def move(document):
        document["nodes"][0]["matrix"] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1]

    (instance,) = read_gltf(triangle_glb(move), name="a.glb").instances()

    assert instance.world_positions()[0].tolist() == [7, 8, 9]


def test_missing_normals_become_flat_ones():
    def without(document):
        del document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"]

    (instance,) = read_gltf(triangle_glb(without), name="a.glb").instances()

    # (1,0,0) × (0,1,0) = (0,0,1) on each of the three corners
    assert instance.primitive.normals.tolist() == [[0, 0, 1]] * 3


@pytest.mark.parametrize(
    ("mode", "faces"),
    [(4, [[0, 1, 2]]), (5, [[0, 1, 2], [2, 1, 3]]), (6, [[0, 1, 2], [0, 2, 3]])],
)
def test_strips_and_fans_become_triangles(mode, faces):
    corners = (0, 1, 2) if mode == 4 else (0, 1, 2, 3)
    binary = struct.pack("<12f", 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0) * 2 + struct.pack(f"<{len(corners)}H", *corners)

    def change(document):
        document["meshes"][0]["primitives"][0]["mode"] = mode
        for accessor in document["accessors"][:2]:
            accessor["count"] = 4
        document["accessors"][2]["count"] = len(corners)
        document["bufferViews"] = [
            {"buffer": 0, "byteOffset": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 48},
            {"buffer": 0, "byteOffset": 96, "byteLength": 2 * len(corners)},
        ]
        document["buffers"][0]["byteLength"] = len(binary)

    (instance,) = read_gltf(triangle_glb(change, binary), name="a.glb").instances()

    assert instance.primitive.faces.tolist() == faces


def test_a_material_and_its_texture_transform_are_read():
    def paint(document):
        document["images"] = [{"uri": data_uri(b"not looked at here")}]
        document["textures"] = [{"source": 0}]
        document["materials"] = [
            {
                "name": "oak",
                "doubleSided": True,
                "alphaMode": "MASK",
                "pbrMetallicRoughness": {
                    "baseColorFactor": [0.5, 0.25, 0.125, 1],
                    "baseColorTexture": {
                        "index": 0,
                        "extensions": {"KHR_texture_transform": {"scale": [2, 3], "offset": [0.5, 0]}},
                    },
                },
            }
        ]
        document["meshes"][0]["primitives"][0]["material"] = 0

    (instance,) = read_gltf(triangle_glb(paint), name="a.glb").instances()
    material = instance.primitive.material

    assert material.base_colour == (0.5, 0.25, 0.125, 1.0)
    assert (material.double_sided, material.alpha_mode, material.image) == (True, "MASK", 0)
    assert (material.uv_scale, material.uv_offset) == ((2.0, 3.0), (0.5, 0.0))


def test_interleaved_vertices_are_taken_apart():
    # position and normal of a vertex side by side: stride 24
    binary = b"".join(TRIANGLE[i * 12 : i * 12 + 12] + struct.pack("<3f", 0, 0, 1) for i in range(3)) + CORNERS

    def change(document):
        document["bufferViews"][0] = {"buffer": 0, "byteLength": 72, "byteStride": 24}
        document["bufferViews"][1] = {"buffer": 0, "byteLength": 6, "byteOffset": 72}
        document["accessors"][1] |= {"bufferView": 0, "byteOffset": 12}
        document["accessors"][2]["bufferView"] = 1
        del document["bufferViews"][2]

    (instance,) = read_gltf(triangle_glb(change, binary), name="a.glb").instances()

    assert instance.primitive.positions.tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    assert instance.primitive.normals.tolist() == [[0, 0, 1]] * 3


def test_buffers_beside_the_document_are_found_in_its_folder_and_in_a_zip(tmp_path):
    document = triangle_document(lambda d: d["buffers"][0].update(uri="parts/my%20mesh.bin"))
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "my mesh.bin").write_bytes(BINARY)
    (tmp_path / "room.gltf").write_text(json.dumps(document))
    with zipfile.ZipFile(tmp_path / "room.zip", "w") as archive:
        archive.writestr("rooms/room.gltf", json.dumps(document))
        archive.writestr("rooms/parts/my mesh.bin", BINARY)

    assert read_gltf(tmp_path / "room.gltf").triangle_count() == 1
    with zipfile.ZipFile(tmp_path / "room.zip") as archive:
        inside = read_gltf(archive.read("rooms/room.gltf"), name="room.gltf", resolve=zip_resolver(archive, "rooms"))
    assert inside.triangle_count() == 1


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    """SC21."""
    (tmp_path / "secret.bin").write_bytes(BINARY)
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "mesh.bin").symlink_to(tmp_path / "secret.bin")
    data = json.dumps(triangle_document(lambda d: d["buffers"][0].update(uri="mesh.bin"))).encode()

    with pytest.raises(GltfError, match=r"buffers\[0\].uri: the file 'mesh.bin' is missing"):
        read_gltf(data, name="room.gltf", resolve=folder_resolver(tmp_path / "room"))


def test_a_list_is_looked_through_once_however_often_it_is_referred_to():
    """SC20: of 100,000 nodes, each named once, the time goes with their number and not with its square."""

    class Rows(list):
        times = 0

        def __iter__(self):
            Rows.times += 1
            return super().__iter__()

    document = Document(triangle_glb(), name="a.glb", resolve=None, limits=Limits())
    document.root["nodes"] = Rows([{}, {}, {}])
    assert document.indices({"children": [0, 1, 2]}, "children", "nodes[0]", "nodes") == (0, 1, 2)
    assert Rows.times == 1
