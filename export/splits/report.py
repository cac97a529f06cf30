"""What a split came out as: table with targets and drift, and the proof that nothing crosses. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from export.splits.domain import SplitItem, SplitPolicy

_SHOWN = 20
_NEVER_UNKNOWN = {"twin"}
"""To have none is not to be unknown."""
_NOUNS = {
    "performance": ("take", "takes"),
    "performer": ("performer", "known performers"),
    "motion_file": ("motion file", "motion files"),
    "twin": ("pair of twins", "pairs of twins"),
    "source_video": ("source video", "source videos"),
    "video_file": ("video file", "video files"),
}


def split_table(items: Sequence[SplitItem], splits: Mapping[str, str], policy: SplitPolicy) -> dict[str, Any]:
    """SP3: per split and stratum the count, the target count and the drift in percentage points of the stratum."""
    names, shares = policy.names, policy.shares_of(sum(item.count for item in items)) if items else {}
    shares = shares or dict.fromkeys(names, 0.0)
    counts: dict[tuple[str, str], dict[str, int]] = {("all", "all"): dict.fromkeys(names, 0)}
    for item in items:
        for stratum in (("all", "all"), *item.strata):
            row = counts.setdefault(stratum, dict.fromkeys(names, 0))
            row[splits[item.id]] += item.count
    rows = [_table_row(stratum, by_split, shares) for stratum, by_split in sorted(counts.items(), key=_table_order)]
    worst = max((row for row in rows if row["kind"] != "all"), key=lambda row: row["max_drift"], default=None)
    return {
        "splits": list(names),
        "target_shares": {name: round(shares[name], 6) for name in names},
        "rows": rows,
        "max_drift": rows[0]["max_drift"] if rows else 0.0,
        "worst_stratum": None if worst is None else {k: worst[k] for k in ("kind", "value", "max_drift")},
        "absent": [
            {"kind": row["kind"], "value": row["value"], "split": name}
            for row in rows
            for name in names
            if row["counts"][name] == 0
        ],
    }


def leakage_report(
    items: Sequence[SplitItem], splits: Mapping[str, str], *, required: Sequence[str] = ()
) -> dict[str, Any]:
    """SP5: counted afresh from the keys, not from the groups: how many values of each kind are in two splits.

    ``required`` kinds are listed even if no item has them, with the number of items whose value is unknown.
    """
    places: dict[str, dict[str, set[str]]] = {kind: {} for kind in required}
    known: dict[str, int] = dict.fromkeys(required, 0)
    for item in items:
        for kind, value in item.keys:
            places.setdefault(kind, {}).setdefault(value, set()).add(splits[item.id])
        for kind in {kind for kind, _ in item.keys}:
            known[kind] = known.get(kind, 0) + item.count
    total = sum(item.count for item in items)
    known |= dict.fromkeys(_NEVER_UNKNOWN & known.keys(), total)
    kinds = [_leakage_row(kind, values, known[kind], total) for kind, values in places.items()]
    return {
        "items": total,
        "disjoint": all(row["crossing"] == 0 for row in kinds),
        "kinds": kinds,
        "statements": [statement for row in kinds for statement in row["statements"]],
    }


def _leakage_row(kind: str, values: Mapping[str, set[str]], known: int, total: int) -> dict[str, Any]:
    crossing = sorted(value for value, places in values.items() if len(places) > 1)
    noun, nouns = _NOUNS.get(kind, (kind.replace("_", " "), f"{kind.replace('_', ' ')} values"))
    statements = [f"{len(crossing):,} of {len(values):,} {nouns} are in more than one split."]
    if known < total:
        statements.append(
            f"{total - known:,} of {total:,} items have an unknown {noun}: that the splits share no {noun} is not"
            " guaranteed for them."
        )
    return {
        "kind": kind,
        "values": len(values),
        "crossing": len(crossing),
        "crossing_values": crossing[:_SHOWN],
        "items_unknown": total - known,
        "guaranteed": known == total and not crossing,
        "statements": statements,
    }


def _table_row(stratum: tuple[str, str], by_split: Mapping[str, int], shares: Mapping[str, float]) -> dict[str, Any]:
    total = sum(by_split.values())
    drift = {name: round(100 * (n / total - shares[name]), 4) if total else 0.0 for name, n in by_split.items()}
    return {
        "kind": stratum[0],
        "value": stratum[1],
        "total": total,
        "counts": dict(by_split),
        "targets": {name: round(total * shares[name], 2) for name in by_split},
        "drift": drift,
        "max_drift": max(abs(value) for value in drift.values()),
    }


def _table_order(entry: tuple[tuple[str, str], dict[str, int]]) -> tuple[bool, str, str]:
    (kind, value), _ = entry
    return (kind != "all", kind, value)
