"""Small worlds to draw: rooms of boxes, a person who stands or nods, and specifications over them."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from datasets.glb import Material, Node, Primitive, write_glb
from datasets.motion.avatar import JOINT_INDEX, REST_OFFSETS
from datasets.motion.retarget import AvatarMotion
from datasets.observation.domain import CameraModel, CameraPose, MotionPlacement, RenderSpec, SceneRef
from datasets.scenes.shapes import box

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """Centre and half sizes in metres."""

    centre: Vector
    half: Vector
    instance_id: int


FLOOR = Box((0.0, -0.05, 0.0), (6.0, 0.05, 6.0), 1)


def boxes_glb(boxes: list[Box]) -> bytes:
    """One node per box, in one of three colours."""
    materials = [
        Material("a", (0.5, 0.4, 0.3)),
        Material("b", (0.3, 0.45, 0.5)),
        Material("c", (0.6, 0.55, 0.2)),
    ]
    nodes = []
    for number, item in enumerate(boxes):
        shape = box(tuple(2 * h for h in item.half), (0.0, -item.half[1], 0.0))
        primitive = Primitive(
            shape.positions.astype(np.float32),
            shape.normals.astype(np.float32),
            shape.triangles.astype(np.uint32),
            number % 3,
        )
        extras = {"instance_id": item.instance_id, "category": "box"}
        nodes.append(Node(f"box.{number:02d}", (primitive,), translation=item.centre, extras=extras))
    return write_glb(nodes, materials)


def standing_motion(frames: int = 6, fps: int = 12, *, nod: float = 0.0) -> AvatarMotion:
    """The T-pose; with ``nod`` the spine sways so far (radians) once per loop."""
    rotations = np.zeros((frames, 22, 4), np.float32)
    rotations[..., 3] = 1.0
    sway = nod * np.sin(np.arange(frames) / frames * 2 * math.pi) / 2
    rotations[:, JOINT_INDEX["spine1"], 0] = np.sin(sway)
    rotations[:, JOINT_INDEX["spine1"], 3] = np.cos(sway)
    roots = np.tile(REST_OFFSETS[0], (frames, 1)).astype(np.float32)
    return AvatarMotion(Fraction(fps), roots, rotations)


class World:
    """A folder with one scene and one motion, and specifications over them."""

    def __init__(self, folder: Path, *, boxes: list[Box] | None = None, motion: AvatarMotion | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.scene = folder / "scene.glb"
        self.motion = folder / "motion.afmo"
        self.scene.write_bytes(boxes_glb([FLOOR, *(boxes or [])]))
        self.motion.write_bytes((motion or standing_motion()).to_bytes())

    def spec(
        self,
        *,
        camera: CameraPose | None = None,
        cameras: tuple[CameraPose, ...] | None = None,
        frames: int = 3,
        width: int = 160,
        height: int = 120,
        hfov_deg: float = 79.0,
        engine_id: str = "embedded-1",
        light: str = "plain",
        yaw: float = 0.0,
        position: Vector = (0.0, 0.0, 0.0),
    ) -> RenderSpec:
        """A person at the origin facing +Z, seen by default from 3 m in front, level, at 1 m."""
        front = CameraPose((0.0, 1.0, 3.0), math.pi)
        return RenderSpec(
            engine_id=engine_id,
            setting="P-Init",
            scene=SceneRef(_digest(self.scene), str(self.scene)),
            motions=(MotionPlacement(_digest(self.motion), str(self.motion), position, yaw),),
            cameras=cameras or (camera or front,),
            camera=CameraModel(width=width, height=height, hfov_deg=hfov_deg),
            fps=12,
            frames=frames,
            light=light,
        )


def with_scene(spec: RenderSpec, path: Path) -> RenderSpec:
    digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "0" * 64
    return replace(spec, scene=SceneRef(digest, str(path)))


def with_motion(spec: RenderSpec, path: Path) -> RenderSpec:
    return replace(spec, motions=(replace(spec.motions[0], path=str(path)),))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
