"""SP3, SP4, SP6, SP7 and SP8: placing groups."""

from __future__ import annotations

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from export.splits.assignment import Conflict, assign
from export.splits.domain import (
    DEFAULT_SHARES,
    SplitError,
    SplitItem,
    close_groups,
    default_shares,
    parse_policy,
)
from export.splits.report import leakage_report, split_table

HALVES = parse_policy({"shares": {"one": 1, "two": 1}})
LABELS = ("angry", "fearful", "happy", "neutral", "sad")


def item(name: str, group: str, label: str = "sad") -> SplitItem:
    return SplitItem(name, (("performance", group),), (("label", label),))


def read_case(folder, name: str) -> tuple[list[SplitItem], int]:
    case = json.loads((folder / name).read_text())
    items = [
        SplitItem(str(row["id"]), (("performer", row["performer"]),), (("label", str(row["label"])),))
        for row in case["items"]
    ]
    return items, case["splits"]


def policy_of(n: int):
    return parse_policy({"shares": {f"s{i}": 1 for i in range(n)}})


def test_sp3_groups_stay_whole_and_every_class_is_in_both_halves() -> None:
    # Performers a:[1] b:[1,0] c:[0,2] d:[2]. Only {b,d} against {a,c} gives both halves each class once.
    items = [
        SplitItem(str(n), (("performer", who),), (("label", label),))
        for n, (who, label) in enumerate([("a", "1"), ("b", "1"), ("b", "0"), ("c", "0"), ("c", "2"), ("d", "2")])
    ]
    splits = assign(items, policy=HALVES, seed=0).splits
    halves = sorted(sorted(i for i, s in splits.items() if s == name) for name in ("one", "two"))
    assert halves == [["0", "3", "4"], ["1", "2", "5"]]


@pytest.mark.parametrize("seed", range(5))
def test_sp3_the_published_case(shared_data, seed: int) -> None:
    items, n = read_case(shared_data / "cases" / "36-split-groups-and-strata", "a.json")
    splits = assign(items, policy=policy_of(n), seed=seed).splits
    for name in set(splits.values()):
        assert {i.strata[0][1] for i in items if splits[i.id] == name} == {"0", "1", "2"}
    assert leakage_report(items, splits)["disjoint"]


def test_sp4_fewer_groups_than_splits_is_an_error() -> None:
    items = [item("0", "a"), item("1", "a"), item("2", "b")]
    with pytest.raises(SplitError, match=r"^2 groups cannot fill 3 splits$"):
        assign(items, policy=policy_of(3), seed=0)


def test_sp4_the_published_case(shared_data) -> None:
    folder = shared_data / "cases" / "36-split-groups-and-strata"
    items, n = read_case(folder, "c_fewer_groups_than_splits.json")
    expected = json.loads((folder / "expected.json").read_text())["c_fewer_groups_than_splits.json"]["error"]
    with pytest.raises(SplitError, match=f"^{expected}$"):
        assign(items, policy=policy_of(n), seed=0)


def test_sp4_no_items_is_an_error_too() -> None:
    with pytest.raises(SplitError, match="0 groups cannot fill 2 splits"):
        assign([], policy=HALVES, seed=0)


def test_sp4_a_split_with_a_tiny_share_still_gets_a_group() -> None:
    items = [item(str(n), str(n)) for n in range(6)]
    policy = parse_policy({"shares": {"train": 1e9, "validation": 1, "test": 1}})
    assert set(assign(items, policy=policy, seed=1).splits.values()) == {"train", "validation", "test"}


def test_sp3_same_seed_same_split_whatever_the_order() -> None:
    draw = random.Random(5)
    items = [item(str(n), str(draw.randrange(60)), draw.choice(LABELS)) for n in range(600)]
    policy = parse_policy(None)
    first = assign(items, policy=policy, seed=11).splits
    assert assign(draw.sample(items, len(items)), policy=policy, seed=11).splits == first
    assert assign(items, policy=policy, seed=12).splits != first


def test_sp6_earlier_places_are_kept() -> None:
    items = [item(str(n), str(n // 2), LABELS[n % 5]) for n in range(60)]
    policy = parse_policy(None)
    first = assign(items, policy=policy, seed=1).splits
    more = items + [item(str(n), str(n // 2), LABELS[n % 5]) for n in range(60, 90)]
    second = assign(more, policy=policy, seed=99, pinned={key: first[i.id] for i in items for key in i.keys})
    assert {i: second.splits[i] for i in first} == first
    assert (second.conflicts, second.pinned) == ((), 30)


def test_sp6_what_left_a_release_comes_back_to_its_split() -> None:
    # The pin is the take's: another episode of it, made later, goes where the first one was.
    pins = {("performance", "1"): "two", ("performance", "2"): "one"}
    items = [item("new", "1"), item("x", "2"), item("y", "3"), item("z", "4")]
    for seed in range(6):
        assert assign(items, policy=HALVES, seed=seed, pinned=pins).splits["new"] == "two"


def test_sp6_a_group_that_joins_two_splits_is_a_conflict_and_is_named() -> None:
    items = [item("a", "1"), item("b", "1"), item("c", "2"), item("x", "3"), item("y", "4")]
    pins = {("performance", "1"): "one", ("performance", "2"): "two"}
    joint = SplitItem("j", (("performance", "1"), ("performance", "2")))
    made = assign([*items, joint], policy=HALVES, seed=0, pinned=pins)
    # a, b and j have a key in "one", c and j one in "two".
    assert made.conflicts == (Conflict("performance:1", (("one", 3), ("two", 2)), "one"),)
    assert [made.splits[i] for i in "abcj"] == ["one"] * 4


def test_sp6_a_split_that_is_gone_is_a_conflict() -> None:
    items = [item(str(n), str(n)) for n in range(4)]
    pins = {("performance", "0"): "dev", ("performance", "1"): "one"}
    made = assign(items, policy=HALVES, seed=0, pinned=pins)
    assert made.splits["1"] == "one"
    assert made.conflicts == (Conflict("performance:0", (("dev", 1),), ""),)


def test_sp6_kept_places_never_leave_a_split_empty() -> None:
    items = [item("a", "1"), item("b", "2")]
    pins = {("performance", "1"): "one", ("performance", "2"): "one"}
    with pytest.raises(SplitError, match=r"2 groups must stay .* and none is left for two"):
        assign(items, policy=HALVES, seed=0, pinned=pins)


def test_sp7_items_that_are_alike_may_come_as_one_with_a_count() -> None:
    draw = random.Random(4)
    single, bundled = [], []
    for group in range(30):
        for label in LABELS[:2]:
            n = draw.randint(1, 9)
            bundled.append(SplitItem(f"{group}{label}", (("performance", str(group)),), (("label", label),), n))
            single += [item(f"{group}{label}{k}", str(group), label) for k in range(n)]
    policy = parse_policy(None)
    whole = assign(bundled, policy=policy, seed=3).splits
    each = assign(single, policy=policy, seed=3).splits
    assert {name: whole[name.rstrip("0123456789")] for name in each} == each


def test_sp7_counts_are_met_and_one_split_takes_the_rest() -> None:
    items = [item(str(n), str(n), LABELS[n % 5]) for n in range(40)]
    policy = parse_policy({"counts": {"test": 7, "train": "rest", "validation": 5}})
    assert policy.names == ("train", "test", "validation")
    splits = assign(items, policy=policy, seed=0).splits
    counts = {name: sum(s == name for s in splits.values()) for name in policy.names}
    assert counts == {"train": 28, "test": 7, "validation": 5}


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({"train": 30, "test": 20}, "The counts add up to 50, and 40 items go in. Lower them."),
        ({"train": 30, "test": 5}, 'The counts add up to 35, and 40 items go in. Give one split "rest".'),
        ({"train": "rest", "test": 40}, "The counts add up to 40, and 40 items go in. Lower them."),
    ],
)
def test_sp7_counts_that_do_not_add_up_are_refused_with_what_to_do(counts: dict, words: str) -> None:
    items = [item(str(n), str(n)) for n in range(40)]
    with pytest.raises(SplitError, match=f"^{words}$"):
        assign(items, policy=parse_policy({"counts": counts}), seed=0)


def test_sp8_test_only_is_one_split_that_holds_everything() -> None:
    policy = parse_policy(None, default=default_shares("longemo"))
    made = assign([item(str(n), str(n)) for n in range(5)], policy=policy, seed=0)
    assert set(made.splits.values()) == {"test"}
    assert made.score.proven
    assert default_shares("affectsim") == DEFAULT_SHARES


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 12), st.sampled_from(LABELS)), min_size=1, max_size=60),
    st.integers(1, 4),
    st.integers(0, 3),
)
def test_sp3_never_leaks_never_empty(pairs: list[tuple[int, str]], n: int, seed: int) -> None:
    items = [item(str(i), str(group), label) for i, (group, label) in enumerate(pairs)]
    if len(close_groups(items)) < n:
        with pytest.raises(SplitError):
            assign(items, policy=policy_of(n), seed=seed)
        return
    splits = assign(items, policy=policy_of(n), seed=seed).splits
    assert set(splits) == {i.id for i in items}
    assert len(set(splits.values())) == n
    assert leakage_report(items, splits)["disjoint"]


def test_sp3_fifteen_hundred_performances_come_within_a_tenth_of_a_point() -> None:
    draw = random.Random(1)
    items = []
    for group in range(1507):
        label = draw.choice(LABELS)
        for _ in range(draw.randint(1, 36)):
            family = draw.choice(("action_grounded", "far_visible", "rear_view"))
            strata = (("label", label), ("family", family))
            items.append(SplitItem(str(len(items)), (("performance", str(group)),), strata))
    policy = parse_policy(None)
    started = time.process_time()
    splits = assign(items, policy=policy, seed=7).splits
    spent = time.process_time() - started
    assert split_table(items, splits, policy)["max_drift"] <= 0.1
    assert spent < 5
