"""What a subtitle file says, and what had to be said about the file."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from datasets.videos.times import TimeError, exact_decimal, shortest_decimal


class SubtitleError(ValueError):
    """A file that is no subtitle file at all. The message is a sentence for the person who sent it."""

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class NoteKind(StrEnum):
    REPAIRED = "repaired"
    DOUBTFUL = "doubtful"
    LEFT_OUT = "left_out"
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class Note:
    """VI3: whatever was repaired, doubted or left out, with its line in the file (0: the file as a whole)."""

    line: int
    kind: NoteKind
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Cue:
    """One subtitle. ``start`` and ``end`` are exact seconds on the file's timeline; ``number`` is the file's own."""

    id: str
    start: Fraction
    end: Fraction
    speaker: str
    text: str
    line: int
    number: str = ""

    def times(self, *, offset: Fraction = Fraction(0)) -> tuple[Decimal, Decimal]:
        """Start and end as shortest decimals, moved by ``offset`` onto the original timeline."""
        return _decimal(self.start + offset), _decimal(self.end + offset)


@dataclass(frozen=True, slots=True)
class SubtitleTrack:
    """``encoding_guessed``: nothing in the file settles the encoding, so a person should look at the text."""

    format: str
    encoding: str
    encoding_guessed: bool
    cues: tuple[Cue, ...]
    notes: tuple[Note, ...]
    header: tuple[str, ...] = ()

    @property
    def encoding_shown(self) -> str:
        return f"{self.encoding} (guessed)" if self.encoding_guessed else self.encoding

    @property
    def empty_cues(self) -> tuple[Cue, ...]:
        return tuple(cue for cue in self.cues if not cue.text)


@dataclass(slots=True)
class RawCue:
    """A cue as a reader found it, before cues are ordered and named. ``end`` None: it could not be read."""

    start: Fraction
    end: Fraction | None
    speaker: str
    text: str
    line: int
    number: str = ""


@dataclass(slots=True)
class Reading:
    """What a format's reader hands over."""

    cues: list[RawCue]
    notes: list[Note]
    header: tuple[str, ...] = ()

    def note(self, line: int, kind: NoteKind, code: str, message: str) -> None:
        self.notes.append(Note(line, kind, code, message))


def _decimal(value: Fraction) -> Decimal:
    if value < 0:
        raise TimeError("is negative")
    exact = exact_decimal(value)
    return shortest_decimal(value) if exact is None else exact
