"""A performer with canaries in everything that could tell of them, in two published releases."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from affectory.core import storage
from datasets.episodes.models import Episode
from datasets.motion.models import MotionAsset, Performer
from datasets.observation.models import Render
from export.withdrawals.services.carrying_out import withdraw
from tests.factories.kept_episodes import make_episode, make_motion, make_render, make_scene

NAME = "Zelda Canary"
SENTENCE = "The person who was recorded took back their consent."
SHOWN = "canary-take-"


@dataclass
class Canary:
    """What was planted. ``words`` may stand nowhere afterwards, ``digests`` may lie nowhere."""

    performer: Performer
    motions: list[MotionAsset] = field(default_factory=list)
    episodes: list[Episode] = field(default_factory=list)
    words: list[bytes] = field(default_factory=list)
    digests: set[str] = field(default_factory=set)


def plant(project: Any, collection: Any, *, count: int = 2) -> Canary:
    """Kept episodes of a performer whose name, files and bytes say who they are."""
    scene = make_scene(project, name="canary stage")
    canary = Canary(Performer.objects.create(collection=collection, name=NAME))
    canary.words = [NAME.encode(), SHOWN.encode(), b"CANARY BYTES"]
    for n in range(count):
        motion = make_motion(
            collection,
            900 + n,
            performer=NAME,
            label=("angry", "sad")[n % 2],
            external_id=f"{SHOWN}{n}",
            name=f"{SHOWN}{n}.bvh",
            source_file=f"{SHOWN}{n}.bvh",
            source_sha256=storage.put_bytes(f"CANARY BYTES bvh {n}".encode()),
            retargeted_sha256=storage.put_bytes(f"CANARY BYTES afmo {n}".encode()),
        )
        episode = make_episode(motion, scene, 900 + n)
        for setting in ("P-Init", "P-Ref"):
            render = make_render(
                episode,
                setting,
                video_sha256=storage.put_bytes(f"CANARY BYTES mp4 {n} {setting}".encode()),
                frames_sha256=storage.put_bytes(b'{"frames": [], "of": "CANARY BYTES %d"}' % n),
            )
            canary.digests |= {render.video_sha256, render.frames_sha256}
        canary.digests |= {motion.source_sha256, motion.retargeted_sha256}
        canary.motions.append(motion)
        canary.episodes.append(episode)
    return canary


def withdraw_performer(actor: Any, project: Any, canary: Canary) -> Any:
    return withdraw(
        actor=actor,
        project=project,
        kind="performer",
        subject_id=canary.performer.pk,
        typed_name=NAME,
        reason="consent_withdrawn",
        sentence=SENTENCE,
    )


def renders_of(canary: Canary) -> int:
    return Render.objects.filter(episode__in=canary.episodes).count()
