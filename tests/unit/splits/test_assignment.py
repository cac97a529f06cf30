"""SP3, SP4 and SP6: placing groups."""

from __future__ import annotations

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from export.splits.assignment import assign
from export.splits.domain import SplitError, SplitItem, close_groups, parse_policy
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
    second = assign(more, policy=policy, seed=99, previous=first)
    assert {i: second.splits[i] for i in first} == first
    assert second.moved == ()


def test_sp6_a_group_that_joins_two_splits_is_moved_to_the_larger_part_and_named() -> None:
    items = [item("a", "1"), item("b", "1"), item("c", "2"), item("x", "3"), item("y", "4")]
    previous = {"a": "one", "b": "one", "c": "two", "x": "one", "y": "two"}
    joint = SplitItem("j", (("performance", "1"), ("performance", "2")))
    made = assign([*items, joint], policy=HALVES, seed=0, previous=previous)
    assert [made.splits[i] for i in "abcj"] == ["one"] * 4
    assert made.moved == ("performance:1",)


def test_sp6_a_split_that_is_gone_does_not_hold_its_groups() -> None:
    items = [item(str(n), str(n)) for n in range(4)]
    made = assign(items, policy=HALVES, seed=0, previous={"0": "dev", "1": "one"})
    assert made.splits["1"] == "one"
    assert made.moved == ("performance:0",)


def test_sp6_kept_places_never_leave_a_split_empty() -> None:
    items = [item("a", "1"), item("b", "2")]
    made = assign(items, policy=HALVES, seed=0, previous={"a": "one", "b": "one"})
    assert set(made.splits.values()) == {"one", "two"}
    assert made.moved == ("performance:1", "performance:2")


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
