"""ASS and SSA: the event lines of a script. What is drawn or commented is not spoken."""

from __future__ import annotations

import re

from .marks import CLOCK, clock_oddities, clock_seconds, quoted, split_lines, trimmed_block
from .model import NoteKind, RawCue, Reading

_DEFAULT_FORMAT = ("layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text")
_SECTIONS = {
    "script info",
    "v4 styles",
    "v4+ styles",
    "v4++ styles",
    "events",
    "fonts",
    "graphics",
    "aegisub project garbage",
    "aegisub extradata",
}
_EVENT = re.compile(r"(Dialogue|Comment|Picture|Sound|Movie|Command)\s{0,8}:\s{0,8}(.*)", re.IGNORECASE | re.DOTALL)
_BRACES = re.compile(r"\{([^{}]*)\}")
_DRAWING_TAG = re.compile(r"\\p(\d{1,3})(?![a-zA-Z])")


def read_ass(text: str) -> Reading:
    """VI8: the last field takes the rest of the line; tags and pictures are taken out, commas stay."""
    reading = Reading([], [])
    section = ""
    fields: tuple[str, ...] = ()
    wraps_by_hand = False
    header: list[str] = []
    for number, line in enumerate(split_lines(text), start=1):
        stripped = line.strip()
        # Font and picture data may hold anything, a bracket too, but never a name in closed brackets.
        if re.fullmatch(r"\[[A-Za-z0-9+ ]{1,40}\]", stripped):
            section = stripped[1:-1].casefold()
            if section not in _SECTIONS:
                words = f"the section {stripped} holds no events that are read"
                reading.note(number, NoteKind.REMARK, "unknown_section", words)
            continue
        if not stripped or stripped.startswith(";") or section in ("fonts", "graphics"):
            continue
        key, _, value = stripped.partition(":")
        key = key.strip().casefold()
        if section == "script info":
            header.append(stripped)
            wraps_by_hand = wraps_by_hand or (key == "wrapstyle" and value.strip() == "2")
            continue
        if section == "events" and key == "format":
            fields = _fields(value, number, reading)
            continue
        event = _EVENT.match(line.lstrip())
        if event is None:
            if section in ("events", ""):
                reading.note(number, NoteKind.LEFT_OUT, "unknown_line", f"{quoted(stripped)} is no event")
            continue
        if section != "events":
            reading.note(number, NoteKind.REPAIRED, "no_events_section", "an event outside [Events]")
        if not fields:
            fields = _DEFAULT_FORMAT
            reading.note(number, NoteKind.REPAIRED, "no_format", "no Format line above; the usual order is taken")
        _event(event.group(1), event.group(2), number, fields, wraps_by_hand, reading)
    reading.header = tuple(header)
    return reading


def _fields(value: str, number: int, reading: Reading) -> tuple[str, ...]:
    names = tuple(
        {"actor": "name"}.get(name, name) for name in (part.strip().casefold() for part in value.split(","))
    )
    missing = [name for name in ("start", "end", "text") if name not in names]
    if missing:
        reading.note(
            number,
            NoteKind.REPAIRED,
            "bad_format",
            f"the Format line lacks {', '.join(missing)}; the usual order is taken",
        )
        return _DEFAULT_FORMAT
    if names[-1] != "text":
        reading.note(number, NoteKind.DOUBTFUL, "text_not_last", "Text is not the last field; its commas are lost")
    return names


def _event(
    kind: str, value: str, number: int, fields: tuple[str, ...], wraps_by_hand: bool, reading: Reading
) -> None:
    cells = value.split(",", len(fields) - 1)
    if len(cells) < len(fields):
        reading.note(
            number,
            NoteKind.LEFT_OUT,
            "too_few_fields",
            f"{len(cells)} fields where Format names {len(fields)}: {quoted(value)}",
        )
        return
    found = dict(zip(fields, cells, strict=True))
    if kind.casefold() != "dialogue":
        words = "a comment" if kind.casefold() == "comment" else f"a {kind.casefold()} event"
        reading.note(number, NoteKind.LEFT_OUT, "not_speech", f"{words}: {quoted(found['text'])}")
        return
    text, drawings, comments = _spoken(found["text"], wraps_by_hand)
    for comment in comments:
        reading.note(number, NoteKind.LEFT_OUT, "comment", f"in braces, without a tag: {quoted(comment)}")
    if drawings:
        reading.note(number, NoteKind.LEFT_OUT, "drawing", f"a picture, not speech: {quoted(' '.join(drawings))}")
        if not text:
            return
    _cue(found, text, number, reading)


def _cue(found: dict[str, str], text: str, number: int, reading: Reading) -> None:
    speaker = " ".join(found.get("name", "").split())
    start_text, end_text = found["start"].strip(), found["end"].strip()
    start, end = CLOCK.fullmatch(start_text), CLOCK.fullmatch(end_text)
    if start is None:
        reading.note(
            number,
            NoteKind.LEFT_OUT,
            "bad_start",
            f"the start {quoted(start_text)} cannot be read; left out: {quoted(text, 400)}",
        )
        return
    if end is None:
        reading.note(number, NoteKind.REPAIRED, "bad_end", f"the end {quoted(end_text)} cannot be read")
        reading.cues.append(RawCue(clock_seconds(start), None, speaker, text, number))
        return
    for code, words in {c: w for match in (start, end) for c, w in clock_oddities(match, mark=".", digits=2)}.items():
        reading.note(number, NoteKind.REPAIRED, code, words)
    reading.cues.append(RawCue(clock_seconds(start), clock_seconds(end), speaker, text, number))


def _spoken(raw: str, wraps_by_hand: bool) -> tuple[str, list[str], list[str]]:
    """The heard text, the drawings, and comments in braces."""
    heard: list[str] = []
    drawings: list[str] = []
    comments: list[str] = []
    drawing = False
    position = 0
    for braces in _BRACES.finditer(raw):
        _put(raw[position : braces.start()], drawing, heard, drawings)
        position = braces.end()
        inside = braces.group(1)
        scales = _DRAWING_TAG.findall(inside)
        if scales:
            drawing = int(scales[-1]) > 0
        if inside.strip() and "\\" not in inside:
            comments.append(inside.strip())
    _put(raw[position:], drawing, heard, drawings)
    text = "".join(heard).replace("\\N", "\n").replace("\\n", "\n" if wraps_by_hand else " ").replace("\\h", " ")
    return trimmed_block([line.strip() for line in text.split("\n")]), drawings, comments


def _put(text: str, drawing: bool, heard: list[str], drawings: list[str]) -> None:
    if drawing:
        if text.strip():
            drawings.append(text.strip())
    else:
        heard.append(text)
