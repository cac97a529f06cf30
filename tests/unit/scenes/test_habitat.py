"""SC23: scene sets of habitat, read by their JSON."""

from __future__ import annotations

import json

import pytest

from datasets.scenes.domain import import_scene
from datasets.scenes.files import ZipFiles
from datasets.scenes.gltf import GltfError, Limits
from datasets.scenes.habitat import missing_files
from datasets.scenes.opening import entries_of, entry_named, open_entry
from tests.factories.scene_files import room, scene_set, zipped

FIRST, SECOND = "set/scenes/first.scene_instance.json", "set/scenes/second.scene_instance.json"


def files(entries: dict[str, bytes]) -> ZipFiles:
    return ZipFiles("mini.zip", zipped(entries), most_bytes=10**9)


def imported(entries: dict[str, bytes], scene: str):
    opened = files(entries)
    return import_scene(open_entry(opened, entry_named(opened, scene), limits=Limits()))


def changed(path: str, **values) -> dict[str, bytes]:
    entries = scene_set()
    entries[path] = json.dumps(json.loads(entries[path]) | values).encode()
    return entries


def test_the_scenes_of_a_set_are_its_scene_files_and_not_its_meshes():
    assert [(e.path, e.name) for e in entries_of(files(scene_set()))] == [(FIRST, "first"), (SECOND, "second")]


def test_objects_stand_where_the_scene_file_puts_them_and_are_called_by_their_class():
    """SC24, SC25. The block is 0.5 × 0.9 × 0.5 m on its own zero, of two meshes that are one object; class 7 is a
    semi_chair, which we call a chair. The stage's own floor is a floor, the rest of it is the stage."""
    scene = imported(scene_set(), FIRST)
    assert [(i.id, i.name, i.category) for i in scene.instances] == [
        (1, "floor", "floor"),
        (2, "stage", "stage"),
        (3, "chair.01", "chair"),
    ]
    assert (scene.instances[2].low, scene.instances[2].high) == ((0.75, 0.0, 0.25), (1.25, 0.9, 0.75))


def test_turns_scales_and_centres_are_habitats():
    """The first block, 1 m long in x by its scale, lies along z after a quarter turn. The second is placed by the
    centre of its box, so it reaches from 1 − 0.45 to 1 + 0.45 m."""
    scene = imported(scene_set(), SECOND)
    turned, centred = scene.instances[2:]
    assert (turned.low, turned.high) == ((-1.25, 0.0, -0.5), (-0.75, 0.9, 0.5))
    assert (centred.low, centred.high) == ((0.75, 0.55, -0.25), (1.25, 1.45, 0.25))


def test_a_stage_with_another_up_is_turned_and_its_unit_kept():
    """Up is the file's +Z and front its +Y: what was (x, y, z) is (x, z, −y). Centimetres become metres."""
    entries = changed("set/stages/hall.stage_config.json", up=[0, 0, 1], front=[0, 1, 0], units_to_meters=0.01)
    entries["set/stages/hall.glb"] = room(0.01, z_up=True)
    scene = imported(entries, FIRST)
    assert scene.up_axis == "y"
    assert next(i for i in scene.instances if i.category == "floor").high == (2.0, 0.0, 1.5)


def test_everything_that_is_missing_is_named_with_the_file_that_names_it():
    entries = changed(FIRST, object_instances=[{"template_name": "gone"}, {"template_name": "lost/too"}])
    entries["set/objects/gone.object_config.json"] = b'{"render_asset": "../../../gone.glb"}'
    told = [str(m) for m in missing_files(files(entries), FIRST)]
    assert told == [
        "mini.zip/set/scenes/first.scene_instance.json: object_instances[0].template_name: "
        "mini.zip/set/objects/gone.object_config.json names '../../../gone.glb', which leaves the scene set's folder",
        "mini.zip/set/scenes/first.scene_instance.json: object_instances[1].template_name: 'lost/too' is missing; no "
        "too.object_config.json and no mesh of that name is there",
    ]
    with pytest.raises(GltfError, match=r"names what is missing or not readable \(2\)"):
        imported(entries, FIRST)


@pytest.mark.parametrize(
    ("path", "values", "told"),
    [
        (FIRST, {"stage_instance": {}}, "first.scene_instance.json: stage_instance.template_name: is missing"),
        (FIRST, {"stage_instance": {"template_name": "hut"}}, "'hut' is missing"),
        (FIRST, {"object_instances": [{}]}, "object_instances[0].template_name: is missing"),
        (FIRST, {"object_instances": {}}, "object_instances: must be a list of objects"),
        (FIRST, {"translation_origin": "corner"}, "translation_origin: is 'corner'; COM and asset_local are known"),
        (
            FIRST,
            {"object_instances": [{"template_name": "0a1b2c3d4e5f60718293", "rotation": [0, 0, 0, 0]}]},
            "object_instances[0].rotation: is no rotation; write w, x, y, z",
        ),
        (
            FIRST,
            {"object_instances": [{"template_name": "0a1b2c3d4e5f60718293", "translation": [0, 1e9, 0]}]},
            "object_instances[0].translation[1]: is 1e+09; at most a million is possible",
        ),
        (
            FIRST,
            {"object_instances": [{"template_name": "0a1b2c3d4e5f60718293", "translation": [10**400, 0, 0]}]},
            "object_instances[0].translation[0]: is too large; at most a million is possible",
        ),
        (
            FIRST,
            {"object_instances": [{"template_name": "0a1b2c3d4e5f60718293", "rotation": [1, 90, 0, 0]}]},
            "object_instances[0].rotation: is no rotation; write w, x, y, z of length 1, not 90",
        ),
        (
            FIRST,
            {"object_instances": [{"template_name": "0a1b2c3d4e5f60718293", "uniform_scale": 0}]},
            "is 0, which leaves nothing",
        ),
        ("set/stages/hall.stage_config.json", {"up": [0, 0, 1], "front": [0, 0, 1]}, "must stand at right angles"),
        # A configuration that names itself, or another one, as its mesh.
        (
            "set/stages/hall.stage_config.json",
            {"render_asset": "hall.stage_config.json"},
            "names 'hall.stage_config.json' as its mesh; only .glb, .gltf, .obj are read",
        ),
        ("set/stages/hall.stage_config.json", {"render_asset": "hut.glb"}, "names 'hut.glb', which is missing"),
        ("set/stages/hall.stage_config.json", {"render_asset": ""}, "names no render_asset"),
        (
            "set/objects/0/0a1b2c3d4e5f60718293.object_config.json",
            {"semantic_id": "7"},
            "semantic_id: must be a whole",
        ),
    ],
)
def test_what_is_wrong_is_told_by_file_and_field(path, values, told):
    with pytest.raises(GltfError) as caught:
        imported(changed(path, **values), FIRST)
    assert told in str(caught.value)


def test_a_mesh_at_fault_is_named_and_not_the_whole():
    entries = scene_set()
    entries["set/objects/0/0a1b2c3d4e5f60718293.glb"] = b"glTF"
    with pytest.raises(GltfError, match=r"^mini\.zip/set/objects/0/0a1b2c3d4e5f60718293\.glb: ends inside"):
        imported(entries, FIRST)


def test_a_name_that_fits_two_files_is_not_guessed():
    entries = scene_set()
    entries["set/objects/1/0a1b2c3d4e5f60718293.object_config.json"] = b'{"render_asset": "x.glb"}'
    with pytest.raises(GltfError, match=r"could be any of set/objects/0/.*; write its path"):
        imported(entries, FIRST)


def test_a_small_set_of_real_furniture(shared_data):
    """Chairs and a couch of KayKit on habitat's own room, which stands with Z up."""
    glb = shared_data / "glb"
    entries = {f"set/objects/{path.name}": path.read_bytes() for path in (glb / "kaykit_furniture").iterdir()}
    entries["set/stages/room.glb"] = (glb / "habitat_simple_room.glb").read_bytes()
    entries["set/stages/room.stage_config.json"] = (
        b'{"render_asset": "room.glb", "up": [0, 0, 1], "front": [0, 1, 0]}'
    )
    entries["set/scenes/living.scene_instance.json"] = json.dumps(
        {
            "stage_instance": {"template_name": "room"},
            "translation_origin": "asset_local",
            "object_instances": [
                {"template_name": name, "translation": [x, 0.15, 0.5]}
                for name, x in (("chair_A", 0.5), ("chair_A", -1.5), ("couch", 2.5), ("table_medium", -3))
            ],
        }
    ).encode()
    scene = imported(entries, "set/scenes/living.scene_instance.json")
    assert [i.name for i in scene.instances if i.category != "stage"] == [
        "chair.01",
        "chair.02",
        "sofa.01",
        "table.01",
    ]
    assert 50 < scene.grid.area_m2 < 100
