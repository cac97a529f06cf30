"""AG7, AG8: alpha of label sets and of ordered grades: published examples, by hand, and the reference package."""

import time

import numpy as np
import pytest

from annotation.agreement import distances, domain
from annotation.agreement.distances import SetDistance
from annotation.agreement.domain import Undefined
from tests.unit.agreement.test_alpha import OBSERVERS_ABCD

N = None


def sets(*texts):
    """Label sets from words of letters: "ab" is {a, b}."""
    return [frozenset(text) for text in texts]


def between(a, b, distance):
    return distances.set_distances(sets(a, b), distance)[0, 1]


def test_masi_as_published():
    # Passonneau (2006): the same 1, a subset 2/3, an overlap 1/3, disjoint 0, each times Jaccard
    assert between("ab", "ab", SetDistance.MASI) == 0.0
    assert between("ab", "abcd", SetDistance.MASI) == pytest.approx(1 - (2 / 4) * (2 / 3))
    assert between("abc", "bcd", SetDistance.MASI) == pytest.approx(1 - (2 / 4) * (1 / 3))
    assert between("ab", "cd", SetDistance.MASI) == 1.0


def test_jaccard():
    assert between("ab", "bc", SetDistance.JACCARD) == pytest.approx(2 / 3)
    assert between("", "", SetDistance.JACCARD) == 0.0
    assert between("", "", SetDistance.MASI) == 0.0
    assert between("", "a", SetDistance.MASI) == 1.0


def test_alpha_of_label_sets_by_hand():
    # Three units judged twice: {a}{a}, {a}{ab}, {b}{b}. Values: a 3, ab 1, b 2 of 6.
    values = sets("a", "ab", "b")
    counts = np.array([[2, 0, 0], [1, 1, 0], [0, 0, 2]])
    # Jaccard: a-ab 1/2, a-b 1, ab-b 1/2.
    # Do = 2 * 1/2 / 6 = 1/6. De = 2 (3*1*1/2 + 3*2*1 + 1*2*1/2) / 30 = 17/30. 1 - (1/6)/(17/30) = 1 - 5/17
    table = distances.set_distances(values, SetDistance.JACCARD)
    result = distances.set_alpha(counts, table)
    assert result.value == pytest.approx(12 / 17)
    assert (result.n_units, result.n_values, result.observed) == (3, 6, None)
    # MASI: a-ab 2/3, a-b 1, ab-b 2/3. Do = 4/3 / 6, De = 2 (2 + 6 + 4/3) / 30: 1 - (2/9)/(28/45) = 1 - 5/14
    assert distances.set_alpha(counts, distances.set_distances(values, SetDistance.MASI)).value == pytest.approx(
        9 / 14
    )


def test_single_labels_give_nominal_alpha():
    values, counts = domain.tally([["a", "a"], ["a", "b"], ["c", "c"], ["b", N], ["b", "b"]])
    for distance in SetDistance:
        table = distances.set_distances([frozenset({str(value)}) for value in values], distance)
        assert distances.set_alpha(counts, table).value == pytest.approx(domain.krippendorff_alpha(counts).value)


def test_published_ordinal():
    # Krippendorff (2011), section E: the data of section C as ordered grades
    _, counts = domain.tally(OBSERVERS_ABCD)
    result = distances.ordinal_alpha(counts)
    assert round(result.value, 3) == 0.815
    assert (result.n_units, result.n_values) == (11, 40)


@pytest.mark.parametrize("seed", range(12))
def test_equals_the_reference_package(seed):
    krippendorff = pytest.importorskip("krippendorff")
    rng = np.random.default_rng(seed)
    raters, units, grades = rng.integers(2, 6), rng.integers(4, 40), rng.integers(2, 6)
    values = rng.integers(0, grades, size=(raters, units)).astype(float)
    values[rng.random((raters, units)) < 0.3] = np.nan
    counts = np.array([[(column == grade).sum() for grade in range(grades)] for column in values.T])
    result = distances.ordinal_alpha(counts)
    if result.value is None:
        return
    oracle = krippendorff.alpha(reliability_data=values, level_of_measurement="ordinal")
    assert result.value == pytest.approx(oracle, abs=1e-12)


def test_undefined_says_why():
    one = np.array([[2, 0], [2, 0]])
    table = distances.set_distances(sets("a", "b"), SetDistance.MASI)
    assert distances.set_alpha(one, table).undefined_reason is Undefined.NO_VARIATION
    assert distances.ordinal_alpha(one).undefined_reason is Undefined.NO_VARIATION
    single = np.array([[1, 0], [0, 1]])
    assert distances.ordinal_alpha(single).undefined_reason is Undefined.NO_PAIRS
    assert distances.set_alpha(single, table).undefined_reason is Undefined.NO_PAIRS
    groups = np.array([1, 1])
    assert distances.bootstrap_ordinal_alpha(one, groups, seed=1).undefined_reason is Undefined.ONE_GROUP
    assert distances.bootstrap_set_alpha(single, groups, table, seed=1).undefined_reason is Undefined.NO_PAIRS


def plain_bootstrap(counts, groups, alpha, resamples, seed):
    """The same done slowly: draw groups, stack their units, work alpha."""
    rng = np.random.default_rng(seed)
    names = np.unique(groups)
    drawn = [
        np.concatenate([counts[groups == name] for name in rng.choice(names, len(names))]) for _ in range(resamples)
    ]
    return np.quantile([alpha(units).value for units in drawn], [0.025, 0.975])


def test_intervals_equal_drawing_the_groups_themselves():
    rng = np.random.default_rng(4)
    n = 400
    truth = rng.integers(0, 4, size=n)
    given = np.clip(truth[:, None] + rng.integers(-1, 2, size=(n, 2)), 0, 3)
    counts = np.stack([(given == grade).sum(axis=1) for grade in range(4)], axis=1)
    groups = rng.integers(0, 60, size=n)
    ordinal = distances.bootstrap_ordinal_alpha(counts, groups, seed=1, resamples=1_000)
    slow = plain_bootstrap(counts, groups, distances.ordinal_alpha, 800, 2)
    assert (ordinal.low, ordinal.high) == pytest.approx(slow, abs=0.02)
    table = distances.set_distances(sets("a", "ab", "b", "bc"), SetDistance.MASI)
    of_sets = distances.bootstrap_set_alpha(counts, groups, table, seed=1, resamples=1_000)
    slow = plain_bootstrap(counts, groups, lambda units: distances.set_alpha(units, table), 800, 2)
    assert (of_sets.low, of_sets.high) == pytest.approx(slow, abs=0.02)
    assert of_sets == distances.bootstrap_set_alpha(counts, groups, table, seed=1, resamples=1_000)


def test_thousands_of_label_sets_in_two_seconds():
    rng = np.random.default_rng(0)
    labels = [f"label {i}" for i in range(26)]
    values = list({frozenset(rng.choice(labels, size=rng.integers(1, 4), replace=False)) for _ in range(900)})
    given = rng.integers(0, len(values), size=(2_000, 2))
    counts = np.zeros((2_000, len(values)), dtype=np.int64)
    np.add.at(counts, (np.arange(2_000)[:, None], given), 1)
    started = time.process_time()
    table = distances.set_distances(values, SetDistance.MASI)
    result = distances.bootstrap_set_alpha(counts, rng.integers(0, 150, size=2_000), table, seed=1)
    assert result.resamples == distances.SET_RESAMPLES == 200
    assert time.process_time() - started < 2.0
