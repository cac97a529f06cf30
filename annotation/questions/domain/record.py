"""An item as a value. Times are decimals in seconds on the original timeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from annotation.questions.domain.kinds import TaskKind

FIELDS = (
    "question_id",
    "video_id",
    "source",
    "granularity",
    "type",
    "question",
    "answer",
    "answer_details",
    "rubric",
    "subtitles",
)


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """An objection by a rule. Errors keep an item out; warnings are for a person to weigh."""

    rule: str
    severity: Severity
    field: str
    message: str


def root_of(where: str) -> str:
    """The field of the record that a place in it belongs to: "answer" of "answer.before[2]"."""
    return where.split(".", 1)[0].split("[", 1)[0]


@dataclass(frozen=True, slots=True)
class Segment:
    start: Decimal
    end: Decimal


@dataclass(frozen=True, slots=True)
class Source:
    """``origin`` is the field ``from``; no segments: the whole video."""

    origin: str
    segments: tuple[Segment, ...] | None


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReferenceItem:
    """A stage has an anchor and an emotion, and an intensity where it is asked for; others have a description."""

    id: str
    description: str
    anchor: str | None = None
    emotion: str | None = None
    intensity: str | None = None

    @property
    def is_stage(self) -> bool:
        return self.id.startswith("S")


@dataclass(frozen=True, slots=True)
class Details:
    description: str
    items: tuple[ReferenceItem, ...]


@dataclass(frozen=True, slots=True)
class ItemRubric:
    criterion: str
    scores: Mapping[int, str]

    @property
    def max_score(self) -> int:
        return max(self.scores)


@dataclass(frozen=True, slots=True)
class SubtitleLine:
    id: str
    start: Decimal
    end: Decimal
    speaker: str | None
    text: str


type Answer = tuple[str, ...] | BeforeAfter | str


@dataclass(frozen=True, slots=True)
class Item:
    question_id: str
    video_id: str
    source: Source
    kind: TaskKind
    question: str
    answer: Answer
    details: Details | None
    rubric: ItemRubric | None
    subtitles: tuple[SubtitleLine, ...] | None

    @property
    def labels(self) -> tuple[str, ...]:
        """All labels of the answer; none for text."""
        if isinstance(self.answer, BeforeAfter):
            return (*self.answer.before, *self.answer.after)
        return self.answer if isinstance(self.answer, tuple) else ()
