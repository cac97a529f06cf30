"""MO8: the file that the browser and the engines read."""

import json
from fractions import Fraction

import numpy as np
import pytest

from datasets.motion.avatar import AVATAR_JOINTS, REST_POSITIONS
from datasets.motion.retarget import AvatarMotion, AvatarMotionError, avatar_fk


def resting(frames=2, fps=Fraction(30000, 1001)):
    rotations = np.zeros((frames, 22, 4), np.float32)
    rotations[..., 3] = 1
    roots = np.tile(REST_POSITIONS[0], (frames, 1)).astype(np.float32)
    return AvatarMotion(fps, roots, rotations)


def test_the_bytes_are_a_padded_json_line_and_two_blocks_of_floats():
    motion = resting()
    data = motion.to_bytes()
    end = data.index(b"\n")

    assert (end + 1) % 4 == 0
    header = json.loads(data[:end])
    assert header == {"format": "AFMO1", "fps": "30000/1001", "frames": 2, "joints": list(AVATAR_JOINTS)}
    assert len(data) == end + 1 + 2 * (3 + 22 * 4) * 4
    numbers = np.frombuffer(data, "<f4", offset=end + 1)
    np.testing.assert_array_equal(numbers[:6].reshape(2, 3), motion.root_positions)
    np.testing.assert_array_equal(numbers[6:].reshape(2, 22, 4), motion.rotations)


def test_what_was_written_is_read_back():
    motion = resting(5)

    read = AvatarMotion.from_bytes(motion.to_bytes())

    assert read.fps == motion.fps
    assert read.to_bytes() == motion.to_bytes()
    # 5 frames of 1001/30000 s.
    assert read.duration_s == pytest.approx(5 * 1001 / 30000)


def test_forward_kinematics_of_no_rotation_is_the_rest_pose():
    np.testing.assert_allclose(avatar_fk(resting())[1], REST_POSITIONS, atol=1e-6)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: b"", "header"),
        (lambda data: data[:50], "header"),
        (lambda data: data[:-4], "do not agree"),
        (lambda data: data + b"\0\0\0\0", "do not agree"),
        (lambda data: data.replace(b'"frames":2', b'"frames":9'), "do not agree"),
        (lambda data: data.replace(b"AFMO1", b"AFMO9"), "22-joint"),
        (lambda data: data.replace(b"pelvis", b"pelvos"), "22-joint"),
        (lambda data: data.replace(b"30000/1001", b"30000/0000"), "header"),
        (lambda data: data[:-4] + np.float32(np.nan).tobytes(), "not finite"),
        (lambda data: b"[1]\n" + data, "header"),
    ],
)
def test_other_bytes_are_refused(change, words):
    with pytest.raises(AvatarMotionError, match=words):
        AvatarMotion.from_bytes(change(resting().to_bytes()))
