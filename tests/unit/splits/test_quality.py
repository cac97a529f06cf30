"""SP9: how good a split is, beside bounds that are worked by hand or searched to the end."""

from __future__ import annotations

import itertools
import random

import pytest

from export.splits import search
from export.splits.assignment import assign
from export.splits.domain import SplitItem, parse_policy
from export.splits.quality import split_quality
from export.splits.search import nearest, reachable_sums

HALVES = parse_policy({"shares": {"one": 1, "two": 1}})


def item(name: str, size: int, label: str = "sad", **keys: str) -> SplitItem:
    return SplitItem(name, tuple((keys or {"performance": name}).items()), (("label", label),), size)


def test_sp9_sums_of_whole_groups() -> None:
    # 3, 5 and 9 give 0 3 5 8 9 12 14 17.
    sums = reachable_sums([3, 5, 9])
    assert [n for n in range(20) if sums >> n & 1] == [0, 3, 5, 8, 9, 12, 14, 17]
    assert [nearest(sums, t) for t in (-2, 0, 6.5, 10.6, 17, 30)] == [2, 0, 1.5, pytest.approx(1.4), 0, 13]


def test_sp9_the_gap_is_what_whole_groups_do_not_explain() -> None:
    # 10 + 3 + 3 = 16 in halves of 8: {10} against {3, 3} is 2 off on both sides, and no choice is nearer.
    items = [item("a", 10), item("b", 3), item("c", 3)]
    made = assign(items, policy=HALVES, seed=0)
    quality = split_quality(items, made, HALVES, {})
    assert (quality["max_drift"], quality["least_drift"], quality["gap"]) == (12.5, 12.5, 0)
    assert (quality["groups"], quality["largest_group"], quality["proven"]) == (3, 10, True)
    assert quality["statements"] == [
        "The largest drift in size is 12.500 points; whole groups allow no less than 12.500, a gap of 0.000.",
        "Over sizes and strata together no better split exists: every other one was ruled out.",
    ]


def test_sp9_pinned_groups_are_no_choice_and_are_counted() -> None:
    items = [item("a", 4), item("b", 2), item("c", 2)]
    pins = {("performance", "a"): "one", ("performance", "b"): "one"}
    quality = split_quality(items, assign(items, policy=HALVES, seed=0, pinned=pins), HALVES, pins)
    # 6 are held in "one" and 2 are free; the free ones go to "two": 25 points off, and nothing else is possible.
    assert (quality["max_drift"], quality["gap"], quality["pinned_groups"]) == (25, 0, 2)


def test_sp9_a_small_problem_is_searched_to_the_end() -> None:
    draw = random.Random(2)
    for _ in range(5):
        items = [item(str(n), draw.randint(1, 30), draw.choice("abc")) for n in range(8)]
        policy = parse_policy({"shares": {"x": 5, "y": 2, "z": 1}})
        made = assign(items, policy=policy, seed=1)
        assert made.score.proven
        assert made.score.cost == pytest.approx(min(every_cost(items, policy)))


def every_cost(items, policy):
    """Cost of all 3^8 placements without an empty split, worked out the long way."""
    total = sum(i.count for i in items)
    strata = sorted({i.strata[0] for i in items})
    for places in itertools.product(policy.names, repeat=len(items)):
        if set(places) != set(policy.names):
            continue
        cost = 0.0
        for name in policy.names:
            share = policy.shares_of(total)[name]
            for stratum in [None, *strata]:
                mine = [
                    (i.count, place) for i, place in zip(items, places, strict=True) if stratum in (None, i.strata[0])
                ]
                size = sum(n for n, _ in mine)
                gap = sum(n for n, place in mine if place == name) - share * size
                cost += gap * gap * (len(strata) if stratum is None else 1) / size
        yield cost


def test_sp9_the_bound_is_never_above_what_was_found() -> None:
    draw = random.Random(9)
    for seed in range(4):
        items = [item(f"{n}{label}", draw.randint(1, 40), label, p=str(n)) for n in range(34) for label in "abcde"]
        score = assign(items, policy=parse_policy(None), seed=seed).score
        assert 0 <= score.bound <= score.cost


def test_sp9_dozens_of_groups_are_proven_by_the_sets_that_come_near(monkeypatch) -> None:
    """The proof by pairs of sets finds what the search of all placements finds, pins and all."""
    draw = random.Random(6)
    policy = parse_policy({"shares": {"train": 14, "validation": 3, "test": 3}})
    for round_ in range(4):
        items = [item(f"{n}{label}", draw.randint(1, 40), label, p=str(n)) for n in range(10) for label in "abc"]
        pins = {("p", "3"): "test", ("p", "7"): "train"} if round_ % 2 else {}
        every = assign(items, policy=policy, seed=0, pinned=pins)
        assert every.score.proven
        with monkeypatch.context() as patched:
            patched.setattr(search, "EXACT_PLACEMENTS", 0)
            patched.setattr(search, "_KICKS", 0)
            pairs = assign(items, policy=policy, seed=0, pinned=pins)
        assert pairs.score.proven
        assert pairs.score.cost == pytest.approx(every.score.cost)
        assert set(pairs.splits.values()) == {"train", "validation", "test"}


def test_sp9_thirty_four_performers_have_a_proven_best() -> None:
    draw = random.Random(1)
    items = [
        SplitItem(
            f"{n}{family}{label}", (("p", str(n)),), (("label", label), ("family", family)), draw.randint(20, 90)
        )
        for n in range(34)
        for family in ("action", "far", "rear")
        for label in "abcde"
    ]
    policy = parse_policy(None)
    made = assign(items, policy=policy, seed=7)
    assert made.score.proven
    quality = split_quality(items, made, policy, {})
    assert quality["score_bound"] == quality["score"]
    assert quality["gap"] == pytest.approx(quality["max_drift"] - quality["least_drift"])
