"""One RGB + depth + ids frame of the demonstration's apartment with the avatar, in CPU milliseconds, and MuJoCo's.

    python -m benchmarks.engine_frame            # needs requirements/bench.txt for the comparison

A frame of ours: posing the skinned avatar, drawing, reading colour, depth, ids and the ids of the person alone.
MuJoCo's: the same triangles as mesh geoms (one per primitive), the avatar as 22 rigid pieces moved each frame, its
three renderings (colour, depth, segmentation). "MuJoCo" has one light that casts a shadow, as its lights do unless
told otherwise; that, or the baked light of ours, shows what stands on what. "MuJoCo flat" casts none and is printed
beside our plain light for whoever wants no shadows. MuJoCo's multisampling is off. Every side draws in the calling
thread (LP_NUM_THREADS=0). CPU time; the smallest of several rounds, the sides taking turns.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

os.environ.setdefault("LP_NUM_THREADS", "0")
os.environ.setdefault("MUJOCO_GL", "egl")

import numpy as np
from PIL import Image

from datasets.motion.avatar import REST_POSITIONS, mannequin_mesh
from datasets.observation.domain import CameraModel, CameraPose, MotionPlacement
from datasets.scenes.apartment import apartment_glb
from datasets.scenes.gltf import GltfScene, read_gltf
from worker.engines.embedded.camera import View, view_of
from worker.engines.embedded.context import create_context
from worker.engines.embedded.geometry import stage_geometry
from worker.engines.embedded.person import Track, mannequin_geometry, track_of
from worker.engines.embedded.renderer import Person, Renderer, Stage
from worker.engines.embedded.shaders import Programs
from worker.engines.embedded.upload import GpuMesh

from .motions import strolling

FRAMES = 24
LIMITS = {320: 3.5, 640: 8.0}
RATIO_LIMIT = 0.25


def cameras(width: int) -> list[View]:
    """A camera that strolls through the living room and keeps the avatar in the picture."""
    model = CameraModel(width=width, height=width * 3 // 4)
    views = []
    for i in range(FRAMES):
        x, z = -0.2 - 0.05 * i, 3.0 - 0.06 * i
        views.append(view_of(CameraPose((x, 1.25, z), math.atan2(-1.2 - x, -0.3 - z), -0.12), model))
    return views


def the_track() -> Track:
    placement = MotionPlacement("0" * 64, "", (-1.2, 0.0, -0.8), 0.3)
    return track_of(strolling(), placement, fps=12, frames=FRAMES)


class Ours:
    def __init__(self, scene: GltfScene, light: str) -> None:
        self._context = create_context()
        self._programs = Programs(self._context)
        self._stage = Stage(self._context, self._programs, stage_geometry(scene), baked=light == "baked")
        self._body = GpuMesh(self._context, self._programs, mannequin_geometry("yellow"), skinned=True)
        self._renderers: dict[int, Renderer] = {}

    def draw(self, view: View, track: Track, frame: int) -> Any:
        if view.width not in self._renderers:
            self._renderers[view.width] = Renderer(self._context, self._programs, view.width, view.height)
        renderer = self._renderers[view.width]
        person = Person(self._body, track.rows[frame], track.box(frame), track.contacts(frame))
        return renderer.draw(self._stage, [person], view)


class MuJoCo:
    """The scene in MuJoCo 4. Meshes have no skin ids there, so the body is cut into the pieces of its joints."""

    def __init__(self, scene: GltfScene, *, shadow: bool) -> None:
        import mujoco

        self._mujoco = mujoco
        spec = mujoco.MjSpec()
        spec.visual.quality.offsamples = 0
        spec.visual.map.znear, spec.visual.map.zfar, spec.stat.extent = 0.01, 20.0, 5.0
        spec.visual.global_.offwidth, spec.visual.global_.offheight = 640, 480
        spec.worldbody.add_light(pos=[0, 0, 2.4], dir=[0, 0, -1], castshadow=shadow, cutoff=80)
        for number, instance in enumerate(scene.instances()):
            corners = instance.world_positions()[instance.primitive.faces]
            colour = instance.primitive.material.base_colour
            self._add(spec, spec.worldbody, f"s{number}", _upright(corners), colour)
        mesh = mannequin_mesh()
        triangles = np.concatenate([mesh.body_triangles, mesh.top_triangles]).astype(int)
        owner = mesh.joints[np.arange(len(mesh.joints)), mesh.weights.argmax(1)].astype(int)[triangles[:, 0]]
        self._pieces = []
        for joint in np.unique(owner):
            corners = mesh.positions[triangles[owner == joint]].astype(float) - REST_POSITIONS[joint]
            body = spec.worldbody.add_body(name=f"b{joint}", mocap=True)
            self._add(spec, body, f"p{joint}", _upright(corners), (0.8, 0.5, 0.1, 1.0))
            self._pieces.append(int(joint))
        spec.worldbody.add_body(name="camera", mocap=True).add_camera(name="eye", fovy=60.0)
        self._model = spec.compile()
        self._data = mujoco.MjData(self._model)
        self._renderers: dict[int, Any] = {}

    def draw(self, view: View, track: Track, frame: int) -> Any:
        mujoco, model, data = self._mujoco, self._model, self._data
        model.cam_fovy[0] = math.degrees(2 * math.atan(view.height / 2 / view.focal_px))
        for joint in self._pieces:
            world = np.eye(4)
            world[:3, :3], world[:3, 3] = track.rows[frame, joint, :, :3], track.joints[frame, joint]
            self._put(f"b{joint}", TURNED @ world @ np.linalg.inv(TURNED))
        camera = np.linalg.inv(view.world_to_camera)
        self._put("camera", TURNED @ camera)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_camlight(model, data)
        if view.width not in self._renderers:
            self._renderers[view.width] = mujoco.Renderer(model, view.height, view.width, max_geom=5000)
        renderer = self._renderers[view.width]
        renderer.update_scene(data, "eye")
        colour = renderer.render().copy()
        renderer.enable_depth_rendering()
        depth = renderer.render().copy()
        renderer.disable_depth_rendering()
        renderer.enable_segmentation_rendering()
        ids = renderer.render()[..., 0].copy()
        renderer.disable_segmentation_rendering()
        return colour, depth, ids

    def close(self) -> None:
        for renderer in self._renderers.values():
            renderer.close()

    def _add(self, spec: Any, body: Any, name: str, corners: np.ndarray, colour: tuple[float, ...]) -> None:
        vertices = corners.reshape(-1, 3)
        # MuJoCo refuses flat meshes' volumes; a shell's inertia does without one.
        spec.add_mesh(
            name=name,
            uservert=vertices.ravel().tolist(),
            userface=np.arange(len(vertices)).tolist(),
            inertia=self._mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL,
        )
        body.add_geom(
            type=self._mujoco.mjtGeom.mjGEOM_MESH,
            meshname=name,
            rgba=[*np.sqrt(colour[:3]), 1.0],
            contype=0,
            conaffinity=0,
            mass=0.0,
        )

    def _put(self, name: str, world: np.ndarray) -> None:
        index = self._model.body(name).mocapid[0]
        self._data.mocap_pos[index] = world[:3, 3]
        quaternion = np.empty(4)
        self._mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(world[:3, :3]).ravel())
        self._data.mocap_quat[index] = quaternion


# MuJoCo has Z up.
TURNED = np.array([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1.0]])


def _upright(corners: np.ndarray) -> np.ndarray:
    return corners @ TURNED[:3, :3].T


SIDES = ("ours baked", "ours plain", "MuJoCo", "MuJoCo flat")


def _serve(name: str, connection: Connection) -> None:
    """One side in a process of its own: two GL libraries in one would take each other's context away."""
    scene, track = read_gltf(apartment_glb(), name="apartment"), the_track()
    side: Any = MuJoCo(scene, shadow="flat" not in name) if "MuJoCo" in name else Ours(scene, name.split()[1])
    while (asked := connection.recv()) is not None:
        width, folder = asked
        views = cameras(width)
        start = time.process_time()
        for frame, view in enumerate(views):
            drawn = side.draw(view, track, frame)
            if folder and frame == FRAMES // 2:
                colour = drawn[0] if isinstance(drawn, tuple) else drawn.rgb
                folder.mkdir(parents=True, exist_ok=True)
                Image.fromarray(colour).save(folder / f"{name.replace(' ', '-')}-{width}.png")
        connection.send((time.process_time() - start) / len(views) * 1e3)
    if isinstance(side, MuJoCo):
        side.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--save", type=Path, help="write one picture of each side into this folder")
    arguments = parser.parse_args()
    triangles = read_gltf(apartment_glb(), name="apartment").triangle_count()
    print(f"apartment {triangles} triangles, avatar {_avatar_triangles()}; hfov {CameraModel().hfov_deg:g}°")
    names = [name for name in SIDES if "MuJoCo" not in name or find_spec("mujoco")]
    if "MuJoCo" not in names:
        print("MuJoCo is not installed: no comparison (requirements/bench.txt)")
    spawn = get_context("spawn")
    ends: dict[str, Connection] = {}
    for name in names:
        ends[name], theirs = spawn.Pipe()
        spawn.Process(target=_serve, args=(name, theirs), daemon=True).start()
        theirs.close()
    met = False not in [_compare(ends, width, limit, arguments) for width, limit in LIMITS.items()]
    for connection in ends.values():
        connection.send(None)
    print("all limits met" if met else "A LIMIT IS MISSED")
    return 0 if met else 1


def _compare(ends: dict[str, Connection], width: int, limit: float, arguments: argparse.Namespace) -> bool:
    best = dict.fromkeys(ends, math.inf)
    for number in range(arguments.rounds + 1):
        for name, connection in ends.items():
            connection.send((width, arguments.save if number == 0 else None))
            spent = connection.recv()
            if number:  # the first round compiles and saves
                best[name] = min(best[name], spent)
    size = f"{width}x{width * 3 // 4}"
    row = ", ".join(f"{name} {value:.2f}" for name, value in best.items())
    print(f"{size}: {row} cpu-ms a frame; limit baked {limit}")
    met = best["ours baked"] <= limit
    if "MuJoCo" in best:
        ratio = best["ours baked"] / best["MuJoCo"]
        print(f"{size}: ours baked / MuJoCo = {ratio:.3f}; limit {RATIO_LIMIT}")
        print(f"{size}: ours plain / MuJoCo flat = {best['ours plain'] / best['MuJoCo flat']:.3f}")
        met = met and ratio <= RATIO_LIMIT
    return met


def _avatar_triangles() -> int:
    mesh = mannequin_mesh()
    return len(mesh.body_triangles) + len(mesh.top_triangles)


if __name__ == "__main__":
    raise SystemExit(main())
