"""The embedded engine against independent arithmetic: ray casting for the room, a z-buffer for the skinned body."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import moderngl
import numpy as np
import pytest

from datasets.motion.avatar import JOINT_INDEX, BodyPart, mannequin_mesh
from datasets.motion.avatar.fitted import avatar_glb, read_avatar
from datasets.motion.avatar.fitting import fit_avatar
from datasets.motion.retarget import AvatarMotion
from datasets.motion.rotations import about_axis
from datasets.observation.domain import CameraModel, CameraPose, MotionPlacement
from datasets.scenes.gltf import read_gltf
from tests.factories.clips import Box, World, boxes_glb, standing_motion
from tests.factories.rigs import character
from worker.engines.client import EngineClient, EngineMissingError
from worker.engines.embedded.camera import View, focal_px, view_of
from worker.engines.embedded.context import APT_PACKAGES, create_context
from worker.engines.embedded.geometry import Geometry, stage_geometry
from worker.engines.embedded.launch import EmbeddedEngine
from worker.engines.embedded.person import Track, figure_of, mannequin_geometry, track_of
from worker.engines.embedded.renderer import Person, Renderer, Stage
from worker.engines.embedded.shaders import Programs
from worker.engines.embedded.upload import GpuMesh
from worker.engines.launching import HostCommand


@pytest.fixture(scope="module")
def context() -> Iterator[moderngl.Context]:
    context = create_context()
    yield context
    context.release()


@pytest.fixture(scope="module")
def programs(context) -> Programs:
    return Programs(context)


def _rays(view: View) -> np.ndarray:
    """World directions through the pixels' middles, one metre deep along the axis."""
    down, across = np.mgrid[0 : view.height, 0 : view.width] + 0.5
    local = np.stack(
        [
            (across - view.width / 2) / view.focal_px,
            -(down - view.height / 2) / view.focal_px,
            -np.ones_like(across),
        ],
        axis=-1,
    )
    return local @ view.world_to_camera[:3, :3]


def _cast(boxes: list[Box], view: View) -> tuple[np.ndarray, np.ndarray]:
    """Ids and depths by intersecting every ray with every box (slabs)."""
    rays = _rays(view)
    depth = np.full(rays.shape[:2], np.inf)
    ids = np.zeros(rays.shape[:2], np.uint32)
    for item in boxes:
        with np.errstate(divide="ignore", invalid="ignore"):
            first = (np.array(item.centre) - item.half - view.eye) / rays
            second = (np.array(item.centre) + item.half - view.eye) / rays
        enters, leaves = np.minimum(first, second).max(-1), np.maximum(first, second).min(-1)
        hit = (enters < leaves) & (enters > 0) & (enters < depth)
        depth[hit], ids[hit] = enters[hit], item.instance_id
    return ids, depth


def test_ids_and_depth_of_boxes_equal_ray_casting(context, programs):
    """OB26: 40 random boxes from 10 random places; pixels that differ lie on edges and are next to none."""
    rng = np.random.default_rng(0)
    boxes = [Box(tuple(rng.uniform(-2, 2, 3)), tuple(rng.uniform(0.05, 0.3, 3)), number + 1) for number in range(40)]
    # The file keeps 32-bit floats and rounded translations: cast against what was written.
    scene = read_gltf(boxes_glb(boxes), name="boxes")
    written = []
    for instance, item in zip(scene.instances(), boxes, strict=True):
        corners = instance.world_positions()
        middle, half = (corners.max(0) + corners.min(0)) / 2, (corners.max(0) - corners.min(0)) / 2
        written.append(Box(tuple(middle), tuple(half), item.instance_id))
    stage = Stage(context, programs, stage_geometry(scene), baked=False)
    equal = total = 0
    worst = 0.0
    for _ in range(10):
        eye = rng.uniform(-5, 5, 3)
        eye *= 5.5 / np.linalg.norm(eye)
        towards = rng.uniform(-1, 1, 3) - eye
        pose = CameraPose(
            tuple(eye),
            math.atan2(towards[0], towards[2]),
            math.asin(towards[1] / np.linalg.norm(towards)),
        )
        model = CameraModel(width=320, height=240, hfov_deg=float(rng.uniform(50, 100)), far_m=100.0)
        view = view_of(pose, model)
        renderer = Renderer(context, programs, 320, 240)
        frame = renderer.draw(stage, [], view)
        ids, depth = _cast(written, view)
        same = frame.ids == ids
        equal, total = equal + int(same.sum()), total + same.size
        shown = same & (ids > 0)
        worst = max(worst, float(np.abs(frame.depth - depth)[shown].max()))
        assert (frame.depth[frame.ids == 0] == 0).all()
        renderer.release()
    stage.release()

    assert equal / total > 0.9999
    assert worst < 0.002


def test_the_camera_looks_where_its_yaw_and_pitch_say():
    """At yaw 90° a camera looks along +X; what lies ahead is in the middle, +Z to its left... and up stays up."""
    view = view_of(CameraPose((0.0, 1.0, 0.0), math.pi / 2), CameraModel(width=200, height=100, hfov_deg=90.0))
    pixels, depth = view.project(np.array([[2.0, 1.0, 0.0], [2.0, 1.0, 1.0], [2.0, 1.5, 0.0], [-1.0, 1.0, 0.0]]))

    # hfov 90° and width 200: focal length 100 pixels. Facing +X with +Y up, the right hand is +Z.
    assert focal_px(CameraModel(width=200, height=100, hfov_deg=90.0)) == pytest.approx(100.0)
    assert pixels[0] == pytest.approx((100, 50))
    assert pixels[1] == pytest.approx((150, 50))
    assert pixels[2] == pytest.approx((100, 25))
    assert depth[:3] == pytest.approx((2.0, 2.0, 2.0))
    assert depth[3] < 0


def _nothing_near() -> Geometry:
    return stage_geometry(read_gltf(boxes_glb([Box((0.0, -9.0, 0.0), (1.0, 1.0, 1.0), 1)]), name="far below"))


def _placed(body: GpuMesh, track: Track) -> Person:
    return Person(body, track.rows[0], track.box(0), track.contacts(0))


def _bent_motion() -> AvatarMotion:
    motion = standing_motion(frames=1)
    turns = {"left_shoulder": (2, -1.2), "right_elbow": (1, 1.1), "left_hip": (0, -0.7), "left_knee": (0, 0.9)}
    for joint, (axis, radians) in {**turns, "spine2": (1, 0.4), "neck": (0, 0.3)}.items():
        motion.rotations[0, JOINT_INDEX[joint]] = about_axis(axis, np.array(radians))
    return motion


def _skinned(rows: np.ndarray) -> np.ndarray:
    """The body on the CPU with exact weights, written out afresh."""
    mesh = mannequin_mesh()
    places = np.c_[mesh.positions.astype(float), np.ones(len(mesh.positions))]
    moved = np.einsum("jab,vb->vja", rows.astype(float), places)
    chosen = np.take_along_axis(moved, mesh.joints.astype(int)[:, :, None], axis=1)
    weights = mesh.weights / mesh.weights.sum(1, keepdims=True)
    return (chosen * weights[:, :, None]).sum(1)


def _depth_buffer(points: np.ndarray, triangles: np.ndarray, view: View) -> np.ndarray:
    pixels, depth = view.project(points)
    buffer = np.full((view.height, view.width), np.inf)
    for corners in triangles:
        x, y, inverse = pixels[corners, 0], pixels[corners, 1], 1 / depth[corners]
        area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])
        if area >= -1e-9:
            continue  # turned away: rows count downwards, so what faces the camera winds the other way
        left, right = int(np.ceil(x.min() - 0.5)), int(np.floor(x.max() - 0.5))
        top, bottom = int(np.ceil(y.min() - 0.5)), int(np.floor(y.max() - 0.5))
        if right < left or bottom < top or left < 0 or top < 0 or right >= view.width or bottom >= view.height:
            continue
        gx, gy = np.meshgrid(np.arange(left, right + 1) + 0.5, np.arange(top, bottom + 1) + 0.5)
        second = ((gx - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (gy - y[0])) / area
        third = ((x[1] - x[0]) * (gy - y[0]) - (gx - x[0]) * (y[1] - y[0])) / area
        first = 1 - second - third
        inside = (first >= 0) & (second >= 0) & (third >= 0)
        with np.errstate(divide="ignore"):
            here = np.where(inside, 1 / (first * inverse[0] + second * inverse[1] + third * inverse[2]), np.inf)
        part = buffer[top : bottom + 1, left : right + 1]
        np.minimum(part, here, out=part)
    return buffer


@pytest.mark.parametrize(
    ("eye", "yaw", "pitch"),
    [((0.2, 1.3, 2.4), math.pi + 0.1, -0.15), ((2.0, 1.5, 0.6), -1.9, -0.2)],
)
def test_the_skinned_body_equals_a_depth_buffer_in_numpy(context, programs, eye, yaw, pitch):
    """OB27: silhouette and depth of a bent body. Weights of 8 bits move no vertex by more than two millimetres."""
    placement = MotionPlacement("0" * 64, "", (0.1, 0.0, -0.2), 0.5)
    track = track_of(_bent_motion(), placement, fps=12, frames=1)
    body = GpuMesh(context, programs, mannequin_geometry("grey"), skinned=True)
    stage = Stage(
        context,
        programs,
        stage_geometry(read_gltf(boxes_glb([Box((0, -9, 0), (1, 1, 1), 1)]), name="b")),
        baked=False,
    )
    view = view_of(CameraPose(eye, yaw, pitch), CameraModel(width=480, height=480, hfov_deg=60.0))
    renderer = Renderer(context, programs, 480, 480)
    frame = renderer.draw(stage, [_placed(body, track)], view)

    mesh = mannequin_mesh()
    expected = _depth_buffer(
        _skinned(track.rows[0]), np.concatenate([mesh.body_triangles, mesh.top_triangles]).astype(int), view
    )
    drawn, cast = np.zeros(expected.shape, bool), np.isfinite(expected)
    frame.of_rectangle(drawn)[:] = frame.alone > 0
    assert drawn.sum() > 10_000
    assert (drawn != cast).sum() < 0.004 * drawn.sum()
    error = np.abs(frame.depth - expected)[drawn & cast]
    assert np.median(error) < 0.0005
    assert np.percentile(error, 99) < 0.004
    # Where the surface seen at a joint is that joint's own, it carries the joint's part.
    checked = 0
    for joint, part in {"head": 1, "left_elbow": 3, "right_elbow": 4, "left_knee": 7, "right_knee": 8}.items():
        (pixel,), (depth,) = view.project(track.joints[0, JOINT_INDEX[joint]][None])
        down, across = int(pixel[1]), int(pixel[0])
        if depth - frame.depth[down, across] < 0.12:
            identity = int(frame.ids[down, across])
            assert (identity >> 16, identity & 0xFFFF) == (1, part), joint
            checked += 1
    assert checked >= 4
    for resource in (body, stage, renderer):
        resource.release()


def test_a_fitted_avatar_is_drawn_as_it_lies_in_the_file(context, programs):
    """MO64, OB39: the mannequin, fitted to itself, covers the same pixels in the same parts; the top takes the colour
    that a person is called by, and the box around a long nose holds it."""
    fitted, _ = fit_avatar(character(), name="m.glb")
    avatar = read_avatar(avatar_glb(fitted))
    model = CameraModel(width=320, height=240)
    view = view_of(CameraPose((0.1, 1.1, 1.8), math.pi), model)
    renderer = Renderer(context, programs, 320, 240)
    stage = Stage(context, programs, _nothing_near(), baked=False)
    track = track_of(_bent_motion(), MotionPlacement("0" * 64, "", (0.1, 0.0, -0.2), 0.5), fps=12, frames=1)

    def drawn(avatar, top):
        figure = figure_of(avatar, top)
        body = GpuMesh(context, programs, figure.geometry, skinned=True)
        person = Person(body, track.rows[0], track.box(0, figure.reach_m), track.contacts(0))
        frame = renderer.draw(stage, [person], view)
        return frame.ids.copy(), frame.rgb.copy(), frame

    plain, _, _ = drawn(None, "green")
    ids, green, _ = drawn(avatar, "green")
    assert np.count_nonzero(ids != plain) < 0.02 * np.count_nonzero(plain)
    own, grey, _ = drawn(avatar, "grey")
    assert np.array_equal(own, ids)
    # Fitted without pictures it is white: grey leaves that, green is painted on the chest and on nothing else.
    changed = (green != grey).any(axis=2)
    assert 0.2 < np.count_nonzero(changed) / np.count_nonzero(ids) < 0.6
    chest = green[changed].astype(int)
    assert (chest[:, 1] > chest[:, 0]).all()

    nose = replace(avatar, mesh=replace(avatar.mesh, positions=avatar.mesh.positions.copy()))
    tip = int(np.flatnonzero(nose.mesh.parts == BodyPart.HEAD)[0])
    nose.mesh.positions[tip] = (0.0, 1.6, 0.9)
    ids, _, frame = drawn(nose, "grey")
    assert np.count_nonzero(frame.alone) == np.count_nonzero(ids)


def test_a_second_person_in_front_hides_the_first(context, programs):
    """OB23: the target's unoccluded pixels are those with nobody in front of it either."""
    motion = standing_motion(frames=1)
    tracks = [
        track_of(motion, MotionPlacement("0" * 64, "", (0.0, 0.0, z), 0.0, top), fps=12, frames=1)
        for z, top in ((0.0, "yellow"), (0.8, "green"))
    ]
    bodies = [GpuMesh(context, programs, mannequin_geometry(top), skinned=True) for top in ("yellow", "green")]
    stage = Stage(
        context,
        programs,
        stage_geometry(read_gltf(boxes_glb([Box((0, -9, 0), (1, 1, 1), 1)]), name="b")),
        baked=False,
    )
    view = view_of(CameraPose((0.0, 1.0, 3.0), math.pi), CameraModel(width=160, height=120))
    renderer = Renderer(context, programs, 160, 120)
    people = [_placed(body, track) for body, track in zip(bodies, tracks, strict=True)]
    alone = np.count_nonzero(renderer.draw(stage, people[:1], view).alone)
    both = renderer.draw(stage, people, view)

    assert np.count_nonzero(both.alone) == alone
    assert np.count_nonzero(both.ids >> 16 == 1) < 0.35 * alone
    assert np.count_nonzero(both.ids >> 16 == 2) > alone
    for resource in (*bodies, stage, renderer):
        resource.release()


def test_baked_light_darkens_under_a_table_and_not_in_the_open(context, programs):
    """A top 0.5 m over the floor: the floor below it is darker than the floor beside it, by the bake alone."""
    boxes = [
        Box((0, -0.05, 0), (3, 0.05, 3), 1),
        Box((0, 0.5, 0), (0.7, 0.02, 0.7), 2),
        Box((0, 3, 0), (3, 0.05, 3), 3),
    ]
    geometry = stage_geometry(read_gltf(boxes_glb(boxes), name="table"))
    view = view_of(CameraPose((0.0, 0.45, 2.6), math.pi, -0.16), CameraModel(width=160, height=120))
    values = {}
    for baked in (False, True):
        stage = Stage(context, programs, geometry, baked=baked)
        renderer = Renderer(context, programs, 160, 120)
        frame = renderer.draw(stage, [], view)
        pixels, _ = view.project(np.array([[0.0, 0.0, 0.0], [1.6, 0.0, 0.4]]))
        values[baked] = [float(frame.rgb[int(y), int(x)].mean()) for x, y in pixels]
        assert [int(frame.ids[int(y), int(x)]) for x, y in pixels] == [1, 1]
        stage.release()
        renderer.release()

    assert values[False][0] == values[False][1]
    assert values[True][0] < 0.85 * values[True][1]
    assert values[True][1] > 0.9 * values[False][1]


class _Blind(EmbeddedEngine):
    """The engine on a machine without a graphics driver."""

    def host(self) -> HostCommand:
        host = super().host()
        return HostCommand(host.command, {**host.environment, "__EGL_VENDOR_LIBRARY_DIRS": "/nowhere"})


def test_without_opengl_the_packages_to_install_are_named(tmp_path):
    """OB28."""
    world = World(tmp_path)
    with EngineClient(_Blind()) as client, pytest.raises(EngineMissingError) as refusal:
        client.measure(world.spec())

    assert APT_PACKAGES in refusal.value.message
    assert refusal.value.code == "engine.graphics_missing"


def test_a_host_ends_when_its_worker_is_gone():
    host = EmbeddedEngine().host()
    process = subprocess.Popen(
        host.command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env={**os.environ, **host.environment}
    )
    assert process.stdin is not None
    process.stdin.close()

    assert process.wait(timeout=30) == 0
    assert host.command[0] == sys.executable
