"""From a kept episode with everything around it to the line that is exported. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from export.formats.kinds.episodes import CheckRow, ClipRow, EpisodeRow
from export.releases.rows import PlannedRow, digest_without_release, may_carry_media


@dataclass(frozen=True, slots=True)
class ClipSource:
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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A kept episode with everything a row is made of."""

    episode_id: str
    family: str
    challenge: str | None
    label: str
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


def plan_row(candidate: Candidate, split: str, version: str) -> PlannedRow:
    """Raises InvalidError where a text or number of the row cannot be written as JSON."""
    row = _episode_row(candidate, split, version)
    line = row.line()
    return PlannedRow(
        id=candidate.episode_id,
        split=split,
        label=row.label,
        family=row.episode_family,
        line=line,
        row_sha256=digest_without_release(line, version),
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
        label=candidate.label,
        source_label=candidate.source_label,
        collection=candidate.collection,
        performance_id=candidate.performance_id,
        performer_id=candidate.performer_id,
        scene=candidate.scene,
        scene_sha256=candidate.scene_sha256,
        motion_id=candidate.motion_id,
        motion_sha256=candidate.motion_sha256,
        motion_path=f"motions/{candidate.motion_sha256}.afmo1" if open_media else None,
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
    )


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
