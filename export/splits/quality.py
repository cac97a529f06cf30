"""SP9: how good a split is, beside what whole groups allow at best. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from export.splits.assignment import Assignment
from export.splits.domain import SplitItem, SplitPolicy
from export.splits.search import nearest, reachable_sums


def split_quality(
    items: Sequence[SplitItem], made: Assignment, policy: SplitPolicy, pinned: Mapping[tuple[str, str], str]
) -> dict[str, Any]:
    """Per split the drift in points and the least that any choice of whole groups has; the score and its bound."""
    total = sum(item.count for item in items)
    shares = policy.shares_of(total)
    sizes, held = [], dict.fromkeys(policy.names, 0)
    largest = 0
    for group in made.groups:
        size = sum(items[i].count for i in group.members)
        largest = max(largest, size)
        if any(key in pinned for i in group.members for key in items[i].keys):
            held[made.splits[items[group.members[0]].id]] += size
        else:
            sizes.append(float(size))
    reachable = reachable_sums(sizes)
    counts = dict.fromkeys(policy.names, 0)
    for item in items:
        counts[made.splits[item.id]] += item.count
    rows = [
        _row(name, counts[name], total, shares[name], nearest(reachable, shares[name] * total - held[name]))
        for name in policy.names
    ]
    drift, least = max(row["drift"] for row in rows), max(row["least_drift"] for row in rows)
    quality = {
        "groups": len(made.groups),
        "pinned_groups": made.pinned,
        "largest_group": largest,
        "splits": rows,
        "max_drift": drift,
        "least_drift": least,
        "gap": round(max(0.0, drift - least), 4),
        "score": round(made.score.cost, 6),
        "score_bound": round(made.score.bound, 6),
        "proven": made.score.proven,
    }
    return {**quality, "statements": _statements(quality)}


def _row(name: str, count: int, total: int, share: float, least: float) -> dict[str, Any]:
    return {
        "split": name,
        "count": count,
        "target": round(share * total, 2),
        "drift": round(100 * abs(count / total - share), 4),
        "least_drift": round(100 * least / total, 4),
    }


def _statements(quality: Mapping[str, Any]) -> list[str]:
    said = [
        f"The largest drift in size is {quality['max_drift']:.3f} points; whole groups allow no less than "
        f"{quality['least_drift']:.3f}, a gap of {quality['gap']:.3f}."
    ]
    if quality["proven"]:
        held = " with the groups that are held" if quality["pinned_groups"] else ""
        said.append(f"Over sizes and strata together no better split exists{held}: every other one was ruled out.")
    else:
        said.append(
            f"Over sizes and strata together the score is {quality['score']:.3g}, and none can be below "
            f"{quality['score_bound']:.3g}; 0 would meet every target."
        )
    if quality["pinned_groups"]:
        said.append(
            f"{quality['pinned_groups']:,} of {quality['groups']:,} groups stay where earlier releases had them."
        )
    return said
