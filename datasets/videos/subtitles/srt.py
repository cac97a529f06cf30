"""SubRip. A cue begins where a line of times stands, with or without a number above it; all else is text."""

from __future__ import annotations

import re

from .marks import ARROW, CLOCK, clock_oddities, clock_seconds, quoted, split_lines, trimmed_block, without_srt_tags
from .model import NoteKind, RawCue, Reading

_NUMBER = re.compile(r"\s{0,8}\d{1,9}\s{0,8}")


def read_srt(text: str) -> Reading:
    """VI6: no cue vanishes, a number that was said is text, and a lost line of times is pointed at."""
    reading = Reading([], [])
    lines = split_lines(text)
    starts = [index for index, line in enumerate(lines) if "->" in line]
    starts = [index for index in starts if _times(lines[index]) is not None or _looks_like_times(lines[index])]
    previous_number: int | None = None
    known = set(starts)
    numbered = {index: _number_above(lines, index, known) for index in starts}
    _note_text_before(lines, starts, numbered, reading)
    for position, index in enumerate(starts):
        following = starts[position + 1] if position + 1 < len(starts) else None
        stop = len(lines) if following is None else following - (1 if numbered[following] else 0)
        body = lines[index + 1 : stop]
        cue = _cue(lines[index], index + 1, numbered[index], body, reading)
        if cue is not None:
            reading.cues.append(cue)
            _note_body(cue, body, index, reading)
        number = int(numbered[index]) if numbered[index] else None
        if number is None:
            reading.note(index + 1, NoteKind.REPAIRED, "no_number", "no number above the times")
        elif previous_number is not None and number != previous_number + 1:
            reading.note(
                index,
                NoteKind.REMARK,
                "number_gap",
                f"number {number} follows {previous_number}; cues may be missing or out of order",
            )
        previous_number = number if number is not None else previous_number
    return reading


def _number_above(lines: list[str], index: int, starts: set[int]) -> str:
    above = lines[index - 1] if index else ""
    return above.strip() if index - 1 not in starts and _NUMBER.fullmatch(above) else ""


def _note_text_before(lines: list[str], starts: list[int], numbered: dict[int, str], reading: Reading) -> None:
    end = len(lines) if not starts else starts[0] - (1 if numbered[starts[0]] else 0)
    for index in range(end):
        if lines[index].strip():
            reading.note(
                index + 1,
                NoteKind.LEFT_OUT,
                "before_first_cue",
                f"{quoted(lines[index])} stands before the first cue",
            )


def _cue(line: str, number: int, own_number: str, body: list[str], reading: Reading) -> RawCue | None:
    text = trimmed_block(without_srt_tags("\n".join(body)).split("\n"))
    found = _times(line)
    if found is None:
        first = CLOCK.match(line.lstrip())
        if first is None:
            reading.note(
                number,
                NoteKind.LEFT_OUT,
                "bad_start",
                f"the start in {quoted(line)} cannot be read; left out: {quoted(text, 400)}",
            )
            return None
        reading.note(number, NoteKind.REPAIRED, "bad_end", f"the end in {quoted(line)} cannot be read")
        return RawCue(clock_seconds(first), None, "", text, number, own_number)
    start, end, rest = found
    codes = {code: words for match in (start, end) for code, words in clock_oddities(match, mark=",", digits=3)}
    for code, words in codes.items():
        reading.note(number, NoteKind.REPAIRED, code, words)
    if rest:
        reading.note(number, NoteKind.LEFT_OUT, "position", f"{quoted(rest)} after the times is no text")
    return RawCue(clock_seconds(start), clock_seconds(end), "", text, number, own_number)


def _note_body(cue: RawCue, body: list[str], index: int, reading: Reading) -> None:
    inner = [offset for offset in range(1, len(body)) if not body[offset - 1].strip() and body[offset].strip()]
    first = next((offset for offset, line in enumerate(body) if line.strip()), len(body))
    for offset in inner:
        if offset <= first:
            continue
        line = index + 2 + offset
        is_number = bool(_NUMBER.fullmatch(body[offset])) and offset + 1 < len(body) and body[offset + 1].strip()
        reading.note(
            line,
            NoteKind.DOUBTFUL,
            "lost_times" if is_number else "blank_line_in_text",
            f"{quoted(body[offset])} follows a blank line and no times; kept as text of the cue above",
        )


def _times(line: str) -> tuple[re.Match[str], re.Match[str], str] | None:
    stripped = line.strip().lstrip("\ufeff")
    start = CLOCK.match(stripped)
    arrow = ARROW.match(stripped, start.end()) if start else None
    end = CLOCK.match(stripped, arrow.end()) if arrow else None
    if start is None or end is None:
        return None
    rest = stripped[end.end() :]
    # "00:00:1d.890" must not pass for one second.
    return None if rest and not rest[0].isspace() else (start, end, rest.strip())


def _looks_like_times(line: str) -> bool:
    before, arrow, after = line.strip().partition("-->")
    return bool(arrow) and (_half(before) or _half(after))


def _half(text: str) -> bool:
    """Digits and colons as a time has them, whatever else is wrong."""
    head = text.strip()[:20]
    return head[:1].isdigit() and head.count(":") >= 1
