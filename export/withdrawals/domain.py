"""What can be withdrawn, why, and how it is said. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

MIN_SENTENCE = 10
MAX_SENTENCE = 300


class SubjectKind(StrEnum):
    PERFORMER = "performer"
    COLLECTION = "collection"
    MOTION = "motion"
    AVATAR = "avatar"
    VIDEO = "video"
    ITEM = "item"


class Reason(StrEnum):
    """WD1: the class of a reason; more than that nobody is told."""

    CONSENT = "consent_withdrawn"
    RIGHTS = "rights_lost"
    LEGAL = "legal_demand"
    OTHER = "other"


class FileOutcome(StrEnum):
    """What became of stored bytes that were to go."""

    WAITING = "waiting"
    GONE = "gone"
    NEEDED = "needed"


REASON_SAYS: dict[str, str] = {
    Reason.CONSENT: "consent withdrawn",
    Reason.RIGHTS: "rights lost",
    Reason.LEGAL: "legal demand",
    Reason.OTHER: "other reason",
}


def note_of_release(at: datetime, reason: str, sentence: str) -> str:
    """A line of the notes of the release that leaves the withdrawn out."""
    return f"Withdrawn on {at:%Y-%m-%d} ({REASON_SAYS[reason]}): {sentence}"


def said_of(versions: list[str]) -> str:
    """What a line in an inbox is about: "this project", or the releases by name."""
    if not versions:
        return "this project"
    if len(versions) == 1:
        return f"release {versions[0]}"
    return f"releases {', '.join(versions[:-1])} and {versions[-1]}"


@dataclass(frozen=True, slots=True)
class ReleaseShare:
    """What of one frozen release goes."""

    version: str
    published: bool
    rows: int
    files: int
    splits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """WD2: what a withdrawal takes away, exactly. ``clips``: of episodes and of videos. ``people``: who fetched any
    of it. ``next_version``: what the next release must be called; None where no release of now is affected."""

    motions: int
    episodes: int
    clips: int
    items: int
    revisions: int
    open_rounds: int
    releases: tuple[ReleaseShare, ...]
    ended_freezes: tuple[str, ...]
    files_deleted: int
    bytes_deleted: int
    files_kept: int
    bytes_kept: int
    people: int
    next_version: str | None
