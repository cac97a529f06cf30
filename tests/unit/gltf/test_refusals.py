"""SC20: whatever is wrong with a glTF file, the refusal names the file and the field, and nothing else escapes."""

import contextlib
import json
import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.scenes.gltf import GltfError, Limits, read_gltf
from tests.factories.glb import BINARY, CORNERS, NORMALS, TRIANGLE, data_uri, triangle_document, triangle_glb

SHARED = Path(__file__).parents[4] / "shared" / "data" / "glb"


def _set(path, value):
    """A change of the document: _set("nodes.0.mesh", 7)."""

    def change(document):
        *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        at = document
        for part in parents:
            at = at[part]
        at[last] = value

    return change


INFINITE = struct.pack("<9f", 0, 0, 0, float("inf"), 0, 0, 0, 1, 0) + NORMALS + CORNERS
NOT_A_NUMBER = struct.pack("<9f", 0, 0, 0, float("nan"), 0, 0, 0, 1, 0) + NORMALS + CORNERS

CASES = [
    ("unknown scene", _set("scene", 3), BINARY, "file.scene", "scenes[3]"),
    ("no scenes", lambda d: (d.pop("scene"), d.pop("scenes")), BINARY, "scenes", "no scene"),
    ("empty scene", _set("scenes.0.nodes", []), BINARY, "meshes", "nothing to draw"),
    ("no meshes", lambda d: d["nodes"][0].pop("mesh"), BINARY, "meshes", "nothing to draw"),
    ("unknown mesh", _set("nodes.0.mesh", 7), BINARY, "nodes[0].mesh", "meshes[7]"),
    ("negative mesh", _set("nodes.0.mesh", -1), BINARY, "nodes[0].mesh", "meshes[-1]"),
    ("node is its own child", _set("nodes.0.children", [0]), BINARY, "nodes[0]", "loop"),
    (
        "two nodes in a ring",
        _set("nodes", [{"children": [1], "mesh": 0}, {"children": [0]}]),
        BINARY,
        "nodes[0]",
        "loop",
    ),
    (
        "two parents",
        _set("nodes", [{"children": [1, 2]}, {"children": [2]}, {"mesh": 0}]),
        BINARY,
        "nodes[1].children",
        "already a child",
    ),
    ("not a rotation", _set("nodes.0.rotation", [0, 0, 0, 0]), BINARY, "nodes[0].rotation", "not a rotation"),
    ("double turn", _set("nodes.0.rotation", [0, 0, 0, 2]), BINARY, "nodes[0].rotation", "its length is 2, not 1"),
    ("far away", _set("nodes.0.scale", [1e308] * 3), BINARY, "nodes[0]", "farther than 1e+07 units"),
    ("infinite position", None, INFINITE, "accessors[0]", "POSITION is not finite: element 1"),
    ("NaN position", None, NOT_A_NUMBER, "accessors[0]", "POSITION is not finite: element 1"),
    (
        "index out of range",
        None,
        TRIANGLE + NORMALS + struct.pack("<3H", 0, 1, 3),
        "meshes[0].primitives[0].indices",
        "index 2 names vertex 3, but there are only 3",
    ),
    ("short buffer", _set("buffers.0.byteLength", 9000), BINARY, "buffers[0].byteLength", "declares 9000"),
    ("view past buffer", _set("bufferViews.2.byteLength", 60), BINARY, "bufferViews[2]", "runs past buffers[0]"),
    ("accessor past view", _set("accessors.0.count", 4), BINARY, "accessors[0]", "runs past bufferViews[0]"),
    ("bomb", _set("accessors.0", {"count": 10**12, "type": "VEC3", "componentType": 5126}), BINARY,
     "accessors[0].count", "asks for more"),
    ("counts differ", lambda d: (d["accessors"][1].update(count=2)), BINARY,
     "meshes[0].primitives[0].attributes.NORMAL", "has 2 elements, POSITION 3"),
    ("wrong type", _set("accessors.0.type", "VEC2"), BINARY, "accessors[0].type", "POSITION needs VEC3"),
    ("float indices", _set("accessors.2.componentType", 5126), BINARY, "accessors[2].componentType", "indices"),
    ("half a triangle", _set("accessors.2.count", 2), BINARY, "meshes[0].primitives[0].indices", "whole triangles"),
    ("missing buffer", _set("buffers", []), BINARY, "bufferViews[0].buffer", "buffers[0], which does not exist"),
    ("lost file", _set("buffers.0.uri", "gone.bin"), BINARY, "buffers[0].uri", "'gone.bin'"),
    ("address", _set("buffers.0.uri", "https://example.org/a.bin"), BINARY, "buffers[0].uri", "is an address"),
    ("local address", _set("buffers.0.uri", "file:///etc/passwd"), BINARY, "buffers[0].uri", "is an address"),
    ("parent folder", _set("buffers.0.uri", "../../etc/passwd"), BINARY, "buffers[0].uri", "does not stay inside"),
    ("hidden parent", _set("buffers.0.uri", "a/%2e%2e/%2e%2e/x"), BINARY, "buffers[0].uri", "does not stay inside"),
    ("absolute", _set("buffers.0.uri", "/etc/passwd"), BINARY, "buffers[0].uri", "does not stay inside"),
    ("bad base64", _set("buffers.0.uri", "data:;base64,@@@"), BINARY, "buffers[0].uri", "base64"),
    ("glTF 1", _set("asset.version", "1.0"), BINARY, "asset.version", "only glTF 2"),
    ("Draco", _set("extensionsRequired", ["KHR_draco_mesh_compression"]), BINARY, "extensionsRequired",
     "without Draco"),
    ("unknown extension", _set("extensionsRequired", ["X_odd"]), BINARY, "extensionsRequired", "X_odd"),
    ("sparse", _set("accessors.0.sparse", {"count": 1}), BINARY, "accessors[0].sparse", "not read"),
    ("list instead of object", _set("meshes.0.primitives", [[1]]), BINARY, "meshes[0].primitives", "must be a list"),
    ("text instead of number", _set("accessors.0.count", "3"), BINARY, "accessors[0].count", "whole number"),
    ("joints without weights", _set("meshes.0.primitives.0.attributes.JOINTS_0", 0), BINARY, "accessors[0].type",
     "JOINTS_0"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "binary", "field", "words"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_a_broken_file_is_refused_with_its_field(change, binary, field, words):
    with pytest.raises(GltfError) as refusal:
        read_gltf(triangle_glb(change, binary), name="room.glb")

    assert (refusal.value.name, refusal.value.field) == ("room.glb", field)
    assert words in refusal.value.message


def test_a_joint_that_the_skin_lacks_is_refused():
    joints = bytes([0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0])
    weights = struct.pack("<12f", *([1, 0, 0, 0] * 3))

    def change(document):
        document["bufferViews"] += [
            {"buffer": 0, "byteOffset": 80, "byteLength": 12},
            {"buffer": 0, "byteOffset": 92, "byteLength": 48},
        ]
        document["accessors"] += [
            {"bufferView": 3, "componentType": 5121, "count": 3, "type": "VEC4"},
            {"bufferView": 4, "componentType": 5126, "count": 3, "type": "VEC4"},
        ]
        document["meshes"][0]["primitives"][0]["attributes"] |= {"JOINTS_0": 3, "WEIGHTS_0": 4}
        document["nodes"] = [{"mesh": 0, "skin": 0}, {"name": "bone"}]
        document["skins"] = [{"joints": [1]}]
        document["buffers"][0]["byteLength"] = 140

    with pytest.raises(GltfError, match=r"JOINTS_0: names joint 5, but skins\[0\] has only 1"):
        read_gltf(triangle_glb(change, BINARY + b"\0\0" + joints + weights), name="a.glb")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"glTF", "ends inside its GLB header"),
        (b"HIERARCHY\nROOT Hips", "its JSON cannot be read"),
        (b"[1, 2]", "is not an object"),
        (b"[" * 100_000, "its JSON is nested too deeply"),
        (b"\x89PNG\r\n\x1a\n", "neither like a GLB file nor like JSON"),
        (b'{"extras": 1e999}', "1e999 is too large a number"),
        (b'{"nodes": [{"name": "a\\u0000b"}]}', "nodes[0].name holds the character U+0000; write plain text"),
        (b'{"materials": [{"name": "\\ud800"}]}', "materials[0].name holds half of a surrogate pair"),
        (json.dumps(triangle_document(_set("nodes.0.scale", [float("inf")] * 3))).encode(), "no JSON number"),
        (json.dumps(triangle_document(_set("nodes.0.scale", [10**400] * 3))).encode(), "not a finite number"),
        (triangle_glb()[:60], "is truncated"),
        (triangle_glb().replace(b"glTF\x02", b"glTF\x01", 1), "GLB version 1"),
    ],
)
def test_what_is_no_gltf_at_all_is_refused(data, words):
    with pytest.raises(GltfError) as refusal:
        read_gltf(data, name="a.glb")

    assert words in refusal.value.message


def test_sizes_are_bounded():
    # Its three indices are more than those of no triangle.
    with pytest.raises(GltfError, match="asks for more than the 0 elements"):
        read_gltf(triangle_glb(), name="a.glb", limits=Limits(triangles=0))
    # The same triangle under two nodes is shown twice.
    twice = triangle_document(lambda d: (d["nodes"].append({"mesh": 0}), d["scenes"][0]["nodes"].append(1)))
    twice["buffers"][0]["uri"] = data_uri(BINARY)
    with pytest.raises(GltfError, match="shows 2 triangles, at most 1 are read"):
        read_gltf(json.dumps(twice).encode(), name="a.gltf", limits=Limits(triangles=1))
    with pytest.raises(GltfError, match="is larger than the 10 bytes"):
        read_gltf(triangle_glb(), name="a.glb", limits=Limits(bytes_total=10))

    document = triangle_document(lambda d: d["buffers"][0].update(uri=data_uri(BINARY * 50)))
    text = json.dumps(document).encode()
    with pytest.raises(GltfError, match="bytes that are left"):
        read_gltf(text, name="a.gltf", limits=Limits(bytes_total=len(text)))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_or_refused_but_never_crashes(data):
    glb = bytearray(triangle_glb())
    for _ in range(data.draw(st.integers(1, 6))):
        glb[data.draw(st.integers(0, len(glb) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(GltfError):
        read_gltf(bytes(glb), name="a.glb")


_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def _places(value, path=()):
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from _places(inner, (*path, key))


@settings(max_examples=400, deadline=None)
@given(place=st.sampled_from(sorted(_places(triangle_document()), key=str)), value=_json)
def test_any_value_anywhere_is_read_or_refused(place, value):
    def change(document):
        at = document
        for part in place[:-1]:
            at = at[part]
        at[place[-1]] = value

    with contextlib.suppress(GltfError):
        read_gltf(triangle_glb(change), name="a.glb")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the collection of foreign files is not on this machine")
@pytest.mark.parametrize(
    ("file", "field"),
    [
        ("bad_index_out_of_range.gltf", "buffers[0].uri"),
        ("bad_infinite_positions.glb", "accessors[2]"),
        ("bad_missing_bin.gltf", "buffers[0].uri"),
        ("bad_no_scene.gltf", "file.scene"),
        ("bad_recursive_nodes.gltf", "nodes[0]"),
    ],
)
def test_broken_files_of_other_tools_are_refused(file, field):
    with pytest.raises(GltfError) as refusal:
        read_gltf(SHARED / file)

    assert (refusal.value.name, refusal.value.field) == (file, field)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the collection of foreign files is not on this machine")
def test_sound_files_of_other_tools_are_read():
    # The Kenney character's texture is not beside it here, so it is refused for that.
    files = [f for f in sorted(SHARED.rglob("*.gl*")) if not f.name.startswith(("bad_", "kenney"))]

    assert len(files) >= 17
    for file in files:
        assert read_gltf(file).triangle_count() > 0, file.name
