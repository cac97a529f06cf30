"""What lines there are, how each is said and where it leads; when a digest is due. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from string import Formatter
from zoneinfo import ZoneInfo, available_timezones

MAX_ARGUMENT = 200


class Kind(StrEnum):
    """What a line is about. The words are what the table holds, so one that was used is never given another sense."""

    ITEM_RETURNED = "item.returned"
    ITEM_KEPT = "item.kept"
    ITEM_REMOVED = "item.removed"
    ITEM_HANDED_OVER = "item.handed_over"
    HOLD_ENDED = "hold.ended"
    THREAD_OPENED = "thread.opened"
    THREAD_REPLY = "thread.reply"
    THREAD_MENTION = "thread.mention"
    JOB_DONE = "job.done"
    JOB_FAILED = "job.failed"
    RELEASE_PUBLISHED = "release.published"
    ACCESS_REQUESTED = "access.requested"
    ACCESS_APPROVED = "access.approved"
    ACCESS_REFUSED = "access.refused"
    ACCESS_REVOKED = "access.revoked"
    MATERIAL_WITHDRAWN = "material.withdrawn"


@dataclass(frozen=True, slots=True)
class Form:
    """IN2: the sentence of a kind and the page it leads to. Only what is named in braces is ever kept of the event,
    and none of it says who judged what; ``project`` and ``about`` are known of every line."""

    says: str
    leads_to: str
    needs_role: bool = True

    @property
    def arguments(self) -> frozenset[str]:
        named = {name for _, name, _, _ in Formatter().parse(self.says + self.leads_to) if name}
        return frozenset(named - {"project", "about"})


_ITEM = "/p/{project}/items/{about}"
_HISTORY = "/p/{project}/items/{about}/history"
_THREAD = "/p/{project}/threads/{thread}"
FORMS: Mapping[Kind, Form] = {
    Kind.ITEM_RETURNED: Form("{item} came back to you. Read the reasons and write the next revision.", _ITEM),
    Kind.ITEM_KEPT: Form("{item} is finished: it was kept.", _HISTORY),
    Kind.ITEM_REMOVED: Form("{item} is finished: it was removed.", _HISTORY),
    Kind.ITEM_HANDED_OVER: Form("{item} was handed to you.", _ITEM),
    Kind.HOLD_ENDED: Form("A maintainer gave {what} that you had open back to the queue.", "/p/{project}"),
    Kind.THREAD_OPENED: Form("Somebody asks about {item}.", _THREAD),
    Kind.THREAD_REPLY: Form("There is a reply about {item}.", _THREAD),
    Kind.THREAD_MENTION: Form("You were mentioned in a thread about {item}.", _THREAD),
    Kind.JOB_DONE: Form("{job}: done.", "/p/{project}/jobs"),
    Kind.JOB_FAILED: Form("{job}: failed. Its log says why.", "/p/{project}/jobs"),
    Kind.RELEASE_PUBLISHED: Form("Release {version} was published.", "/p/{project}/releases/{version}"),
    Kind.ACCESS_REQUESTED: Form("Somebody asks for access to the releases.", "/p/{project}/access"),
    Kind.ACCESS_APPROVED: Form("You have access to the releases.", "/open/{project}", needs_role=False),
    Kind.ACCESS_REFUSED: Form("Your request for access was refused.", "/open/{project}", needs_role=False),
    Kind.ACCESS_REVOKED: Form("Your access to the releases has ended.", "/open/{project}", needs_role=False),
    Kind.MATERIAL_WITHDRAWN: Form(
        "Something of {what} was withdrawn; use it no more. {sentence}", "/open/{project}", needs_role=False
    ),
}
# Lines that somebody without a role in the project gets as well.
OPEN_KINDS = tuple(kind.value for kind, form in FORMS.items() if not form.needs_role)


def checked_arguments(kind: Kind, given: Mapping[str, str]) -> dict[str, str]:
    """IN2: exactly the arguments of the kind, shortened to what a line can show."""
    wanted = FORMS[kind].arguments
    if set(given) != wanted:
        raise ValueError(f"A line {kind} takes {sorted(wanted)}, not {sorted(given)}.")
    return {
        name: text if len(text) <= MAX_ARGUMENT else text[: MAX_ARGUMENT - 1] + "…" for name, text in given.items()
    }


def sentence(kind: str, arguments: Mapping[str, str]) -> str:
    text = FORMS[Kind(kind)].says.format_map(dict(arguments))
    return text[:1].upper() + text[1:]


def address(kind: str, arguments: Mapping[str, str], *, project: str, about: str) -> str:
    """The page within the site that a line leads to."""
    return FORMS[Kind(kind)].leads_to.format_map({**arguments, "project": project, "about": about})


class Every(StrEnum):
    OFF = "off"
    DAY = "daily"
    WEEK = "weekly"


TIME_ZONES = frozenset(available_timezones())


def next_due(every: Every, *, hour: int, weekday: int, time_zone: str, after: datetime) -> datetime | None:
    """IN4: the first full hour of that name on the clock of that zone which lies after the moment; the weekday (0 is
    Monday) counts for a weekly digest alone. An hour that the clock leaves out in spring is the one after it."""
    if every is Every.OFF:
        return None
    zone = ZoneInfo(time_zone)
    day = after.astimezone(zone).date()
    if every is Every.WEEK:
        day += timedelta(days=(weekday - day.weekday()) % 7)
    step = timedelta(days=7 if every is Every.WEEK else 1)
    while True:
        due = datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)
        if due > after:
            return due
        day += step
