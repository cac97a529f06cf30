"""MO17: the mannequin: one body, the same bytes every time, sound enough for any glTF reader."""

import hashlib
import json
import struct

import numpy as np
import pytest

from datasets.motion.avatar import (
    AVATAR_HEIGHT_M,
    AVATAR_JOINTS,
    AVATAR_PARENTS,
    JOINT_INDEX,
    LEG_LENGTH_M,
    REST_OFFSETS,
    REST_POSITIONS,
    BodyPart,
    mannequin_glb,
    mannequin_mesh,
)
from datasets.motion.avatar.body import mannequin_mesh as fresh_mesh
from datasets.scenes.gltf import read_gltf


def test_the_skeleton_is_symmetric_and_stands_on_the_floor():
    assert len(AVATAR_JOINTS) == 22
    assert all(parent < joint for joint, parent in enumerate(AVATAR_PARENTS))
    for name, place in JOINT_INDEX.items():
        if name.startswith("left_"):
            other = JOINT_INDEX[name.replace("left_", "right_")]
            np.testing.assert_allclose(REST_POSITIONS[place] * [-1, 1, 1], REST_POSITIONS[other])
            assert REST_POSITIONS[place][0] > 0
    # Hip 0.885 to knee 0.482 to ankle 0.080, straight down.
    assert pytest.approx(0.805) == LEG_LENGTH_M
    for joint, parent in enumerate(AVATAR_PARENTS[1:], start=1):
        np.testing.assert_allclose(REST_POSITIONS[parent] + REST_OFFSETS[joint], REST_POSITIONS[joint])


def test_the_body_has_the_size_and_parts_that_others_rely_on():
    mesh = mannequin_mesh()

    triangles = len(mesh.body_triangles) + len(mesh.top_triangles)
    assert 5_000 <= triangles <= 7_000
    low, high = mesh.positions.min(axis=0), mesh.positions.max(axis=0)
    assert low[1] == pytest.approx(0.0, abs=0.002)
    assert high[1] == pytest.approx(AVATAR_HEIGHT_M, abs=0.001)
    assert high[0] == pytest.approx(-low[0], abs=1e-6)
    assert set(mesh.parts.tolist()) == {int(part) for part in BodyPart}
    head = mesh.positions[mesh.parts == BodyPart.HEAD]
    assert head[:, 1].min() > 1.45
    assert (mesh.positions[mesh.parts == BodyPart.LEFT_HAND][:, 0] > 0.65).all()


def test_weights_are_shares_of_joints():
    mesh = mannequin_mesh()

    np.testing.assert_allclose(mesh.weights.sum(axis=1), 1.0, atol=1e-6)
    assert mesh.weights.min() >= 0.0
    assert mesh.joints.max() < len(AVATAR_JOINTS)
    # What hangs far from a joint does not follow it: a hand's vertices move with the wrist alone.
    hand = mesh.parts == BodyPart.RIGHT_HAND
    assert (mesh.joints[hand, 0] == JOINT_INDEX["right_wrist"]).all()
    assert mesh.weights[hand, 0].min() == 1.0


def test_every_surface_is_closed_and_faces_outwards():
    mesh = mannequin_mesh()
    triangles = np.concatenate([mesh.body_triangles, mesh.top_triangles]).astype(np.int64)

    directed = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    # Each directed edge once, and its opposite too: no hole, no turned triangle.
    assert len(np.unique(directed, axis=0)) == len(directed)
    assert {tuple(edge) for edge in directed.tolist()} == {tuple(edge) for edge in directed[:, ::-1].tolist()}
    corners = mesh.positions[triangles].astype(np.float64)
    volume = np.einsum("ti,ti->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6.0
    assert 0.03 < volume < 0.12
    face = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (np.einsum("ti,ti->t", face, mesh.normals[triangles].mean(axis=1)) > 0).mean() > 0.995


def test_the_file_is_the_same_every_time():
    first = mannequin_glb()
    mannequin_glb.cache_clear()
    fresh_mesh.cache_clear()

    assert hashlib.sha256(mannequin_glb()).digest() == hashlib.sha256(first).digest()


def test_the_file_holds_joints_bind_matrices_and_two_materials():
    data = mannequin_glb()
    magic, version, size = struct.unpack_from("<III", data)
    length, kind = struct.unpack_from("<II", data, 12)
    document = json.loads(data[20 : 20 + length])

    assert (magic, version, size) == (0x46546C67, 2, len(data))
    assert kind == 0x4E4F534A
    assert len(data) % 4 == 0
    (skin,) = document["skins"]
    assert [document["nodes"][joint]["name"] for joint in skin["joints"]] == list(AVATAR_JOINTS)
    assert [material["name"] for material in document["materials"]] == ["body", "top"]
    for primitive in document["meshes"][0]["primitives"]:
        assert {"POSITION", "NORMAL", "JOINTS_0", "WEIGHTS_0", "_PART"} == set(primitive["attributes"])
    for view in document["bufferViews"]:
        assert view["byteOffset"] % 4 == 0
        assert view["byteOffset"] + view["byteLength"] <= document["buffers"][0]["byteLength"]
    # Bind matrices undo the rest pose: a joint's place times its matrix is the origin (column-major, row 4 last).
    accessor = document["accessors"][skin["inverseBindMatrices"]]
    start = 20 + length + 8 + document["bufferViews"][accessor["bufferView"]]["byteOffset"]
    inverse = np.frombuffer(data, "<f4", 22 * 16, start).reshape(22, 4, 4)
    np.testing.assert_allclose(inverse[:, 3, :3], -REST_POSITIONS, atol=1e-6)


def test_our_own_strict_reader_takes_it():
    scene = read_gltf(mannequin_glb(), name="avatar.glb")

    assert scene.triangle_count() == len(mannequin_mesh().body_triangles) + len(mannequin_mesh().top_triangles)
    assert scene.bounds[1][1] == pytest.approx(AVATAR_HEIGHT_M, abs=0.001)
