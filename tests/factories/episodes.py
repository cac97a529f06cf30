"""Motions, scenes and episodes for tests of what comes after them. Motions are rows of the importer's making put in
directly, since importing is tested where it is done; everything from the scene on goes through services."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from affectory.accounts.models import Project, User
from affectory.core import storage
from datasets.episodes.models import Composition, Episode
from datasets.episodes.services import start_composition
from datasets.motion.avatar.skeleton import AVATAR_JOINTS, JOINT_INDEX, REST_POSITIONS
from datasets.motion.models import Collection, MotionAsset, Performance, Performer
from datasets.motion.retarget import AvatarMotion
from datasets.observation.domain import CameraPose, FrameRecord, RenderResult
from datasets.observation.models import Render
from datasets.scenes.models import Scene
from datasets.scenes.services import add_apartment

LABELS = ("angry", "happy", "sad")
PLAN = {
    "format": "affectory-plan-1",
    "challenges": {"far_visible": {"count": 2}, "rear_view": {"count": 2}},
}


def avatar_motion(*, number: int = 0, seconds: float = 1.5, speed: float = 0.0, fps: int = 20) -> AvatarMotion:
    """Arms hanging, swaying a little, walking along +Z at ``speed``; ``number`` makes the bytes differ."""
    frames = round(seconds * fps)
    t = np.arange(frames) / fps
    root = np.tile(np.asarray(REST_POSITIONS, float)[0], (frames, 1))
    root[:, 0] += 0.01 * np.sin(2 * np.pi * t + number)
    root[:, 2] += speed * t
    rotations = np.zeros((frames, len(AVATAR_JOINTS), 4))
    rotations[..., 3] = 1
    for joint, angle in (("left_shoulder", -1.3), ("right_shoulder", 1.3)):
        rotations[:, JOINT_INDEX[joint], 2] = np.sin(angle / 2)
        rotations[:, JOINT_INDEX[joint], 3] = np.cos(angle / 2)
    return AvatarMotion(Fraction(fps), root.astype(np.float32), rotations.astype(np.float32))


def add_motion(
    project: Project,
    *,
    number: int = 0,
    label: str = "happy",
    speed: float = 0.0,
    seconds: float = 1.5,
    performer: str | None = None,
) -> MotionAsset:
    """A READY motion of a collection named Synthetic."""
    collection, _ = Collection.objects.get_or_create(
        project=project,
        name="Synthetic",
        defaults={
            "is_synthetic": True,
            "licence": "CC0-1.0",
            "may_redistribute": "media",
            "may_send_to_external_model": True,
        },
    )
    motion = avatar_motion(number=number, seconds=seconds, speed=speed)
    data = motion.to_bytes()
    performed_by = None
    if performer is not None:
        performed_by, _ = Performer.objects.get_or_create(collection=collection, name=performer)
    return MotionAsset.objects.create(
        project=project,
        collection=collection,
        performer=performed_by,
        performance=Performance.objects.create(collection=collection, external_id=f"take-{number}"),
        external_id=f"file-{number}",
        name=f"secret-name-{label}-{number}",
        source_file=f"secret-name-{label}-{number}.bvh",
        source_sha256=hashlib.sha256(b"source" + data).hexdigest(),
        source_size_bytes=100,
        source_label=label,
        label=label,
        is_synthetic=True,
        state="ready",
        fps=float(motion.fps),
        fps_ratio=f"{motion.fps.numerator}/{motion.fps.denominator}",
        frames=motion.frames,
        duration_s=motion.duration_s,
        checks_outcome="pass",
        retargeted_sha256=storage.put_bytes(data),
        licence="CC0-1.0",
        may_redistribute="media",
        may_send_to_external_model=True,
    )


def add_material(project: Project, maintainer: User, *, motions: int = 3) -> Scene:
    """The apartment and a few motions of different labels, every third of them walking."""
    for number in range(motions):
        add_motion(project, number=number, label=LABELS[number % 3], speed=0.6 if number % 3 == 2 else 0.0)
    return add_apartment(actor=maintainer, project=project)


def compose_episodes(
    project: Project, maintainer: User, *, plan: dict | None = None, seed: int = 7, render: bool = False
) -> list[Episode]:
    """Composes as the worker would; the episodes stand in the order of their ids."""
    from affectory.core import jobs
    from datasets.episodes.services import run_composition

    if not Scene.objects.filter(project=project).exists():
        add_material(project, maintainer)
    composition = start_composition(actor=maintainer, project=project, plan=plan or PLAN, seed=seed, render=render)
    with jobs.running(composition.job_id) as run:
        run_composition(composition_id=composition.pk, run=run)
    return list(Episode.objects.filter(composition=composition).order_by("id"))


def composition_of(episode: Episode) -> Composition:
    return Composition.objects.get(pk=episode.composition_id)


def frame_records(
    count: int = 4,
    *,
    distance_m: float = 4.5,
    visible_fraction: float | None = 0.9,
    bearing_deg: float = 150.0,
    joints_in_frame: int = 22,
) -> list[FrameRecord]:
    """What an engine that sees the person well would report."""
    camera = CameraPose((0.0, 1.25, 0.0), 0.0)
    return [
        FrameRecord(
            index=i,
            t=i / 12,
            camera=camera,
            visible_fraction=visible_fraction,
            person_pixels=900,
            unoccluded_pixels=1000,
            distance_m=distance_m,
            bearing_deg=bearing_deg,
            joints_in_frame=joints_in_frame,
        )
        for i in range(count)
    ]


def check_all(episodes: list[Episode]) -> None:
    """Records findings of an engine that sees everybody well."""
    from datasets.episodes.checks import challenge_checks, measured, repeat_check
    from datasets.episodes.services import record_checks

    seen = measured(frame_records())
    for episode in episodes:
        bounds = {key: (low, high) for key, (low, high) in episode.bounds.items()}
        found = [*challenge_checks(seen, bounds, stage="measured"), repeat_check("a", "a")]
        record_checks(episode_id=episode.pk, checks=found)
        episode.refresh_from_db()


def render_result(folder: Path, *, content: bytes = b"video", frames: int = 4, **record: Any) -> RenderResult:
    """Files as an engine leaves them; the video is no video, since nobody looks into it here."""
    (folder / "clip.mp4").write_bytes(content)
    (folder / "poster.jpg").write_bytes(b"poster" + content)
    return RenderResult(
        video_path=str(folder / "clip.mp4"),
        poster_path=str(folder / "poster.jpg"),
        frames=tuple(frame_records(frames, **record)),
        frames_sha256=hashlib.sha256(content).hexdigest(),
        engine_id="embedded-1",
        engine_version="0",
    )


def render_all(project: Project, maintainer: User, folder: Path) -> list[Render]:
    """Asks for all clips and finishes them; the episodes open for review."""
    from datasets.observation.services import finish_render, request_renders, start_render

    renders = request_renders(actor=maintainer, project=project)
    for render in renders:
        started = start_render(render_id=render.pk)
        assert started is not None
        result = render_result(folder, content=str(render.pk).encode())
        assert finish_render(render_id=render.pk, lease=started.lease, result=result)
    return list(Render.objects.filter(pk__in=[r.pk for r in renders]).order_by("episode_id", "setting"))


def reviewable_episodes(
    project: Project, maintainer: User, folder: Path, *, plan: dict | None = None
) -> list[Episode]:
    """Episodes in review, each with its two clips."""
    episodes = compose_episodes(project, maintainer, plan=plan)
    check_all(episodes)
    render_all(project, maintainer, folder)
    return list(Episode.objects.filter(pk__in=[e.pk for e in episodes]).order_by("id"))
