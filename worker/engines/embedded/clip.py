"""Makes the clips of a specification: loads what it names, draws every frame, measures, encodes."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import moderngl
import numpy as np
import xxhash
from numpy.typing import NDArray

from datasets.motion.avatar.fitted import FittedAvatar, read_avatar
from datasets.motion.retarget import AvatarMotion
from datasets.observation.domain import AvatarRef, CameraModel, FrameRecord, RenderResult, RenderSpec
from datasets.scenes.gltf import GltfError, read_gltf
from worker.media.encode import ClipEncoder, save_poster

from .camera import View, view_of
from .geometry import stage_geometry
from .launch import ENGINE_ID, ENGINE_VERSION
from .person import TOP_COLOURS, Track, cycle_of, figure_of, track_of
from .records import record_of
from .renderer import Frame, Person, Renderer, Stage
from .shaders import Programs
from .upload import GpuMesh

MEASURING_WIDTH = 320
_STAGES_KEPT = 4
_RENDERERS_KEPT = 4
_AVATARS_KEPT = 12
_LIGHTS = ("baked", "plain")
VIDEO_NAME, POSTER_NAME = "clip.mp4", "poster.jpg"


class SpecError(ValueError):
    """The specification, or a file it names, cannot be drawn."""

    def __init__(self, message: str, *, code: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Body:
    """A person on the GPU; no part is farther than ``reach_m`` from a joint."""

    mesh: GpuMesh
    reach_m: float


@dataclass(frozen=True, slots=True)
class Cast:
    bodies: list[Body]
    tracks: list[Track]


class ClipMaker:
    """Keeps what clips share: compiled programs, the last stages with their light, the last avatars by
    colour of top."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._programs = Programs(context)
        self._stages: OrderedDict[tuple[str, str], Stage] = OrderedDict()
        self._renderers: OrderedDict[tuple[int, int, bool], Renderer] = OrderedDict()
        self._avatars: OrderedDict[tuple[str, str, int], Body] = OrderedDict()

    def render(self, spec: RenderSpec, out_dir: Path, *, step: Callable[[int], None]) -> RenderResult:
        """``step(done)`` is called before each frame and may raise to break off."""
        check(spec)
        out_dir.mkdir(parents=True, exist_ok=True)
        video, poster = out_dir / VIDEO_NAME, out_dir / POSTER_NAME
        digest = hashlib.sha256()
        records: list[FrameRecord] = []
        best_pixels, best = -1, None
        with (
            self._playing(spec, spec.camera, colour=True, step=step) as frames,
            ClipEncoder(video, width=spec.camera.width, height=spec.camera.height, fps=spec.fps) as encoder,
        ):
            for record, frame in frames:
                assert frame.rgb is not None
                encoder.write(frame.rgb)
                _add(digest, frame)
                records.append(record)
                if record.person_pixels > best_pixels:
                    best_pixels, best = record.person_pixels, frame.rgb.copy()
        assert best is not None
        save_poster(best, poster)
        return RenderResult(
            video_path=str(video),
            poster_path=str(poster),
            frames=tuple(records),
            frames_sha256=digest.hexdigest(),
            engine_id=ENGINE_ID,
            engine_version=ENGINE_VERSION,
        )

    def measure(self, spec: RenderSpec, *, step: Callable[[int], None]) -> list[FrameRecord]:
        """OB25: measured on a picture of the same shape, at most 320 pixels wide."""
        check(spec)
        camera = spec.camera
        if camera.width > MEASURING_WIDTH:
            height = max(1, round(camera.height * MEASURING_WIDTH / camera.width))
            camera = replace(camera, width=MEASURING_WIDTH, height=height)
        with self._playing(spec, camera, colour=False, step=step) as frames:
            return [record for record, _ in frames]

    def digest(self, spec: RenderSpec, *, step: Callable[[int], None]) -> str:
        """What ``render`` would give as the digest over all frames."""
        check(spec)
        digest = hashlib.sha256()
        with self._playing(spec, spec.camera, colour=True, step=step) as frames:
            for _, frame in frames:
                _add(digest, frame)
        return digest.hexdigest()

    def stage(self, sha256: str, path: str, light: str) -> Stage:
        key = (sha256, light)
        if key in self._stages:
            self._stages.move_to_end(key)
            return self._stages[key]
        try:
            geometry = stage_geometry(read_gltf(Path(path), name="the scene"))
        except GltfError as error:
            raise SpecError(f"The scene cannot be drawn: {error}", code="engine.scene_refused") from error
        while len(self._stages) >= _STAGES_KEPT:
            self._stages.popitem(last=False)[1].release()
        self._stages[key] = Stage(self._context, self._programs, geometry, baked=light == "baked")
        return self._stages[key]

    @contextmanager
    def _playing(
        self, spec: RenderSpec, camera: CameraModel, *, colour: bool, step: Callable[[int], None]
    ) -> Iterator[Iterator[tuple[FrameRecord, Frame]]]:
        step(0)
        # Light changes no id and no depth, so measuring goes without the bake.
        stage = self.stage(spec.scene.scene_sha256, spec.scene.path, spec.light if colour else "plain")
        step(0)
        yield self._frames(spec, camera, stage, self.cast(spec), colour=colour, step=step)

    def _frames(
        self,
        spec: RenderSpec,
        camera: CameraModel,
        stage: Stage,
        cast: Cast,
        *,
        colour: bool,
        step: Callable[[int], None],
    ) -> Iterator[tuple[FrameRecord, Frame]]:
        renderer = self.renderer(camera.width, camera.height, colour)
        fixed: View | None = view_of(spec.cameras[0], camera) if len(spec.cameras) == 1 else None
        for index in range(spec.frames):
            step(index)
            pose = spec.cameras[0] if fixed is not None else spec.cameras[index]
            view = fixed or view_of(pose, camera)
            people = [
                Person(body.mesh, track.rows[index], track.box(index, body.reach_m), track.contacts(index))
                for body, track in zip(cast.bodies, cast.tracks, strict=True)
            ]
            frame = renderer.draw(stage, people, view)
            yield (
                record_of(
                    index=index,
                    fps=spec.fps,
                    pose=pose,
                    view=view,
                    track=cast.tracks[0],
                    frame=frame,
                    near_m=camera.near_m,
                ),
                frame,
            )

    def cast(self, spec: RenderSpec) -> Cast:
        motions = []
        for placement in spec.motions:
            try:
                motions.append(AvatarMotion.from_bytes(Path(placement.path).read_bytes()))
            except (OSError, ValueError) as error:
                raise SpecError(f"The motion cannot be played: {error}", code="engine.motion_refused") from error
        cycle = cycle_of(motions)
        tracks = [
            track_of(motion, placement, fps=spec.fps, frames=spec.frames, cycle=cycle)
            for motion, placement in zip(motions, spec.motions, strict=True)
        ]
        bodies = [self._body(spec.avatar, placement.top, number) for number, placement in enumerate(spec.motions)]
        return Cast(bodies=bodies, tracks=tracks)

    def _body(self, avatar: AvatarRef | None, top: str, number: int) -> Body:
        key = (avatar.avatar_sha256 if avatar else "", top, number)
        if key not in self._avatars:
            while len(self._avatars) >= _AVATARS_KEPT:
                self._avatars.popitem(last=False)[1].mesh.release()
            figure = figure_of(_fitted(avatar), top)
            mesh = GpuMesh(self._context, self._programs, figure.geometry, skinned=True)
            self._avatars[key] = Body(mesh, figure.reach_m)
        self._avatars.move_to_end(key)
        return self._avatars[key]

    def renderer(self, width: int, height: int, colour: bool) -> Renderer:
        key = (width, height, colour)
        if key not in self._renderers:
            while len(self._renderers) >= _RENDERERS_KEPT:
                self._renderers.popitem(last=False)[1].release()
            self._renderers[key] = Renderer(self._context, self._programs, width, height, colour=colour)
        self._renderers.move_to_end(key)
        return self._renderers[key]


def _fitted(avatar: AvatarRef | None) -> FittedAvatar | None:
    if avatar is None:
        return None
    try:
        return read_avatar(Path(avatar.path).read_bytes())
    except (OSError, ValueError) as error:
        raise SpecError(f"The avatar cannot be drawn: {error}", code="engine.avatar_refused") from error


def _add(digest: hashlib._Hash, frame: Frame) -> None:
    """SHA-256 runs over a 128-bit XXH3 digest of each picture; over the pixels themselves it would cost a fifth
    of drawing them."""
    for array in (frame.rgb, frame.depth, frame.ids):
        assert array is not None
        digest.update(xxhash.xxh3_128_digest(array))


def check(spec: RenderSpec) -> None:
    """OB20: what a specification must look like to be drawn."""
    camera = spec.camera
    wrong = None
    if spec.engine_id != ENGINE_ID:
        wrong = f"it is meant for the engine {spec.engine_id!r}, not for {ENGINE_ID!r}"
    elif not (16 <= camera.width <= 4096 and 16 <= camera.height <= 4096) or camera.width % 2 or camera.height % 2:
        wrong = f"a picture of {camera.width} × {camera.height}: both must be even, from 16 to 4096"
    elif not 1.0 <= camera.hfov_deg <= 170.0 or not 0.0 < camera.near_m < camera.far_m:
        wrong = "the field of view must lie between 1° and 170°, and 0 < near < far"
    elif not 1 <= spec.frames <= 100_000 or not 1 <= spec.fps <= 120:
        wrong = f"{spec.frames} frames at {spec.fps} a second"
    elif len(spec.cameras) not in (1, spec.frames):
        wrong = f"{len(spec.cameras)} camera poses for {spec.frames} frames: give one, or one per frame"
    elif not 1 <= len(spec.motions) <= 2:
        wrong = f"{len(spec.motions)} motions: one or two people can be shown"
    elif any(motion.top not in TOP_COLOURS for motion in spec.motions):
        wrong = f"tops come in {', '.join(TOP_COLOURS)}"
    elif spec.light not in _LIGHTS:
        wrong = f"light is one of {', '.join(_LIGHTS)}, not {spec.light!r}"
    elif not _finite(spec):
        wrong = "a position or an angle is not a finite number"
    if wrong is not None:
        raise SpecError(f"The clip cannot be drawn: {wrong}.", code="engine.spec_refused")


def _finite(spec: RenderSpec) -> bool:
    cameras: NDArray[np.float64] = np.array([(*pose.position, pose.yaw, pose.pitch) for pose in spec.cameras], float)
    motions: NDArray[np.float64] = np.array([(*motion.position, motion.yaw) for motion in spec.motions], float)
    return bool(np.isfinite(cameras).all() and np.isfinite(motions).all())
