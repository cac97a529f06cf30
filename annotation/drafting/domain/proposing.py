"""From the drafts that a model wrote to contents of items, or every objection to them. Pure.

DR11: what is not as it was asked for is refused with its field and a reason, and never mended: labels outside the
vocabulary, times outside the window or the clip, stages out of order, more drafts than were asked for.
DR12: the one thing that is changed is said: boundaries move to the nearest frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Any

from affectory.core.canonical import canonical_json, sha256_hex
from annotation.drafting.domain.answer_schema import (
    CLIP_KINDS,
    EVIDENCE_FIELDS,
    ITEM_FIELDS,
    OPTIONAL,
    REQUIRED,
)
from annotation.drafting.domain.facts import Lengths, VideoFacts, Window
from annotation.questions.domain.content import blank_content
from annotation.questions.domain.judging import Known, judge
from annotation.questions.domain.kinds import AnswerForm, TaskKind
from annotation.questions.domain.record import Problem, Segment, Severity
from annotation.questions.domain.starting import only_rubric
from annotation.questions.domain.states import Origin
from annotation.questions.domain.subtitle_lines import lines_within
from annotation.questions.domain.writing import plain_value, subtitles_value
from annotation.taxonomy.domain import Rubrics, Vocabulary
from datasets.videos.times import TimeError, checked_seconds

MAX_READ = 50
"""Entries of one answer that are looked at; who writes more was not asked to."""


class UnusableAnswerError(ValueError):
    """An answer that holds no list of drafts."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """``given`` is what the drafter wrote; ``content`` is there where nothing speaks against it. ``moved_s``: by how
    much start and end were moved to a frame."""

    number: int
    given: Any
    type: str = ""
    frames: range | None = None
    content: dict[str, Any] | None = None
    moved_s: tuple[Decimal, Decimal] | None = None
    reasons: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What the drafter was asked for, about which video."""

    video: VideoFacts
    window: Window
    lengths: Lengths
    vocabulary: Vocabulary
    rubrics: Rubrics


def clip_only(asked: Asked, number: int, frames: range, type_name: str) -> Candidate:
    """A proposal of a clip whose question and answer are for people to write."""
    kind = CLIP_KINDS.get(type_name)
    content = _content(asked, kind, frames)
    return Candidate(number, {"clip": plain_value(asked.video.segment(frames))}, type_name, frames, content)


def read_drafts(answer: Mapping[str, Any], asked: Asked) -> tuple[Candidate, ...]:
    """Raises UnusableAnswerError where there is no list of drafts at all."""
    drafts = answer.get("drafts")
    if set(answer) != {"drafts"} or not isinstance(drafts, list):
        raise UnusableAnswerError('The answer is not an object with a list "drafts" and nothing else.')
    if len(drafts) > MAX_READ:
        raise UnusableAnswerError(f"The answer holds {len(drafts)} drafts; {asked.window.count} were asked for.")
    left = dict(asked.window.wanted)
    return tuple(_Reader(asked, left).read(number, given) for number, given in enumerate(drafts, start=1))


def proposal_digest(candidate: Candidate, *, video_sha256: str, drafter: str) -> str:
    """DR5: by which the same proposal is known again, also in another run."""
    written = ("question", "answer", "answer_details", "evidence")
    content = {name: (candidate.content or {}).get(name) for name in written}
    segments = (candidate.content or {}).get("source", {}).get("segments")
    # A clip without words is the same clip whatever task it was dealt.
    type_name = candidate.type if content.get("question") else ""
    content = content if type_name else {}
    value = {"video": video_sha256, "drafter": drafter, "type": type_name, "segments": segments, "content": content}
    return sha256_hex(canonical_json(value))


class _Reader:
    def __init__(self, asked: Asked, left: dict[str, int]) -> None:
        self.asked = asked
        self.left = left
        self.reasons: list[Problem] = []

    def read(self, number: int, given: Any) -> Candidate:
        candidate = Candidate(number, given)
        if not self._fields(given, REQUIRED, OPTIONAL, ""):
            return replace(candidate, reasons=tuple(self.reasons))
        kind = self._kind(given["type"])
        times = self._times(given, "", self._window_times(), "the stretch of the video that was shown")
        frames = self._frames(times)
        if kind is not None:
            candidate = replace(candidate, type=kind.type)
        if times is not None and frames is not None:
            moved = tuple(
                new - old for new, old in zip(self.asked.video.segment(frames).values(), times, strict=True)
            )
            candidate = replace(candidate, frames=frames, moved_s=(moved[0], moved[1]))
        content = None
        if kind is not None and times is not None and frames is not None:
            content = self._judged(given, kind, times, frames)
        if self.reasons:
            return replace(candidate, reasons=tuple(self.reasons))
        return replace(candidate, content=content)

    def _judged(self, given: Mapping[str, Any], kind: TaskKind, times: Any, frames: range) -> dict[str, Any] | None:
        content = _content(self.asked, kind, frames)
        content["question"] = given["question"]
        content["answer"] = self._answer(given, kind)
        content["answer_details"] = self._details(given, kind)
        content["evidence"] = self._evidence(given.get("evidence"), times)
        if self.reasons:
            return None
        self._in_order(content)
        known = Known("draft", "video", kind, Origin.DRAFTED, self.asked.video.duration)
        judgement = judge(content, known, self.asked.vocabulary)
        self.reasons += judgement.errors
        return None if judgement.item is None else judgement.content

    def _kind(self, given: Any) -> TaskKind | None:
        wanted = self.asked.window.wanted
        if not isinstance(given, str) or given not in wanted:
            self._refuse("DR11", "type", f"is {_shown(given)}; asked for were {', '.join(wanted)}")
            return None
        if not self.left[given]:
            self._refuse("DR11", "type", f"is one more than the {wanted[given]} of {given} that were asked for")
            return None
        self.left[given] -= 1
        return CLIP_KINDS[given]

    def _window_times(self) -> tuple[Decimal, Decimal]:
        shown = self.asked.video.segment(self.asked.window.frames)
        return shown["start"], shown["end"]

    def _times(
        self, given: Mapping[str, Any], where: str, within: tuple[Decimal, Decimal], what: str
    ) -> tuple[Decimal, Decimal] | None:
        found = []
        for name in ("start", "end"):
            try:
                found.append(checked_seconds(given[name]))
            except TimeError as error:
                self._refuse("DR11", f"{where}{name}", str(error))
        if len(found) < 2:
            return None
        start, end = found
        if start >= end:
            self._refuse("DR11", f"{where}end", f"is {end} s and the start {start} s; the end must be later")
            return None
        if start < within[0] or end > within[1]:
            side = "start" if start < within[0] else "end"
            self._refuse(
                "DR11",
                f"{where}{side}",
                f"{start} to {end} s is outside {what}, {within[0]} to {within[1]} s",
            )
            return None
        return start, end

    def _frames(self, times: tuple[Decimal, Decimal] | None) -> range | None:
        if times is None:
            return None
        frames = range(*(self.asked.video.edge_near(time) for time in times))
        length = self.asked.video.time_of(frames.stop) - self.asked.video.time_of(frames.start)
        lengths = self.asked.lengths
        if not frames:
            self._refuse("DR11", "end", "leaves no frame of the video in the clip")
        elif not lengths.shortest <= length <= lengths.longest:
            self._refuse(
                "DR11", "end", f"gives a clip of {length} s; {lengths.shortest} to {lengths.longest} s were asked for"
            )
        else:
            return frames
        return None

    def _answer(self, given: Mapping[str, Any], kind: TaskKind) -> Any:
        own = {
            AnswerForm.LABELS: ("labels",),
            AnswerForm.BEFORE_AFTER: ("before", "after"),
            AnswerForm.TEXT: ("answer", "description", "items"),
        }[kind.form]
        for name in ("labels", "before", "after", "answer", "description", "items"):
            if name not in own and given.get(name) not in (None, []):
                self._refuse("DR11", name, f"is given; {kind.type} is answered in {' and '.join(own)}")
        if kind.form is AnswerForm.LABELS:
            return given.get("labels")
        if kind.form is AnswerForm.BEFORE_AFTER:
            return {"before": given.get("before"), "after": given.get("after")}
        return given.get("answer")

    def _details(self, given: Mapping[str, Any], kind: TaskKind) -> Any:
        items = given.get("items")
        if kind.form is not AnswerForm.TEXT or items in (None, []):
            if "trajectory" in kind.families:
                self._refuse("DR11", "items", "has no stages; a trajectory is told in stages S1, S2 …")
            return None
        if not isinstance(items, list):
            self._refuse("DR11", "items", f"is {_shown(items)}; write a list")
            return None
        is_stage = "trajectory" in kind.families
        wanted = ITEM_FIELDS if is_stage else ("id", "description")
        found = []
        for place, item in enumerate(items):
            if not self._fields(item, ("id", "description"), ITEM_FIELDS[2:], f"items[{place}]"):
                return None
            extra = [name for name in ITEM_FIELDS if name not in wanted and item.get(name) is not None]
            for name in extra:
                self._refuse("DR11", f"items[{place}].{name}", "is given; only stages have one")
            found.append({name: item.get(name) for name in wanted})
        return {"description": given.get("description"), "items": found}

    def _evidence(self, given: Any, clip: tuple[Decimal, Decimal]) -> Any:
        if given in (None, []):
            return None
        if not isinstance(given, list):
            self._refuse("DR11", "evidence", f"is {_shown(given)}; write a list")
            return None
        found = []
        for place, one in enumerate(given):
            where = f"evidence[{place}]"
            if not self._fields(one, ("start", "end"), EVIDENCE_FIELDS[2:], where):
                continue
            times = self._times(one, f"{where}.", clip, "the clip")
            if times is None:
                continue
            frames = range(*(self.asked.video.edge_near(time) for time in times))
            if not frames:
                self._refuse("DR11", f"{where}.end", "leaves no frame of the video in it")
                continue
            found.append({**plain_value(self.asked.video.segment(frames)), "item": one.get("item")})
        return found

    def _in_order(self, content: Mapping[str, Any]) -> None:
        """DR11: stages are told in the order in which their evidence begins; evidence is that of an item there is."""
        items = (content["answer_details"] or {}).get("items", [])
        ids = [item["id"] for item in items]
        begins: dict[str, float] = {}
        for place, one in enumerate(content["evidence"] or ()):
            if one["item"] is None:
                continue
            if one["item"] not in ids:
                self._refuse("DR11", f"evidence[{place}].item", f"is {_shown(one['item'])}, which is no item above")
                continue
            begins[one["item"]] = min(one["start"], begins.get(one["item"], one["start"]))
        stages = [(stage, begins[stage]) for stage in ids if stage in begins and str(stage).startswith("S")]
        for (first, at), (second, then) in pairwise(stages):
            if then < at:
                self._refuse("DR11", "items", f"tells {first} before {second}, whose evidence begins earlier")

    def _fields(self, value: Any, required: tuple[str, ...], optional: tuple[str, ...], where: str) -> bool:
        """A field of another task may be null or not there at all."""
        if not isinstance(value, Mapping):
            self._refuse("DR11", where, f"is {_shown(value)}; write an object")
            return False
        dot = f"{where}." if where else ""
        missing = [name for name in required if value.get(name) is None]
        strange = [name for name in value if name not in (*required, *optional)]
        for name in missing:
            self._refuse("DR11", f"{dot}{name}", "is missing")
        for name in strange:
            self._refuse("DR11", f"{dot}{str(name)[:60]}", "is no field that was asked for")
        return not missing and not strange

    def _refuse(self, rule: str, where: str, message: str) -> None:
        self.reasons.append(Problem(rule, Severity.ERROR, where, message))


def _content(asked: Asked, kind: TaskKind | None, frames: range) -> dict[str, Any]:
    """A new draft's content with its clip, its rubric and the lines that are spoken in it (QU65)."""
    segment = asked.video.segment(frames)
    content = blank_content(
        kind,
        origin=asked.video.origin,
        segments=[plain_value(segment)],
        rubric=only_rubric(kind, asked.rubrics),
    )
    cues = [{"start": c.start, "end": c.end, "speaker": c.speaker, "text": c.text} for c in asked.video.cues]
    lines = lines_within(cues, (Segment(segment["start"], segment["end"]),))
    content["subtitles"] = plain_value(subtitles_value(lines)) if lines else None
    return content


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value[:60]}"'
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, int | float):
        return str(value)[:60]
    return "a list" if isinstance(value, list) else "an object"
