"""SP10: clips of different splits that are the same or look nearly so, and what maintainers ruled about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from affectory.accounts.models import Project
from datasets.episodes.domain import EpisodeState
from datasets.observation.domain import RenderState, Setting
from datasets.observation.models import Render
from export.releases.domain import Verdict
from export.releases.models import ClipHash, DuplicateRuling
from export.splits.duplicates import near_hashes

_SHOWN = 100
_SAME, _NEAR = "same_pixels", "near"
_ROOM_CAMERA = Setting.P_MON
"""Shows the same room in every clip: a likeness of pictures tells nothing, so only equal pixels count."""
_WITHOUT_HASH = Q(~Q(setting=_ROOM_CAMERA), ~Exists(ClipHash.objects.filter(video_sha256=OuterRef("video_sha256"))))


@dataclass(frozen=True, slots=True)
class Alike:
    """Two motions in different splits with clips that are alike; the nearest two of these clips stand for all."""

    kind: str
    first: str
    second: str
    splits: tuple[str, str]
    clips: int
    distance: float
    episodes: tuple[str, str]
    setting: str


def kept_clips(project: Project) -> QuerySet[Render]:
    """Finished clips of kept episodes."""
    return Render.objects.filter(
        episode__project=project, episode__state=EpisodeState.KEPT, state=RenderState.DONE
    ).order_by()


def without_hash(clips: QuerySet[Render]) -> QuerySet[Render]:
    """Clips whose looks are to be compared and have not been fingerprinted."""
    return clips.filter(_WITHOUT_HASH)


def duplicate_report(project: Project, splits: Mapping[str, str]) -> dict[str, Any]:
    """What a release says about duplicates. ``splits``: motion → split, for the motions that go in."""
    found = sorted(
        _merged([*_same_pixels(project, splits), *_near_clips(project, splits)]),
        key=lambda pair: (pair.distance, pair.first, pair.second),
    )
    reasons = {
        (str(ruling.first_id), str(ruling.second_id)): ruling.reason
        for ruling in DuplicateRuling.objects.filter(project=project, verdict=Verdict.DISTINCT)
    }
    clips = kept_clips(project).filter(episode__motion__in=list(splits))
    counts = clips.aggregate(clips=Count("pk"), not_compared=Count("pk", filter=_WITHOUT_HASH))
    overridden = sum((pair.first, pair.second) in reasons for pair in found)
    report = {
        **counts,
        "crossing": len(found),
        "overridden": overridden,
        "pairs": [
            {**_as_dict(pair), "reason": reasons.get((pair.first, pair.second))}
            for pair in sorted(found, key=lambda pair: (pair.first, pair.second) in reasons)[:_SHOWN]
        ],
    }
    return {**report, "statements": _statements(report)}


def _as_dict(pair: Alike) -> dict[str, Any]:
    return {
        "kind": pair.kind,
        "first": pair.first,
        "second": pair.second,
        "splits": list(pair.splits),
        "clips": pair.clips,
        "distance": round(pair.distance, 4),
        "episodes": list(pair.episodes),
        "setting": pair.setting,
    }


def _same_pixels(project: Project, splits: Mapping[str, str]) -> Iterator[Alike]:
    groups = (
        kept_clips(project)
        .values("frames_digest")
        .annotate(motions=Count("episode__motion", distinct=True))
        .filter(motions__gt=1)
        .values_list("setting", ArrayAgg("episode__motion"), ArrayAgg("episode"))
    )
    for setting, motions, episodes in groups.iterator():
        first_of = dict(zip(map(str, motions), map(str, episodes), strict=True))
        for a, b in combinations(sorted(first_of), 2):
            yield from _pair(splits, _SAME, (a, b), (first_of[a], first_of[b]), 0.0, setting)


def _near_clips(project: Project, splits: Mapping[str, str]) -> Iterator[Alike]:
    for setting in sorted({*Setting} - {_ROOM_CAMERA}):
        names: list[tuple[str, str]] = []
        hashes: list[bytes] = []
        for motion, episode, value in _hashed(project, setting):
            if str(motion) in splits:
                names.append((str(motion), str(episode)))
                hashes.append(bytes(value))
        for near in near_hashes(hashes):
            (a, first), (b, second) = sorted((names[near.first], names[near.second]))
            yield from _pair(splits, _NEAR, (a, b), (first, second), near.distance, setting)


def _hashed(project: Project, setting: str) -> Iterator[tuple[Any, Any, bytes]]:
    value = ClipHash.objects.filter(video_sha256=OuterRef("video_sha256")).values("value")
    found = kept_clips(project).filter(setting=setting).annotate(value=value).exclude(value=None).exclude(value=b"")
    yield from found.values_list("episode__motion_id", "episode_id", "value").iterator(chunk_size=2000)


def _pair(
    splits: Mapping[str, str],
    kind: str,
    motions: tuple[str, str],
    episodes: tuple[str, str],
    distance: float,
    setting: str,
) -> Iterator[Alike]:
    places = splits.get(motions[0], ""), splits.get(motions[1], "")
    if all(places) and places[0] != places[1]:
        yield Alike(kind, *motions, places, 1, distance, episodes, setting)


def _merged(found: list[Alike]) -> list[Alike]:
    """One entry per pair of motions: the nearest clips, and how many there are."""
    pairs: dict[tuple[str, str], Alike] = {}
    for one in found:
        before = pairs.get((one.first, one.second))
        nearest = one if before is None or one.distance < before.distance else before
        pairs[one.first, one.second] = replace(nearest, clips=1 if before is None else before.clips + 1)
    return list(pairs.values())


def _statements(report: Mapping[str, Any]) -> list[str]:
    n, motions = report["crossing"], "pair of motions" if report["crossing"] == 1 else "pairs of motions"
    said = [
        f"Of {report['clips']:,} clips, {n:,} {motions} in different splits are the same or look nearly the same."
    ]
    if report["overridden"]:
        said.append(f"For {report['overridden']:,} of these a maintainer has said why they are no duplicates.")
    if report["not_compared"]:
        said.append(f"{report['not_compared']:,} clips have no fingerprint yet: only their pixels were compared.")
    return said
