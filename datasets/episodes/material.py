"""What composing needs of stored scenes and motions, loaded on demand and kept per process."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from django.conf import settings

from affectory.accounts.models import Project
from affectory.core import storage
from datasets.episodes.body import Body
from datasets.episodes.checks import Eye
from datasets.episodes.composer import MotionMaterial, SceneMaterial
from datasets.episodes.plan import Plan
from datasets.motion.models import MotionAsset
from datasets.motion.retarget import AvatarMotion, avatar_fk
from datasets.motion.selectors import composable_motions
from datasets.scenes.models import Scene
from datasets.scenes.selectors import scenes_of
from datasets.scenes.stage import load_stage


@lru_cache(maxsize=512)
def load_body(motion_sha256: str) -> Body:
    """The joints of a retargeted motion in its own frame."""
    motion = AvatarMotion.from_bytes(storage.read_bytes(motion_sha256))
    return Body(np.asarray(avatar_fk(motion), float), float(motion.fps))


def scene_material(scenes: Iterable[Scene]) -> list[SceneMaterial]:
    found = []
    for scene in scenes:
        stage = load_stage(scene.glb_sha256, scene.nav_sha256)
        found.append(SceneMaterial(scene.glb_sha256, stage.grid, stage.occupancy))
    return found


def motion_material(motions: Iterable[MotionAsset]) -> list[MotionMaterial]:
    """One entry per retargeted file; two takes that are equal byte for byte count once."""
    by_digest = {m.retargeted_sha256: MotionMaterial(m.retargeted_sha256, m.label) for m in motions}
    return list(by_digest.values())


def scenes_for(project: Project, plan: Plan) -> list[Scene]:
    scenes = scenes_of(project)
    return list(scenes if plan.scenes is None else scenes.filter(name__in=plan.scenes))


def motions_for(project: Project, plan: Plan) -> list[MotionAsset]:
    motions = composable_motions(project)
    if plan.labels is not None:
        motions = motions.filter(label__in=plan.labels)
    if plan.collections is not None:
        motions = motions.filter(collection__name__in=plan.collections)
    return list(motions)


def eye() -> Eye:
    return Eye(
        height_m=settings.OBSERVATION_EYE_HEIGHT_M,
        width=settings.OBSERVATION_WIDTH,
        height=settings.OBSERVATION_HEIGHT,
        hfov_deg=settings.OBSERVATION_HFOV_DEG,
    )
