"""Release snapshots made without a database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from affectory.core.errors import InvalidError
from export.formats.domain import Header, RowLine, Snapshot
from export.formats.kinds.episodes import CheckRow
from export.releases.domain import Difference, ReleaseCheck, Version
from export.releases.kinds.episodes.rows import Candidate, ClipSource, plan_row
from export.releases.kinds.episodes.terms import TERMS, strata_of
from export.releases.plan import Bundle, Findings, ProjectFacts, place, plan_release
from export.releases.rows import PlannedRow, may_carry_media
from export.splits.domain import parse_policy

PROFILE = {
    "consent_terms": "Performers agreed to research use.",
    "intended_use": "Testing recognisers of portrayed emotion.",
    "subjectivity_statement": "Labels are what was to be portrayed; cultures differ in how they read it.",
    "known_limits": "Few performers.",
    "misuse_contact": "misuse@example.org",
    "citation": "Lab (2026).",
    "licence_statement": "CC0 1.0.",
}
PROTOCOL = {
    "mappings": [
        {"collection": "studio", "version": 2, "labels": {"anger": "angry"}, "exclusions": {"disgust": "no class"}},
        {"collection": "street", "version": None, "labels": {}, "exclusions": {}},
    ],
    "reviewers_per_episode": [2],
    "people": 5,
    "scheme": "episode-1",
    "judgements": [{"label": "Rendering", "reasons": ["Too dark or too bright"]}],
    "skip_reasons": ["Too distressing"],
}
LABELS = ("angry", "happy", "neutral", "sad")


def candidate(n: int, **changes: Any) -> Candidate:
    """Episode n: four labels in turn, two takes per performance, three performances per performer."""
    performance, performer = f"p{n // 2}", f"person{n // 6}"
    values: dict[str, Any] = {
        "episode_id": f"00000000-0000-4000-8000-{n:012d}",
        "family": "observation_controlled",
        "challenge": ("far_visible", "rear_view")[n % 2],
        "labels": (LABELS[n // 2 % 4],),
        "source_label": f"source {LABELS[n // 2 % 4]}",
        "collection": "studio",
        "performance_id": performance,
        "performer_id": performer,
        "scene": "apartment",
        "scene_sha256": "5" * 64,
        "motion_id": f"m{n // 2}",
        "motion_sha256": f"{n // 2:064x}",
        "human_position": (1.5, 0.0, -2.25),
        "human_yaw": 0.5,
        "robot_position": (0.0, 0.0, 0.0),
        "robot_yaw": -0.0,
        "seed": n,
        "duration_s": 3.7,
        "checks": (CheckRow("distance", "pass", 3.4, "m"), CheckRow("support", "warn", None, "")),
        "clips": tuple(
            ClipSource(setting, "embedded-1", "f" * 64, 640, 480, 12, 89, f"{n:062x}{k}1", f"{n:062x}{k}2")
            for k, setting in enumerate(("P-Init", "P-Ref"))
        ),
        "content_warnings": (),
        "licence": "CC0 1.0",
        "may_redistribute": "media",
        "is_synthetic": True,
    }
    return Candidate(**{**values, **changes})


def dyad(n: int, **changes: Any) -> Candidate:
    """Two people: B stands at (1.5, 0, -1.05) and was another performer."""
    values: dict[str, Any] = {
        "family": "dyadic",
        "challenge": None,
        "labels": ("angry", "sad"),
        "target": "A",
        "second": ("8" * 64, (1.5, 0.0, -1.05), 3.1416),
        "second_motion_id": "00000000-0000-4000-8000-0000000000b0",
        "second_source_label": "source sad",
        "second_performer_id": "person b",
        "source_label": "source angry",
    }
    return candidate(n, **{**values, **changes})


def facts(**changes: Any) -> ProjectFacts:
    values: dict[str, Any] = {
        "slug": "lab",
        "name": "Lab",
        "kind": "affectsim",
        "is_synthetic": False,
        "profile": PROFILE,
        "states": {"kept": 24, "removed": 2},
        "removal_reasons": {"clip_broken": 2},
        "agreement": {"available": False, "reason": "no batch is finished"},
        "base": None,
        "frozen_versions": (),
        "terms": TERMS,
        "protocol": PROTOCOL,
    }
    return ProjectFacts(**{**values, **changes})


class Planned(NamedTuple):
    """A plan with the rows that a worker would write for it."""

    header: Header
    rows: list[PlannedRow]
    checks: tuple[ReleaseCheck, ...]


def bundle(given: Candidate) -> Bundle:
    """Each candidate by itself: its own id stands for the motion."""
    people = [given.performer_id, given.second_performer_id] if given.second else [given.performer_id]
    performers = [("performer", performer) for performer in people if performer]
    return Bundle(
        id=given.episode_id,
        rows=1,
        keys=(("performance", given.performance_id), *performers),
        strata=strata_of(
            given.labels[-1] if given.asks_second else given.labels[0], given.family, given.challenge, given.action
        ),
        origin={
            "motion": given.episode_id,
            "second": given.second_motion_id,
            "scene": given.scene,
            "label": given.labels[0],
            "second_label": given.people[3],
            "unknown_performers": str(people.count(None)),
        },
        source=given.collection,
        licence=given.licence,
        may_redistribute=given.may_redistribute,
        with_media=may_carry_media(given.may_redistribute),
        is_synthetic=given.is_synthetic,
        duration_s=given.duration_s,
    )


def plan(candidates: list[Candidate] | None = None, *, version: str = "0.1.0", **changes: Any) -> Planned:
    numbers = Version(*(int(part) for part in version.split(".")))
    policy = parse_policy({"shares": {"train": 2, "validation": 1, "test": 1}})
    given = [candidate(n) for n in range(24)] if candidates is None else candidates
    bundles = [bundle(one) for one in given]
    placement = place(bundles, policy=policy, seed=3, pins={})
    splits = {placed.id: placed.split for placed in placement.bundles}
    rows, unwritable = [], []
    for one in sorted(given, key=lambda c: c.episode_id):
        try:
            rows.append(plan_row(one, splits[one.episode_id], version))
        except InvalidError as error:
            unwritable.append(f"{one.episode_id}: {error.message}")
    counts = [{"id": "distance", "pass": len(given), "warn": 0, "fail": 0}]
    made = plan_release(
        facts=facts(**changes),
        bundles=bundles,
        placement=placement,
        changes=Difference(base=None, added=len(rows)),
        version=numbers,
        notes="First try.",
        policy=policy,
        seed=3,
        findings=Findings(check_counts=counts, unwritable=unwritable),
    )
    return Planned(made.header, rows, made.checks)


def snapshot_of(made: Planned) -> Snapshot:
    lines = [RowLine(row.split, row.line) for row in made.rows]

    def rows(split: str | None) -> Iterator[RowLine]:
        return (line for line in lines if split is None or line.split == split)

    def ids(split: str) -> Iterator[str]:
        return (row.id for row in made.rows if row.split == split)

    return Snapshot(header=Header(**made.header.as_dict()), rows=rows, ids=ids)
