"""Reservations of drafts that belong to nobody, time of real work, and the reasons people give. Pure.

A draft that was mapped or drafted waits for anybody. Whoever opens it reserves it for minutes; whoever has written in
it keeps it for hours. A reservation that ends without a submission gives the draft back as it came, and keeps what
was written for the one who wrote it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class ReservationState(StrEnum):
    """Done: submitted or discarded. Revoked: a maintainer gave it to somebody else or to everybody."""

    OPEN = "open"
    DONE = "done"
    RELEASED = "released"
    SKIPPED = "skipped"
    EXPIRED = "expired"
    REVOKED = "revoked"


RESERVATION_TRANSITIONS: dict[str, frozenset[str]] = {
    ReservationState.OPEN: frozenset(set(ReservationState) - {ReservationState.OPEN}),
    **{state: frozenset() for state in ReservationState if state is not ReservationState.OPEN},
}


def lowest_free(taken: Collection[int], places: int) -> int | None:
    """The first of the places from 1 on that nobody has; None where as many are taken as there are, whichever: a
    project may have had more once."""
    if len(taken) >= places:
        return None
    return next((place for place in range(1, places + 1) if place not in taken), None)


class EndReason(StrEnum):
    """Why a reservation is over where its state alone does not say."""

    SUBMITTED = "submitted"
    DISCARDED = "discarded"


class Place(StrEnum):
    """Where an item stands in somebody's queue; they are served in this order."""

    RETURNED = "returned"
    MINE = "mine"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Reason:
    code: str
    label: str


SKIP_REASONS = (
    Reason("distressing", "Too distressing"),
    Reason("unclear", "I cannot see or hear enough"),
    Reason("language", "I do not understand the language"),
    Reason("close", "Too close to me to be fair"),
    Reason("other", "Something else"),
)
DISCARD_REASONS = (
    Reason("nothing_felt", "Nobody shows a feeling here"),
    Reason("not_answerable", "The clip does not answer it"),
    Reason("wrong", "It says what does not happen"),
    Reason("duplicate", "Another item asks the same"),
    Reason("bad_clip", "The clip is of no use"),
    Reason("other", "Something else"),
)
SKIP_CODES = tuple(reason.code for reason in SKIP_REASONS)
DISCARD_CODES = tuple(reason.code for reason in DISCARD_REASONS)

DEFAULT_MINUTES = 30
DEFAULT_BEGUN_HOURS = 48
MINUTES = (5, 240)
"""The least and the most minutes that a project may let people hold what they have not begun."""
BEGUN_HOURS = (1, 336)
DEFAULT_WRITERS = 1
WRITERS = (1, 9)
"""How many people a project may let write about one whole video at the same time."""
RENEW_BEFORE = timedelta(minutes=10)
"""A save moves the end of a reservation only if that gains so much: most saves then write one row less."""
LATE_BEAT = timedelta(seconds=5)
MAX_BEAT_S = 120.0
"""More activity than this in one beat is a clock that was set."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How long a project lets people hold what they opened, and what they have written in."""

    minutes: int = DEFAULT_MINUTES
    begun_hours: int = DEFAULT_BEGUN_HOURS

    def until(self, now: datetime, *, begun: bool) -> datetime:
        return now + (timedelta(hours=self.begun_hours) if begun else timedelta(minutes=self.minutes))


def counted_seconds(active_s: float, *, since: datetime | None, now: datetime) -> float:
    """QU87: of the activity that a page tells of, no more than has passed since the last telling, over all tabs."""
    most = MAX_BEAT_S if since is None else min(MAX_BEAT_S, (now - since + LATE_BEAT).total_seconds())
    return round(max(0.0, min(active_s, most)), 1)
