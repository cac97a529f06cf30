"""P-Ref where two people stand in the room, and what a fingerprint covers then."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from datasets.observation.domain import (
    AvatarRef,
    CameraModel,
    CameraPose,
    MotionPlacement,
    RenderSpec,
    SceneRef,
    fingerprint,
)
from datasets.observation.reference import NoViewpointError, reference_view
from datasets.scenes.camera import inside_picture, project
from tests.unit.episodes.test_body_and_checks import standing
from tests.unit.observation.test_reference import OPEN

CAMERA = CameraModel()
# A stands at the origin facing +Z, B 1.2 m before A, facing A.
A = standing()
B = standing().placed((0.0, 0.0, 1.2), math.pi)


def view(body, **people):
    return reference_view(body, **OPEN, camera=CAMERA, eye_height_m=1.25, fps=12, frames=24, **people)


def shown_in(pose: CameraPose, body) -> np.ndarray:
    pixels, depth = project(
        body.joints[0], position=pose.position, yaw=pose.yaw, pitch=pose.pitch, width=640, height=480, hfov_deg=79.0
    )
    return inside_picture(pixels, depth, width=640, height=480)


def test_the_observer_looks_past_the_other_person():
    """EP66: alone, B is best seen from straight ahead, which is where A stands (and behind A)."""
    alone, past_a = view(B).poses[0], view(B, bystanders=[A])

    assert alone.position[0] == pytest.approx(0.0, abs=0.01)
    assert alone.position[2] == pytest.approx(1.2 - 2.2, abs=0.01)
    pose = past_a.poses[0]
    assert past_a.scores.visibility > 0.95
    assert abs(pose.position[0]) > 0.5
    assert math.hypot(pose.position[0], pose.position[2]) > 0.4, "not inside A"
    assert shown_in(pose, B).all()


def test_both_are_seen_whole_from_beside_them():
    """EP66: the middle lies at (0, 0.6); nobody hides the other from a view across the line between them."""
    found = view(A, together_with=[B])

    pose = found.poses[0]
    assert shown_in(pose, A).all()
    assert shown_in(pose, B).all()
    assert found.scores.visibility == 1.0
    toward = math.atan2(0.0 - pose.position[0], 0.6 - pose.position[2])
    assert math.cos(pose.yaw - toward) == pytest.approx(1.0, abs=1e-6)
    assert abs(pose.position[0]) > abs(pose.position[2] - 0.6)


def test_two_who_stand_too_far_apart_are_not_seen_together():
    """EP66: 79° at 4 m show 2 · 4 · tan 39.5° = 6.6 m; eight metres do not fit."""
    with pytest.raises(NoViewpointError):
        view(A.placed((-4.0, 0.0, 0.0), 0.0), together_with=[A.placed((4.0, 0.0, 0.0), 0.0)])


def test_a_walking_pair_is_followed_for_as_long_as_the_shorter_motion():
    """EP65, EP66: 24 and 23 frames at 12 a second: the camera begins anew after 23."""
    first = standing(24, velocity=(0, 1))
    second = standing(23, velocity=(0, 1)).placed((1.0, 0.0, 0.0), 0.0)

    found = view(first, together_with=[second])

    assert found.is_following
    assert found.poses[23] == found.poses[0]
    assert found.poses[22] != found.poses[0]


def print_of(**changes):
    motions = tuple(MotionPlacement(c * 64, "", (1.0, 0.0, 2.0), 0.5, top) for c, top in ("ay", "bg"))
    values = {
        "scene_sha256": "b" * 64,
        "motions": motions,
        "label": "happy",
        "second_label": "sad",
        "target": "A",
        "robot_start": CameraPose((0.0, 1.25, 0.0), 0.25),
        "camera": CAMERA,
        "fps": 12,
        "frames": 24,
        "engine_id": "embedded-1",
        "light": "baked",
        "recogniser_input": {},
    }
    return fingerprint(**(values | changes))


def test_a_fingerprint_and_a_specification_name_an_avatar_and_no_mannequin():
    """OB37: what was drawn with the mannequin keeps its digests."""
    assert print_of(avatar_sha256="") == print_of()
    assert len({print_of(avatar_sha256=one) for one in ("", "c" * 64, "d" * 64)}) == 3
    placed = (MotionPlacement("a" * 64, "/m/a", (1.0, 0.0, 2.0), 0.5),)
    given = ("embedded-1", "P-Init", SceneRef("b" * 64, "/m/b"), placed, (CameraPose((0.0, 1.25, 0.0), 0.25),))
    plain = RenderSpec(*given, CAMERA, 12, 24)
    dressed = replace(plain, avatar=AvatarRef("c" * 64, "/m/c"))
    assert b"avatar" not in plain.canonical_bytes()
    for spec in (plain, dressed):
        assert RenderSpec.from_bytes(spec.canonical_bytes(), path_of=lambda sha256: f"/m/{sha256[0]}") == spec
    assert dressed.digest() != plain.digest()
    assert replace(dressed, avatar=AvatarRef("c" * 64, "/elsewhere")).digest() == dressed.digest()


def test_a_fingerprint_covers_both_people_and_who_is_asked_about():
    """OB3, EP62."""
    first, second = (MotionPlacement(c * 64, "", (1.0, 0.0, 2.0), 0.5, top) for c, top in ("ay", "bg"))
    prints = [
        print_of(),
        print_of(target="B"),
        print_of(second_label="angry"),
        print_of(label="sad", second_label="happy"),
        print_of(motions=(second, first)),
        print_of(motions=(first,)),
    ]
    assert len(set(prints)) == len(prints)
