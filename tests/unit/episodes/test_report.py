from __future__ import annotations

from uuid import UUID

import pytest

from datasets.episodes import sampling
from datasets.episodes.report import Counts, choose_examples, expected, group_json, measured_json, tally_of


def refusal(check: str, *, slot: int = 0, miss: float | None = 1.0, group: str = "far_visible") -> dict:
    said = {
        "value": 0.5,
        "unit": "share",
        "low": 0.7,
        "high": 1.0,
        "stage": "geometric",
        "message": "",
        "frame": None,
    }
    return {"id": check, "slot": slot, "miss": miss, "group": group, **said}


def test_what_was_not_tried_is_estimated_and_the_rest_is_known():
    """EP53: Wilson for 30 of 40 with z = 1.96: centre (0.75 + 3.8415/80) / (1 + 3.8415/40) = 0.7281, half width
    1.96 * sqrt(0.75 * 0.25 / 40 + 3.8415 / 6400) / 1.0960 = 0.1300: 0.598 to 0.858 of the 60 that were not tried."""
    found = expected(100, 40, 30)
    assert (found.value, found.low, found.high) == (30 + 45, 30 + 35, 30 + 52)


def test_where_all_was_tried_there_is_nothing_to_estimate():
    """EP53."""
    found = expected(40, 40, 30)
    assert (found.value, found.low, found.high) == (30, 30, 30)


@pytest.mark.parametrize(("accepted", "low", "high"), [(0, 0, 250), (10, 660, 910)])
def test_none_or_all_of_ten_is_no_certainty(accepted, low, high):
    """EP53: by hand for n = 10: spread 0.38415, bounds 0 and 0.2775; or 0.7225 and 1. Of the 900 left."""
    found = expected(910, 10, accepted)
    assert (found.value, found.low, found.high) == (91 * accepted, low, high)


def test_without_a_try_there_is_nothing_to_expect():
    """EP53."""
    assert expected(5, 0, 0) is None


def test_counts_of_parts_add_up_in_any_order():
    """EP51."""
    first, second = Counts(), Counts()
    first.add(is_accepted=True, refusals=[refusal("visible", slot=1, miss=0.3), refusal("distance", slot=1)])
    second.add(is_accepted=False, refusals=[refusal("visible", slot=2, miss=0.1)])
    one, other = Counts(), Counts()
    for part in (first, second):
        one.merge(Counts.of(part.as_json()))
    for part in (second, first):
        other.merge(Counts.of(part.as_json()))
    assert one == other
    assert (one.tried, one.candidates, one.accepted) == (2, 4, 1)
    assert one.refused == {"visible": 2, "distance": 1}
    assert one.nearest["visible"]["slot"] == 2


def test_a_group_tells_its_counts_and_the_nearest_miss_of_each_check():
    counts = Counts()
    counts.add(is_accepted=True, refusals=[refusal("visible")])
    counts.add(is_accepted=False, refusals=[refusal("visible", slot=1, miss=0.1), refusal("distance", miss=None)])
    written = group_json(name="far_visible", family="observation_controlled", asked=2, counts=counts)
    assert (written["refused"], written["expected"], written["expected_high"]) == (
        {"distance": 1, "visible": 2},
        1,
        1,
    )
    tally = tally_of(2, counts)
    assert (tally.tried, tally.accepted, tally.nearest["visible"].slot) == (2, 1, 1)


def test_at_most_ten_refusals_of_a_check_are_kept_the_first_ones():
    many = [refusal("visible", slot=n) for n in range(12)]
    chosen = choose_examples([many[:7], [refusal("distance")], many[7:]])
    assert [r["slot"] for r in chosen if r["id"] == "visible"] == list(range(10))
    assert len(chosen) == 11


def test_what_the_engine_found_is_added_up_per_group():
    part = {
        "groups": {"sit": {"looked_at": 3, "passed": 2, "refused": {"visible": 1}}},
        "repeated": {"sampled": 1, "same": 1, "different": []},
    }
    found = measured_json([part, {}, part])
    assert found["groups"] == {"sit": {"looked_at": 6, "passed": 4, "refused": {"visible": 2}}}
    assert found["repeated"] == {"sampled": 2, "same": 2, "different": []}


def test_a_share_of_the_ids_is_sampled_the_same_everywhere(settings):
    """EP55."""
    ids = [UUID(int=number) for number in range(2000)]
    settings.EPISODE_REPEAT_SHARE = 0.05
    chosen = [pk for pk in ids if sampling.is_sampled(pk)]
    # 100 expected; three standard deviations are 3 * sqrt(2000 * 0.05 * 0.95) = 29.
    assert 71 <= len(chosen) <= 129
    settings.EPISODE_REPEAT_SHARE = 0.1
    assert set(chosen) < {pk for pk in ids if sampling.is_sampled(pk)}
    settings.EPISODE_REPEAT_SHARE = 0.0
    assert not any(sampling.is_sampled(pk) for pk in ids)


def test_no_more_is_expected_than_has_a_motion():
    """EP45: of 10 slots asked for, 4 have a motion, and 2 of the 3 that were tried, which all fit. All of the 2 that
    are left may be had, if 2 of 2 is any guide."""
    counts = Counts(tried=3, accepted=2)
    told = {"name": "a", "family": "b", "asked": 10, "counts": counts}
    found = group_json(**told, possible=(4, 2))
    assert [found[name] for name in ("asked", "tried", "expected", "expected_high")] == [10, 3, 4, 4]
    assert group_json(**told, possible=(2, 2))["expected_high"] == 2
    assert group_json(**told, possible=(0, 0))["expected"] == 2
