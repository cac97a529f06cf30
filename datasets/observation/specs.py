"""From an episode to render specifications: settings, camera ways, spans. Reads storage, writes nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from django.conf import settings

from affectory.core import storage
from affectory.core.canonical import canonical_json, sha256_hex
from datasets.episodes.body import Body
from datasets.episodes.domain import EpisodeSpec, MotionUse
from datasets.episodes.material import load_body
from datasets.episodes.models import Episode
from datasets.observation.domain import (
    AvatarRef,
    CameraModel,
    CameraPose,
    FrameRecord,
    MotionPlacement,
    RenderSpec,
    SceneRef,
    Setting,
    fingerprint,
)
from datasets.observation.monitor import VERSION as MONITOR_VERSION
from datasets.observation.monitor import MonitorView, monitor_view, place_of
from datasets.observation.reference import VERSION as REFERENCE_VERSION
from datasets.observation.reference import NoViewpointError, ReferenceView, reference_view
from datasets.scenes.stage import load_stage

SPAN_CYCLES = 2
PROBE_FPS = 4
PROBE_WIDTH, PROBE_HEIGHT = 320, 240
REPEATED_FRAMES = 4


@dataclass(frozen=True, slots=True)
class Parameters:
    """OB3: every setting that decides a clip; all of them are in its fingerprint."""

    width: int
    height: int
    hfov_deg: float
    eye_height_m: float
    fps: int
    light: str
    reference: str = REFERENCE_VERSION
    monitor: str = MONITOR_VERSION

    @property
    def camera(self) -> CameraModel:
        return CameraModel(width=self.width, height=self.height, hfov_deg=self.hfov_deg)

    def as_json(self) -> dict[str, Any]:
        """The first room camera goes unnamed: clips of the other settings, made before there was one, stay what
        they are."""
        written = asdict(self)
        if self.monitor == MONITOR_VERSION:
            del written["monitor"]
        return written

    def digest(self) -> str:
        return sha256_hex(canonical_json(self.as_json()))

    def recogniser_input(self, frames: int) -> dict[str, Any]:
        return {"fps": self.fps, "frames": frames, "width": self.width, "height": self.height}


def current_parameters() -> Parameters:
    return Parameters(
        width=settings.OBSERVATION_WIDTH,
        height=settings.OBSERVATION_HEIGHT,
        hfov_deg=settings.OBSERVATION_HFOV_DEG,
        eye_height_m=settings.OBSERVATION_EYE_HEIGHT_M,
        fps=settings.OBSERVATION_CLIP_FPS,
        light=settings.OBSERVATION_LIGHT,
    )


def clip_frames(duration_s: float, fps: int) -> int:
    """OB4: a clip spans twice the motion's duration."""
    return max(2, round(SPAN_CYCLES * duration_s * fps))


def clip_fingerprint(episode: Episode, parameters: Parameters, engine_id: str) -> str:
    """OB3: equal for the settings of one episode, so that only matched clips are ever compared."""
    frames = clip_frames(episode.duration_s, parameters.fps)
    return fingerprint(
        scene_sha256=episode.spec["scene_sha256"],
        motions=tuple(_placement(m, with_path=False) for m in episode.specification.motions),
        label=episode.label,
        second_label=episode.second_label,
        target=episode.target,
        avatar_sha256=episode.specification.avatar_sha256,
        robot_start=start_pose(episode, parameters.eye_height_m),
        camera=parameters.camera,
        fps=parameters.fps,
        frames=frames,
        engine_id=engine_id,
        light=parameters.light,
        recogniser_input=parameters.recogniser_input(frames),
    )


def start_pose(episode: Episode, eye_height_m: float) -> CameraPose:
    start = episode.spec["robot_start"]
    x, y, z = start["position"]
    return CameraPose((x, round(y + eye_height_m, 4), z), start["yaw"])


def build_spec(
    episode: Episode, *, setting: str, engine_id: str, parameters: Parameters
) -> tuple[RenderSpec, dict[str, Any]]:
    """The specification of a clip, and what chose its camera (scores of the reference observer)."""
    frames = clip_frames(episode.duration_s, parameters.fps)
    cameras: tuple[CameraPose, ...]
    if setting == Setting.P_INIT:
        cameras = (start_pose(episode, parameters.eye_height_m),)
        view: dict[str, Any] = {"kind": "fixed"}
    elif setting == Setting.P_REF:
        found = _reference(episode, parameters, frames)
        cameras = found.poses
        kind = "following" if found.is_following else "static"
        view = {"kind": kind, "scores": {k: round(v, 4) for k, v in asdict(found.scores).items()}}
    elif setting == Setting.P_MON:
        place = place_of(np.concatenate([body.pelvis[:, [0, 2]] for body in _bodies(episode.specification.motions)]))
        monitor = _monitor_view(episode.scene.glb_sha256, episode.scene.nav_sha256, place, parameters.camera)
        cameras = (monitor.pose,)
        view = {"kind": "fixed", "covers": round(monitor.covers, 4), "on_wall": monitor.on_wall}
    else:
        raise ValueError(f"no setting {setting!r}")
    spec = _spec(
        episode,
        setting=setting,
        engine_id=engine_id,
        cameras=cameras,
        camera=parameters.camera,
        fps=parameters.fps,
        frames=frames,
        light=parameters.light,
    )
    return spec, view


@lru_cache(maxsize=256)
def _monitor_view(glb_sha256: str, nav_sha256: str, place: tuple[float, float], camera: CameraModel) -> MonitorView:
    """Episodes of one room share their camera."""
    stage = load_stage(glb_sha256, nav_sha256)
    return monitor_view(place, grid=stage.grid, occupancy=stage.occupancy, camera=camera)


def probe_spec(episode: Episode, *, engine_id: str, parameters: Parameters, person: int | None = None) -> RenderSpec:
    """A small, slow clip over one cycle from the robot's start: enough to measure the challenge on the person of that
    number, or on who leads."""
    return _spec(
        episode,
        setting=Setting.P_INIT,
        engine_id=engine_id,
        cameras=(start_pose(episode, parameters.eye_height_m),),
        camera=CameraModel(width=PROBE_WIDTH, height=PROBE_HEIGHT, hfov_deg=parameters.hfov_deg),
        fps=PROBE_FPS,
        frames=max(2, round(episode.duration_s * PROBE_FPS)),
        light=parameters.light,
        first=person,
    )


def repeat_spec(episode: Episode, *, engine_id: str, parameters: Parameters) -> RenderSpec:
    """A few frames at full size, spread over the motion, to be rendered twice."""
    return _spec(
        episode,
        setting=Setting.P_INIT,
        engine_id=engine_id,
        cameras=(start_pose(episode, parameters.eye_height_m),),
        camera=parameters.camera,
        fps=max(1, round(REPEATED_FRAMES / episode.duration_s)),
        frames=REPEATED_FRAMES,
        light=parameters.light,
    )


def _reference(episode: Episode, parameters: Parameters, frames: int) -> ReferenceView:
    """EP66: the reference observer of one person, of the one of two who is asked about, or of both."""
    stage = load_stage(episode.scene.glb_sha256, episode.scene.nav_sha256)
    bodies = _bodies(_leading(episode.specification))
    given: dict[str, Any] = {
        "grid": stage.grid,
        "occupancy": stage.occupancy,
        "camera": parameters.camera,
        "eye_height_m": parameters.eye_height_m,
        "fps": parameters.fps,
        "frames": frames,
    }
    if len(episode.specification.asked) > 1:
        with suppress(NoViewpointError):
            return reference_view(bodies[0], together_with=bodies[1:], **given)
    return reference_view(bodies[0], bystanders=bodies[1:], **given)


def stored_frames(data: bytes) -> tuple[FrameRecord, ...]:
    """The records of a clip's frames file."""
    return tuple(
        FrameRecord(
            **(
                record
                | {
                    "camera": CameraPose(
                        tuple(record["camera"]["position"]), record["camera"]["yaw"], record["camera"]["pitch"]
                    )
                }
            )
        )
        for record in json.loads(data)["frames"]
    )


def _spec(
    episode: Episode,
    *,
    setting: str,
    engine_id: str,
    cameras: tuple[CameraPose, ...],
    camera: CameraModel,
    fps: int,
    frames: int,
    light: str,
    first: int | None = None,
) -> RenderSpec:
    scene_sha256 = episode.spec["scene_sha256"]
    return RenderSpec(
        engine_id=engine_id,
        setting=str(setting),
        scene=SceneRef(scene_sha256, str(storage.local_path(scene_sha256))),
        motions=tuple(_placement(m, with_path=True) for m in _leading(episode.specification, first)),
        cameras=cameras,
        camera=camera,
        fps=fps,
        frames=frames,
        light=light,
        avatar=_avatar(episode.specification.avatar_sha256),
    )


def _avatar(sha256: str) -> AvatarRef | None:
    return AvatarRef(sha256, str(storage.local_path(sha256))) if sha256 else None


def _bodies(motions: Sequence[MotionUse]) -> list[Body]:
    return [load_body(m.motion_sha256).placed(m.position, m.yaw) for m in motions]


def _leading(spec: EpisodeSpec, first: int | None = None) -> list[MotionUse]:
    """EP64: an engine measures the first motion of its specification, so the person who is asked about leads: B where
    B is the target, else A."""
    first = spec.asked[0] if first is None else first
    return [spec.motions[first], *(m for number, m in enumerate(spec.motions) if number != first)]


def _placement(motion: MotionUse, *, with_path: bool) -> MotionPlacement:
    return MotionPlacement(
        motion_sha256=motion.motion_sha256,
        path=str(storage.local_path(motion.motion_sha256)) if with_path else "",
        position=motion.position,
        yaw=motion.yaw,
        top=motion.top,
    )
