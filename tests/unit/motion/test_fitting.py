"""MO57, MO58: uploaded characters are fitted to the avatar's skeleton, or refused with what is missing."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.motion.avatar import BodyPart, mannequin_mesh
from datasets.motion.avatar.animation import animated_glb
from datasets.motion.avatar.fitting import avatar_glb, fit_avatar
from datasets.motion.avatar.rig import AvatarError
from datasets.motion.bvh import parse_bvh
from datasets.motion.retarget import retarget
from datasets.scenes.gltf import read_gltf
from tests.factories.motion import bvh_bytes
from tests.factories.rigs import MIXAMO, character, scale_accessor

TURNED = {"rotation": [-(0.5**0.5), 0.0, 0.0, 0.5**0.5], "scale": [100.0, 100.0, 100.0]}
"""As from a program with Z up that counts in centimetres."""


def test_a_character_that_is_the_mannequin_is_fitted_to_itself():
    """MO58"""
    fitted = fit_avatar(character(), name="m.glb")

    assert fitted.report["family"] == "hik"
    assert len(fitted.report["found"]) == 22
    # Made for these places, every part goes back to where it is (feet to within the sole's thickness).
    whole = mannequin_mesh()
    for axis in range(3):
        assert fitted.mesh.positions[:, axis].min() == pytest.approx(float(whole.positions[:, axis].min()), abs=0.01)
        assert fitted.mesh.positions[:, axis].max() == pytest.approx(float(whole.positions[:, axis].max()), abs=0.01)


@pytest.mark.parametrize("armature", [TURNED, {"scale": [0.01, 0.01, 0.01]}, {"translation": [3.0, 1.0, -2.0]}])
def test_the_armatures_scale_turn_and_place_change_nothing(armature):
    plain, moved = fit_avatar(character(), name="a.glb"), fit_avatar(character(armature=armature), name="b.glb")

    np.testing.assert_allclose(moved.mesh.positions, plain.mesh.positions, atol=2e-4)
    np.testing.assert_allclose(moved.mesh.normals, plain.mesh.normals, atol=2e-3)
    assert np.array_equal(moved.mesh.joints, plain.mesh.joints)


def test_the_parts_of_the_body_and_the_top_are_known():
    fitted = fit_avatar(character(), name="m.glb")

    assert set(fitted.mesh.parts) == {int(part) for part in BodyPart}
    heights = fitted.mesh.positions[fitted.mesh.top_triangles.ravel(), 1]
    assert heights.min() > 0.9
    assert len(fitted.mesh.top_triangles) > 500


def test_the_fitted_file_is_sound_and_moves():
    """MO56"""
    fitted = fit_avatar(character(), name="m.glb")
    motion = retarget(parse_bvh(bvh_bytes(3)))

    for data in (avatar_glb(fitted), animated_glb(motion, avatar=fitted)):
        read = read_gltf(data, name="a.glb")
        assert [read.nodes[joint].name for joint in read.skins[0].joints[:2]] == ["pelvis", "left_hip"]
        assert read.meshes[0].primitives[0].colours is not None


def without_skin(document, binary):
    del document["skins"]
    del document["nodes"][22]["skin"]
    for primitive in document["meshes"][0]["primitives"]:
        for name in ("JOINTS_0", "WEIGHTS_0"):
            del primitive["attributes"][name]


def joint_outside(document, binary):
    document["skins"][0]["joints"] = document["skins"][0]["joints"][:10]


@pytest.mark.parametrize(
    ("given", "words"),
    [
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
        fitted = fit_avatar((folder / name).read_bytes(), name=name)
        assert fitted.report["family"] == family
        places = fitted.mesh.positions
        # Soles on the floor, hands where the avatar's are (0.71 m and a hand), arms level.
        assert abs(float(places[:, 1].min())) < 0.07, name
        assert 0.75 < float(places[:, 0].max()) < 1.05, name
        arms = np.isin(fitted.mesh.parts, [BodyPart.LEFT_ARM, BodyPart.RIGHT_ARM])
        assert abs(float(np.median(places[arms, 1])) - 1.395) < 0.12, name
        assert set(fitted.mesh.parts) >= {int(BodyPart.HEAD), int(BodyPart.TORSO), int(BodyPart.LEFT_FOOT)}
