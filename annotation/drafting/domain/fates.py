"""What became of a proposal, and how far the first submitted revision is from it. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rapidfuzz.distance import Levenshtein

from annotation.drafting.domain.states import Fate
from annotation.questions.domain.states import WITHOUT_REVISION, ItemState

REWRITTEN_FROM = 0.5
"""DR20: more than this share of the words changed is a text of one's own; less of the clip in common another clip."""


@dataclass(frozen=True, slots=True)
class Distance:
    """Edits by letter between question and answer of a proposal and of the first revision; ``share`` of the longer
    of the two."""

    edits: int
    longer: int

    @property
    def share(self) -> float:
        return self.edits / self.longer if self.longer else 0.0


@dataclass(frozen=True, slots=True)
class Followed:
    """``distance`` is None as long as nothing is submitted, and of a proposal that has no words."""

    fate: Fate
    distance: Distance | None = None


def follow(proposed: Mapping[str, Any], *, state: str | None, submitted: Mapping[str, Any] | None) -> Followed:
    """DR20: waiting until a revision is submitted, or discarded; then kept if the content is the same, rewritten if
    more than half of question and answer was changed, else edited. Of a proposal of a clip alone, whose question is
    for people to write, the clip is compared: kept if it is the same, rewritten if less than half of the time that
    either covers is covered by both. ``state`` is that of the item, None where the item is gone; ``submitted`` is
    its first revision."""
    if state is None or (submitted is None and state == ItemState.DISCARDED):
        return Followed(Fate.DISCARDED)
    if submitted is None or state in WITHOUT_REVISION:
        return Followed(Fate.WAITING)
    if not words_of(proposed):
        return Followed(_fate_of_a_clip(_segments(proposed), _segments(submitted)))
    distance = distance_between(words_of(proposed), words_of(submitted))
    if distance.share > REWRITTEN_FROM:
        return Followed(Fate.REWRITTEN, distance)
    same = all(proposed.get(name) == submitted.get(name) for name in ("question", "answer", "answer_details"))
    same = same and _segments(proposed) == _segments(submitted) and _evidence(proposed) == _evidence(submitted)
    return Followed(Fate.KEPT if same else Fate.EDITED, distance)


def distance_between(before: str, after: str) -> Distance:
    return Distance(Levenshtein.distance(before, after), max(len(before), len(after)))


def words_of(content: Mapping[str, Any]) -> str:
    """DR21: question and answer as one text: composed letters (NFC), blanks joined, labels from A to Z, so that what
    cannot be seen and the order of labels count for nothing. Empty where there is neither."""
    parts = [_plain(content.get("question")), _answer(content.get("answer"))]
    return "\n".join(part for part in parts if part)


def _answer(value: Any) -> str:
    if isinstance(value, Mapping):
        before, after = (_answer(value.get(side)) for side in ("before", "after"))
        return f"before: {before}\nafter: {after}" if before or after else ""
    if isinstance(value, list):
        return ", ".join(sorted(_plain(label) for label in value))
    return _plain(value)


def _plain(value: Any) -> str:
    return " ".join(unicodedata.normalize("NFC", value).split()) if isinstance(value, str) else ""


def _segments(content: Mapping[str, Any]) -> list[tuple[float, float]]:
    segments = (content.get("source") or {}).get("segments") or []
    return [(float(one["start"]), float(one["end"])) for one in segments]


def _evidence(content: Mapping[str, Any]) -> Any:
    return content.get("evidence") or None


def _fate_of_a_clip(before: list[tuple[float, float]], after: list[tuple[float, float]]) -> Fate:
    if before == after:
        return Fate.KEPT
    common = sum(max(0.0, min(e, f) - max(s, t)) for s, e in before for t, f in after)
    either = sum(e - s for s, e in before) + sum(f - t for t, f in after) - common
    return Fate.EDITED if common >= REWRITTEN_FROM * either else Fate.REWRITTEN
