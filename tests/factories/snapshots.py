"""Release snapshots made without a database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from export.formats.domain import Header, RowLine, Snapshot
from export.releases.domain import RowKey, Version
from export.releases.plan import Candidate, CheckRow, ClipSource, ProjectFacts, ReleasePlan, plan_release
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
LABELS = ("angry", "happy", "neutral", "sad")


def candidate(n: int, **changes: Any) -> Candidate:
    """Episode n: four labels in turn, two takes per performance, three performances per performer."""
    performance, performer = f"p{n // 2}", f"person{n // 6}"
    values: dict[str, Any] = {
        "episode_id": f"00000000-0000-4000-8000-{n:012d}",
        "family": "observation_controlled",
        "challenge": ("far_visible", "rear_view")[n % 2],
        "label": LABELS[n // 2 % 4],
        "source_label": f"source {LABELS[n // 2 % 4]}",
        "collection": "studio",
        "performance_id": performance,
        "performer_id": performer,
        "keys": (("performance", performance), ("performer", performer)),
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
        "base_rows": {},
        "frozen_versions": (),
    }
    return ProjectFacts(**{**values, **changes})


def plan(candidates: list[Candidate] | None = None, *, version: str = "0.1.0", **changes: Any) -> ReleasePlan:
    numbers = Version(*(int(part) for part in version.split(".")))
    return plan_release(
        facts=facts(**changes),
        candidates=[candidate(n) for n in range(24)] if candidates is None else candidates,
        version=numbers,
        notes="First try.",
        policy=parse_policy({"shares": {"train": 2, "validation": 1, "test": 1}}),
        seed=3,
    )


def keys_of(made: ReleasePlan) -> dict[str, RowKey]:
    return {row.episode_id: RowKey(row.row_sha256, row.label, row.split) for row in made.rows}


def snapshot_of(made: ReleasePlan) -> Snapshot:
    lines = [RowLine(row.split, row.line) for row in made.rows]

    def rows(split: str | None) -> Iterator[RowLine]:
        return (line for line in lines if split is None or line.split == split)

    return Snapshot(header=Header(**made.header.as_dict()), rows=rows)
