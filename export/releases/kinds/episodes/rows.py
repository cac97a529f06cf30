"""From a kept episode with everything around it to the line that is exported. Pure."""

from __future__ import annotations

from typing import NamedTuple

from datasets.episodes.domain import Target
from export.formats.kinds.episodes import LATER_FIELDS, ROW_FIELDS, CheckRow, ClipRow, EpisodeRow, PersonRow
from export.releases.kinds.episodes.terms import NOBODY
from export.releases.rows import PlannedRow, digest_without_release, may_carry_media

# The last field of a canonical line has its comma in front.
_SILENT = (*(f'"{name}":null,'.encode() for name in LATER_FIELDS), f',"{max(ROW_FIELDS)}":null'.encode())


class ClipSource(NamedTuple):
    """A finished clip of a candidate, as it lies in storage."""

    setting: str
    engine_id: str
    fingerprint: str
    width: int
    height: int
    fps: int
    frames: int
    video_sha256: str
    frames_sha256: str


class Candidate(NamedTuple):
    """A kept episode with everything a row is made of."""

    episode_id: str
    family: str
    challenge: str | None
    labels: tuple[str, ...]
    source_label: str
    collection: str
    performance_id: str
    performer_id: str | None
    scene: str
    scene_sha256: str
    motion_id: str
    motion_sha256: str
    human_position: tuple[float, ...]
    human_yaw: float
    robot_position: tuple[float, ...]
    robot_yaw: float
    seed: int
    duration_s: float
    checks: tuple[CheckRow, ...]
    clips: tuple[ClipSource, ...]
    content_warnings: tuple[str, ...]
    licence: str
    may_redistribute: str
    is_synthetic: bool
    action: str | None = None
    anchor: str | None = None
    target: str | None = None
    second: tuple[str, tuple[float, ...], float] | None = None
    second_motion_id: str = str(NOBODY)
    second_source_label: str = ""
    second_performer_id: str | None = None
    avatar: str | None = None
    avatar_sha256: str | None = None

    @property
    def people(self) -> tuple[str, str, str, str]:
        """What finds its split: see ``split_of_people``."""
        second_label = self.labels[1] if self.second else ""
        return self.motion_id, self.labels[0], self.second_motion_id, second_label

    @property
    def asks_second(self) -> bool:
        return self.target == Target.B


def plan_row(candidate: Candidate, split: str, version: str) -> PlannedRow:
    """Raises InvalidError where a text or number of the row cannot be written as JSON."""
    row = _episode_row(candidate, split, version)
    line = row.line()
    # EP69: what was added to rows later counts only where it says something, so that other rows are as they were.
    told = line
    for silent in _SILENT:
        told = told.replace(silent, b"")
    return PlannedRow(
        id=candidate.episode_id,
        split=split,
        label=row.label,
        family=row.episode_family,
        line=line,
        row_sha256=digest_without_release(told, version),
        outcomes=tuple((check.id, check.outcome) for check in candidate.checks),
    )


def _episode_row(candidate: Candidate, split: str, version: str) -> EpisodeRow:
    open_media = may_carry_media(candidate.may_redistribute)
    return EpisodeRow(
        release=version,
        episode_id=candidate.episode_id,
        split=split,
        episode_family=candidate.family,
        challenge=candidate.challenge,
        label=candidate.labels[-1] if candidate.asks_second else candidate.labels[0],
        source_label=candidate.second_source_label if candidate.asks_second else candidate.source_label,
        collection=candidate.collection,
        performance_id=candidate.performance_id,
        performer_id=candidate.performer_id,
        scene=candidate.scene,
        scene_sha256=candidate.scene_sha256,
        motion_id=candidate.motion_id,
        motion_sha256=candidate.motion_sha256,
        motion_path=_motion_path(candidate.motion_sha256, open_media=open_media),
        human_position=candidate.human_position,
        human_yaw=candidate.human_yaw,
        robot_position=candidate.robot_position,
        robot_yaw=candidate.robot_yaw,
        seed=candidate.seed,
        duration_s=candidate.duration_s,
        checks=candidate.checks,
        clips=tuple(_clip_row(candidate.episode_id, clip, open_media=open_media) for clip in candidate.clips),
        content_warnings=candidate.content_warnings,
        licence=candidate.licence,
        may_redistribute=candidate.may_redistribute,
        media_withheld=None if open_media else "the rights allow annotations only",
        is_synthetic=candidate.is_synthetic,
        action=candidate.action,
        anchor=candidate.anchor,
        target=candidate.target,
        labels=candidate.labels if candidate.second else None,
        second_person=_second(candidate, open_media=open_media),
        avatar=candidate.avatar,
        avatar_sha256=candidate.avatar_sha256,
    )


def _second(candidate: Candidate, *, open_media: bool) -> PersonRow | None:
    if candidate.second is None:
        return None
    motion_sha256, position, yaw = candidate.second
    return PersonRow(
        label=candidate.labels[-1],
        source_label=candidate.second_source_label,
        performer_id=candidate.second_performer_id,
        motion_id=candidate.second_motion_id,
        motion_sha256=motion_sha256,
        motion_path=_motion_path(motion_sha256, open_media=open_media),
        position=position,
        yaw=yaw,
    )


def _motion_path(motion_sha256: str, *, open_media: bool) -> str | None:
    return f"motions/{motion_sha256}.afmo1" if open_media else None


def _clip_row(episode_id: str, clip: ClipSource, *, open_media: bool) -> ClipRow:
    stem = f"media/{episode_id}/{clip.setting}"
    return ClipRow(
        setting=clip.setting,
        engine_id=clip.engine_id,
        fingerprint=clip.fingerprint,
        width=clip.width,
        height=clip.height,
        fps=clip.fps,
        frames=clip.frames,
        video_path=f"{stem}.mp4" if open_media else None,
        video_sha256=clip.video_sha256 if open_media else None,
        frames_path=f"{stem}.frames.json" if open_media else None,
        frames_sha256=clip.frames_sha256 if open_media else None,
    )
