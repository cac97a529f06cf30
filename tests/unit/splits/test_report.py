"""SP5 and the table with targets and drift."""

from __future__ import annotations

from export.splits.domain import SplitItem, parse_policy
from export.splits.report import leakage_report, split_table

POLICY = parse_policy({"shares": {"train": 3, "test": 1}})


def item(name: str, label: str, performance: str, performer: str | None = None) -> SplitItem:
    keys = [("performance", performance)] + ([("performer", performer)] if performer else [])
    return SplitItem(name, tuple(keys), (("label", label),))


ITEMS = [item("1", "sad", "p1", "A"), item("2", "sad", "p2"), item("3", "happy", "p3"), item("4", "happy", "p3")]
SPLITS = {"1": "train", "2": "test", "3": "train", "4": "train"}


def test_the_table_has_counts_targets_and_drift() -> None:
    table = split_table(ITEMS, SPLITS, POLICY)
    rows = {row["value"]: row for row in table["rows"]}
    # 4 items at 3:1 are to be 3 and 1, and are.
    assert rows["all"]["counts"] == {"train": 3, "test": 1}
    assert rows["all"]["targets"] == {"train": 3.0, "test": 1.0}
    assert rows["all"]["max_drift"] == 0
    # sad: 1 of 2 in train is 50 %, the target is 75 %.
    assert rows["sad"]["drift"] == {"train": -25.0, "test": 25.0}
    assert table["worst_stratum"] == {"kind": "label", "value": "happy", "max_drift": 25.0}
    assert table["absent"] == [{"kind": "label", "value": "happy", "split": "test"}]


def test_an_empty_table_is_no_fault() -> None:
    table = split_table([], {}, POLICY)
    assert table["rows"][0]["total"] == 0
    assert table["max_drift"] == 0


def test_sp5_the_report_proves_disjointness_and_says_what_is_not_guaranteed() -> None:
    report = leakage_report(ITEMS, SPLITS, required=("performance", "performer"))
    assert report["disjoint"] is True
    performance, performer = report["kinds"]
    assert (performance["values"], performance["crossing"], performance["guaranteed"]) == (3, 0, True)
    assert (performer["items_unknown"], performer["guaranteed"]) == (3, False)
    assert report["statements"] == [
        "0 of 3 takes are in more than one split.",
        "0 of 1 known performers are in more than one split.",
        "3 of 4 items have an unknown performer: that the splits share no performer is not guaranteed for them.",
    ]


def test_sp5_a_leak_is_found_whoever_made_the_split() -> None:
    report = leakage_report(ITEMS, {**SPLITS, "4": "test"})
    assert report["disjoint"] is False
    assert report["kinds"][0]["crossing_values"] == ["p3"]


def test_sp5_to_have_no_twin_is_not_to_be_unknown() -> None:
    pair = [SplitItem(name, (("performance", name), ("twin", "t"))) for name in ("a", "b")]
    report = leakage_report([*pair, SplitItem("c", (("performance", "c"),))], dict.fromkeys("abc", "train"))
    twin = next(row for row in report["kinds"] if row["kind"] == "twin")
    assert (twin["values"], twin["items_unknown"], twin["guaranteed"]) == (1, 0, True)
