"""SC28: every mesh file that others made, with what becomes of it as a scene."""

from __future__ import annotations

import pytest

from datasets.scenes.domain import SceneError, import_scene
from datasets.scenes.gltf import GltfError, Limits
from datasets.scenes.opening import entry_named, files_in, files_of, open_entry

REFUSED = {
    "assimp_quad_skin.glb": "an absurd scale for a stage",
    "bad_index_out_of_range.gltf": "buffers[0].uri: needs the file 'IndexOutOfRange.bin'",
    "bad_infinite_positions.glb": "accessors[2]: POSITION is not finite",
    "bad_missing_bin.gltf": "buffers[0].uri: needs the file 'BoxTextured0.bin'",
    "bad_no_scene.gltf": "file.scene: names scenes[0], which does not exist",
    "bad_recursive_nodes.gltf": "nodes[0]: nodes[0] is among its own ancestors: the nodes form a loop",
    "cesium_man.glb": "an absurd scale for a stage",
    "gltftransform_chr_knight.glb": "has floor under 14% of its plan",
    "habitat_chair.glb": "its meshes are modelled 90 units large",
    "habitat_skinned_prism.glb": "is a character: its meshes hang on a skeleton",
    "kaykit_rogue.glb": "is a character: its meshes hang on a skeleton",
    "kenney_character.glb": "images[0].uri: needs the file 'Textures/colormap.png'",
    "makehuman_base_cc0.glb": "an absurd scale for a stage",
    "robot_expressive.glb": "m² of connected floor to stand on",
    "kaykit_furniture/armchair.gltf": "an absurd scale for a stage",
    "kaykit_furniture/chair_A.gltf": "an absurd scale for a stage",
    "kaykit_furniture/couch.gltf": "an absurd scale for a stage",
    "kaykit_furniture/lamp_standing.gltf": "an absurd scale for a stage",
    "kaykit_furniture/rug_rectangle_A.gltf": "holds nothing but furniture (rug)",
    "kaykit_furniture/shelf_A_big.gltf": "an absurd scale for a stage",
    "kaykit_furniture/table_medium.gltf": "an absurd scale for a stage",
}
# The test stage is ground without walls, with pits and hills: 272 m² of it lie flat at its zero.
TAKEN = {"habitat_simple_room.glb": ("z", 96.8), "habitat_test_stage.glb": ("y", 268.0)}


def read(folder, name: str):
    path = folder / name
    if path.parent != folder:
        files = files_in(path.parent)
        return import_scene(open_entry(files, entry_named(files, path.name), limits=Limits()))
    files = files_of(name, path.read_bytes(), most_bytes=10**9)
    return import_scene(open_entry(files, entry_named(files, ""), limits=Limits()))


def test_every_file_has_its_outcome(shared_data):
    folder = shared_data / "glb"
    there = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.suffix in (".glb", ".gltf")}
    assert there == REFUSED.keys() | TAKEN.keys()
    told = {}
    for name, part in REFUSED.items():
        with pytest.raises((GltfError, SceneError)) as caught:
            read(folder, name)
        told[name] = part in str(caught.value) and str(caught.value).startswith(name.rsplit("/", 1)[-1])
    assert told == dict.fromkeys(REFUSED, True)
    for name, (axis, area) in TAKEN.items():
        scene = read(folder, name)
        assert (scene.up_axis, round(scene.grid.area_m2, 1)) == (axis, area)
