"""MO8, MO18: what leaves the importer for reviewers and engines is the movement and nothing else of the file.

Some collections tell the style in the header: helper joints, the offset of the hips, where the actor stood.
"""

import numpy as np

from datasets.motion.inspecting import inspect_data
from datasets.motion.retarget import AvatarMotion
from tests.factories.bvh import PERSON, ROOT_CHANNELS, bvh, hierarchy

FRAMES = 30


def take(joints, *, at=(0.0, 90.0, 0.0), heading=0.0, frames=None):
    """A wave by a person whose every joint has position channels, so that no OFFSET counts."""
    by_name = {name: offset for name, _, offset in PERSON}
    rows = []
    for frame in range(FRAMES):
        row = [*at, 0.0, 0.0, heading]
        for name in _written(joints)[1:]:
            lift = 40.0 * np.sin(frame / 5) if name == "LeftArm" else 0.0
            row += [*by_name.get(name, (1, 2, 3)), lift, 0.0, 0.0]
        rows.append(row)
    channels = {name: ROOT_CHANNELS for name, _, _ in joints}
    return bvh(hierarchy(joints, channels=channels), rows, frames=frames)


def _written(joints):
    def below(name):
        return [name, *(found for child in joints if child[1] == name for found in below(child[0]))]

    return below("Hips")


def retargeted(data, name="take.bvh"):
    found = inspect_data(data, name=name, max_bytes=10**7)
    assert found.reasons == ()
    return found.retargeted


def test_the_avatars_motion_is_the_same_bytes_whatever_the_header_says():
    planted = [
        (name, parent, (0.847027, 93.984, -452.225) if name == "Hips" else tuple(1.25 * x for x in at))
        for name, parent, at in PERSON
    ]
    planted.append(("style_ANGRY_helper", "Hips", (7, 7, 7)))

    plain = retargeted(take(list(PERSON)))
    leaky = retargeted(take(planted, frames=31), name="dataset-1_bow_ANGRY_001.bvh")

    assert leaky == plain
    assert b"angry" not in leaky.lower()
    assert b"style" not in leaky.lower()


def test_where_and_which_way_somebody_stood_is_not_in_it():
    here = AvatarMotion.from_bytes(retargeted(take(list(PERSON))))
    there = AvatarMotion.from_bytes(retargeted(take(list(PERSON), at=(123.0, 90.0, -452.0), heading=75.0)))

    np.testing.assert_allclose(there.root_positions, here.root_positions, atol=1e-5)
    np.testing.assert_allclose(np.abs((there.rotations * here.rotations).sum(axis=-1)), 1.0, atol=1e-6)


def test_the_header_of_the_avatars_file_is_the_same_for_everybody():
    header = retargeted(take(list(PERSON))).split(b"\n", 1)[0].rstrip()

    assert header == (
        b'{"format":"AFMO1","fps":"30/1","frames":30,"joints":["pelvis","left_hip","right_hip","spine1","left_knee",'
        b'"right_knee","spine2","left_ankle","right_ankle","spine3","left_foot","right_foot","neck","left_collar",'
        b'"right_collar","head","left_shoulder","right_shoulder","left_elbow","right_elbow","left_wrist",'
        b'"right_wrist"]}'
    )
