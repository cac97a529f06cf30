"""WebVTT: blocks parted by blank lines; a block with a line of times is a cue."""

from __future__ import annotations

import re

from .marks import ARROW, CLOCK, clock_oddities, clock_seconds, quoted, split_lines, trimmed_block, without_vtt_tags
from .model import NoteKind, RawCue, Reading

_NOT_CUES = re.compile(r"(NOTE|STYLE|REGION)(?:[ \t]|$)")


def read_vtt(text: str) -> Reading:
    """VI7: comments, styles and blocks without times are no speech, and each is named with its line."""
    lines = split_lines(text)
    reading = Reading([], [])
    index = _header(lines, reading)
    while index < len(lines):
        if not lines[index].strip():
            index += 1
            continue
        stop = index
        while stop < len(lines) and lines[stop].strip():
            stop += 1
        _block(lines, index, stop, reading)
        index = stop
    return reading


def _header(lines: list[str], reading: Reading) -> int:
    first = lines[0] if lines else ""
    if not re.match(r"WEBVTT(?:[ \t]|$)", first):
        reading.note(1, NoteKind.REPAIRED, "no_header", "the line WEBVTT is missing at the start")
        return 0
    stop = 1
    while stop < len(lines) and lines[stop].strip() and "-->" not in lines[stop]:
        stop += 1
    header = [line.strip() for line in lines[:stop]]
    reading.header = tuple(header)
    if stop < len(lines) and "-->" in lines[stop]:
        reading.note(stop + 1, NoteKind.REPAIRED, "no_blank_line", "no blank line between the header and a cue")
    for number, line in enumerate(header, start=1):
        if line.upper().startswith("X-TIMESTAMP-MAP"):
            reading.note(
                number, NoteKind.DOUBTFUL, "timestamp_map", f"{quoted(line)} is not applied; times may need an offset"
            )
    return stop


def _block(lines: list[str], start: int, stop: int, reading: Reading) -> None:
    times = [index for index in range(start, stop) if "-->" in lines[index]]
    named = _NOT_CUES.match(lines[start])
    above = lines[start : times[0] if times else stop]
    if named:
        words = {"NOTE": "a comment", "STYLE": "a style sheet", "REGION": "a region"}[named.group(1)]
        reading.note(start + 1, NoteKind.LEFT_OUT, "not_speech", f"{words}: {quoted(chr(10).join(above), 400)}")
        if times:
            # As players do: a line of times ends whatever stands above it.
            reading.note(times[0] + 1, NoteKind.DOUBTFUL, "no_blank_line", f"times inside {words}; a cue begins here")
    elif not times:
        reading.note(
            start + 1,
            NoteKind.LEFT_OUT,
            "no_times",
            f"a block without a line of times: {quoted(chr(10).join(above), 400)}",
        )
    identifier = "" if named or not times else _identifier(lines, start, times[0], reading)
    for position, index in enumerate(times):
        end = times[position + 1] if position + 1 < len(times) else stop
        if position:
            reading.note(
                index + 1, NoteKind.REPAIRED, "no_blank_line", "no blank line above the times; a cue begins here"
            )
        cue = _cue(lines[index], index + 1, identifier if position == 0 else "", lines[index + 1 : end], reading)
        if cue is not None:
            reading.cues.append(cue)


def _identifier(lines: list[str], start: int, times: int, reading: Reading) -> str:
    for index in range(start, times - 1):
        reading.note(
            index + 1, NoteKind.LEFT_OUT, "before_times", f"{quoted(lines[index])} stands above a cue's identifier"
        )
    return lines[times - 1].strip() if times > start else ""


def _cue(line: str, number: int, identifier: str, body: list[str], reading: Reading) -> RawCue | None:
    raw, voices = without_vtt_tags("\n".join(body))
    text = trimmed_block(raw.split("\n"))
    if len(voices) > 1:
        reading.note(number, NoteKind.REMARK, "several_speakers", f"several speakers: {', '.join(voices)}")
    speaker = ", ".join(voices)
    stripped = line.strip()
    start = CLOCK.match(stripped)
    arrow = ARROW.match(stripped, start.end()) if start else None
    if start is None or arrow is None:
        reading.note(
            number,
            NoteKind.LEFT_OUT,
            "bad_start",
            f"the start in {quoted(line)} cannot be read; left out: {quoted(f'{identifier}{chr(10)}{text}', 400)}",
        )
        return None
    end = CLOCK.match(stripped, arrow.end())
    if end is None or (end.end() < len(stripped) and not stripped[end.end()].isspace()):
        reading.note(number, NoteKind.REPAIRED, "bad_end", f"the end in {quoted(line)} cannot be read")
        return RawCue(clock_seconds(start), None, speaker, text, number, identifier)
    for code, words in {c: w for match in (start, end) for c, w in clock_oddities(match, mark=".", digits=3)}.items():
        reading.note(number, NoteKind.REPAIRED, code, words)
    return RawCue(clock_seconds(start), clock_seconds(end), speaker, text, number, identifier)
