"""AG4: the interval is made over source groups, seeded, on counts."""

import time

import numpy as np
import pytest

from annotation.agreement import domain
from annotation.agreement.domain import Undefined

PAPER = np.array([[2, 0]] * 374 + [[1, 1]] * 165 + [[0, 2]] * 35)


def plain_bootstrap(counts, groups, *, seed, resamples):
    """The same thing done slowly: draw group names, stack their rows, work alpha."""
    rng = np.random.default_rng(seed)
    names = np.unique(groups)
    rows = {name: counts[groups == name] for name in names}
    values = []
    for _ in range(resamples):
        drawn = rng.choice(names, size=len(names))
        value = domain.krippendorff_alpha(np.concatenate([rows[name] for name in drawn])).value
        values.append(np.nan if value is None else value)
    return np.nanquantile(values, [0.025, 0.975])


def test_same_seed_same_interval():
    groups = np.arange(len(PAPER))
    first = domain.bootstrap_alpha(PAPER, groups, seed=7)
    assert first == domain.bootstrap_alpha(PAPER, groups, seed=7)
    assert first != domain.bootstrap_alpha(PAPER, groups, seed=8)
    assert first.low < 0.1179 < first.high


@pytest.mark.parametrize("n_groups", [12, 120])
def test_equals_drawing_the_groups_themselves(n_groups):
    rng = np.random.default_rng(3)
    groups = rng.integers(0, n_groups, size=len(PAPER))
    fast = domain.bootstrap_alpha(PAPER, groups, seed=1, resamples=4_000)
    slow = plain_bootstrap(PAPER, groups, seed=2, resamples=1_500)
    assert (fast.low, fast.high) == pytest.approx(slow, abs=0.015)


def test_groups_that_move_together_widen_the_interval():
    # each source gives 20 like items: 40 sources carry far less than 800 independent items would
    rng = np.random.default_rng(5)
    kinds = np.array([[2, 0], [1, 1], [0, 2]])[rng.choice(3, size=40, p=[0.5, 0.3, 0.2])]
    counts = np.repeat(kinds, 20, axis=0)
    clustered = domain.bootstrap_alpha(counts, np.repeat(np.arange(40), 20), seed=1)
    single = domain.bootstrap_alpha(counts, np.arange(800), seed=1)
    assert clustered.high - clustered.low > 3 * (single.high - single.low)


def test_no_interval_from_one_source():
    result = domain.bootstrap_alpha(PAPER, np.zeros(len(PAPER), dtype=int), seed=1)
    assert (result.low, result.high, result.undefined_reason) == (None, None, Undefined.ONE_GROUP)


def test_no_interval_where_resamples_lose_their_variation():
    counts = np.array([[2, 0]] * 9 + [[0, 2]])
    result = domain.bootstrap_alpha(counts, np.arange(10), seed=1)
    # a resample misses the one reject with probability .9^10 = .35
    assert result.undefined_reason is Undefined.UNSTABLE
    assert result.resamples_undefined / result.resamples == pytest.approx(0.35, abs=0.04)


def test_nothing_to_resample():
    result = domain.bootstrap_alpha(np.array([[1, 0]]), np.array([0]), seed=1)
    assert result.undefined_reason is Undefined.NO_PAIRS


def test_a_release_sized_interval_is_quick():
    rng = np.random.default_rng(0)
    counts = np.array([[2, 0], [1, 1], [0, 2]])[rng.choice(3, size=27_647, p=[0.65, 0.29, 0.06])]
    started = time.process_time()
    domain.bootstrap_alpha(counts, rng.integers(0, 1_507, size=27_647), seed=1)
    assert time.process_time() - started < 1.0
