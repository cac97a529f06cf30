"""How near splits come to their targets, and what that costs: python -m benchmarks.split

The paper's shares on 1,500 performances of unequal size, and on 34 performers, where the best of all placements is
found and proven.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import pairwise
from typing import Any

SECONDS = 5.0
POINTS = 0.1
EPISODES = 27_647
LABELS = ("angry", "fearful", "happy", "neutral", "sad")
FAMILIES = ("action_grounded", "far_visible", "rear_view")


def main() -> int:
    met = True
    print(f"{'material':34} {'cpu s':>6} {'drift':>7} {'least':>7} {'score':>9} {'bound':>9}  worst stratum, points")
    for name, items in (("1,500 performances", performances(1500)), ("34 performers", performers(34))):
        began = time.process_time()
        quality, worst = split(items)
        spent = time.process_time() - began
        total = sum(item.count for item in items)
        proven = " (proven)" if quality["proven"] else ""
        print(
            f"{name + f', {total:,} episodes':34} {spent:6.2f}"
            f" {quality['max_drift']:7.4f} {quality['least_drift']:7.4f}"
            f" {quality['score']:9.4f} {quality['score_bound']:9.4f}"
            f"  {worst['value']} {worst['max_drift']:.2f}{proven}"
        )
        met &= spent <= SECONDS and (quality["proven"] or quality["max_drift"] <= POINTS)
    print(f"targets: {POINTS} points or a proof that nothing is better, {SECONDS} s: {'met' if met else 'MISSED'}")
    return 0 if met else 1


def split(items: list[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    from export.splits.assignment import assign
    from export.splits.domain import parse_policy
    from export.splits.quality import split_quality
    from export.splits.report import split_table

    policy = parse_policy(None)
    made = assign(items, policy=policy, seed=7)
    return split_quality(items, made, policy, {}), split_table(items, made.splits, policy)["worst_stratum"]


def performances(count: int) -> list[Any]:
    """A take has one label and up to a few dozen episodes over the families."""
    draw = random.Random(1)
    sizes = shares_of(EPISODES, [draw.randint(1, 12) for _ in range(count * len(FAMILIES))])
    labels = [draw.choice(LABELS) for _ in range(count)]
    return [item(n, labels[n], family, sizes.pop()) for n in range(count) for family in FAMILIES]


def performers(count: int) -> list[Any]:
    """A performer has every label in every family."""
    draw = random.Random(2)
    cells = [(n, label, family) for n in range(count) for label in LABELS for family in FAMILIES]
    sizes = shares_of(EPISODES, [draw.randint(20, 90) for _ in cells])
    return [item(*cell, size) for cell, size in zip(cells, sizes, strict=True)]


def shares_of(total: int, weights: list[int]) -> list[int]:
    """Whole numbers in these proportions that add up to the total."""
    whole = sum(weights)
    cuts = [0]
    for weight in weights:
        cuts.append(cuts[-1] + weight)
    return [b * total // whole - a * total // whole for a, b in pairwise(cuts)]


def item(group: int, label: str, family: str, count: int) -> Any:
    from export.splits.domain import SplitItem

    strata = (("label", label), ("family", family))
    return SplitItem(f"{group}|{label}|{family}", (("performance", str(group)),), strata, max(1, count))


if __name__ == "__main__":
    sys.exit(main())
