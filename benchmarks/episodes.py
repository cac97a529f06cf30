"""Rows for the figures: a project with people and so many episodes in review, clips included."""

from __future__ import annotations

import hashlib
import random
import uuid
from typing import Any

FRAMES = 48
MOTIONS = 400
CHALLENGES = ("far_visible", "rear_view")
LABELS = ("angry", "fearful", "happy", "neutral", "sad")


def digest(*parts: Any) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def make_people(reviewers: int = 2) -> tuple[Any, Any, list[Any]]:
    """(project, maintainer, reviewers)"""
    from affectory.accounts import services
    from affectory.accounts.models import Project, Role

    project = services.create_project(actor=None, slug="bench", name="Bench", kind=Project.Kind.AFFECTSIM)

    def person(name: str, role: str) -> Any:
        user = services.create_user(actor=None, username=name, password="correct horse battery")
        services.grant_role(actor=None, project=project, user=user, role=role)
        return user

    return project, person("mara", Role.MAINTAINER), [person(f"r{n}", Role.REVIEWER) for n in range(reviewers)]


def make_episodes(project: Any, count: int) -> None:
    from django.utils import timezone

    from datasets.episodes.models import Episode
    from datasets.observation.domain import Setting
    from datasets.observation.models import Render
    from datasets.observation.specs import current_parameters

    scene, motions = _scene(project), _motions(project)
    parameters = current_parameters()
    now = timezone.now()
    draw = random.Random(1)
    episodes = []
    for number in range(count):
        motion = draw.choice(motions)
        challenge = draw.choice(CHALLENGES)
        episodes.append(
            Episode(
                id=uuid.UUID(digest("episode", number)[:32]),
                project=project,
                scene=scene,
                motion=motion,
                spec=_spec(scene, motion, challenge, number),
                family="observation_controlled",
                challenge=challenge,
                label=motion.label,
                duration_s=2.0,
                bounds={},
                checks=_checks(draw),
                state="in_review",
                opened_at=now,
            )
        )
    Episode.objects.bulk_create(episodes, batch_size=1_000)
    Render.objects.bulk_create(
        (
            Render(
                episode=episode,
                setting=setting,
                engine_id="embedded-1",
                parameters=parameters.as_json(),
                parameters_sha256=parameters.digest(),
                fingerprint=digest(episode.pk),
                state="done",
                spec_sha256=digest("spec", episode.pk, setting),
                queued_at=now,
                finished_at=now,
                frames=FRAMES,
                video_sha256=digest("video", episode.pk, setting),
                poster_sha256=digest("poster", episode.pk, setting),
                frames_sha256=digest("frames", episode.pk, setting),
                frames_digest=digest("pixels", episode.pk, setting),
            )
            for episode in episodes
            for setting in Setting
        ),
        batch_size=1_000,
    )


def _scene(project: Any) -> Any:
    from datasets.scenes.models import Scene

    return Scene.objects.create(
        project=project, name="Flat", glb_sha256=digest("glb"), nav_sha256=digest("nav"), source_sha256=digest("s"),
        source_name="flat", scale=1.0, up_axis="Y", triangles=9_000, bounds=[[0, 0, 0], [9, 3, 7]], instances=[],
        walls=[], navigation={}, licence="CC0-1.0", is_synthetic=True,
    )  # fmt: skip


def _motions(project: Any) -> list[Any]:
    from datasets.motion.models import Collection, MotionAsset, Performance, Performer

    collection = Collection.objects.create(project=project, name="Bench", is_synthetic=True)
    performers = [Performer.objects.create(collection=collection, name=f"p{n}") for n in range(8)]
    takes = Performance.objects.bulk_create(
        Performance(collection=collection, external_id=f"t{n}") for n in range(MOTIONS)
    )
    return MotionAsset.objects.bulk_create(
        MotionAsset(
            project=project, collection=collection, performer=performers[n % 8], performance=take,
            external_id=take.external_id, name=take.external_id, source_file=f"{n}.bvh", source_sha256=digest("m", n),
            source_size_bytes=1, label=LABELS[n % 5], state="ready", fps=30.0, fps_ratio="30/1", frames=60,
            duration_s=2.0, checks_outcome="pass", retargeted_sha256=digest("r", n), is_synthetic=True,
            checks=[{"id": "foot_slide", "value": 0.01, "unit": "m", "outcome": "pass", "spans": []}] * 5,
        )
        for n, take in enumerate(takes)
    )  # fmt: skip


def _spec(scene: Any, motion: Any, challenge: str, number: int) -> dict[str, Any]:
    return {
        "format": "affectory-episode-1",
        "family": "observation_controlled",
        "challenge": challenge,
        "scene_sha256": scene.glb_sha256,
        "motions": [
            {"motion_sha256": motion.retargeted_sha256, "position": [4.0, 0.0, 3.0], "yaw": 0.5, "top": "grey"}
        ],
        "robot_start": {"position": [1.0, 0.0, 1.0], "yaw": 1.0},
        "seed": number,
        "duration_s": 2.0,
    }


def _checks(draw: random.Random) -> list[dict[str, Any]]:
    names = ("robot_start_clearance", "target_reachable", "person_on_floor", "distance", "visible", "bearing")
    return [
        {"id": name, "label": name, "value": draw.random(), "unit": "m", "low": 0.0, "high": 1.0, "outcome": "pass",
         "stage": "measured", "message": "holds", "frame": None}
        for name in names
    ]  # fmt: skip
