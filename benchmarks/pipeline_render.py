"""A clip through the whole pipeline against the bare engine making the same passes, in CPU time.

    python -m benchmarks.pipeline_render

Pipeline: `EngineClient.render` with a warm host, as the task calls it, and storing the results. Counted is the CPU
time of the client, the host and the host's ffmpeg: loading the motion, posing, drawing, reading colour, depth, ids
and the ids of the person alone, the frame's measurements, the digest over all pixels, the pipe to ffmpeg, encoding,
the poster, messages, and `storage.put_file` of video and poster. Not counted: the row's start and end in the
database.

Bare: the same frames drawn and read by a loop over `Renderer.draw` that does nothing else, and ffmpeg with the same
settings encoding the same frames from a file. Both sides have the scene and its light ready. The smallest of several
rounds, the two taking turns.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import os
import resource
import subprocess
import tempfile
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("LP_NUM_THREADS", "0")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "affectory.settings.test")

import django
from django.conf import settings

from affectory.core import storage
from datasets.observation.domain import CameraModel, CameraPose, MotionPlacement, RenderSpec, SceneRef
from datasets.scenes.apartment import apartment_glb
from worker.engines.client import EngineClient
from worker.engines.embedded.camera import view_of
from worker.engines.embedded.clip import ClipMaker
from worker.engines.embedded.context import create_context
from worker.engines.embedded.launch import EmbeddedEngine
from worker.engines.embedded.renderer import Person
from worker.media.encode import encoding_command

from .motions import strolling

LIMIT = 1.25


def specification(folder: Path, *, width: int, frames: int, moving: bool) -> RenderSpec:
    scene, motion = folder / "scene.glb", folder / "motion.afmo"
    scene.write_bytes(apartment_glb())
    motion.write_bytes(strolling().to_bytes())
    poses = []
    for i in range(frames if moving else 1):
        x, z = -0.2 - 0.6 * math.sin(i / 40), 2.9 - 0.3 * math.sin(i / 25)
        poses.append(CameraPose((x, 1.25, z), math.atan2(-1.2 - x, -0.3 - z), -0.1))
    return RenderSpec(
        engine_id="embedded-1",
        setting="P-Init",
        scene=SceneRef(_digest(scene), str(scene)),
        motions=(MotionPlacement(_digest(motion), str(motion), (-1.2, 0.0, -0.8), 0.3, "yellow"),),
        cameras=tuple(poses),
        camera=CameraModel(width=width, height=width * 3 // 4),
        fps=12,
        frames=frames,
    )


class Bare:
    """The engine in this process; its loop and nothing else."""

    def __init__(self, spec: RenderSpec, folder: Path) -> None:
        self._spec = spec
        maker = ClipMaker(create_context())
        self._stage = maker.stage(spec.scene.scene_sha256, spec.scene.path, spec.light)
        self._cast = maker.cast(spec)
        self._renderer = maker.renderer(spec.camera.width, spec.camera.height, True)
        self._views = [view_of(pose, spec.camera) for pose in spec.cameras]
        self._raw = folder / "frames.rgb"
        with self._raw.open("wb") as out:
            for index in range(spec.frames):
                out.write(self._frame(index).rgb)

    def cpu_s(self) -> float:
        start = time.process_time()
        for index in range(self._spec.frames):
            self._frame(index)
        drawn = time.process_time() - start
        camera = self._spec.camera
        command = encoding_command(
            self._raw.with_suffix(".mp4"),
            source=str(self._raw),
            width=camera.width,
            height=camera.height,
            fps=self._spec.fps,
        )
        before = _children_s()
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
        return drawn + _children_s() - before

    def _frame(self, index: int):
        cast = self._cast
        people = [
            Person(mesh, track.rows[index], track.box(index), track.contacts(index))
            for mesh, track in zip(cast.meshes, cast.tracks, strict=True)
        ]
        return self._renderer.draw(self._stage, people, self._views[index % len(self._views)])


def pipeline_cpu_s(client: EngineClient, spec: RenderSpec, folder: Path) -> float:
    own, host = time.process_time(), _process_s(client.pid)
    result = client.render(spec, folder / "out")
    storage.put_file(result.video_path)
    storage.put_file(result.poster_path)
    return time.process_time() - own + _process_s(client.pid) - host


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--frames", type=int, default=96)
    arguments = parser.parse_args()
    django.setup()
    met = True
    with tempfile.TemporaryDirectory() as name, EngineClient(EmbeddedEngine()) as client:
        folder = Path(name)
        settings.STORAGE_ROOT = folder / "storage"
        for width in (320, 640):
            for moving in (False, True):
                spec = specification(folder, width=width, frames=arguments.frames, moving=moving)
                client.render(replace(spec, frames=2, cameras=spec.cameras[:1]), folder / "warm")
                bare, best, best_bare = Bare(spec, folder), math.inf, math.inf
                for _ in range(arguments.rounds):
                    best_bare = min(best_bare, bare.cpu_s())
                    best = min(best, pipeline_cpu_s(client, spec, folder))
                ratio = best / best_bare
                each = 1e3 / spec.frames
                kind = "following" if moving else "fixed"
                print(
                    f"{width}x{width * 3 // 4} {kind} camera: pipeline {best * each:.2f}, bare "
                    f"{best_bare * each:.2f} cpu-ms a frame, ratio {ratio:.3f} (limit {LIMIT})"
                )
                met &= ratio <= LIMIT
    print("all limits met" if met else "A LIMIT IS MISSED")
    return 0 if met else 1


def _process_s(pid: int | None) -> float:
    """CPU time of a process and of those of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(fields[i]) for i in (11, 12, 13, 14)) / os.sysconf("SC_CLK_TCK")


def _children_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    raise SystemExit(main())
