"""How long what stands behind the rows of a release is, and how many different things. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from export.releases.plan import Bundle

EDGES_S = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 7.5, 10.0, 15.0, 30.0, 60.0)


def durations(bundles: Iterable[Bundle]) -> dict[str, Any]:
    """Every row counts once with the length of what it is made of. Seconds."""
    lengths: Counter[float] = Counter()
    for bundle in bundles:
        if bundle.duration_s is not None:
            lengths[bundle.duration_s] += bundle.rows
    return {
        "n": lengths.total(),
        "min": min(lengths, default=None),
        "median": weighted_median(lengths.items()),
        "max": max(lengths, default=None),
        "bins": _bins(lengths),
    }


def keys_of(bundles: Iterable[Bundle], kind: str) -> int:
    """How many different values the keys of one kind have."""
    return len({value for bundle in bundles for key, value in bundle.keys if key == kind})


def weighted_median(values: Iterable[tuple[float, int]]) -> float | None:
    """The middle of the values, each taken as often as its count; of an even number the mean of the middle two."""
    ordered = sorted(values)
    total = sum(n for _, n in ordered)
    if not total:
        return None
    middle = ((total - 1) // 2, total // 2)
    found, passed = [], 0
    for value, n in ordered:
        found += [value for at in middle if passed <= at < passed + n]
        passed += n
    return sum(found) / 2


def _bins(lengths: Counter[float]) -> list[dict[str, Any]]:
    """From each edge to below the next; the last bin is open."""
    uppers: list[float | None] = [*EDGES_S[1:], None]
    return [
        {
            "from": low,
            "below": high,
            "n": sum(n for s, n in lengths.items() if low <= s and (high is None or s < high)),
        }
        for low, high in zip(EDGES_S, uppers, strict=True)
    ]
