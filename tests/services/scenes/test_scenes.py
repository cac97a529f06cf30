from __future__ import annotations

import io
import json
import zipfile

import pytest

from affectory.core import storage
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.rights import Rights
from datasets.scenes import services, stage
from datasets.scenes.apartment import apartment_glb
from datasets.scenes.models import Scene
from datasets.scenes.repack import split
from datasets.scenes.services import SceneFile
from datasets.scenes.stage import load_grid

pytestmark = pytest.mark.django_db
RIGHTS = Rights("CC0-1.0")


def add(project, actor, file, **options):
    reading = services.Reading(**options)
    return services.add_scene(actor=actor, project=project, name="Room", file=file, rights=RIGHTS, reading=reading)


def refused(project, actor, file, **options) -> InvalidError:
    with pytest.raises(InvalidError) as caught:
        add(project, actor, file, **options)
    assert Scene.objects.count() == 0
    return caught.value


def gltf_zip(**entries: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), data)
    return out.getvalue()


def apartment_as_gltf() -> tuple[bytes, bytes]:
    document, binary = split(apartment_glb())
    document["buffers"][0]["uri"] = "room.bin"
    return json.dumps(document).encode(), binary


def test_the_apartment_is_added_once_and_kept_byte_for_byte(project, maintainer):
    """SC1."""
    scene = services.add_apartment(actor=maintainer, project=project)
    assert services.add_apartment(actor=maintainer, project=project).pk == scene.pk
    assert storage.read_bytes(scene.glb_sha256) == apartment_glb()
    assert (scene.is_synthetic, scene.licence, scene.may_redistribute) == (True, "CC0-1.0", "media")
    assert [i["id"] for i in scene.instances] == list(range(1, len(scene.instances) + 1))
    assert load_grid(scene.nav_sha256).is_navigable((-0.5, -0.5))


def test_a_gltf_with_its_buffer_in_a_zip_becomes_one_glb(project, maintainer):
    """SC3, SC6."""
    document, binary = apartment_as_gltf()
    scene = add(
        project,
        maintainer,
        SceneFile("room.zip", gltf_zip(**{"room__room_dot_gltf": document, "room__room_dot_bin": binary})),
    )
    stored, _ = split(storage.read_bytes(scene.glb_sha256))
    assert "uri" not in stored["buffers"][0]
    assert len(scene.instances) == 32
    assert scene.bounds == [[-4.0, 0.0, -3.5], [4.0, 2.6, 3.5]]


def test_a_file_in_centimetres_is_refused_with_advice_and_read_at_its_scale(project, maintainer):
    """SC2."""
    document, binary = split(apartment_glb())
    document["nodes"].append({"name": "cm", "scale": [100, 100, 100], "children": document["scenes"][0]["nodes"]})
    document["scenes"][0]["nodes"] = [len(document["nodes"]) - 1]
    from datasets.glb import pack

    file = SceneFile("cm.glb", pack(document, binary))
    error = refused(project, maintainer, file)
    assert "800 × 260 × 700 m at scale 1" in error.fields["scale"][0]
    assert "0.01 if its unit is centimetres" in error.fields["scale"][0]
    scene = add(project, maintainer, file, scale=0.01)
    assert scene.bounds[1] == [4.0, 2.6, 3.5]


def test_a_scene_is_refused_with_file_and_field(project, maintainer):
    """SC3: the sentence of the reader reaches the person."""
    document, _ = apartment_as_gltf()
    error = refused(project, maintainer, SceneFile("room.gltf", document))
    assert error.fields["file"][0].startswith("room.gltf: buffers[0].uri: needs the file 'room.bin'")


@pytest.mark.parametrize(
    ("entries", "part"),
    [
        ({"___dot__dot__room_dot_glb": b"x"}, "leaves its folder"),
        (
            {"readme_dot_txt": b"x"},
            "must hold a .glb, .gltf or .obj file, or a habitat .scene_instance.json; found: none",
        ),
        ({"a_dot_glb": b"x"}, "room.zip/a.glb"),
        ({"a_dot_glb": b"\0" * 60_000_000}, "would unfold to 60 MB"),
    ],
)
def test_a_zip_is_refused_with_what_is_wrong_in_it(project, maintainer, entries, part):
    """SC6."""
    if part == "leaves its folder":
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("../room.glb", b"x")
        data = out.getvalue()
    else:
        data = gltf_zip(**entries)
    assert part in refused(project, maintainer, SceneFile("room.zip", data)).fields["file"][0]


def flagged(data: bytes, signature: bytes, offset: int, value: int) -> bytes:
    """The archive with one byte of every header of a kind changed."""
    changed = bytearray(data)
    at = changed.find(signature)
    while at >= 0:
        changed[at + offset] = value
        at = changed.find(signature, at + 4)
    return bytes(changed)


def test_an_encrypted_a_linked_and_a_cut_off_zip_say_what_to_do(project, maintainer):
    """SC6."""
    sound = gltf_zip(room_dot_glb=b"glTF" * 100)
    link = io.BytesIO()
    with zipfile.ZipFile(link, "w") as archive:
        entry = zipfile.ZipInfo("room.glb")
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/hostname")
    for data, part in (
        (flagged(sound, b"PK\x01\x02", 8, 1), "is encrypted; pack it without a password"),
        (link.getvalue(), "'room.glb' is a link; pack the file itself"),
        (sound[:60], "cannot be read (File is not a zip file); make it again"),
    ):
        assert part in refused(project, maintainer, SceneFile("room.zip", data)).fields["file"][0]


def test_a_damaged_buffer_beside_the_document_is_refused(project, maintainer):
    """SC6: what does not unpack is the file's fault, also where it is read late."""
    document = json.dumps(
        {
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "buffers": [{"byteLength": 36, "uri": "b.bin"}],
        }
    ).encode()
    data = bytearray(gltf_zip(room_dot_gltf=document, b_dot_bin=bytes(range(36))))
    at = data.find(b"b.bin") + len("b.bin")
    data[at : at + 3] = b"\xff\xff\xff"
    sentence = refused(project, maintainer, SceneFile("room.zip", bytes(data))).fields["file"][0]
    assert "buffers[0].uri: the file 'b.bin' cannot be read" in sentence


def test_a_damaged_zip_is_refused(project, maintainer):
    """SC6."""
    data = bytearray(gltf_zip(a_dot_glb=bytes(range(256)) * 200))
    data[60:120] = b"\xff" * 60
    assert "cannot be read" in refused(project, maintainer, SceneFile("room.zip", bytes(data))).fields["file"][0]


def test_the_same_name_or_content_is_a_conflict(project, maintainer):
    add(project, maintainer, SceneFile("a.glb", apartment_glb()))
    with pytest.raises(ConflictError):
        add(project, maintainer, SceneFile("b.glb", apartment_glb()))
    assert Scene.objects.count() == 1


def test_only_a_maintainer_adds_scenes(project, reviewer_a):
    with pytest.raises(NotAllowedError):
        add(project, reviewer_a, SceneFile("a.glb", apartment_glb()))
    assert Scene.objects.count() == 0


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("bad_index_out_of_range.gltf", "buffers[0].uri"),
        ("bad_infinite_positions.glb", "POSITION is not finite"),
        ("bad_missing_bin.gltf", "buffers[0].uri"),
        ("bad_no_scene.gltf", "scenes[0], which does not exist"),
        ("bad_recursive_nodes.gltf", "the nodes form a loop"),
        ("habitat_chair.glb", "absurd scale"),
    ],
)
def test_the_bad_files_of_others_are_refused(project, maintainer, shared_data, name, part):
    """SC2, SC3."""
    data = (shared_data / "glb" / name).read_bytes()
    error = refused(project, maintainer, SceneFile(name, data))
    sentence = next(iter(error.fields.values()))[0]
    assert sentence.startswith(name)
    assert part in sentence


def test_a_room_that_stands_on_end_is_turned(project, maintainer, shared_data):
    """SC2."""
    data = (shared_data / "glb" / "habitat_simple_room.glb").read_bytes()
    scene = add(project, maintainer, SceneFile("simple_room.glb", data))
    assert scene.up_axis == "z"
    assert scene.notes[0].startswith("The file stands with Z up")
    assert scene.bounds[1][1] == pytest.approx(2.0, abs=0.1)


def test_a_stage_is_loaded_without_reading_its_triangles(project, maintainer, monkeypatch):
    """SC52: as it would be built; of a scene stored with its grid alone it is built where it is asked for."""
    scene = services.add_apartment(actor=maintainer, project=project)
    plain = storage.put_bytes(load_grid(scene.nav_sha256).to_bytes())
    built = stage.load_stage(scene.glb_sha256, plain)
    monkeypatch.setattr(stage, "read_gltf", lambda *a, **k: pytest.fail("the triangles were read"))
    loaded = stage.load_stage(scene.glb_sha256, scene.nav_sha256)
    assert (loaded.occupancy.solid == built.occupancy.solid).all()
    assert (loaded.grid.free == built.grid.free).all()
    assert len(loaded.detail.voxels) > 10_000
