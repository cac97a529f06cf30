"""What any engine must do: right files and numbers, the same bytes twice, an answer to cancelling and crashing."""

from __future__ import annotations

import math
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from datasets.observation.domain import CameraPose
from tests.factories.clips import Box, World, standing_motion, with_motion, with_scene
from tests.factories.video import frames_of
from worker.engines.client import (
    EngineCancelledError,
    EngineClient,
    EngineCrashedError,
    EngineInputError,
    EngineTimeoutError,
)
from worker.engines.registry import ENGINES


def _spec(client: EngineClient, world: World, **changes):
    return world.spec(engine_id=client.engine.engine_id, **changes)


def test_a_clip_has_the_frames_that_were_asked_for(client, world, out):
    result = client.render(_spec(client, world, frames=7, light="baked"), out)

    assert frames_of(result.video_path, width=160, height=120).shape == (7, 120, 160, 3)
    with Image.open(result.poster_path) as poster:
        assert poster.size == (160, 120)
    assert [(f.index, f.t) for f in result.frames] == [(i, i / 12) for i in range(7)]
    assert (result.engine_id, len(result.frames_sha256)) == (client.engine.engine_id, 64)


def test_the_same_specification_gives_the_same_bytes_in_another_process(client, tmp_path):
    world = World(
        tmp_path / "world", boxes=[Box((0.8, 0.5, 0.9), (0.3, 0.5, 0.2), 2)], motion=standing_motion(nod=0.4)
    )
    spec = _spec(client, world, frames=8, light="baked")
    results = [client.render(spec, tmp_path / "first"), client.render(spec, tmp_path / "second")]
    with EngineClient(client.engine) as other:
        results.append(other.render(spec, tmp_path / "third"))
        assert other.frames_digest(spec) == results[0].frames_sha256

    assert len({r.frames_sha256 for r in results}) == 1
    assert len({Path(r.video_path).read_bytes() for r in results}) == 1
    assert len({Path(r.poster_path).read_bytes() for r in results}) == 1
    assert results[0].frames == results[1].frames == results[2].frames


@pytest.mark.parametrize(
    ("position", "yaw", "distance", "bearing"),
    [
        ((0.0, 1.0, 3.0), math.pi, 3.0, 0.0),
        ((0.0, 1.0, -2.0), 0.0, 2.0, 180.0),
        ((4.0, 1.0, 0.0), -math.pi / 2, 4.0, 90.0),
        ((-3.0, 1.0, 3.0), 3 * math.pi / 4, 3 * math.sqrt(2), 45.0),
    ],
)
def test_distance_and_bearing(client, world, position, yaw, distance, bearing):
    """The person stands at the origin and faces +Z, so the bearing is the angle of the camera's place from +Z."""
    record = client.measure(_spec(client, world, frames=1, camera=CameraPose(position, yaw)))[0]

    assert record.distance_m == pytest.approx(distance, abs=1e-4)
    assert record.bearing_deg == pytest.approx(bearing, abs=1e-3)
    assert record.joints_in_frame == 22
    assert record.visible_fraction == 1.0


def test_a_turned_person_is_seen_from_another_side(client, world):
    spec = _spec(client, world, frames=1, yaw=math.pi / 2)

    assert client.measure(spec)[0].bearing_deg == pytest.approx(90.0, abs=1e-3)


@pytest.mark.parametrize(
    ("boxes", "low", "high"),
    [
        ([], 1.0, 1.0),
        # The T-pose is symmetrical about x = 0, and so is the picture: a board over x > 0 hides half of the pixels.
        ([Box((1.0, 1.0, 1.0), (1.0, 1.5, 0.02), 2)], 0.48, 0.52),
        ([Box((0.0, 1.0, 1.0), (2.0, 1.5, 0.02), 2)], 0.0, 0.0),
        # Behind the person a board hides nothing.
        ([Box((0.0, 1.0, -1.0), (2.0, 1.5, 0.02), 2)], 1.0, 1.0),
    ],
    ids=["open", "half hidden", "hidden", "board behind"],
)
def test_visible_fraction(client, tmp_path, out, boxes, low, high):
    """OB22: visible pixels over the pixels that the person would cover with nothing in front. OB25: measuring says
    the same as rendering at the same size."""
    world = World(tmp_path / "world", boxes=boxes)
    spec = _spec(client, world, frames=1, width=320, height=240)
    rendered = client.render(spec, out).frames[0]
    (measured,) = client.measure(spec)

    assert rendered.visible_fraction is not None
    assert low <= rendered.visible_fraction <= high
    assert measured == rendered
    assert rendered.unoccluded_pixels > 2000


def test_each_body_part_tells_how_much_of_it_is_seen(client, tmp_path):
    """OB35: a bench 0.75 m high with its far edge 1.6 m before a camera at 1 m hides at the person, 3 m away, all
    below 1 − 3 · 0.25 / 1.6 = 0.53 m: the feet, about half of the legs, and nothing of head, trunk and arms."""
    world = World(tmp_path / "world", boxes=[Box((0.0, 0.375, 1.5), (1.5, 0.375, 0.1), 7)])
    (record,) = client.measure(_spec(client, world, frames=1, width=320, height=240))

    parts = record.parts
    assert set(parts) == {
        "head", "torso", "left_arm", "right_arm", "left_hand", "right_hand",
        "left_leg", "right_leg", "left_foot", "right_foot",
    }  # fmt: skip
    assert parts["left_foot"] == parts["right_foot"] == 0.0
    assert 0.25 < parts["left_leg"] < 0.75
    assert parts["left_leg"] == pytest.approx(parts["right_leg"], abs=0.05)
    assert {parts[name] for name in ("head", "torso", "left_arm", "right_arm", "left_hand", "right_hand")} == {1.0}


def test_a_person_outside_the_picture_has_no_visible_fraction(client, world):
    record = client.measure(_spec(client, world, frames=1, camera=CameraPose((0.0, 1.0, 3.0), 0.0)))[0]

    assert (record.visible_fraction, record.unoccluded_pixels, record.joints_in_frame) == (None, 0, 0)
    assert set(record.parts.values()) == {None}


def test_a_motion_is_replayed_from_its_start(client, tmp_path):
    """OB21: six frames at 12 fps come round every half second."""
    world = World(tmp_path / "world", motion=standing_motion(frames=6, fps=12, nod=0.8))
    records = client.measure(_spec(client, world, frames=13))

    pixels = [r.person_pixels for r in records]
    assert pixels[0:6] == pixels[6:12]
    assert pixels[0] == pixels[12]
    assert len(set(pixels[:6])) > 1


def test_each_frame_has_its_camera(client, world):
    cameras = tuple(CameraPose((0.0, 1.0, 2.0 + i), math.pi) for i in range(3))
    records = client.measure(_spec(client, world, frames=3, cameras=cameras))

    assert [r.camera for r in records] == list(cameras)
    assert [round(r.distance_m, 3) for r in records] == [2.0, 3.0, 4.0]
    assert records[0].person_pixels > records[1].person_pixels > records[2].person_pixels


def test_progress_counts_up_to_the_last_frame(client, world, out):
    seen: list[tuple[int, int]] = []
    client.render(_spec(client, world, frames=5), out, on_progress=lambda done, total: seen.append((done, total)))

    assert seen == sorted(seen)
    assert seen[-1] == (5, 5)


def test_a_cancelled_job_stops_and_the_host_lives_on(client, world, out):
    client.measure(_spec(client, world, frames=1))
    pid = client.pid
    seen: list[int] = []
    with pytest.raises(EngineCancelledError):
        client.render(
            _spec(client, world, frames=5000, width=640, height=480),
            out,
            on_progress=lambda done, total: seen.append(done),
            cancelled=lambda: len(seen) > 3,
        )

    assert max(seen) < 4000
    assert client.pid == pid
    assert len(client.measure(_spec(client, world, frames=2))) == 2


@pytest.mark.kill
def test_a_killed_host_costs_one_job(client, world, out):
    """OB24."""
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if done > 2 and not killed:
            killed.append(client.pid)
            os.kill(client.pid, signal.SIGKILL)

    with pytest.raises(EngineCrashedError, match="signal 9"):
        client.render(_spec(client, world, frames=5000), out, on_progress=kill)

    assert len(client.measure(_spec(client, world, frames=2))) == 2
    assert client.pid not in killed


@pytest.mark.kill
def test_a_silent_host_is_stopped(client, world, out):
    """OB24: whoever says nothing for longer than one frame may take is taken for dead."""
    stopped: list[int] = []
    with EngineClient(client.engine, silence_timeout_s=1.0) as fragile:

        def stop(done: int, total: int) -> None:
            if done > 2 and not stopped:
                stopped.append(fragile.pid)
                os.kill(fragile.pid, signal.SIGSTOP)

        with pytest.raises(EngineTimeoutError):
            fragile.render(_spec(client, world, frames=5000), out, on_progress=stop)
        with pytest.raises(ProcessLookupError):
            os.kill(stopped[0], 0)
        assert len(fragile.measure(_spec(client, world, frames=2))) == 2


def test_a_job_that_takes_too_long_is_stopped(client, world, out):
    spec = _spec(client, world, frames=50_000, width=640, height=480)
    with (
        EngineClient(client.engine, job_timeout_s=0.5) as hurried,
        pytest.raises(EngineTimeoutError, match=r"longer than 0\.5 s"),
    ):
        hurried.render(spec, out)


def test_what_cannot_be_drawn_is_said_and_the_host_lives_on(client, world, out, tmp_path):
    """OB20."""
    spec = _spec(client, world)
    client.measure(spec)
    pid = client.pid
    broken = tmp_path / "broken.glb"
    broken.write_bytes(b"glTF")
    faults = [
        (with_scene(spec, tmp_path / "gone.glb"), "engine.scene_refused"),
        (with_scene(spec, broken), "engine.scene_refused"),
        (with_motion(spec, tmp_path / "gone.afmo"), "engine.motion_refused"),
        (with_motion(spec, broken), "engine.motion_refused"),
        (replace(spec, camera=replace(spec.camera, width=161)), "engine.spec_refused"),
        (replace(spec, camera=replace(spec.camera, hfov_deg=0.0)), "engine.spec_refused"),
        (replace(spec, frames=0), "engine.spec_refused"),
        (replace(spec, cameras=spec.cameras * 2), "engine.spec_refused"),
        (replace(spec, motions=()), "engine.spec_refused"),
        (replace(spec, light="moonshine"), "engine.spec_refused"),
        (replace(spec, engine_id="other-1"), "engine.spec_refused"),
    ]
    for fault, code in faults:
        with pytest.raises(EngineInputError) as refusal:
            client.render(fault, out)
        assert refusal.value.code == code, fault
    assert client.pid == pid


def test_an_unknown_engine_is_refused_with_those_that_there_are():
    from affectory.core.errors import InvalidError

    with pytest.raises(InvalidError, match="embedded-1"):
        ENGINES.load("other-1")
