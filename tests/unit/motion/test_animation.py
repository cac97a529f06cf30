"""MO56: the exported animation holds the motion's own numbers, and strict readers take it."""

import json
import struct

import numpy as np

from datasets.motion.avatar import AVATAR_JOINTS, mannequin_glb
from datasets.motion.avatar.animation import animated_glb
from datasets.motion.bvh import parse_bvh
from datasets.motion.retarget import retarget
from datasets.scenes.gltf import read_gltf
from tests.factories.motion import bvh_bytes


def parts(data):
    length = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20 : 20 + length])
    return document, data[28 + length :]


def values(document, binary, accessor, width):
    row = document["accessors"][accessor]
    start = document["bufferViews"][row["bufferView"]]["byteOffset"]
    return np.frombuffer(binary, "<f4", row["count"] * width, start).reshape(-1, width)


def test_every_frame_is_a_key_with_the_motions_own_numbers():
    motion = retarget(parse_bvh(bvh_bytes(3, frames=40, fps=24)))

    document, binary = parts(animated_glb(motion, licence="CC0 1.0", extras={"motion": "x"}))

    (animation,) = document["animations"]
    assert len(animation["channels"]) == 23
    by_target = {(c["target"]["node"], c["target"]["path"]): c["sampler"] for c in animation["channels"]}
    for joint in range(len(AVATAR_JOINTS)):
        sampler = animation["samplers"][by_target[joint, "rotation"]]
        assert np.array_equal(values(document, binary, sampler["output"], 4), motion.rotations[:, joint])
    sampler = animation["samplers"][by_target[0, "translation"]]
    assert np.array_equal(values(document, binary, sampler["output"], 3), motion.root_positions)
    times = values(document, binary, sampler["input"], 1)[:, 0]
    assert np.array_equal(times, (np.arange(40) / 24).astype("<f4"))
    row = document["accessors"][sampler["input"]]
    # glTF asks for the bounds of times.
    assert (row["min"], row["max"]) == ([0.0], [float(np.float32(39 / 24))])
    assert document["asset"]["copyright"] == "CC0 1.0"
    assert document["asset"]["extras"] == {"motion": "x"}


def test_the_strict_reader_reads_it_as_it_reads_the_mannequin():
    motion = retarget(parse_bvh(bvh_bytes(3)))

    read = read_gltf(animated_glb(motion), name="a.glb")
    plain = read_gltf(mannequin_glb(), name="m.glb")

    assert [node.name for node in read.nodes] == [node.name for node in plain.nodes]
    assert len(read.skins[0].joints) == 22
