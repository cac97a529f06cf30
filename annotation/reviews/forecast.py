"""When the review will be done at the present pace. Pure: days and counts in, days out."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

WINDOW_DAYS = 28
MIN_DAYS = 5
# Two-sided 95 % points of Student's t for 4 to 27 degrees of freedom; a band from few days must be wide.
T_95 = (
    2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052,
)  # fmt: skip


class NoForecast(StrEnum):
    DONE = "nothing is left to do"
    TOO_FEW_DAYS = f"fewer than {MIN_DAYS} whole days since the first decision"
    NO_PACE = "nothing was closed in the days looked at"


@dataclass(frozen=True, slots=True)
class Forecast:
    """Rounds a day with its band, and the days on which the rest would be done. ``latest`` None: not in sight."""

    remaining: int
    days_seen: int
    per_day: float | None
    per_day_low: float | None
    per_day_high: float | None
    earliest: date | None
    expected: date | None
    latest: date | None
    undefined_reason: NoForecast | None


def whole_days(closed_per_day: Mapping[date, int], today: date) -> list[int]:
    """Rounds closed on each whole day of the window, idle ones included; today is not over and does not count."""
    if not closed_per_day:
        return []
    start = max(min(closed_per_day), today - timedelta(days=WINDOW_DAYS))
    return [closed_per_day.get(start + timedelta(days=n), 0) for n in range((today - start).days)]


def forecast(daily: Sequence[int], remaining: int, today: date) -> Forecast:
    """RV16: the mean pace with a t band, in days; undefined with a reason rather than guessed."""
    if remaining == 0:
        return Forecast(0, len(daily), None, None, None, None, None, None, NoForecast.DONE)
    if len(daily) < MIN_DAYS:
        return Forecast(remaining, len(daily), None, None, None, None, None, None, NoForecast.TOO_FEW_DAYS)
    pace = statistics.fmean(daily)
    if pace == 0:
        return Forecast(remaining, len(daily), 0.0, None, None, None, None, None, NoForecast.NO_PACE)
    spread = T_95[len(daily) - MIN_DAYS] * statistics.stdev(daily) / math.sqrt(len(daily))
    low, high = max(0.0, pace - spread), pace + spread
    return Forecast(
        remaining,
        len(daily),
        pace,
        low,
        high,
        _done_on(today, remaining, high),
        _done_on(today, remaining, pace),
        _done_on(today, remaining, low),
        None,
    )


def burn_down(
    opened_per_day: Mapping[date, int], closed_per_day: Mapping[date, int], today: date
) -> list[dict[str, date | int]]:
    """Rounds open at the end of each day of the window, today as far as it has come."""
    days = [*opened_per_day, *closed_per_day]
    if not days:
        return []
    start = max(min(days), today - timedelta(days=WINDOW_DAYS))
    left = sum(n for day, n in opened_per_day.items() if day < start)
    left -= sum(n for day, n in closed_per_day.items() if day < start)
    rows: list[dict[str, date | int]] = []
    for day in (start + timedelta(days=n) for n in range((today - start).days + 1)):
        opened, closed = opened_per_day.get(day, 0), closed_per_day.get(day, 0)
        left += opened - closed
        rows.append({"day": day, "opened": opened, "closed": closed, "open": left})
    return rows


def _done_on(today: date, remaining: int, pace: float) -> date | None:
    days = math.inf if pace <= 0 else remaining / pace
    return None if days > 3_650 else today + timedelta(days=math.ceil(days))
