"""Making the demo's film: shots from the render engine, a sound track, one file."""

from __future__ import annotations

import math
import shutil
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from affectory.core import storage
from datasets.motion.bvh import parse_bvh
from datasets.motion.retarget import retarget
from datasets.motion.synthetic import generate
from datasets.observation.domain import CameraModel, CameraPose, MotionPlacement, RenderSpec, SceneRef
from datasets.scenes.apartment import apartment_glb
from worker.engines.client import engine_client
from worker.film.screenplay import FPS, PERFORMERS, SHOTS, TOPS, Camera, Part, Shot, spoken
from worker.media import ffmpeg

ENGINE = "embedded-1"
PICTURE = CameraModel(width=640, height=360, hfov_deg=62.0)
SOUND_RATE = 48_000
_PITCH_HZ = {"Ana": 205.0, "Ben": 128.0}


def make_film(folder: Path, *, on_shot: Callable[[int, int], None]) -> Path:
    """The whole film as an MP4 with sound. Shots that are there already are not made again, so that a start after a
    break goes on where it was."""
    film = folder / "film.mp4"
    if film.exists():
        return film
    folder.mkdir(parents=True, exist_ok=True)
    shots = _shots(folder, on_shot)
    sound = folder / "sound.wav"
    _write_wav(sound, sound_track())
    listing = folder / "shots.txt"
    listing.write_text("ffconcat version 1.0\n" + "".join(f"file {shot.name}\n" for shot in shots))
    joined = folder / "film.new.mp4"
    streams = [ffmpeg.source(listing, "concat")["v:0"], ffmpeg.source(sound, "wav")["a:0"]]
    options = {"c:v": "copy", "c:a": "aac", "b:a": "96k", "movflags": "+faststart", **ffmpeg.BITEXACT}
    ffmpeg.run(ffmpeg.output(joined, *streams, **options))
    joined.rename(film)
    return film


def _shots(folder: Path, on_shot: Callable[[int, int], None]) -> list[Path]:
    scene = _scene()
    shots = []
    try:
        for number, shot in enumerate(SHOTS):
            on_shot(number, len(SHOTS))
            shots.append(_shot(shot, scene, folder / f"shot-{number:02d}"))
    finally:
        engine_client(ENGINE).close()
    on_shot(len(SHOTS), len(SHOTS))
    return shots


def sound_track() -> NDArray[np.int16]:
    """Mono at SOUND_RATE: a quiet room, and for each line the murmur of a voice: syllables without words."""
    seconds = sum(shot.seconds for shot in SHOTS)
    chance = np.random.default_rng(7)
    track = 0.004 * chance.standard_normal(round(seconds * SOUND_RATE))
    for start, line in spoken():
        count = round(line.seconds * SOUND_RATE)
        t = np.arange(count) / SOUND_RATE
        syllables = np.sin(np.pi * 4.2 * t) ** 2 * np.minimum(1.0, np.minimum(t, line.seconds - t) / 0.08)
        pitch = _PITCH_HZ[line.who] * (1.0 + 0.06 * np.sin(2 * np.pi * 1.3 * t))
        phase = 2 * np.pi * np.cumsum(pitch) / SOUND_RATE
        voice = sum(np.sin(k * phase) / k for k in range(1, 6))
        first = round(start * SOUND_RATE)
        track[first : first + count] += 0.16 * syllables * voice
    return np.asarray(np.clip(track, -1, 1) * 32767, np.int16)


def _shot(shot: Shot, scene: SceneRef, folder: Path) -> Path:
    kept = folder.with_suffix(".mp4")
    if kept.exists():
        return kept
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    spec = RenderSpec(
        engine_id=ENGINE,
        setting="film",
        scene=scene,
        motions=tuple(_placed(part) for part in shot.parts),
        cameras=(_pose(shot.camera),),
        camera=PICTURE,
        fps=FPS,
        frames=shot.frames,
    )
    result = engine_client(ENGINE).render(spec, folder)
    (folder / result.video_path).rename(kept)
    shutil.rmtree(folder)
    return kept


def _scene() -> SceneRef:
    digest = storage.put_bytes(apartment_glb())
    return SceneRef(digest, str(storage.local_path(digest)))


def _placed(part: Part) -> MotionPlacement:
    motion = generate(part.emotion, PERFORMERS[part.who], part.action)
    digest = storage.put_bytes(retarget(parse_bvh(motion.bvh, name=motion.name)).to_bytes())
    return MotionPlacement(
        digest,
        str(storage.local_path(digest)),
        (part.x, 0.0, part.z),
        math.radians(part.heading_deg),
        TOPS[part.who],
    )


def _pose(camera: Camera) -> CameraPose:
    dx, dy, dz = (b - a for a, b in zip(camera.position, camera.look_at, strict=True))
    return CameraPose(camera.position, math.atan2(dx, dz), math.atan2(dy, math.hypot(dx, dz)))


def _write_wav(path: Path, samples: NDArray[np.int16]) -> None:
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(SOUND_RATE)
        out.writeframes(samples.astype("<i2").tobytes())
