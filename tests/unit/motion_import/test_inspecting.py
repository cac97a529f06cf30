from __future__ import annotations

import numpy as np
import pytest

from datasets.motion.checks import Limit, Thresholds
from datasets.motion.inspecting import inspect_data
from tests.factories.motion import HIP_HEIGHT_CM, bvh_bytes

LIMIT = 2**20


def original(found, joints: int) -> np.ndarray:
    return np.frombuffer(found.positions, "<f4").reshape(found.frames, joints, 3)


def test_the_originals_positions_are_metres_over_the_origin_on_the_floor():
    found = inspect_data(bvh_bytes(3), name="a.bvh", max_bytes=LIMIT)
    names = [joint["name"] for joint in found.skeleton["joints"]]
    world = original(found, len(names))
    hips = world[0, names.index("Hips")]
    assert hips[0] == hips[2] == 0
    # In the file: hips at 95 cm, ankles 87 cm below (4 + 42 + 41), toes 94 cm below. The floor is found by the
    # avatar's soles and lies within a few centimetres of the file's own.
    assert hips[1] == pytest.approx(HIP_HEIGHT_CM / 100, abs=0.05)
    ankle = world[0, names.index("LeftFoot")]
    assert hips[1] - ankle[1] == pytest.approx(0.87, abs=0.002)
    assert ankle[0] > 0  # facing +Z, the left is at +X


def test_a_z_up_file_in_metres_comes_out_the_same_way_up_and_as_large():
    """The same person with axes and unit exchanged: (x, y, z) cm becomes (x, −z, y) m."""
    lines, rows = [], False
    for line in bvh_bytes(3).decode().splitlines():
        words = line.split()
        if words[:1] == ["OFFSET"]:
            x, y, z = (float(word) / 100 for word in words[1:])
            line = f"OFFSET {x} {-z} {y}"
        elif rows:
            values = [float(word) for word in words]
            x, y, z = (value / 100 for value in values[:3])
            line = " ".join(map(str, [x, -z, y, *([0.0] * (len(values) - 3))]))
        elif words[:1] == ["Frame"]:
            rows = True
        lines.append(line)
    # Nothing but the root moves in this one, so the check of movement must not matter.
    still = Thresholds(movement_m=Limit(None, None, "below"))
    found = inspect_data("\n".join(lines).encode(), name="z.bvh", max_bytes=LIMIT, thresholds=still)
    assert found.reasons == ()
    assert (found.retarget_report["up_axis"], found.retarget_report["unit"]) == ("+Z", "metre")
    names = [joint["name"] for joint in found.skeleton["joints"]]
    world = original(found, len(names))
    head, hips = world[0, names.index("Head")], world[0, names.index("Hips")]
    # 10 + 13 + 22 + 10 cm of spine and neck.
    assert head[1] - hips[1] == pytest.approx(0.55, abs=0.002)


def test_what_is_found_depends_on_the_bytes_alone():
    """MO20"""
    first, second = (inspect_data(bvh_bytes(3), name="a.bvh", max_bytes=LIMIT) for _ in range(2))
    assert first == second
    assert first.reasons == ()
    assert {check["id"] for check in first.checks} == set(first.series)
    assert all(len(series) == 60 for series in first.series.values())


def test_a_skeleton_that_cannot_be_understood_keeps_its_positions_to_look_at():
    data = bvh_bytes(3)
    for part in (b"Left", b"Right", b"Hips", b"Spine"):
        data = data.replace(part, b"x" + part[:2])
    found = inspect_data(data, name="odd.bvh", max_bytes=LIMIT)
    assert found.retargeted == b""
    assert found.reasons[0].startswith("odd.bvh: ")
    assert (found.frames, len(found.positions)) == (60, 60 * 21 * 12)


@pytest.mark.parametrize("data", [b"", b"\x00" * 100, b"HIERARCHY", b"PK\x03\x04", bytes(range(256)) * 10])
def test_what_is_no_bvh_is_refused_in_a_sentence_that_names_the_file(data):
    found = inspect_data(data, name="x.bvh", max_bytes=LIMIT)
    assert len(found.reasons) == 1
    assert found.reasons[0].startswith("x.bvh")
