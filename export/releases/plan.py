"""From the episodes of a project to what a release would hold: preview and freeze use this one function. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from affectory.core.canonical import canonical_json, sha256_hex
from affectory.core.errors import InvalidError
from export.formats.domain import PROFILE_FIELDS, CheckRow, ClipRow, EpisodeRow, Header, synthetic_mark
from export.releases.domain import (
    FIRST_VERSION,
    Difference,
    ReleaseCheck,
    RowKey,
    Version,
    blockers,
    difference,
    in_order,
    missing_profile_fields,
    version_check,
)
from export.splits.assignment import assign
from export.splits.domain import SplitError, SplitItem, SplitPolicy
from export.splits.report import leakage_report, split_table

LABELS = ("angry", "fearful", "happy", "neutral", "sad")
DERIVED_MAY_GO = ("media", "derived")
REQUIRED_KEYS = ("performance", "performer")
DRIFT_WARNING = 2.0
_NAMED = 5


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
    """A kept episode with everything a row is made of. ``keys`` are the leakage keys of all its motions."""

    episode_id: str
    family: str
    challenge: str | None
    label: str
    source_label: str
    collection: str
    performance_id: str
    performer_id: str | None
    keys: tuple[tuple[str, str], ...]
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
    exclusion: str = ""


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """A row as it will be pinned: its canonical line, and the digest of that line without the release column."""

    episode_id: str
    split: str
    label: str
    family: str
    line: bytes
    row_sha256: str


@dataclass(frozen=True, slots=True)
class ProjectFacts:
    """What the plan needs to know besides the episodes."""

    slug: str
    name: str
    kind: str
    is_synthetic: bool
    profile: Mapping[str, str]
    states: Mapping[str, int]
    removal_reasons: Mapping[str, int]
    agreement: Mapping[str, Any]
    base: str | None
    base_rows: Mapping[str, RowKey]
    frozen_versions: tuple[Version, ...]
    freezing: str | None = None


@dataclass(frozen=True, slots=True)
class ReleasePlan:
    """What a freeze would pin, and the checks that allow or forbid it. Rows are empty if no split could be made."""

    header: Header
    rows: tuple[PlannedRow, ...]
    checks: tuple[ReleaseCheck, ...]
    changes: Difference

    @property
    def blocking(self) -> tuple[ReleaseCheck, ...]:
        return blockers(self.checks)


def plan_release(
    *,
    facts: ProjectFacts,
    candidates: Sequence[Candidate],
    version: Version | None,
    notes: str,
    policy: SplitPolicy,
    seed: int,
) -> ReleasePlan:
    """Splits, rows, reports and checks. The same arguments give the same plan; candidates may come in any order.

    Without a version (in a preview) the one that the difference demands is taken.
    """
    included = sorted((c for c in candidates if not _reason(c)), key=lambda c: c.episode_id)
    items = [_split_item(c) for c in included]
    checks: list[ReleaseCheck] = []
    splits: dict[str, str] = {}
    moved: tuple[str, ...] = ()
    try:
        previous = {row: key.split for row, key in facts.base_rows.items()} if policy.keep_previous else {}
        made = assign(items, policy=policy, seed=seed, previous=previous)
        splits, moved = made.splits, made.moved
    except SplitError as error:
        checks.append(
            _block("split", f"{_sentence(str(error))} Add episodes of other performances or use fewer splits.")
        )
    rows, unwritable = _rows(included, splits, version or FIRST_VERSION)
    keys = {row.episode_id: RowKey(row.row_sha256, row.label, row.split) for row in rows}
    changes = difference(facts.base, facts.base_rows, keys)
    version = version or changes.required()
    placed = [item for item in items if item.id in splits]
    table = split_table(placed, splits, policy)
    leakage = leakage_report(placed, splits, required=REQUIRED_KEYS)
    header = Header(
        project={"slug": facts.slug, "name": facts.name, "kind": facts.kind, "is_synthetic": facts.is_synthetic},
        version=str(version),
        notes=notes,
        profile={key: facts.profile.get(key, "") for key in PROFILE_FIELDS},
        policy=policy.as_dict(),
        seed=seed,
        rows=len(rows),
        synthetic="all" if facts.is_synthetic else synthetic_mark(c.is_synthetic for c in included),
        split_table=table,
        leakage=leakage,
        rights=_rights(included),
        left_out=_left_out(candidates, facts.states),
        quality={
            "checks": _check_counts(included),
            "review": dict(sorted(facts.states.items())),
            "removal_reasons": dict(facts.removal_reasons),
        },
        agreement=dict(facts.agreement),
        changes=changes.as_dict(),
    )
    checks += [
        *_profile_checks(facts.profile),
        *_row_checks(included, unwritable),
        *_split_checks(header, moved, made_split=bool(splits)),
        version_check(version, facts.frozen_versions, changes),
        _freezing_check(facts.freezing),
        _agreement_check(facts.agreement),
    ]
    return ReleasePlan(header=header, rows=rows, checks=in_order(checks), changes=changes)


def _reason(candidate: Candidate) -> str:
    if candidate.exclusion:
        return candidate.exclusion
    return "" if candidate.label in LABELS else "no label of the five classes"


def _split_item(candidate: Candidate) -> SplitItem:
    strata = [("label", candidate.label), ("family", candidate.family)]
    if candidate.challenge:
        strata.append(("challenge", candidate.challenge))
    return SplitItem(id=candidate.episode_id, keys=candidate.keys, strata=tuple(strata))


def _rows(
    included: Sequence[Candidate], splits: Mapping[str, str], version: Version
) -> tuple[tuple[PlannedRow, ...], list[str]]:
    rows: list[PlannedRow] = []
    unwritable: list[str] = []
    for candidate in included:
        if candidate.episode_id not in splits:
            continue
        row = _episode_row(candidate, splits[candidate.episode_id], str(version))
        try:
            line = row.line()
        except InvalidError as error:
            unwritable.append(f"{candidate.episode_id}: {error.message}")
            continue
        rows.append(
            PlannedRow(
                episode_id=candidate.episode_id,
                split=row.split,
                label=row.label,
                family=row.episode_family,
                line=line,
                row_sha256=_digest_without_release(line, str(version)),
            )
        )
    return tuple(rows), unwritable


def _digest_without_release(line: bytes, version: str) -> str:
    mark = b'"release":' + canonical_json(version)
    head, _, tail = line.partition(mark)
    return sha256_hex(head + b'"release":null' + tail)


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


def may_carry_media(may_redistribute: str) -> bool:
    """RL7: clips, frame data and retargeted motions are derived media; annotations-only rights keep them in."""
    return may_redistribute in DERIVED_MAY_GO


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


def _rights(included: Iterable[Candidate]) -> list[dict[str, Any]]:
    counts = Counter((c.collection, c.licence, c.may_redistribute, c.is_synthetic) for c in included)
    return [
        {
            "collection": collection,
            "licence": licence or "not stated",
            "may_redistribute": may_redistribute,
            "episodes": n,
            "with_media": n if may_carry_media(may_redistribute) else 0,
            "is_synthetic": is_synthetic,
        }
        for (collection, licence, may_redistribute, is_synthetic), n in sorted(counts.items())
    ]


def _left_out(candidates: Iterable[Candidate], states: Mapping[str, int]) -> list[dict[str, Any]]:
    reasons = Counter(reason for c in candidates if (reason := _reason(c)))
    reasons.update(
        {f"not kept: {state.replace('_', ' ')}": n for state, n in states.items() if state != "kept" and n}
    )
    return [{"reason": reason, "n": n} for reason, n in sorted(reasons.items())]


def _check_counts(included: Iterable[Candidate]) -> list[dict[str, Any]]:
    counts: dict[str, Counter[str]] = {}
    for candidate in included:
        for check in candidate.checks:
            counts.setdefault(check.id, Counter())[check.outcome] += 1
    return [{"id": id_, **{o: n[o] for o in ("pass", "warn", "fail")}} for id_, n in sorted(counts.items())]


def _block(check_id: str, message: str, *, ok: bool = False) -> ReleaseCheck:
    return ReleaseCheck(check_id, ok=ok, blocking=True, message=message)


def _profile_checks(profile: Mapping[str, str]) -> list[ReleaseCheck]:
    missing = missing_profile_fields(profile)
    if not missing:
        return [_block("profile", "Every required field of the release profile is filled in.", ok=True)]
    return [
        _block(
            f"profile.{key}",
            f"{PROFILE_FIELDS[key]} is missing from the release profile; nothing is frozen without it.",
        )
        for key in missing
    ]


def _row_checks(included: Sequence[Candidate], unwritable: Sequence[str]) -> list[ReleaseCheck]:
    checks = []
    if not included:
        checks.append(
            _block("rows", "No kept episode can go in. Episodes are kept when all their reviewers accept them.")
        )
    else:
        checks.append(_block("rows", f"{len(included):,} kept episodes go in.", ok=True))
    if unwritable:
        named = "; ".join(unwritable[:_NAMED])
        checks.append(_block("text", f"{len(unwritable):,} rows hold text or numbers that JSON cannot: {named}"))
    unlicensed = sorted({c.collection for c in included if not c.licence.strip()})
    if unlicensed:
        message = f"No licence is stated for {', '.join(unlicensed[:_NAMED])}."
        checks.append(ReleaseCheck("licence", ok=False, blocking=False, message=message))
    return checks


def _split_checks(header: Header, moved: Sequence[str], *, made_split: bool) -> list[ReleaseCheck]:
    if not made_split:
        return []
    crossing = [row for row in header.leakage["kinds"] if row["crossing"]]
    text = " ".join(header.leakage["statements"])
    checks = [_block("leakage", text, ok=not crossing)]
    drift, worst = header.split_table["max_drift"], header.split_table["worst_stratum"]
    text = f"The splits are at most {drift:.2f} points from their targets"
    text += f", the worst stratum ({worst['value']}) {worst['max_drift']:.2f}." if worst else "."
    checks.append(ReleaseCheck("drift", ok=drift <= DRIFT_WARNING, blocking=False, message=text))
    rows = {row["value"] for row in header.split_table["rows"] if row["kind"] == "label"}
    absent = [f"{label} everywhere" for label in LABELS if label not in rows]
    absent += [f"{row['value']} in {row['split']}" for row in header.split_table["absent"]]
    if absent:
        message = f"Absent: {', '.join(absent[: 2 * _NAMED])}{' …' if len(absent) > 2 * _NAMED else ''}."
        checks.append(ReleaseCheck("strata", ok=False, blocking=False, message=message))
    if moved:
        message = f"{len(moved):,} groups could not keep their split: an added episode ties them together."
        checks.append(ReleaseCheck("moved", ok=False, blocking=False, message=message))
    return checks


def _freezing_check(freezing: str | None) -> ReleaseCheck:
    if freezing is None:
        return _block("freezing", "No other release is being frozen.", ok=True)
    return _block("freezing", f"{freezing}. Wait until it is done.")


def _agreement_check(agreement: Mapping[str, Any]) -> ReleaseCheck:
    if agreement.get("available"):
        return ReleaseCheck("agreement", ok=True, blocking=False, message="The agreement report goes in.")
    reason = agreement.get("reason", "none was computed")
    return ReleaseCheck("agreement", ok=False, blocking=False, message=f"No agreement report goes in: {reason}")


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
