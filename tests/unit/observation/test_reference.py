from __future__ import annotations

import math

import numpy as np
import pytest

from datasets.observation.domain import CameraModel, CameraPose, MotionPlacement, RenderSpec, SceneRef, fingerprint
from datasets.observation.reference import NoViewpointError, Scores, reference_view
from datasets.scenes.navigation import build_grid
from datasets.scenes.occupancy import build_occupancy
from datasets.scenes.shapes import box, quad
from tests.unit.episodes.test_body_and_checks import standing


def triangles(*shapes) -> np.ndarray:
    return np.concatenate([s.positions[s.triangles] for s in shapes])


def room(*objects):
    parts = [triangles(quad((-5, 0, 5), (10, 0, 0), (0, 0, -10))), *(triangles(o) for o in objects)]
    return {"grid": build_grid(parts), "occupancy": build_occupancy(parts)}


OPEN = room(box((0.5, 0.5, 0.5), (-4.5, 0, -4.5)))


def view(body, where=OPEN, frames: int = 24):
    return reference_view(body, **where, camera=CameraModel(), eye_height_m=1.25, fps=12, frames=frames)


def test_in_the_open_the_observer_stands_in_front_and_looks_at_the_body():
    """OB5, OB6: a person at the origin facing +Z is seen from (0, 2.2) or close to it, from eye height, looking a
    little down: the body's middle is about 0.88 m high, so the pitch is about atan(−0.37 / 2.2) = −9.5°."""
    found = view(standing())
    assert not found.is_following
    assert len(found.poses) == 1
    pose = found.poses[0]
    assert pose.position[1] == 1.25
    assert math.hypot(pose.position[0], pose.position[2]) == pytest.approx(2.2, abs=0.05)
    assert pose.position[2] > 1.8
    toward = (math.sin(pose.yaw), math.cos(pose.yaw))
    assert toward[0] * -pose.position[0] + toward[1] * -pose.position[2] == pytest.approx(2.2, abs=0.05)
    assert math.degrees(pose.pitch) == pytest.approx(-9.5, abs=1.5)
    assert found.scores.visibility == found.scores.clearance == 1.0
    assert found.scores.alignment > 0.95


def test_a_screen_in_front_sends_the_observer_to_another_side():
    """OB5: a screen of 3 m right before the person hides the front."""
    found = view(standing(), room(box((3.0, 2.2, 0.1), (0, 0, 0.8))))
    assert found.poses[0].position[2] < 0.8
    assert found.scores.visibility > 0.9


def test_a_walking_person_is_followed_at_a_distance_that_stays():
    """OB6: 1 m/s along +Z for 2 s; the way to the person stays 1.8 to 4 m, and the camera moves about as far."""
    body = standing(24, velocity=(0, 1))
    found = view(body, frames=48)
    assert found.is_following
    assert len(found.poses) == 48
    distances = [
        math.dist((p.position[0], p.position[2]), tuple(body.at(np.array([i / 12]))[0, 0, [0, 2]]))
        for i, p in enumerate(found.poses)
    ]
    assert 1.5 <= min(distances) <= max(distances) <= 4.5
    moved = math.dist(found.poses[0].position, found.poses[23].position)
    assert moved == pytest.approx(23 / 12, abs=0.5)
    # The motion replays cyclically, and so does the camera.
    assert found.poses[24:] == found.poses[:24]


def test_every_pose_stands_on_navigable_ground():
    """OB5: a shelf beside the way."""
    where = room(box((0.6, 1.8, 3.0), (1.6, 0, 1.0)))
    found = view(standing(24, velocity=(0, 1)), where)
    off = [p for p in found.poses if not where["grid"].is_navigable((p.position[0], p.position[2]))]
    assert len(off) <= 1


def test_the_same_person_is_always_seen_from_the_same_place():
    assert view(standing()) == view(standing())


def test_scores_are_weighted_to_one():
    """OB5: 0.4 · 1 + 0.3 · 0.5 + 0.15 · 1 + 0.05 · 0 + 0.1 · 1 = 0.8."""
    assert Scores(visibility=1, alignment=0.5, framing=1, distance=0, clearance=1).total == pytest.approx(0.8)
    assert Scores(1, 1, 1, 1, 1).total == pytest.approx(1.0)


def test_without_ground_there_is_no_viewpoint():
    """OB5."""
    parts = [triangles(quad((-0.5, 0, 0.5), (1, 0, 0), (0, 0, -1)))]
    where = {"grid": build_grid(parts), "occupancy": build_occupancy(parts)}
    with pytest.raises(NoViewpointError):
        view(standing(), where)


def spec(path: str = "/a") -> RenderSpec:
    return RenderSpec(
        engine_id="embedded-1",
        setting="P-Init",
        scene=SceneRef("b" * 64, path),
        motions=(MotionPlacement("a" * 64, path, (1.0, 0.0, 2.0), 0.5),),
        cameras=(CameraPose((0.0, 1.25, 0.0), 0.25),),
        camera=CameraModel(),
        fps=12,
        frames=24,
    )


def test_a_digest_knows_no_machine_and_a_specification_comes_back_from_its_bytes():
    """OB2."""
    assert spec("/a").digest() == spec("/b").digest()
    again = RenderSpec.from_bytes(spec("/a").canonical_bytes(), path_of=lambda sha: f"/store/{sha}")
    assert again.digest() == spec().digest()
    assert again.scene.path == f"/store/{'b' * 64}"
    assert again.cameras == spec().cameras


@pytest.mark.parametrize(
    "change",
    [
        {"label": "sad"},
        {"fps": 8},
        {"frames": 25},
        {"light": "plain"},
        {"engine_id": "embedded-2"},
        {"scene_sha256": "c" * 64},
        {"robot_start": CameraPose((0.0, 1.25, 0.1), 0.25)},
        {"camera": CameraModel(hfov_deg=80.0)},
        {"recogniser_input": {"fps": 4}},
    ],
)
def test_every_part_of_a_fingerprint_counts(change):
    """OB3."""
    values = {
        "scene_sha256": "b" * 64,
        "motions": spec().motions,
        "label": "happy",
        "robot_start": CameraPose((0.0, 1.25, 0.0), 0.25),
        "camera": CameraModel(),
        "fps": 12,
        "frames": 24,
        "engine_id": "embedded-1",
        "light": "baked",
        "recogniser_input": {"fps": 12},
    }
    assert fingerprint(**values) == fingerprint(**values)
    assert fingerprint(**(values | change)) != fingerprint(**values)
