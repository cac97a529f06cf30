"""The kept episodes of a project as the plan wants them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count

from affectory.accounts.models import Project
from affectory.core.rights import Rights, strictest
from datasets.episodes.domain import EpisodeSpec, EpisodeState
from datasets.episodes.models import Episode
from datasets.motion.models import MotionAsset
from datasets.observation.domain import RenderState
from datasets.observation.models import Render
from datasets.scenes.models import Scene
from export.formats.domain import CheckRow
from export.releases.plan import Candidate, ClipSource

_AT_ONCE = 2000


def episode_states(project: Project) -> dict[str, int]:
    """How many episodes are in which state."""
    found = Episode.objects.filter(project=project).order_by().values_list("state").annotate(n=Count("pk"))
    return {str(state): n for state, n in found}


def removal_reasons(project: Project) -> dict[str, int]:
    """Why reviewers had episodes removed: reason code and number of episodes."""
    removed = Episode.objects.filter(project=project, state=EpisodeState.REMOVED)
    counts: Counter[str] = Counter()
    for reasons in removed.order_by().values_list("removal_reasons", flat=True).iterator(chunk_size=_AT_ONCE):
        counts.update(set(reasons))
    return dict(sorted(counts.items()))


def candidates_of(project: Project) -> list[Candidate]:
    """RL7: each candidate carries the strictest rights of its motions, their collections and its scene."""
    clips, source = _clips(project), _Sources(project)
    found = Episode.objects.filter(project=project, state=EpisodeState.KEPT).order_by("pk")
    columns = found.values_list("pk", "spec", "family", "challenge", "label", "motion_id", "scene_id", "checks")
    return [
        source.candidate(_Kept(*values), clips.get(values[0], ())) for values in columns.iterator(chunk_size=_AT_ONCE)
    ]


class _Kept(NamedTuple):
    """The columns of an episode that a candidate is made of."""

    pk: UUID
    spec: dict[str, Any]
    family: str
    challenge: str
    label: str
    motion_id: UUID
    scene_id: UUID
    checks: list[dict[str, Any]]


class _Sources:
    """Motions and scenes by id: hundreds of episodes share each, so they are not joined to every episode."""

    def __init__(self, project: Project) -> None:
        self.project = project
        motions = MotionAsset.objects.filter(project=project).select_related("collection")
        self.motions = {m.pk: m for m in motions.defer("checks", "skeleton", "retarget_report")}
        self.scenes = {
            s.pk: s for s in Scene.objects.filter(project=project).defer("instances", "walls", "navigation")
        }
        self._rights: dict[tuple[UUID, UUID], Rights] = {}

    def rights(self, motion: MotionAsset, scene: Scene) -> Rights:
        key = (motion.pk, scene.pk)
        if key not in self._rights:
            self._rights[key] = strictest(motion.rights, scene.rights)
        return self._rights[key]

    def candidate(self, episode: _Kept, clips: tuple[ClipSource, ...]) -> Candidate:
        motion, scene = self.motions[episode.motion_id], self.scenes[episode.scene_id]
        spec = EpisodeSpec.from_json(episode.spec)
        rights = self.rights(motion, scene)
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
            is_synthetic=self.project.is_synthetic or motion.is_synthetic or motion.collection.is_synthetic,
            exclusion=_exclusion(episode, motion),
        )


def _keys(motion: MotionAsset) -> Iterator[tuple[str, str]]:
    """SP1, SP2: the take, the performer where known, and the very same bytes brought in twice."""
    yield "performance", str(motion.performance_id)
    if motion.performer_id is not None:
        yield "performer", str(motion.performer_id)
    if motion.retargeted_sha256:
        yield "motion_file", motion.retargeted_sha256


def _exclusion(episode: _Kept, motion: MotionAsset) -> str:
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
    done = Render.objects.filter(episode__project=project, episode__state=EpisodeState.KEPT, state=RenderState.DONE)
    parameters = dict(done.order_by().distinct().values_list("parameters_sha256", "parameters"))
    columns = done.order_by("created_at", "pk").values_list(
        "episode_id",
        "parameters_sha256",
        "setting",
        "engine_id",
        "fingerprint",
        "frames",
        "video_sha256",
        "frames_sha256",
    )
    for episode_id, made_with, setting, engine_id, fingerprint, frames, video, per_frame in columns.iterator(
        chunk_size=_AT_ONCE
    ):
        given = parameters[made_with]
        found[episode_id].setdefault(fingerprint, {})[setting] = ClipSource(
            setting=setting,
            engine_id=engine_id,
            fingerprint=fingerprint,
            width=given["width"],
            height=given["height"],
            fps=given["fps"],
            frames=frames,
            video_sha256=video,
            frames_sha256=per_frame,
        )
    return {episode: _best(list(by_fingerprint.values())) for episode, by_fingerprint in found.items()}


def _best(groups: list[dict[str, ClipSource]]) -> tuple[ClipSource, ...]:
    newest = max(range(len(groups)), key=lambda n: (len(groups[n]), n))
    return tuple(clip for _, clip in sorted(groups[newest].items()))
