"""The kept episodes of a project as the plan wants them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import Count

from affectory.accounts.models import Project
from affectory.core.rights import strictest
from datasets.episodes.domain import EpisodeSpec, EpisodeState
from datasets.episodes.models import Episode
from datasets.motion.models import MotionAsset
from datasets.observation.domain import RenderState
from datasets.observation.models import Render
from export.formats.domain import CheckRow
from export.releases.plan import Candidate, ClipSource

_AT_ONCE = 2000


def episode_states(project: Project) -> dict[str, int]:
    """How many episodes are in which state."""
    found = Episode.objects.filter(project=project).order_by().values_list("state").annotate(n=Count("pk"))
    return {str(state): n for state, n in found}


def candidates_of(project: Project) -> list[Candidate]:
    """RL7: each candidate carries the strictest rights of its motions, their collections and its scene."""
    clips = _clips(project)
    motions = _motions(project)
    found = Episode.objects.filter(project=project, state=EpisodeState.KEPT).select_related("scene")
    return [
        _candidate(episode, motions, clips.get(episode.pk, ()))
        for episode in found.order_by("pk").iterator(chunk_size=_AT_ONCE)
    ]


def _motions(project: Project) -> dict[UUID, MotionAsset]:
    """One object per motion: hundreds of episodes share each, so they are not joined to every episode."""
    found = MotionAsset.objects.filter(project=project).select_related("collection")
    return {motion.pk: motion for motion in found.defer("checks", "skeleton", "retarget_report")}


def _candidate(episode: Episode, motions: dict[UUID, MotionAsset], clips: tuple[ClipSource, ...]) -> Candidate:
    motion, scene = motions[episode.motion_id], episode.scene
    spec = EpisodeSpec.from_json(episode.spec)
    rights = strictest(motion.rights, scene.rights)
    person = spec.motions[0]
    return Candidate(
        episode_id=str(episode.pk),
        family=episode.family,
        challenge=episode.challenge or None,
        label=episode.label,
        source_label=motion.source_label,
        collection=motion.collection.name,
        performance_id=str(motion.performance_id),
        performer_id=None if motion.performer_id is None else str(motion.performer_id),
        keys=tuple(_keys(motion)),
        scene=scene.name,
        scene_sha256=scene.glb_sha256,
        motion_id=str(motion.pk),
        motion_sha256=person.motion_sha256,
        human_position=person.position,
        human_yaw=person.yaw,
        robot_position=spec.robot_start.position,
        robot_yaw=spec.robot_start.yaw,
        seed=spec.seed,
        duration_s=spec.duration_s,
        checks=tuple(_check(check) for check in episode.checks),
        clips=clips,
        content_warnings=tuple(motion.content_warnings),
        licence=rights.licence,
        may_redistribute=str(rights.may_redistribute.value),
        is_synthetic=motion.is_synthetic or motion.collection.is_synthetic,
        exclusion=_exclusion(episode, motion),
    )


def _keys(motion: MotionAsset) -> Iterator[tuple[str, str]]:
    """SP1, SP2: the take, the performer where known, and the very same bytes brought in twice."""
    yield "performance", str(motion.performance_id)
    if motion.performer_id is not None:
        yield "performer", str(motion.performer_id)
    if motion.retargeted_sha256:
        yield "motion_file", motion.retargeted_sha256


def _exclusion(episode: Episode, motion: MotionAsset) -> str:
    if motion.exclusion_reason:
        return "its motion has been excluded"
    if motion.label != episode.label:
        return "its motion's label has changed since it was composed"
    return ""


def _check(check: dict[str, Any]) -> CheckRow:
    value = check.get("value")
    return CheckRow(
        id=str(check["id"]),
        outcome=str(check["outcome"]),
        value=None if value is None else float(value),
        unit=str(check.get("unit") or ""),
    )


def _clips(project: Project) -> dict[UUID, tuple[ClipSource, ...]]:
    """Per episode the clips that belong together: of one fingerprint, most settings first, then the newest."""
    found: dict[UUID, dict[str, dict[str, ClipSource]]] = defaultdict(dict)
    renders = Render.objects.filter(
        episode__project=project, episode__state=EpisodeState.KEPT, state=RenderState.DONE
    )
    for render in renders.order_by("created_at", "pk").iterator(chunk_size=_AT_ONCE):
        same = found[render.episode_id].setdefault(render.fingerprint, {})
        same[render.setting] = _clip(render)
    return {episode: _best(list(by_fingerprint.values())) for episode, by_fingerprint in found.items()}


def _best(groups: list[dict[str, ClipSource]]) -> tuple[ClipSource, ...]:
    newest = max(range(len(groups)), key=lambda n: (len(groups[n]), n))
    return tuple(clip for _, clip in sorted(groups[newest].items()))


def _clip(render: Render) -> ClipSource:
    return ClipSource(
        setting=render.setting,
        engine_id=render.engine_id,
        fingerprint=render.fingerprint,
        width=render.parameters["width"],
        height=render.parameters["height"],
        fps=render.parameters["fps"],
        frames=render.frames,
        video_sha256=render.video_sha256,
        frames_sha256=render.frames_sha256,
    )
