"""Threads about items: between whom, in which part, who is meant, and how long a comment can be mended. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

MAX_TEXT = 4_000
EDITABLE = timedelta(minutes=15)


class Circle(StrEnum):
    """Between whom a thread is. Author and reviewer: each with the maintainers. Everybody: who took part in an item
    that is finished, and the maintainers."""

    AUTHOR = "author"
    REVIEWER = "reviewer"
    EVERYBODY = "everybody"


class Part(StrEnum):
    """What somebody is to an item, and what they are shown as to those who may not learn names (CM2)."""

    AUTHOR = "author"
    REVIEWER = "reviewer"
    MAINTAINER = "maintainer"


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands to an item at this moment. ``part`` None: it does not exist for them.

    ``finished``: the item is kept or removed. ``judged``: they have a decision in one of its rounds that counted.
    ``reviews``: they have the role of a reviewer, so that they may be served it, or another round of it.
    """

    part: Part | None
    maintains: bool
    wrote: bool
    reviews: bool
    judged: bool
    holds_lease: bool
    finished: bool
    is_blind: bool = False

    @property
    def names(self) -> bool:
        """CM2: names are for maintainers; not about what they wrote themselves, and, as long as the item is not
        finished, not for those who review."""
        return self.maintains and not self.wrote and (self.finished or not self.reviews)

    @property
    def sees_history(self) -> bool:
        """CM6: authors and maintainers always, unless RV51 keeps the item from them; who judged it, once it is
        finished."""
        if self.is_blind:
            return False
        if self.part is Part.REVIEWER:
            return self.finished and self.judged
        return self.part is not None


def may_open(standing: Standing) -> list[Circle]:
    """CM1: the circles in which somebody may begin a thread about an item."""
    circles = []
    if standing.wrote or (standing.maintains and not standing.is_blind):
        circles.append(Circle.AUTHOR)
    if standing.reviews and not standing.wrote and (standing.judged or standing.holds_lease):
        circles.append(Circle.REVIEWER)
    if standing.finished and (standing.wrote or standing.maintains or standing.judged):
        circles.append(Circle.EVERYBODY)
    return circles


def part_in(circle: str, standing: Standing, *, opened: bool) -> Part:
    """CM2: in which part somebody writes in a thread that they may see. A maintainer who judged the item is a
    reviewer among those who took part, and a maintainer in a thread of somebody else with the maintainers."""
    if standing.wrote:
        return Part.AUTHOR
    if circle == Circle.REVIEWER and opened:
        return Part.REVIEWER
    if circle == Circle.EVERYBODY and standing.judged:
        return Part.REVIEWER
    return Part.MAINTAINER if standing.maintains else Part.REVIEWER


_HANDLE = re.compile(r"(?<![\w@.])@([A-Za-z0-9][\w.+-]*)", re.ASCII)


def handles_in(text: str) -> list[str]:
    """Who is meant: @author, @reviewer-1, @mara. A full stop that ends a sentence is no part of it; an e-mail address
    means nobody."""
    found = [match.rstrip(".-+").lower() for match in _HANDLE.findall(text)]
    return list(dict.fromkeys(found))


def is_editable(written_at: datetime, now: datetime) -> bool:
    """CM4"""
    return now - written_at <= EDITABLE
