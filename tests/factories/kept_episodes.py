"""Episodes that reviewers have kept, with clips in storage: the material of releases."""

from __future__ import annotations

import json
from typing import Any

from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.canonical import sha256_hex
from datasets.episodes.domain import EpisodeSpec, EpisodeState, MotionUse, RobotStart
from datasets.episodes.models import Episode
from datasets.motion.models import Avatar, Collection, MotionAsset, Performance, Performer
from datasets.observation.models import Render
from datasets.scenes.models import Scene
from export.releases import services
from tests.factories.snapshots import LABELS, PROFILE


def fill_profile(project: Project, actor: User, **changes: str) -> None:
    services.save_profile(actor=actor, project=project, values={**PROFILE, **changes})


def make_scene(project: Project, name: str = "apartment", may_redistribute: str = "media", **changes: Any) -> Scene:
    digest = storage.put_bytes(f"glb {name}".encode())
    values = {
        "project": project,
        "name": name,
        "glb_sha256": digest,
        "nav_sha256": digest,
        "source_sha256": digest,
        "source_name": f"{name}.glb",
        "scale": 1.0,
        "up_axis": "Y",
        "triangles": 2,
        "bounds": {},
        "instances": [],
        "walls": [],
        "navigation": {},
        "licence": "CC0 1.0",
        "may_redistribute": may_redistribute,
        "is_synthetic": True,
    }
    return Scene.objects.create(**values | changes)


def make_collection(project: Project, name: str = "studio", **rights: Any) -> Collection:
    values = {"licence": "CC0 1.0", "may_redistribute": "media", "is_synthetic": True, **rights}
    return Collection.objects.create(project=project, name=name, **values)


def make_motion(collection: Collection, n: int, *, performer: str | None, label: str, **changes: Any) -> MotionAsset:
    key = f"{collection.name} {n}"
    if "performance" not in changes:
        changes["performance"] = Performance.objects.create(collection=collection, external_id=str(n))
    values = {
        "project": collection.project,
        "collection": collection,
        "performer": performer and Performer.objects.get_or_create(collection=collection, name=performer)[0],
        "external_id": str(n),
        "name": f"take {n}",
        "source_file": f"{n}.bvh",
        "source_sha256": sha256_hex(f"bvh {key}".encode()),
        "source_size_bytes": 10,
        "source_label": f"source {label}",
        "label": label,
        "licence": collection.licence,
        "may_redistribute": collection.may_redistribute,
        "is_synthetic": collection.is_synthetic,
        "state": "ready",
        "retargeted_sha256": storage.put_bytes(f"afmo {key}".encode()),
        "fps": 30.0,
        "fps_ratio": "30/1",
        "frames": 90,
        "duration_s": 3.0,
    }
    return MotionAsset.objects.create(**{**values, **changes})


def make_episode(
    motion: MotionAsset, scene: Scene, n: int, *, avatar: Avatar | None = None, **changes: Any
) -> Episode:
    return _saved(_kept(_controlled(motion, scene, n, avatar), motion, scene, avatar=avatar, **changes))


def _controlled(motion: MotionAsset, scene: Scene, n: int, avatar: Avatar | None = None) -> EpisodeSpec:
    return EpisodeSpec(
        family="observation_controlled",
        challenge=("far_visible", "rear_view")[n % 2],
        scene_sha256=scene.glb_sha256,
        motions=(MotionUse(motion.retargeted_sha256, (1.5, 0.0, -2.25), 0.5),),
        robot_start=RobotStart((0.0, 0.0, 0.0), 0.25),
        seed=n,
        duration_s=3.0,
        avatar_sha256=avatar.glb_sha256 if avatar else "",
    )


def make_grounded(motion: MotionAsset, scene: Scene, n: int, *, action: str = "sit", **changes: Any) -> Episode:
    """A kept episode of a person who does something with a thing in the scene."""
    kind = {"sit": "seat", "knock": "door", "walk": "walkway"}[action]
    spec = EpisodeSpec(
        family="action_grounded",
        challenge="",
        scene_sha256=scene.glb_sha256,
        motions=(MotionUse(motion.retargeted_sha256, (1.5, 0.0, -2.25), 0.5),),
        robot_start=RobotStart((0.0, 0.0, 0.0), 0.25),
        seed=n,
        duration_s=3.0,
        action=action,
        anchor={"kind": kind, "position": (1.5, 0.45, -2.25), "yaw": 0.5},
    )
    return _saved(_kept(spec, motion, scene, **changes))


def make_pair(
    collection: Collection,
    n: int,
    *,
    labels: tuple[str, str] = ("angry", "sad"),
    performers: tuple[str | None, str | None] = ("anna", "ben"),
    **changes: Any,
) -> tuple[MotionAsset, MotionAsset]:
    """Two motions of one performance: parts A and B."""
    performance = Performance.objects.create(collection=collection, external_id=f"pair {n}")
    first, second = (
        make_motion(
            collection,
            n + k,
            performer=performers[k],
            label=labels[k],
            performance=performance,
            part="AB"[k],
            **changes,
        )
        for k in (0, 1)
    )
    return first, second


def make_dyad(
    pair: tuple[MotionAsset, MotionAsset], scene: Scene, n: int, *, target: str = "A", **changes: Any
) -> Episode:
    """A kept episode of two people: A in yellow, B in green 1.2 m before A, facing A."""
    first, second = pair
    spec = EpisodeSpec(
        family="dyadic",
        challenge="",
        scene_sha256=scene.glb_sha256,
        motions=(
            MotionUse(first.retargeted_sha256, (1.5, 0.0, -2.25), 0.0, "yellow"),
            MotionUse(second.retargeted_sha256, (1.5, 0.0, -1.05), 3.1416, "green"),
        ),
        robot_start=RobotStart((0.0, 0.0, 0.0), 0.25),
        seed=n,
        duration_s=3.0,
        target=target,
    )
    return _saved(_kept(spec, first, scene, second_motion=second, second_label=second.label, **changes))


def _kept(spec: EpisodeSpec, motion: MotionAsset, scene: Scene, **changes: Any) -> Episode:
    values = {
        "id": spec.id_in(motion.project_id),
        "project": motion.project,
        "spec": spec.as_json(),
        "family": spec.family,
        "challenge": spec.challenge,
        "action": spec.action,
        "target": spec.target,
        "label": motion.label,
        "scene": scene,
        "motion": motion,
        "state": EpisodeState.KEPT,
        "duration_s": spec.duration_s,
        "bounds": {},
        "opened_at": timezone.now(),
        "checks": [{"id": "distance", "outcome": "pass", "value": 3.25, "unit": "m"}],
    }
    return Episode(**{**values, **changes})


def _saved[Row: (Episode, Render)](row: Row) -> Row:
    row.save(force_insert=True)
    return row


def make_render(episode: Episode, setting: str, **changes: Any) -> Render:
    return _saved(_render(episode, setting, *_bytes_of(setting), **changes))


def _bytes_of(setting: str) -> tuple[str, str]:
    """Clip and frame table of a setting, the same for every episode: what is written once costs one fsync."""
    table = json.dumps({"frames": [], "of": setting}).encode()
    return storage.put_bytes(f"mp4 {setting}".encode()), storage.put_bytes(table)


def _render(episode: Episode, setting: str, video: str, table: str, **changes: Any) -> Render:
    name = f"{episode.pk} {setting}"
    values = {
        "episode": episode,
        "setting": setting,
        "engine_id": "embedded-1",
        "spec_sha256": sha256_hex(name.encode()),
        "fingerprint": sha256_hex(str(episode.pk).encode()),
        "state": "done",
        "video_sha256": video,
        "frames_sha256": table,
        "frames_digest": sha256_hex(f"pixels {name}".encode()),
        "frames": 72,
        "parameters": {"width": 640, "height": 480, "fps": 12},
        "parameters_sha256": sha256_hex(b"parameters"),
        "queued_at": timezone.now(),
    }
    return Render(**{**values, **changes})


def make_kept(
    project: Project,
    n_motions: int = 12,
    *,
    episodes_each: int = 2,
    collection: Collection | None = None,
    scene: Scene | None = None,
    known_performers: bool = True,
    first: int = 0,
) -> list[Episode]:
    """Two motions per performer, labels in turn, every episode with its two clips."""
    collection = collection or make_collection(project)
    scene = scene or make_scene(project)
    episodes = []
    for n in range(first, first + n_motions):
        performer = f"performer {n // 2}" if known_performers else None
        motion = make_motion(collection, n, performer=performer, label=LABELS[n % len(LABELS)])
        for k in range(episodes_each):
            episodes.append(_kept(_controlled(motion, scene, n * episodes_each + k), motion, scene))
    Episode.objects.bulk_create(episodes)
    stored = {setting: _bytes_of(setting) for setting in ("P-Init", "P-Ref")}
    Render.objects.bulk_create(_render(e, setting, *found) for e in episodes for setting, found in stored.items())
    return episodes
