"""What an observation of an episode is: camera model, render specification and result.

Coordinate frames: metres, seconds, Y up, right-handed. A heading (yaw, radians about +Y) points along
(sin yaw, 0, cos yaw); pitch is positive upwards. Pixel (0, 0) is the top-left one. Depth is measured in metres
along the viewing axis, not along the ray.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any


class Setting(StrEnum):
    """Matched observation settings (SPEC 2.3). Each gives one clip per episode."""

    P_INIT = "P-Init"
    P_REF = "P-Ref"
    P_MON = "P-Mon"


@dataclass(frozen=True, slots=True)
class CameraModel:
    """Pinhole camera without distortion; the principal point is the picture's centre, pixels are square."""

    width: int = 640
    height: int = 480
    hfov_deg: float = 79.0
    near_m: float = 0.05
    far_m: float = 60.0


@dataclass(frozen=True, slots=True)
class CameraPose:
    """Where the optical centre is (metres) and where it looks (radians)."""

    position: tuple[float, float, float]
    yaw: float
    pitch: float = 0.0


@dataclass(frozen=True, slots=True)
class MotionPlacement:
    """A retargeted motion put into the scene: the avatar's ground origin and heading.

    ``path`` is the AFMO1 file on this machine and never enters a digest; ``motion_sha256`` stands for it there.
    ``top`` is the colour of the avatar's top ("grey", "yellow", "green").
    """

    motion_sha256: str
    path: str
    position: tuple[float, float, float]
    yaw: float
    top: str = "grey"


@dataclass(frozen=True, slots=True)
class SceneRef:
    """A stage as normalised GLB: metres, Y up, floor at y = 0. ``path`` never enters a digest."""

    scene_sha256: str
    path: str


@dataclass(frozen=True, slots=True)
class AvatarRef:
    """A fitted avatar as GLB, on the 22 joints. ``path`` never enters a digest."""

    avatar_sha256: str
    path: str


@dataclass(frozen=True, slots=True)
class RenderSpec:
    """Everything that decides the pixels of one clip. Without an ``avatar`` people are mannequins.

    ``cameras`` holds one pose (a fixed camera) or one per frame. Frame ``i`` shows the motions at ``i / fps``
    seconds, replayed cyclically from phase 0.
    """

    engine_id: str
    setting: str
    scene: SceneRef
    motions: tuple[MotionPlacement, ...]
    cameras: tuple[CameraPose, ...]
    camera: CameraModel
    fps: int
    frames: int
    light: str = "baked"
    avatar: AvatarRef | None = None

    def digest(self) -> str:
        """SHA-256 over the canonical JSON of the specification without machine paths."""
        return hashlib.sha256(self.canonical_bytes()).hexdigest()

    def canonical_bytes(self) -> bytes:
        """The bytes whose SHA-256 is the digest: stored under it, they are the specification. OB37: the mannequin
        goes unnamed, so that what was drawn with it before there was a choice keeps its digest."""
        written = asdict(self)
        if self.avatar is None:
            del written["avatar"]
        return _canonical(_without_paths(written))

    @classmethod
    def from_bytes(cls, data: bytes, *, path_of: Callable[[str], str]) -> RenderSpec:
        """Reads what ``canonical_bytes`` wrote; ``path_of`` says where a digest's file lies on this machine."""
        given = json.loads(data)
        scene = given["scene"]["scene_sha256"]
        avatar = given.get("avatar", {}).get("avatar_sha256")
        return cls(
            engine_id=given["engine_id"],
            setting=given["setting"],
            scene=SceneRef(scene, path_of(scene)),
            motions=tuple(
                MotionPlacement(
                    m["motion_sha256"], path_of(m["motion_sha256"]), _vector(m["position"]), m["yaw"], m["top"]
                )
                for m in given["motions"]
            ),
            cameras=tuple(CameraPose(_vector(c["position"]), c["yaw"], c["pitch"]) for c in given["cameras"]),
            camera=CameraModel(**given["camera"]),
            fps=given["fps"],
            frames=given["frames"],
            light=given["light"],
            avatar=avatar and AvatarRef(avatar, path_of(avatar)),
        )


@dataclass(frozen=True, slots=True)
class FrameRecord:
    """What the engine measured in one frame, for the target person (the first motion).

    ``visible_fraction``: visible pixels of the person over the pixels it would cover with nothing in front, both
    counted inside the picture; None when it covers none. ``distance_m``: horizontal, camera to pelvis.
    ``bearing_deg``: angle between the body's front and the direction from the body to the camera, 0..180
    (0: the camera sees the face side). ``joints_in_frame``: how many of the 22 joints project into the picture.
    ``parts``: the visible fraction of each body part, defined likewise. ``clearance_m``: from the camera's foot to
    the nearest obstacle or edge of the floor; None for a camera that stands on no floor. An engine knows no
    navigation grid and leaves it out; it is added when the clip is kept. Both are absent from clips made before
    they were measured.
    """

    index: int
    t: float
    camera: CameraPose
    visible_fraction: float | None
    person_pixels: int
    unoccluded_pixels: int
    distance_m: float
    bearing_deg: float
    joints_in_frame: int
    parts: Mapping[str, float | None] = field(default_factory=dict)
    clearance_m: float | None = None


@dataclass(frozen=True, slots=True)
class RenderResult:
    """Files written by an engine host below the output folder, and the digest over all raw frames.

    ``frames_sha256`` is the SHA-256 over the XXH3-128 digests of RGB, depth and ids of every frame in order: two
    renders of one specification on one machine must agree in it.
    """

    video_path: str
    poster_path: str
    frames: tuple[FrameRecord, ...]
    frames_sha256: str
    engine_id: str
    engine_version: str


def fingerprint(
    *,
    scene_sha256: str,
    motions: tuple[MotionPlacement, ...],
    label: str,
    robot_start: CameraPose,
    camera: CameraModel,
    fps: int,
    frames: int,
    engine_id: str,
    light: str,
    recogniser_input: dict[str, Any],
    second_label: str = "",
    target: str = "",
    avatar_sha256: str = "",
) -> str:
    """Digest of all that must be equal before two clips may be compared (SPEC 2.3): all but the camera's way. What
    only some have (a second person, an avatar other than the mannequin) stands in it only there, so that earlier
    clips keep theirs."""
    of_some = {"second_label": second_label, "target": target, "avatar_sha256": avatar_sha256}
    return _sha256(
        {
            **{name: value for name, value in of_some.items() if value},
            "scene_sha256": scene_sha256,
            "motions": [_without_paths(asdict(m)) for m in motions],
            "label": label,
            "robot_start": asdict(robot_start),
            "camera": asdict(camera),
            "fps": fps,
            "frames": frames,
            "engine_id": engine_id,
            "light": light,
            "recogniser_input": recogniser_input,
        }
    )


def _without_paths(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without_paths(v) for k, v in value.items() if k != "path"}
    if isinstance(value, list | tuple):
        return [_without_paths(v) for v in value]
    return value


def _sha256(value: Any) -> str:
    return hashlib.sha256(_canonical(value)).hexdigest()


def _canonical(value: Any) -> bytes:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode()


def _vector(values: Any) -> tuple[float, float, float]:
    x, y, z = values
    return (x, y, z)


class RenderState(StrEnum):
    QUEUED = "queued"
    RENDERING = "rendering"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


TRANSITIONS: dict[str, frozenset[str]] = {
    RenderState.QUEUED: frozenset({RenderState.RENDERING, RenderState.CANCELLED}),
    # Back to the queue when a worker died or a driver crashed, up to the limit of attempts.
    RenderState.RENDERING: frozenset(
        {RenderState.DONE, RenderState.FAILED, RenderState.CANCELLED, RenderState.QUEUED}
    ),
    RenderState.DONE: frozenset(),
    RenderState.FAILED: frozenset({RenderState.QUEUED}),
    RenderState.CANCELLED: frozenset({RenderState.QUEUED}),
}
