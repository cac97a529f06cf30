"""What composing needs of stored scenes and motions: pinned when a plan begins, loaded on demand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

import numpy as np
from django.conf import settings

from affectory.accounts.models import Project
from datasets.episodes.body import Body
from datasets.episodes.checks import Eye
from datasets.episodes.ingredients import COMPOSER, MotionMaterial, origin_in
from datasets.episodes.plan import Plan, unknown_names
from datasets.motion.models import Collection, MotionAsset, Performer
from datasets.motion.retarget import avatar_fk
from datasets.motion.selectors import chosen_avatar, composable_motions, stored_motion
from datasets.scenes.anchors import Anchor, AnchorKind, AnchorSource
from datasets.scenes.detail import Detail
from datasets.scenes.models import Scene
from datasets.scenes.navigation import NavGrid
from datasets.scenes.occupancy import Occupancy
from datasets.scenes.selectors import anchors_of, scenes_of
from datasets.scenes.stage import load_grid, load_stage


@dataclass(frozen=True, slots=True)
class StoredScene:
    """A scene whose ground and solids are read when they are asked for: few of them fit into a process at a time."""

    id: UUID
    sha256: str
    nav_sha256: str
    anchors: tuple[Anchor, ...]

    @property
    def grid(self) -> NavGrid:
        return load_grid(self.nav_sha256)

    @property
    def occupancy(self) -> Occupancy:
        return load_stage(self.sha256, self.nav_sha256).occupancy

    @property
    def detail(self) -> Detail:
        return load_stage(self.sha256, self.nav_sha256).detail


@dataclass(frozen=True, slots=True)
class StoredMotion:
    id: UUID
    material: MotionMaterial


@dataclass(frozen=True, slots=True)
class StoredAvatar:
    """The fitted avatar that a project draws its episodes with."""

    id: UUID
    sha256: str


@dataclass(frozen=True, slots=True)
class Pinned:
    """EP52: what the composer chooses from, as it was when the plan began. What people import, label or take out
    meanwhile changes no slot, in whichever worker it is composed. EP43: nor does another composer go on with it."""

    scenes: tuple[StoredScene, ...]
    motions: tuple[StoredMotion, ...]
    avatar: StoredAvatar | None = None
    composer: int = COMPOSER

    @property
    def scene_by_sha256(self) -> dict[str, StoredScene]:
        return {scene.sha256: scene for scene in self.scenes}

    @property
    def motion_by_sha256(self) -> dict[str, StoredMotion]:
        return {motion.material.sha256: motion for motion in self.motions}

    def as_json(self) -> dict[str, Any]:
        return {
            "composer": self.composer,
            "scenes": [asdict(scene) | {"id": str(scene.id)} for scene in self.scenes],
            "motions": [asdict(motion.material) | {"id": str(motion.id)} for motion in self.motions],
            "avatar": self.avatar and {"id": str(self.avatar.id), "sha256": self.avatar.sha256},
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Pinned:
        return cls(
            scenes=tuple(_scene(written) for written in stored["scenes"]),
            motions=tuple(_motion(written) for written in stored["motions"]),
            avatar=_avatar(stored.get("avatar")),
            composer=stored.get("composer", 1),
        )


def pin(project: Project, plan: Plan) -> Pinned:
    scenes, chosen = scenes_of(project), chosen_avatar(project.pk)
    if plan.scenes is not None:
        scenes = scenes.filter(name__in=plan.scenes)
    return Pinned(
        scenes=tuple(
            StoredScene(scene.pk, scene.glb_sha256, scene.nav_sha256, tuple(anchors_of(scene))) for scene in scenes
        ),
        motions=tuple(_stored_motions(motions_for(project, plan), paired=plan.dyads is not None)),
        avatar=None if chosen is None else StoredAvatar(chosen.pk, chosen.glb_sha256),
    )


def motions_for(project: Project, plan: Plan) -> Iterable[MotionAsset]:
    motions = composable_motions(project).select_related(None)
    columns = ["retargeted_sha256", "label", "performance_id", "part", "scenario"]
    # Reports are long, and only pairs are placed by where they were captured.
    motions = motions.only(*columns, *(["retarget_report", "fps_ratio", "frames"] if plan.dyads else []))
    for column, names in (
        ("label", plan.labels),
        ("collection__name", plan.collections),
        ("performer__name", plan.performers),
        ("scenario", plan.scenarios),
    ):
        if names is not None:
            motions = motions.filter(**{f"{column}__in": names})
    return motions


def unknown_names_in(project: Project, plan: Plan) -> list[tuple[int | None, str]]:
    """Names of scenes, collections and the like that mean nothing in this project, each with its line."""
    return unknown_names(plan, names_in(project))


def names_in(project: Project) -> dict[str, list[str]]:
    """What a plan may name, sorted."""
    motions = composable_motions(project).order_by()
    return {
        "scenes": sorted(Scene.objects.filter(project=project).values_list("name", flat=True)),
        "collections": sorted(Collection.objects.filter(project=project).values_list("name", flat=True)),
        "performers": sorted(
            set(Performer.objects.filter(collection__project=project).values_list("name", flat=True))
        ),
        "scenarios": sorted(set(motions.exclude(scenario="").values_list("scenario", flat=True))),
    }


@lru_cache(maxsize=512)
def load_body(motion_sha256: str) -> Body:
    """The joints of a retargeted motion in its own frame."""
    motion = stored_motion(motion_sha256)
    return Body(np.asarray(avatar_fk(motion), float), float(motion.fps))


def eye() -> Eye:
    return Eye(
        height_m=settings.OBSERVATION_EYE_HEIGHT_M,
        width=settings.OBSERVATION_WIDTH,
        height=settings.OBSERVATION_HEIGHT,
        hfov_deg=settings.OBSERVATION_HFOV_DEG,
    )


def _stored_motions(motions: Iterable[MotionAsset], *, paired: bool) -> Iterable[StoredMotion]:
    """One entry per retargeted file; of takes that are equal byte for byte the last stands for all."""
    by_digest = {motion.retargeted_sha256: motion for motion in motions}
    for sha256, motion in by_digest.items():
        yield StoredMotion(
            motion.pk,
            MotionMaterial(
                sha256=sha256,
                label=motion.label,
                performance=str(motion.performance_id or ""),
                part=motion.part,
                scenario=motion.scenario,
                **(_timed(motion) if paired and motion.part else {}),
            ),
        )


def _timed(motion: MotionAsset) -> dict[str, Any]:
    origin = origin_in(motion.retarget_report)
    return {"origin": origin, "fps_ratio": motion.fps_ratio or "1", "frames": motion.frames or 0}


def _scene(written: Mapping[str, Any]) -> StoredScene:
    return StoredScene(
        id=UUID(written["id"]),
        sha256=written["sha256"],
        nav_sha256=written["nav_sha256"],
        anchors=tuple(_anchor(anchor) for anchor in written["anchors"]),
    )


def _avatar(written: Mapping[str, str] | None) -> StoredAvatar | None:
    return StoredAvatar(UUID(written["id"]), written["sha256"]) if written else None


def _anchor(written: Mapping[str, Any]) -> Anchor:
    x, y, z = written["position"]
    return Anchor(
        **{
            **written,
            "kind": AnchorKind(written["kind"]),
            "position": (x, y, z),
            "path": tuple((a, b) for a, b in written["path"]),
            "source": AnchorSource(written["source"]),
        }
    )


def _motion(written: Mapping[str, Any]) -> StoredMotion:
    values = dict(written)
    motion_id = UUID(values.pop("id"))
    for name in ("actions", "origin"):
        if values.get(name) is not None:
            values[name] = tuple(values[name])
    return StoredMotion(motion_id, MotionMaterial(**values))
