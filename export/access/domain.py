"""Who may read releases, and under which name: modes, requests, terms, and the one decision about them. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

DAY_S = 24 * 3600
_ID = re.compile(r"[A-Za-z0-9_.-]{1,96}", re.ASCII)
MIN_PURPOSE = 20
STANDING_CLAUSES = (
    "I do not try to find out who anybody in these data is, and I do not use them, or anything trained on them, to "
    "identify people.",
    "I do not use them, or anything trained on them, for decisions of high stakes about people, such as hiring, "
    "policing, migration, insurance, education or health.",
    "I pass the files on to nobody; others ask for access themselves.",
    "When a release or a part of it is withdrawn, I delete my copies of it.",
)
"""RL43: these stand before the text of every project, so that no version of the terms is without them."""


class AccessMode(StrEnum):
    """To whom the published releases of a project are open besides its own researchers and maintainers."""

    MEMBERS = "members"
    TOKEN = "token"  # noqa: S105  a mode, not a secret
    GATED = "gated"
    PUBLIC = "public"


class RequestState(StrEnum):
    """Where somebody's request for a gated project stands."""

    REQUESTED = "requested"
    APPROVED = "approved"
    REFUSED = "refused"
    REVOKED = "revoked"
    TAKEN_BACK = "taken_back"


OPEN_STATES = (RequestState.REQUESTED, RequestState.APPROVED)
TRANSITIONS: dict[str, frozenset[str]] = {
    RequestState.REQUESTED: frozenset({RequestState.APPROVED, RequestState.REFUSED, RequestState.TAKEN_BACK}),
    RequestState.APPROVED: frozenset({RequestState.REVOKED, RequestState.TAKEN_BACK}),
    RequestState.REFUSED: frozenset(),
    RequestState.REVOKED: frozenset(),
    RequestState.TAKEN_BACK: frozenset(),
}


class Decision(StrEnum):
    """What a maintainer does with a request."""

    APPROVE = "approve"
    REFUSE = "refuse"
    REVOKE = "revoke"


STATE_AFTER = {
    Decision.APPROVE: RequestState.APPROVED,
    Decision.REFUSE: RequestState.REFUSED,
    Decision.REVOKE: RequestState.REVOKED,
}


class Reading(StrEnum):
    """How much of a project's releases somebody may read, from everything to not even that it exists."""

    ALL = "all"
    FROZEN = "frozen"
    PUBLISHED = "published"
    GATED = "gated"
    NOTHING = "nothing"

    @property
    def gives_files(self) -> bool:
        return self in (Reading.ALL, Reading.FROZEN, Reading.PUBLISHED)

    @property
    def knows(self) -> bool:
        """Whether the project exists for them as one that has releases."""
        return self is not Reading.NOTHING


@dataclass(frozen=True, slots=True)
class Facts:
    """What the decision looks at, as it is at this moment (AC3)."""

    mode: str
    roles: Collection[str]
    is_administrator: bool
    is_known: bool
    is_approved: bool


def reading(facts: Facts) -> Reading:
    """RL40: the one decision that REST, the Hub protocol and the pages ask."""
    if facts.is_administrator or "maintainer" in facts.roles:
        return Reading.ALL
    if "researcher" in facts.roles:
        return Reading.FROZEN
    if facts.mode == AccessMode.PUBLIC or (facts.mode == AccessMode.TOKEN and facts.is_known):
        return Reading.PUBLISHED
    if facts.mode == AccessMode.GATED:
        return Reading.PUBLISHED if facts.is_approved else Reading.GATED
    return Reading.NOTHING


def whole_terms(text: str) -> str:
    """RL43: the standing clauses and then what the project adds, as it is shown and accepted."""
    clauses = "\n".join(f"{number}. {clause}" for number, clause in enumerate(STANDING_CLAUSES, start=1))
    return f"{clauses}\n\n{text.strip()}\n" if text.strip() else f"{clauses}\n"


def is_repository_name(name: str) -> bool:
    """HB1: what the clients accept as a half of a repository's id."""
    return (
        _ID.fullmatch(name) is not None
        and "--" not in name
        and ".." not in name
        and not name.startswith(("-", "."))
        and not name.endswith(("-", ".", ".git"))
    )


def repository_id(namespace: str, slug: str) -> str | None:
    """HB1: "{namespace}/{slug}"; None if the clients would refuse it."""
    found = f"{namespace}/{slug}"
    return found if len(found) <= 96 and is_repository_name(namespace) and is_repository_name(slug) else None
