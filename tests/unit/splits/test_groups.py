"""SP1 and SP2: closing groups over shared keys."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from export.splits.domain import SplitError, SplitItem, close_groups, parse_policy


def item(name: str, **keys: str) -> SplitItem:
    return SplitItem(name, tuple(keys.items()))


def members(items: list[SplitItem]) -> list[list[str]]:
    return sorted(sorted(items[i].id for i in group.members) for group in close_groups(items))


def test_sp1_a_chain_of_shared_keys_makes_one_group() -> None:
    # 0–1 share the video, 1–2 the performer: all three are one; 3, 4 and 5 share nothing.
    items = [
        item("0", performer="F01", source_video="v1"),
        item("1", performer="F02", source_video="v1"),
        item("2", performer="F02", source_video="v2"),
        item("3", performer="F03", source_video="v3"),
        item("4", performer="F04", source_video="v4"),
        item("5", performer="F05", source_video="v5"),
    ]
    assert members(items) == [["0", "1", "2"], ["3"], ["4"], ["5"]]


def test_sp1_the_same_value_of_another_kind_ties_nothing() -> None:
    assert members([item("a", performance="7"), item("b", performer="7")]) == [["a"], ["b"]]


def test_sp1_a_dyad_joins_its_two_performers() -> None:
    dyad = SplitItem("d", (("performer", "A"), ("performer", "B")))
    assert members([item("a", performer="A"), dyad, item("b", performer="B")]) == [["a", "b", "d"]]


def test_sp2_an_unknown_performer_is_never_a_group() -> None:
    items = [item("a", performance="1"), item("b", performance="2"), item("c", performance="2"), item("d")]
    assert members(items) == [["a"], ["b", "c"], ["d"]]


def test_sp1_group_ids_do_not_depend_on_the_order() -> None:
    items = [item(str(n), performance=str(n % 7), performer=str(n % 3)) for n in range(40)]
    shuffled = random.Random(3).sample(items, len(items))
    assert [g.id for g in close_groups(items)] == [g.id for g in close_groups(shuffled)]


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=40))
def test_sp1_no_key_is_in_two_groups_and_nothing_is_lost(pairs: list[tuple[int, int]]) -> None:
    items = [item(str(n), performance=str(a), performer=str(b)) for n, (a, b) in enumerate(pairs)]
    groups = close_groups(items)
    home: dict[tuple[str, str], str] = {}
    for group in groups:
        for i in group.members:
            for key in items[i].keys:
                assert home.setdefault(key, group.id) == group.id
    assert sorted(i for group in groups for i in group.members) == list(range(len(items)))


def test_sp1_the_published_case_of_one_clip_twice(shared_data) -> None:
    folder = shared_data / "cases" / "36-split-groups-and-strata"
    case = json.loads((folder / "b_same_clip_twice.json").read_text())
    kinds = case["no_leak_on"]
    items = [SplitItem(str(row["id"]), tuple((kind, row[kind]) for kind in kinds)) for row in case["items"]]
    together = json.loads((folder / "expected.json").read_text())["b_same_clip_twice.json"]["must_stay_together"]
    groups = members(items)
    assert all([str(i) for i in tied] in groups for tied in together)


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ({"shares": {}}, "shares has to be an object"),
        ({"shares": [1, 2]}, "shares has to be an object"),
        ({"shares": {"train": 0}}, "share of train"),
        ({"shares": {"train": -1}}, "share of train"),
        ({"shares": {"train": float("nan")}}, "share of train"),
        ({"shares": {"train": True}}, "share of train"),
        ({"shares": {"train": "a half"}}, "share of train"),
        ({"shares": {"../train": 1}}, "cannot name a split"),
        ({"shares": {f"s{n}": 1 for n in range(13)}}, "at most 12"),
        ({"share": {"train": 1}}, "'share'"),
        ({"keep_previous": "yes"}, "keep_previous"),
        ({"move_conflicts": 1}, "move_conflicts"),
        ({"shares": {"a": 1}, "counts": {"a": 1}}, "not both"),
        ({"counts": {}}, "counts has to be an object"),
        ({"counts": {"a": "rest", "b": "rest"}}, "Only one split can be the rest"),
        ({"counts": {"a": 1.5}}, "count of a"),
        ({"counts": {"a": 0}}, "count of a"),
        ({"counts": {"a": "many"}}, "count of a"),
    ],
)
def test_a_policy_that_makes_no_sense_is_refused_by_name(policy: dict, words: str) -> None:
    with pytest.raises(SplitError, match=words):
        parse_policy(policy)


def test_the_default_policy_has_the_shares_of_the_paper() -> None:
    # 19662 + 4044 + 3941 = 27647
    shares = parse_policy(None).shares_of(27_647)
    assert shares == {"train": 19662 / 27647, "validation": 4044 / 27647, "test": 3941 / 27647}


def test_the_order_of_splits_follows_their_shares_whatever_order_they_come_in() -> None:
    # PostgreSQL gives the keys of a stored object back in another order.
    shares = {"test": 3941, "train": 19662, "validation": 4044}
    assert parse_policy({"shares": shares}) == parse_policy(None)
    assert parse_policy({"shares": {"b": 1, "a": 1}}).names == ("a", "b")
