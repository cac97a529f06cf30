"""A subtitle file as a whole: which format it is, and its cues in video order with their ids."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from datasets.videos.times import MAX_SECONDS

from .ass import read_ass
from .encoding import decode
from .marks import quoted
from .model import Cue, Note, NoteKind, RawCue, Reading, SubtitleError, SubtitleTrack
from .srt import read_srt
from .vtt import read_vtt

MAX_BYTES = 16 * 1024 * 1024
MAX_CUES = 50_000
MAX_CUE_CHARACTERS = 20_000

READERS: dict[str, Callable[[str], Reading]] = {"srt": read_srt, "vtt": read_vtt, "ass": read_ass}
_ENDINGS = {"srt": "srt", "vtt": "vtt", "webvtt": "vtt", "ass": "ass", "ssa": "ass"}
_NAMES = {"srt": "SubRip", "vtt": "WebVTT", "ass": "ASS"}
_ASS_SECTION = re.compile(r"^[ \t]*\[(?:script info|events|v4\+? styles)\][ \t\r]*$", re.IGNORECASE | re.MULTILINE)
_ASS_EVENT = re.compile(r"^[ \t]*Dialogue[ \t]*:", re.IGNORECASE | re.MULTILINE)
_CAPITAL_PREFIX = re.compile(r"(?:[-–]\s?)?([^\W\d_a-z][^\W_a-z]{1,20}(?: [^\W_a-z]{1,20}){0,2})\s?:\s+(?=\S)")


def read_subtitles(
    data: bytes, *, name: str = "file", encoding: str = "", speaker_prefixes: bool = False
) -> SubtitleTrack:
    """VI9: read a file; ids U1, U2 … follow the video's order, and every repair is in ``notes`` with its line.

    ``speaker_prefixes`` takes names in capitals before a colon ("NAR: …") out of the text as speakers; without it the
    text stays what the file says. Raises SubtitleError for what is no subtitle file.
    """
    if len(data) > MAX_BYTES:
        raise SubtitleError(f"{name}: {len(data)} bytes; a subtitle file may have {MAX_BYTES}")
    if not data:
        raise SubtitleError(f"{name}: the file is empty")
    decoded = decode(data, encoding=encoding)
    if not decoded.text.strip():
        raise SubtitleError(f"{name}: the file holds blanks only")
    if decoded.text.count("\ufffd") > max(20, len(decoded.text) // 10):
        raise SubtitleError(f"{name}: this is no text; expected SubRip, WebVTT or ASS")
    format_id, remark = _format_of(decoded.text, name)
    reading = READERS[format_id](decoded.text)
    if not reading.cues and not reading.header:
        first = next(line for line in decoded.text.splitlines() if line.strip())
        raise SubtitleError(f"{name}: no line of times was found; the file begins with {quoted(first)}", line=1)
    if len(reading.cues) > MAX_CUES:
        raise SubtitleError(f"{name}: {len(reading.cues)} cues; {MAX_CUES} are allowed")
    if len(reading.notes) > 2 * MAX_CUES:
        raise SubtitleError(f"{name}: {len(reading.notes)} faults; this is no {_NAMES[format_id]} file")
    notes = [*decoded.notes, *remark, *reading.notes]
    cues = _in_video_order(reading.cues, notes)
    if speaker_prefixes:
        cues = [_with_speaker(cue, notes) for cue in cues]
    _note_whole(cues, notes)
    return SubtitleTrack(
        format_id,
        decoded.encoding,
        decoded.guessed,
        tuple(cues),
        tuple(sorted(notes, key=lambda note: note.line)),
        reading.header,
    )


def _format_of(text: str, name: str) -> tuple[str, list[Note]]:
    """What the content is; the name decides only where the content does not."""
    by_name = _ENDINGS.get(name.rsplit(".", 1)[-1].casefold(), "") if "." in name else ""
    head = text.lstrip()[:65_536]
    if re.match(r"WEBVTT(?:\s|$)", head):
        found = "vtt"
    elif _ASS_SECTION.search(head) or (by_name == "ass" and _ASS_EVENT.search(head)):
        found = "ass"
    elif by_name == "vtt":
        found = "vtt"
    else:
        found = "srt"
    if by_name and by_name != found:
        words = f"the name says {_NAMES[by_name]}, the content is {_NAMES[found]}"
        return found, [Note(0, NoteKind.REMARK, "other_format", words)]
    return found, []


def _in_video_order(raw: list[RawCue], notes: list[Note]) -> list[Cue]:
    usable: list[RawCue] = []
    latest = Fraction(-1)
    for cue in raw:
        if cue.start >= MAX_SECONDS:
            notes.append(
                _note(cue, NoteKind.LEFT_OUT, "too_late", f"starts after {MAX_SECONDS} s: {quoted(cue.text, 400)}")
            )
            continue
        if cue.start < latest:
            notes.append(
                _note(cue, NoteKind.REPAIRED, "out_of_order", "starts before the cue above; sorted by start")
            )
        latest = max(latest, cue.start)
        usable.append(cue)
    usable.sort(key=lambda cue: cue.start)
    return [
        Cue(f"U{place}", cue.start, _end(cue, later, notes), cue.speaker, _text(cue, notes), cue.line, cue.number)
        for place, (cue, later) in enumerate(zip(usable, _later_starts(usable), strict=True), start=1)
    ]


def _later_starts(cues: list[RawCue]) -> list[Fraction | None]:
    """For each cue, the first start after its own."""
    found: list[Fraction | None] = []
    later: Fraction | None = None
    previous: Fraction | None = None
    for cue in reversed(cues):
        if previous is not None and previous > cue.start:
            later = previous
        found.append(later)
        previous = cue.start
    return found[::-1]


def _end(cue: RawCue, following: Fraction | None, notes: list[Note]) -> Fraction:
    """VI10: an end that cannot be true is the next cue's start, and that is said."""
    if cue.end is not None and cue.start <= cue.end < MAX_SECONDS:
        if cue.end == cue.start:
            notes.append(_note(cue, NoteKind.DOUBTFUL, "no_duration", "ends when it starts"))
        return cue.end
    words = "the next cue's start is taken" if following is not None else "its own start is taken"
    if cue.end is not None:
        notes.append(_note(cue, NoteKind.REPAIRED, "end_before_start", f"ends before it starts; {words}"))
    else:
        notes.append(_note(cue, NoteKind.REPAIRED, "end_taken", f"its end: {words}"))
    return cue.start if following is None else following


def _text(cue: RawCue, notes: list[Note]) -> str:
    if not cue.text:
        notes.append(_note(cue, NoteKind.DOUBTFUL, "empty", "has no text; kept, so that the count agrees"))
    if len(cue.text) > MAX_CUE_CHARACTERS:
        raise SubtitleError(
            f"the cue on line {cue.line} has {len(cue.text)} characters; {MAX_CUE_CHARACTERS} are allowed. "
            "A blank line or a line of times may be missing",
            line=cue.line,
        )
    return cue.text


def _with_speaker(cue: Cue, notes: list[Note]) -> Cue:
    match = None if cue.speaker else _CAPITAL_PREFIX.match(cue.text)
    if match is None:
        return cue
    words = f"the speaker {quoted(match.group(1))} was taken from the text"
    notes.append(Note(cue.line, NoteKind.REPAIRED, "speaker_prefix", words))
    return replace(cue, speaker=match.group(1), text=cue.text[match.end() :])


def _note_whole(cues: list[Cue], notes: list[Note]) -> None:
    if not cues:
        notes.append(Note(0, NoteKind.DOUBTFUL, "no_cues", "the file holds no cue"))


def _note(cue: RawCue, kind: NoteKind, code: str, words: str) -> Note:
    return Note(cue.line, kind, code, words)
