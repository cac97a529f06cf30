"""How long subjects have been in their states. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

type Since = tuple[datetime, UUID]


def funnel_rows(ages: Mapping[str, Sequence[Since]], now: datetime) -> list[dict[str, Any]]:
    """Per state: how many, their median age in hours, and which has been there longest."""
    return [_row(state, sorted(since), now) for state, since in ages.items()]


def _row(state: str, since: list[Since], now: datetime) -> dict[str, Any]:
    if not since:
        return {"state": state, "count": 0, "median_age_h": None, "oldest": None, "oldest_since": None}
    middle = (since[(len(since) - 1) // 2][0], since[len(since) // 2][0])
    hours = sum((now - moment).total_seconds() for moment in middle) / 2 / 3600
    return {
        "state": state,
        "count": len(since),
        "median_age_h": round(hours, 3),
        "oldest": since[0][1],
        "oldest_since": since[0][0],
    }
