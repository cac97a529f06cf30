"""AG5: the report's arithmetic from columns of decisions."""

import time
from dataclasses import replace

import numpy as np
import pytest

from annotation.agreement import domain
from annotation.agreement.report import Decided, build_report


def columns(item, reviewer, accepts, *, n_items, groups=None, types=None, weeks=None, fine=None):
    accepts = np.asarray(accepts, dtype=bool)
    zeros = np.zeros(n_items, dtype=np.int64)
    return Decided(
        item=np.asarray(item, dtype=np.int64),
        reviewer=np.asarray(reviewer, dtype=np.int64),
        accepts=accepts,
        fine=np.column_stack([accepts] * 3) if fine is None else fine,
        item_type=zeros if types is None else types,
        item_group=np.arange(n_items) if groups is None else groups,
        item_week=zeros if weeks is None else weeks,
        reviewers=[f"R{i}" for i in range(int(max(reviewer)) + 1)],
        judgements=("physical_plausibility", "motion_scene_compatibility", "rendering_quality"),
        types=(("", "far_visible"), ("", "rear_view")),
        weeks=("2026-01-05", "2026-01-12"),
    )


def two_each(pattern):
    """aa, ar, ra, rr per item for reviewers 0 and 1."""
    n = len(pattern)
    item, reviewer = np.repeat(np.arange(n), 2), np.tile([0, 1], n)
    return item, reviewer, [letter == "a" for pair in pattern for letter in pair]


def test_the_papers_table():
    data = columns(*two_each(["aa"] * 374 + ["ar"] * 100 + ["ra"] * 65 + ["rr"] * 35), n_items=574)
    report = build_report(data, seed=1)
    assert report["n_items"] == 574
    assert round(report["observed"], 4) == 0.7125
    assert round(report["alpha"]["value"], 4) == 0.1179
    assert report["alpha"]["low"] < 0.1179 < report["alpha"]["high"]
    shown = report["contingency"]
    assert (shown["both_accept"], shown["split"], shown["both_reject"]) == (374, 165, 35)
    assert {k: round(v) for k, v in shown["by_chance"].items()} == {
        "both_accept": 363,
        "split": 187,
        "both_reject": 24,
    }
    assert report["kappa"]["kind"] == "fleiss"
    [pair] = report["by_pair"]
    assert pair["table"] == {"both_accept": 374, "split": 165, "both_reject": 35}
    # 474 accepts by R0, 439 by R1: chance (474*439 + 100*135)/574^2
    chance = (474 * 439 + 100 * 135) / 574**2
    assert pair["kappa"]["value"] == pytest.approx((409 / 574 - chance) / (1 - chance))
    assert [(r["n"], r["accepted"]) for r in report["by_reviewer"]] == [(574, 474), (574, 439)]
    assert report["cohen"] == {
        "value": pair["kappa"]["value"],
        "undefined_reason": None,
        "pairs": 1,
        "items": 574,
    }
    for row in report["by_reviewer"]:
        assert (row["same"]["n"], round(row["same"]["share"], 4)) == (574, 0.7125)


def test_items_judged_once_are_counted_apart():
    data = columns([0, 0, 1], [0, 1, 0], [True, False, True], n_items=2)
    report = build_report(data, seed=1)
    assert (report["n_items"], report["n_single"], report["n_decisions"]) == (1, 1, 2)


def test_a_small_part_has_no_interval_and_a_small_pair_nothing():
    report = build_report(columns(*two_each(["aa", "ar", "rr"]), n_items=3), seed=1)
    assert report["alpha"]["value"] is not None
    assert report["alpha"]["low"] is None
    assert report["alpha"]["interval_undefined_reason"] == domain.Undefined.TOO_FEW
    [pair] = report["by_pair"]
    assert (pair["n"], pair["alpha"]["value"], pair["table"]) == (3, None, None)


def test_all_accepted_is_undefined_not_one():
    report = build_report(columns(*two_each(["aa"] * 31), n_items=31), seed=1)
    assert report["observed"] == 1.0
    assert report["alpha"]["value"] is None
    assert report["alpha"]["undefined_reason"] == domain.Undefined.NO_VARIATION
    assert report["kappa"]["value"] is None
    # AC1 is defined there: chance 0
    assert report["ac1"]["value"] == 1.0


def test_parts_by_type_week_and_judgement():
    item, reviewer, accepts = two_each(["aa", "ar"] * 20)
    fine = np.column_stack([accepts, np.ones(80, dtype=bool), accepts])
    types, weeks = np.tile([0, 1], 20), np.repeat([0, 1], 20)
    report = build_report(columns(item, reviewer, accepts, n_items=40, types=types, weeks=weeks, fine=fine), seed=1)
    assert [(r["type"], r["n"], r["observed"]) for r in report["by_type"]] == [
        ("far_visible", 20, 1.0),
        ("rear_view", 20, 0.0),
    ]
    assert [(r["week"], r["n"], r["observed"]) for r in report["by_week"]] == [
        ("2026-01-05", 20, 0.5),
        ("2026-01-12", 20, 0.5),
    ]
    assert [r["alpha"]["undefined_reason"] for r in report["by_judgement"]] == [
        None,
        domain.Undefined.NO_VARIATION,
        None,
    ]


def test_granularities_hold_types_of_the_same_name():
    item, reviewer, accepts = two_each(["aa", "ar", "rr", "aa"] * 10)
    data = columns(item, reviewer, accepts, n_items=40, types=np.tile([0, 1, 2, 2], 10))
    data = replace(data, types=(("clip", "trajectory"), ("episode", "trajectory"), ("clip", "cause")))
    report = build_report(data, seed=1)
    assert [(r["granularity"], r["type"], r["n"]) for r in report["by_type"]] == [
        ("clip", "cause", 20),
        ("clip", "trajectory", 10),
        ("episode", "trajectory", 10),
    ]
    assert [(r["granularity"], r["n"], r["observed"]) for r in report["by_granularity"]] == [
        ("clip", 30, 1.0),
        ("episode", 10, 0.0),
    ]


def test_one_judgement_in_place_of_the_verdict():
    item, reviewer, accepts = two_each(["ar", "rr"] * 15)
    fine = np.column_stack([accepts, np.ones(60, dtype=bool), accepts])
    data = columns(item, reviewer, accepts, n_items=30, fine=fine)
    report = build_report(data.judged_by("motion_scene_compatibility"), seed=1)
    assert (report["observed"], report["contingency"]["both_accept"]) == (1.0, 30)
    # its problems are the verdicts' reasons elsewhere, so the parts by judgement stay as they are
    assert report["by_judgement"] == build_report(data, seed=1)["by_judgement"]


def test_kappa_over_pairs_weighs_by_items_and_leaves_out_the_undefined():
    # R0 and R1: 20 items, 10 aa and 10 rr: kappa 1. R0 and R2: 20 items all aa: undefined. R1 and R2: 40 items,
    # aa, ar, ra, rr ten times each: kappa 0. Mean (20 * 1 + 40 * 0) / 60.
    pairs = [(0, 1, "aa")] * 10 + [(0, 1, "rr")] * 10 + [(0, 2, "aa")] * 20
    pairs += [(1, 2, text) for text in ("aa", "ar", "ra", "rr") for _ in range(10)]
    report = build_report(
        columns(
            np.repeat(np.arange(len(pairs)), 2),
            [who for a, b, _ in pairs for who in (a, b)],
            [letter == "a" for *_, text in pairs for letter in text],
            n_items=len(pairs),
        ),
        seed=1,
    )
    assert report["cohen"]["value"] == pytest.approx(1 / 3)
    assert (report["cohen"]["pairs"], report["cohen"]["items"]) == (2, 60)
    few = build_report(columns(*two_each(["aa", "rr"]), n_items=2), seed=1)
    assert few["cohen"]["value"] is None
    assert few["cohen"]["undefined_reason"] == domain.Undefined.NO_KAPPA


def test_three_raters_make_three_pairs():
    item, reviewer = np.repeat(np.arange(25), 3), np.tile([2, 0, 1], 25)
    report = build_report(columns(item, reviewer, [True, True, False] * 25, n_items=25), seed=1)
    assert [row["pair"] for row in report["by_pair"]] == [["R0", "R1"], ["R0", "R2"], ["R1", "R2"]]
    # R2 and R0 always accept, R1 never
    assert [row["observed"] for row in report["by_pair"]] == [0.0, 1.0, 0.0]


def test_empty_report_says_why():
    data = Decided(
        *[np.empty(0, dtype=np.int64)] * 2,
        np.empty(0, dtype=bool),
        np.empty((0, 3), dtype=bool),
        *[np.empty(0, dtype=np.int64)] * 3,
        (),
        ("a", "b", "c"),
        (),
        (),
    )
    report = build_report(data, seed=1)
    assert report["n_items"] == 0
    assert report["alpha"]["undefined_reason"] == domain.Undefined.NO_PAIRS
    assert report["contingency"]["by_chance"] is None


def test_whole_benchmark_in_two_seconds():
    rng = np.random.default_rng(0)
    n = 27_647
    item = np.repeat(np.arange(n), 2)
    first = rng.integers(0, 12, size=n)
    reviewer = np.column_stack([first, (first + rng.integers(1, 12, size=n)) % 12]).ravel()
    fine = rng.random((2 * n, 3)) < 0.93
    data = Decided(
        item=item,
        reviewer=reviewer,
        accepts=fine.all(axis=1),
        fine=fine,
        item_type=rng.integers(0, 6, size=n),
        item_group=rng.integers(0, 1_507, size=n),
        item_week=rng.integers(0, 12, size=n),
        reviewers=[f"R{i}" for i in range(12)],
        judgements=("p", "m", "r"),
        types=[("clip", f"t{i}") for i in range(6)],
        weeks=[f"w{i:02}" for i in range(12)],
    )
    started = time.process_time()
    report = build_report(data, seed=1)
    assert time.process_time() - started <= 2.0
    assert len(report["by_pair"]) == 66
