"""AG1, AG2, AG3: alpha on counts, against published examples and hand-worked tables."""

import numpy as np
import pytest

from annotation.agreement import domain
from annotation.agreement.domain import Undefined


def alpha_of(units, **kwargs):
    return domain.krippendorff_alpha(domain.tally(units)[1], **kwargs)


def by_units(*raters):
    return list(zip(*raters, strict=True))


N = None
OBSERVERS_ABCD = by_units(
    # Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section C: missing values
    [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3],
    [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
)


def test_published_binary_two_observers():
    # section A: Do = 4/10, values 14 x 0 and 6 x 1: De = 2*14*6/(20*19) = .4421; 1 - .4/.4421 = .0952
    units = by_units([0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0])
    assert alpha_of(units).value == pytest.approx(1 - 0.4 / (168 / 380))
    assert round(alpha_of(units).value, 3) == 0.095


def test_published_nominal_two_observers():
    units = by_units("aabbdcccedda", "babbbccceddd")
    assert round(alpha_of(units).value, 3) == 0.692


def test_published_missing_values():
    result = alpha_of(OBSERVERS_ABCD)
    assert round(result.value, 3) == 0.743
    assert (result.n_units, result.n_values) == (11, 40)


def test_figures_of_the_paper():
    # 574 items: 913 accepts and 235 rejects among 1,148 values
    counts = np.array([[2, 0]] * 374 + [[1, 1]] * 165 + [[0, 2]] * 35)
    result = domain.krippendorff_alpha(counts)
    assert round(result.observed * 100, 2) == 71.25
    assert result.chance == pytest.approx((913 * 912 + 235 * 234) / (1148 * 1147))
    assert round(result.value, 4) == 0.1179
    # Do = 165/574, De = 2*913*235/1148^2 = .325600: 1 - .287456/.325600 = .11715
    uncorrected = domain.krippendorff_alpha(counts, small_sample=False)
    assert uncorrected.value == pytest.approx(0.11715, abs=1e-6)
    table = domain.contingency(counts)
    assert (table.all_first, table.split, table.all_second) == (374, 165, 35)
    assert [round(x) for x in table.expected] == [363, 187, 24]


def test_no_variation_is_undefined_with_its_reason():
    # case 29: three raters, always the same label
    result = alpha_of([["happy"] * 3] * 3)
    assert result.value is None
    assert result.undefined_reason is Undefined.NO_VARIATION
    assert (result.observed, result.n_units, result.n_values) == (1.0, 3, 9)


@pytest.mark.parametrize(
    ("matrix", "value", "units", "reason"),
    [  # case 31: rows are raters
        ([[1, N], [1, 2]], None, 1, Undefined.NO_VARIATION),
        ([[1, 2, 3]], None, 0, Undefined.NO_PAIRS),
        ([[1, N], [N, 1]], None, 0, Undefined.NO_PAIRS),
        ([[1], [2]], 0.0, 1, None),
        # pairable 1,1,2,2,1,2: Do = 2/6, De = 18/30, 1 - (1/3)/(3/5) = 4/9
        ([[1, 2, 1, N, 2], [1, 2, 2, 1, N]], 4 / 9, 3, None),
    ],
)
def test_only_values_that_share_a_unit_count(matrix, value, units, reason):
    result = alpha_of(by_units(*matrix))
    assert result.value == (None if value is None else pytest.approx(value))
    assert (result.n_units, result.undefined_reason) == (units, reason)


def test_nothing_judged():
    assert alpha_of([]).undefined_reason is Undefined.NO_PAIRS
    assert alpha_of([[N, N]]).undefined_reason is Undefined.NO_PAIRS


@pytest.mark.parametrize("seed", range(25))
def test_equals_the_reference_package(seed):
    krippendorff = pytest.importorskip("krippendorff")
    rng = np.random.default_rng(seed)
    raters, units, categories = rng.integers(2, 6), rng.integers(2, 40), rng.integers(2, 6)
    values = rng.integers(0, categories, size=(raters, units)).astype(float)
    values[rng.random((raters, units)) < 0.3] = np.nan
    units_of = [[None if np.isnan(v) else int(v) for v in column] for column in values.T]
    result = alpha_of(units_of)
    if result.value is None:
        return
    oracle = krippendorff.alpha(reliability_data=values, level_of_measurement="nominal")
    assert result.value == pytest.approx(oracle, abs=1e-12)


def test_ac1_and_kappa_on_skewed_margins():
    # Gwet (2002): 118 both yes, 5 and 2 disagreements, 0 both no. Observed 118/125 = .944.
    counts = np.array([[2, 0]] * 118 + [[1, 1]] * 7)
    ac1 = domain.gwet_ac1(counts)
    # share of yes (123 + 120)/250 = .972, chance 2 * .972 * .028 = .054432
    assert ac1.value == pytest.approx((0.944 - 0.054432) / (1 - 0.054432))
    assert round(ac1.value, 3) == 0.941
    kappa = domain.cohen_kappa(np.array([[118, 5], [2, 0]]))
    # chance (123*120 + 2*5)/125^2 = .94528
    assert kappa.value == pytest.approx((0.944 - 0.94528) / (1 - 0.94528))
    assert round(kappa.value, 3) == -0.023


def test_cohen_kappa_textbook_table():
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed .7, chance .5*.6 + .5*.4 = .5
    assert domain.cohen_kappa(np.array([[20, 5], [10, 15]])).value == pytest.approx(0.4)
    assert domain.cohen_kappa(np.array([[7, 0], [0, 0]])).undefined_reason is Undefined.NO_VARIATION
    assert domain.cohen_kappa(np.zeros((2, 2), dtype=int)).undefined_reason is Undefined.NO_PAIRS


def test_cohen_kappa_as_published():
    # Cohen (1960), table 1: 200 cases, three categories. Observed .44 + .20 + .06 = .70,
    # chance .60 * .50 + .30 * .30 + .10 * .20 = .41, kappa (.70 - .41) / .59
    table = np.array([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
    result = domain.cohen_kappa(table)
    assert (result.observed, result.chance) == pytest.approx((0.70, 0.41))
    assert round(result.value, 3) == 0.492


def test_why_a_high_agreement_may_have_a_low_alpha():
    # The paper's clips: 84.86 % observed, alpha .133. Its counts are not printed; any with this rate and this share
    # of accepts have it. 10,000 items, 8,276 aa, 1,514 split, 210 rr: 18,066 accepts and 1,934 rejects of 20,000;
    # De = 2 * 18,066 * 1,934 / (20,000 * 19,999) = .174707, 1 - .1514 / .174707
    counts = np.array([[2, 0]] * 8_276 + [[1, 1]] * 1_514 + [[0, 2]] * 210)
    alpha, ac1 = domain.krippendorff_alpha(counts), domain.gwet_ac1(counts)
    assert round(alpha.observed * 100, 2) == 84.86
    assert alpha.value == pytest.approx(1 - 0.1514 / (2 * 18_066 * 1_934 / (20_000 * 19_999)))
    assert round(alpha.value, 3) == 0.133
    # AC1 takes chance to be 2 * .9033 * .0967 where alpha takes .8253
    assert ac1.value == pytest.approx((0.8486 - 0.17470) / (1 - 0.17470), abs=1e-4)


def test_fleiss_kappa_is_alpha_without_the_small_sample_term():
    counts = np.array([[2, 0], [1, 1], [0, 2], [2, 0]])
    # 5 and 3 of 8 values: Do 1/4, De 2*15/64 = .46875
    assert domain.fleiss_kappa(counts).value == pytest.approx(1 - 0.25 / 0.46875)


def test_contingency_with_three_raters():
    table = domain.contingency(np.array([[3, 0], [2, 1], [0, 3]]))
    assert (table.all_first, table.split, table.all_second) == (1, 1, 1)
    # 5 accepts of 9: C(5,3)/C(9,3) = 10/84 and C(4,3)/84 = 4/84, each times three units: 30/84 and 12/84
    assert table.expected == pytest.approx((30 / 84, 3 - 42 / 84, 12 / 84))


def test_wilson_interval():
    low, high = domain.wilson_interval(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert domain.wilson_interval(0, 0) is None
