"""MO63: distributions and other thresholds, worked by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets.motion.checks import Limit
from datasets.motion.domain.calibration import distribution, refused_at, verdicts, verdicts_by, worst_first

ABOVE = Limit(0.2, 0.4)
BELOW = Limit(1.0, 0.5, "below")


def test_values_fall_into_forty_bins_that_reach_the_thresholds():
    """Nine values up to 0.3: the failing threshold of 0.4 is the farthest, so a bin is 0.01 wide."""
    found = distribution(np.array([0.0, 0.005, 0.015, 0.1, 0.1, 0.2, 0.25, 0.3, math.nan]), ABOVE)

    assert (found.count, found.least, found.most, found.beyond) == (8, 0.0, 0.3, 0)
    assert len(found.counts) == 40
    assert found.edges[1] == pytest.approx(0.01)
    assert (found.counts[0], found.counts[1]) == (2, 1)
    assert sum(found.counts) == 8
    # The median of eight lies between the fourth and the fifth, which are both 0.1.
    assert dict(found.quantiles)[0.5] == pytest.approx(0.1)


def test_one_broken_motion_does_not_press_the_others_together():
    """Of a thousand zeros and a hundred, the 99.5 % quantile is 0: the picture ends at the threshold of 0.4."""
    found = distribution(np.array([0.0] * 1000 + [100.0]), ABOVE)

    assert found.edges[-1] == pytest.approx(0.4)
    assert (found.most, found.beyond) == (100.0, 1)


def test_without_values_there_is_no_distribution():
    assert distribution(np.array([math.nan]), ABOVE) is None
    assert refused_at(np.array([]), ABOVE) == ()


def test_each_threshold_says_how_many_it_would_refuse():
    assert refused_at(np.array([0.1, 0.2, 0.3]), ABOVE)[0] == (0.1, 2)
    assert refused_at(np.array([0.1, 0.2, 0.3]), ABOVE)[-1] == (0.3, 0)
    # Too short is bad: at the longest of three, two are shorter.
    assert refused_at(np.array([1.0, 2.0, 3.0]), BELOW)[-1] == (3.0, 2)


def test_verdicts_count_as_inspection_does():
    """A value at its threshold does not reach it."""
    found = verdicts([0.1, 0.2, 0.3, 0.4, 0.5], ABOVE)

    assert (found.passed, found.warned, found.failed) == (2, 2, 1)
    assert verdicts([0.4, 0.6, 1.0], BELOW).failed == 1


def test_verdicts_by_label_show_a_threshold_that_is_harder_on_one_emotion():
    found = verdicts_by(["sad", "angry", "sad"], [0.1, 0.5, 0.3], ABOVE)

    assert list(found) == ["angry", "sad"]
    assert (found["angry"].failed, found["sad"].failed, found["sad"].warned) == (1, 0, 1)


def test_the_worst_come_first_whichever_way_is_bad():
    values = np.array([0.3, math.nan, 0.5, 0.1, 0.5])

    assert worst_first(values, ABOVE, 3) == [2, 4, 0]
    assert worst_first(values, BELOW, 2) == [3, 0]
