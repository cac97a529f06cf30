"""MO57, MO58: uploaded characters are fitted to the avatar's skeleton, or refused with what is missing."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.motion.avatar import BodyPart, mannequin_mesh
from datasets.motion.avatar.animation import animated_glb
from datasets.motion.avatar.fitted import avatar_glb, read_avatar
from datasets.motion.avatar.fitting import fit_avatar
from datasets.motion.avatar.rig import AvatarError
from datasets.motion.bvh import parse_bvh
from datasets.motion.retarget import retarget
from datasets.scenes.gltf import read_gltf
from tests.factories.clips import Box, boxes_glb
from tests.factories.glb import data_uri
from tests.factories.motion import bvh_bytes
from tests.factories.rigs import MIXAMO, character, scale_accessor, scale_part

TURNED = {"rotation": [-(0.5**0.5), 0.0, 0.0, 0.5**0.5], "scale": [100.0, 100.0, 100.0]}
"""As from a program with Z up that counts in centimetres."""


def test_a_character_that_is_the_mannequin_is_fitted_to_itself():
    """MO58"""
    fitted, report = fit_avatar(character(), name="m.glb")

    assert report["family"] == "hik"
    assert len(report["found"]) == 22
    assert report["warnings"] == []
    # Made for these places, every part goes back to where it is (feet to within the sole's thickness).
    whole = mannequin_mesh()
    for axis in range(3):
        assert fitted.mesh.positions[:, axis].min() == pytest.approx(float(whole.positions[:, axis].min()), abs=0.01)
        assert fitted.mesh.positions[:, axis].max() == pytest.approx(float(whole.positions[:, axis].max()), abs=0.01)


@pytest.mark.parametrize("armature", [TURNED, {"scale": [0.01, 0.01, 0.01]}, {"translation": [3.0, 1.0, -2.0]}])
def test_the_armatures_scale_turn_and_place_change_nothing(armature):
    (plain, _), (moved, _) = (fit_avatar(character(**given), name="a.glb") for given in ({}, {"armature": armature}))

    np.testing.assert_allclose(moved.mesh.positions, plain.mesh.positions, atol=2e-4)
    np.testing.assert_allclose(moved.mesh.normals, plain.mesh.normals, atol=2e-3)
    assert np.array_equal(moved.mesh.joints, plain.mesh.joints)


@pytest.mark.parametrize("scale", [[-1.0, 1.0, 1.0], [-1.0, -1.0, -1.0]])
def test_a_character_in_a_mirrored_armature_is_neither_turned_inside_out_nor_faces_backwards(scale):
    """MO58: the corners of its triangles go round the other way, and its left is where its right was modelled."""
    plain, _ = fit_avatar(character(), name="a.glb")
    mirrored, report = fit_avatar(character(armature={"scale": scale}), name="a.glb")

    assert report["warnings"] == []
    np.testing.assert_allclose(mirrored.mesh.positions, plain.mesh.positions, atol=2e-4)
    assert np.array_equal(mirrored.mesh.body_triangles, plain.mesh.body_triangles)


def test_a_mirrored_copy_among_other_parts_shows_its_outside():
    """MO58: of two equal parts on the head the one with a scale of -1 has its corners put the right way round."""

    def copied(document, binary):
        parts = [{"name": f"horn{x}", "mesh": 0, "scale": [x, 1.0, 1.0]} for x in (1.0, -1.0)]
        document["nodes"] += parts
        head = next(node for node in document["nodes"] if node["name"] == "Head")
        head["children"] = [*head.get("children", []), len(document["nodes"]) - 2, len(document["nodes"]) - 1]
        document["meshes"].append({"name": "body", "primitives": document["meshes"][0]["primitives"]})
        document["nodes"][22]["mesh"] = 1
        document["meshes"][0] = {
            "name": "horn",
            "primitives": [
                {
                    "attributes": {
                        name: place
                        for name, place in document["meshes"][1]["primitives"][0]["attributes"].items()
                        if name in ("POSITION", "NORMAL")
                    },
                    "indices": document["meshes"][1]["primitives"][0]["indices"],
                }
            ],
        }
        for part in parts:
            part["scale"] = [0.1 * factor for factor in part["scale"]]

    mesh = fit_avatar(character(change=copied), name="a.glb")[0].mesh
    corners = np.concatenate([mesh.body_triangles, mesh.top_triangles]).astype(int)
    places, normals = mesh.positions[corners].astype(float), mesh.normals[corners].mean(axis=1)
    outwards = np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 0])
    assert float(((outwards * normals).sum(axis=1) > 0.0).mean()) > 0.97


def test_morph_targets_are_told_to_be_left_out():
    def morphed(document, binary):
        primitive = document["meshes"][0]["primitives"][0]
        primitive["targets"] = [{"POSITION": primitive["attributes"]["POSITION"]}]

    assert fit_avatar(character(change=morphed), name="m.glb")[1]["warnings"] == [
        "its morph targets are left out: its shape is the one that it was modelled in"
    ]


def test_the_parts_of_the_body_and_the_top_are_known():
    fitted, _ = fit_avatar(character(), name="m.glb")

    assert set(fitted.mesh.parts) == {int(part) for part in BodyPart}
    heights = fitted.mesh.positions[fitted.mesh.top_triangles.ravel(), 1]
    assert 0.852 < heights.min() < heights.max() < 1.46
    assert len(fitted.mesh.top_triangles) > 500


def test_the_fitted_file_is_sound_and_moves():
    """MO56"""
    fitted, _ = fit_avatar(character(), name="m.glb")
    motion = retarget(parse_bvh(bvh_bytes(3)))

    for data in (avatar_glb(fitted), animated_glb(motion, avatar=fitted)):
        read = read_gltf(data, name="a.glb")
        assert [read.nodes[joint].name for joint in read.skins[0].joints[:2]] == ["pelvis", "left_hip"]
        assert read.meshes[0].primitives[0].colours is not None


def test_what_is_kept_is_read_as_it_was_fitted():
    """MO65: whatever a vertex belongs to follows from its largest weight."""
    fitted, _ = fit_avatar(character(), name="m.glb")
    read = read_avatar(avatar_glb(fitted))

    def corners(avatar, triangles):
        own = avatar.mesh
        told = (own.positions, avatar.colours, own.parts[:, None])
        return np.concatenate([values[triangles] for values in told], axis=2)

    for kind in ("body_triangles", "top_triangles"):
        before, after = (corners(avatar, getattr(avatar.mesh, kind)) for avatar in (fitted, read))
        np.testing.assert_allclose(after, before, atol=1e-6)
    with pytest.raises(ValueError, match="its vertices have no joints"):
        read_avatar(boxes_glb([Box((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), 1)]))


def test_a_leaning_character_with_a_low_vertebra_stands_upright_on_its_soles():
    """MO58, MO66"""

    def lean(document, binary):
        # A vertebra below the hips, and shoulders 0.3 m in front of them.
        document["nodes"][3]["translation"] = [0.0, -0.1, 0.0]
        document["nodes"][6]["translation"] = [0.0, 0.32, 0.3]

    places = fit_avatar(character(change=lean), name="m.glb")[0].mesh
    head, trunk, feet = (places.positions[np.isin(places.parts, part)] for part in ([1], [2], [9, 10]))
    assert float(feet[:, 1].min()) == pytest.approx(0.0, abs=1e-6)
    # Heel and toes on the same floor, the head on top and not before the body.
    assert float(feet[feet[:, 2] > 0.1, 1].min()) < 0.02
    assert float(head[:, 1].min()) > float(np.median(trunk[:, 1])) > 0.9
    assert abs(float(head[:, 2].mean())) < 0.1


def test_a_large_head_is_made_smaller_and_what_is_still_large_is_told():
    """MO67: places are chosen for the mannequin's body. A head of twice the size is brought to 0.25 m, 1.25 times the
    0.20 m that the mannequin's head has above its joint."""

    def grown(document, binary):
        scale_part(document, binary, {15: 2.0, 0: 2.5})

    fitted, report = fit_avatar(character(change=grown), name="m.glb")
    assert 1.70 < float(fitted.mesh.positions[:, 1].max()) <= 1.79
    [warning] = report["warnings"]
    assert warning.startswith("goes beyond the mannequin, whose body places are chosen for: torso 0.")


def without_skin(document, binary):
    del document["skins"]
    del document["nodes"][22]["skin"]
    for primitive in document["meshes"][0]["primitives"]:
        for name in ("JOINTS_0", "WEIGHTS_0"):
            del primitive["attributes"][name]


def joint_outside(document, binary):
    document["skins"][0]["joints"] = document["skins"][0]["joints"][:10]


def eight_joints_a_vertex(document, binary):
    scale_accessor("WEIGHTS_0", 0.5)(document, binary)
    for primitive in document["meshes"][0]["primitives"]:
        own = primitive["attributes"]
        own |= {"JOINTS_1": own["JOINTS_0"], "WEIGHTS_1": own["WEIGHTS_0"]}


def picture(data):
    def change(document, binary):
        document["images"] = [{"uri": data_uri(data)}]
        document["textures"] = [{"source": 0}]
        document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = {"index": 0}

    return change


def two_people(document, binary):
    """All nodes and the skin a second time."""
    count = len(document["nodes"])
    for node in list(document["nodes"]):
        again = {**node, "children": [child + count for child in node.get("children", [])]}
        document["nodes"].append(again | ({"skin": 1} if "skin" in node else {}))
    skin = document["skins"][0]
    document["skins"].append({**skin, "joints": [joint + count for joint in skin["joints"]]})
    document["scenes"][0]["nodes"] += [root + count for root in document["scenes"][0]["nodes"]]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"armature": {"scale": [0.0, 0.0, 0.0]}}, "a scale of 0 presses it flat; apply its transforms"),
        ({"armature": {"scale": [1.0, 0.0, 1.0]}}, "a scale of 0 presses it flat; apply its transforms"),
        ({"change": picture(b"no picture")}, "images[0]: the picture is not a readable PNG, JPEG or WebP; mend it"),
        ({"change": two_people}, "holds the skeletons of several people; keep one of them"),
        ({"change": eight_joints_a_vertex}, "(one sums to 0.5); let four joints at most move a vertex"),
        ({"change": scale_accessor("inverseBindMatrices", 1e20)}, "an inverse bind matrix of its skin cannot be"),
        ({"change": without_skin}, "has no skin: its parts do not bend with joints"),
        ({"change": scale_accessor("WEIGHTS_0", 0.5)}, "vertices do not sum to 1 (one sums to 0.5)"),
        (
            {"change": scale_accessor("inverseBindMatrices", 0.0)},
            "an inverse bind matrix of its skin cannot be undone",
        ),
        ({"change": joint_outside}, "but skins[0] has only 10"),
        ({"names": {**MIXAMO, "left_knee": "Strut", "right_wrist": "Claw"}}, "are no body's: missing left knee"),
        (
            {"names": {joint: f"b{number}" for number, joint in enumerate(MIXAMO)}},
            "its 22 joints are no body's: missing left hip",
        ),
        ({"names": {**MIXAMO, "left_knee": "RightLeg", "right_knee": "LeftLeg"}}, "does not hang on"),
    ],
)
def test_what_cannot_be_an_avatar_is_refused_with_what_is_missing(given, words):
    """MO57"""
    with pytest.raises(AvatarError) as caught:
        fit_avatar(character(**given), name="odd.glb")

    assert words in str(caught.value)
    assert str(caught.value).startswith("odd.glb")


TAKEN = {"makehuman_base_cc0.glb": "makehuman", "kaykit_rogue.glb": "bandai-namco", "robot_expressive.glb": "generic"}
REFUSED = {
    "kenney_character.glb": "has no skin",
    "cesium_man.glb": "has no skin",
    "gltftransform_chr_knight.glb": "has no skin",
    "habitat_chair.glb": "has no skin",
    "habitat_simple_room.glb": "has no skin",
    "habitat_test_stage.glb": "has no skin",
    "habitat_skinned_prism.glb": "its 4 joints are no body's: missing left hip, left knee",
    "assimp_quad_skin.glb": "its 10 joints are no body's: missing left hip, left knee",
    "bad_infinite_positions.glb": "POSITION is not finite",
    "bad_index_out_of_range.gltf": "needs the file 'IndexOutOfRange.bin'",
    "bad_missing_bin.gltf": "needs the file 'BoxTextured0.bin'",
    "bad_no_scene.gltf": "names scenes[0], which does not exist",
    "bad_recursive_nodes.gltf": "the nodes form a loop",
}


def test_the_outcome_of_every_character_that_is_at_hand(shared_data):
    """MO57, MO58"""
    folder = shared_data / "glb"
    files = {path.name for path in folder.iterdir() if path.suffix in (".glb", ".gltf")}
    assert files == {*TAKEN, *REFUSED}
    for name, words in REFUSED.items():
        with pytest.raises(AvatarError) as caught:
            fit_avatar((folder / name).read_bytes(), name=name)
        assert words in str(caught.value), name
    for name, family in TAKEN.items():
        fitted, report = fit_avatar((folder / name).read_bytes(), name=name)
        assert report["family"] == family
        places = fitted.mesh.positions
        # Soles on the floor, the crown where a person's is, hands where the avatar's are (0.71 m and a hand), arms
        # level, the trunk above the legs.
        assert abs(float(places[:, 1].min())) < 0.001, name
        assert 1.6 < float(places[:, 1].max()) < 2.0, name
        trunk = places[fitted.mesh.parts == BodyPart.TORSO, 1]
        assert 0.9 < float(np.median(trunk)) < 1.3, name
        assert 0.75 < float(places[:, 0].max()) < 1.05, name
        arms = np.isin(fitted.mesh.parts, [BodyPart.LEFT_ARM, BodyPart.RIGHT_ARM])
        assert abs(float(np.median(places[arms, 1])) - 1.395) < 0.12, name
        assert set(fitted.mesh.parts) >= {int(BodyPart.HEAD), int(BodyPart.TORSO), int(BodyPart.LEFT_FOOT)}
