"""The eight tasks and the form of their answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Granularity(StrEnum):
    CLIP = "clip"
    EPISODE = "episode"


class AnswerForm(StrEnum):
    LABELS = "labels"
    BEFORE_AFTER = "before_after"
    TEXT = "text"


class Prefix(StrEnum):
    """What a reference item is: a stage, an explaining factor, a component of the result."""

    STAGE = "S"
    FACTOR = "R"
    COMPONENT = "C"


PREFIX_OF_FAMILY: Mapping[str, Prefix] = {
    "result": Prefix.COMPONENT,
    "trajectory": Prefix.STAGE,
    "causal": Prefix.FACTOR,
}
MAX_SCORE_OF_FAMILY: Mapping[str, int] = {"result": 1, "trajectory": 4, "causal": 3}


@dataclass(frozen=True, slots=True)
class TaskKind:
    """``families``: the rubric families that may score it; none for tasks answered with labels."""

    granularity: Granularity
    type: str
    form: AnswerForm
    families: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        return "G1" if self.granularity is Granularity.CLIP else "G2"

    def family_with(self, max_score: int) -> str | None:
        """The family of a rubric by its highest score."""
        return next((family for family in self.families if MAX_SCORE_OF_FAMILY[family] == max_score), None)


_CLIP, _EPISODE = Granularity.CLIP, Granularity.EPISODE
KINDS: tuple[TaskKind, ...] = (
    TaskKind(_CLIP, "contextual emotion", AnswerForm.LABELS),
    TaskKind(_CLIP, "emotion transition", AnswerForm.BEFORE_AFTER),
    TaskKind(_CLIP, "emotion trajectory", AnswerForm.TEXT, ("trajectory",)),
    TaskKind(_CLIP, "emotion cause", AnswerForm.TEXT, ("causal",)),
    TaskKind(_CLIP, "emotion influence", AnswerForm.LABELS),
    TaskKind(_EPISODE, "emotional intensity comparison", AnswerForm.TEXT, ("result",)),
    TaskKind(_EPISODE, "emotion trajectory", AnswerForm.TEXT, ("trajectory",)),
    TaskKind(_EPISODE, "emotional reasoning", AnswerForm.TEXT, ("result", "causal")),
)
_BY_NAMES = {(kind.granularity.value, kind.type): kind for kind in KINDS}
TYPES = tuple(dict.fromkeys(kind.type for kind in KINDS))


def find_kind(granularity: str, type_name: str) -> TaskKind | None:
    return _BY_NAMES.get((granularity, type_name))


def types_of(granularity: str) -> tuple[str, ...]:
    return tuple(kind.type for kind in KINDS if kind.granularity == granularity)
