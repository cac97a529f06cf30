"""The episodes of a release one after the other, each with everything its row is made of; never all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet

from affectory.accounts.models import Project
from datasets.episodes.domain import EpisodeSpec, EpisodeState
from datasets.episodes.models import Episode
from datasets.observation.domain import RenderState
from datasets.observation.models import Render
from export.formats.kinds.episodes import CheckRow
from export.releases.kinds.episodes.rows import Candidate, ClipSource
from export.releases.kinds.episodes.sources import Sources

_AT_ONCE = 1000


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


def candidates(episodes: QuerySet[Episode], sources: Sources, *extra: str) -> Iterator[tuple[Any, ...]]:
    """(candidate, values of the extra columns …) in ascending order of the episodes' ids.

    Episodes and clips come from two server-side cursors that are read in step.
    """
    columns = (
        "pk",
        "spec",
        "family",
        "challenge",
        "label",
        "second_label",
        "motion_id",
        "second_motion_id",
        "scene_id",
        "avatar_id",
        "checks",
    )
    found = episodes.order_by("pk").values_list(*columns, *extra).iterator(chunk_size=_AT_ONCE)
    clips = _ClipsInStep(episodes)
    for row in found:
        yield (_candidate(sources, clips(row[0]), *row[: len(columns)]), *row[len(columns) :])


def _candidate(
    sources: Sources,
    clips: tuple[ClipSource, ...],
    pk: UUID,
    spec_json: dict[str, Any],
    family: str,
    challenge: str,
    label: str,
    second_label: str,
    motion_id: UUID,
    second_id: UUID | None,
    scene_id: UUID,
    avatar_id: UUID | None,
    checks: list[dict[str, Any]],
) -> Candidate:
    """RL7: each candidate carries the strictest rights of its motions, their collections, its scene and avatar."""
    spec = EpisodeSpec.from_json(spec_json)
    person, *others = spec.motions
    return Candidate(
        episode_id=str(pk),
        family=family,
        challenge=challenge or None,
        action=spec.action or None,
        anchor=None if spec.anchor is None else str(spec.anchor["kind"]),
        target=spec.target or None,
        labels=(label, second_label) if second_label else (label,),
        second=None if not others else (others[0].motion_sha256, others[0].position, others[0].yaw),
        motion_sha256=person.motion_sha256,
        human_position=person.position,
        human_yaw=person.yaw,
        robot_position=spec.robot_start.position,
        robot_yaw=spec.robot_start.yaw,
        seed=spec.seed,
        duration_s=spec.duration_s,
        checks=tuple(_check(check) for check in checks),
        clips=clips,
        **sources.shared((motion_id, second_id), (scene_id, avatar_id)),
    )


def _check(check: dict[str, Any]) -> CheckRow:
    value = check.get("value")
    return CheckRow(
        id=str(check["id"]),
        outcome=str(check["outcome"]),
        value=None if value is None else float(value),
        unit=str(check.get("unit") or ""),
    )


class _ClipsInStep:
    """The clips of one episode after another; ids have to be asked for in ascending order."""

    def __init__(self, episodes: QuerySet[Episode]) -> None:
        done = Render.objects.filter(episode__in=episodes.order_by(), state=RenderState.DONE)
        self._parameters: dict[str, dict[str, Any]] = {}
        columns = done.order_by("episode_id", "created_at", "pk").values_list(
            "episode_id",
            "parameters_sha256",
            "setting",
            "engine_id",
            "fingerprint",
            "frames",
            "video_sha256",
            "frames_sha256",
        )
        self._rows = columns.iterator(chunk_size=_AT_ONCE)
        self._waiting = next(self._rows, None)

    def __call__(self, episode_id: UUID) -> tuple[ClipSource, ...]:
        mine = []
        while self._waiting is not None and self._waiting[0] <= episode_id:
            if self._waiting[0] == episode_id:
                mine.append(self._waiting)
            self._waiting = next(self._rows, None)
        return _best(self._clip(*row) for row in mine)

    def _clip(
        self,
        episode_id: UUID,
        made_with: str,
        setting: str,
        engine_id: str,
        fingerprint: str,
        frames: int,
        video: str,
        per_frame: str,
    ) -> ClipSource:
        given = self._parameters.get(made_with) or self._read_parameters(episode_id, made_with)
        return ClipSource(
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

    def _read_parameters(self, episode_id: UUID, made_with: str) -> dict[str, Any]:
        """A handful stand behind all clips, so each is read at the first clip made with it, not with every clip."""
        found = Render.objects.filter(episode=episode_id, parameters_sha256=made_with)
        return self._parameters.setdefault(made_with, found.values_list("parameters", flat=True)[0])


def _best(clips: Iterable[ClipSource]) -> tuple[ClipSource, ...]:
    """The clips that belong together: of one fingerprint, most settings first, then the newest."""
    groups: dict[str, dict[str, ClipSource]] = {}
    for clip in clips:
        groups.setdefault(clip.fingerprint, {})[clip.setting] = clip
    found = list(groups.values())
    if not found:
        return ()
    newest = max(range(len(found)), key=lambda n: (len(found[n]), n))
    return tuple(clip for _, clip in sorted(found[newest].items()))
