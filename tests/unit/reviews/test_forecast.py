"""RV16: a forecast is a band, or a reason why there is none."""

from datetime import date, timedelta

import pytest

from annotation.reviews.forecast import NoForecast, burn_down, forecast, whole_days

TODAY = date(2026, 3, 10)


def test_today_is_not_over_and_idle_days_count():
    closed = {date(2026, 3, 5): 4, date(2026, 3, 7): 2, TODAY: 50}
    assert whole_days(closed, TODAY) == [4, 0, 2, 0, 0]
    assert whole_days({}, TODAY) == []
    assert whole_days({TODAY: 3}, TODAY) == []


def test_only_the_last_four_weeks_count():
    closed = {TODAY - timedelta(days=200): 900, TODAY - timedelta(days=1): 7}
    assert whole_days(closed, TODAY) == [0] * 27 + [7]


def test_pace_and_band():
    # five days 2, 4, 6, 8, 10: mean 6, sd sqrt(10), t(4) 2.776, half width 2.776 * 3.1623 / sqrt(5) = 3.926
    result = forecast([2, 4, 6, 8, 10], 60, TODAY)
    assert result.per_day == 6
    assert (result.per_day_low, result.per_day_high) == pytest.approx((2.074, 9.926), abs=0.001)
    # 60 / 9.926 = 6.04, 60 / 6 = 10, 60 / 2.074 = 28.9
    assert (result.earliest, result.expected, result.latest) == (
        TODAY + timedelta(days=7),
        TODAY + timedelta(days=10),
        TODAY + timedelta(days=29),
    )
    assert result.undefined_reason is None


def test_an_end_that_is_not_in_sight():
    result = forecast([0, 0, 0, 0, 9], 60, TODAY)
    assert result.per_day_low == 0
    assert result.latest is None
    assert result.earliest is not None


@pytest.mark.parametrize(
    ("daily", "remaining", "reason"),
    [
        ([], 5, NoForecast.TOO_FEW_DAYS),
        ([9, 9, 9, 9], 5, NoForecast.TOO_FEW_DAYS),
        ([0, 0, 0, 0, 0], 5, NoForecast.NO_PACE),
        ([3] * 10, 0, NoForecast.DONE),
    ],
)
def test_no_forecast_says_why(daily, remaining, reason):
    result = forecast(daily, remaining, TODAY)
    assert result.undefined_reason is reason
    assert (result.earliest, result.expected, result.latest) == (None, None, None)


def test_the_longest_window_has_its_t_value():
    assert forecast([5] * 28, 10, TODAY).latest == TODAY + timedelta(days=2)


def test_what_is_left_at_the_end_of_each_day():
    day = {n: TODAY - timedelta(days=n) for n in range(40)}
    # 10 opened long ago, 3 of them closed before the window; then 4 opened three days ago, 5 closed yesterday
    opened, closed = {day[35]: 10, day[3]: 4}, {day[30]: 3, day[1]: 5}
    rows = burn_down(opened, closed, TODAY)
    assert len(rows) == 29
    assert (rows[0]["day"], rows[0]["open"]) == (day[28], 7)
    assert [(row["opened"], row["closed"], row["open"]) for row in rows[-4:]] == [
        (4, 0, 11),
        (0, 0, 11),
        (0, 5, 6),
        (0, 0, 6),
    ]
    assert burn_down({}, {}, TODAY) == []
    assert burn_down({TODAY: 2}, {}, TODAY) == [{"day": TODAY, "opened": 2, "closed": 0, "open": 2}]
