"""What is wrong with a draft, and what of it stands in the way of its submission."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from annotation.questions.domain.content import evidence_value, read_evidence, record_of
from annotation.questions.domain.kinds import AnswerForm, Granularity, TaskKind
from annotation.questions.domain.lint_context import Evidence, LintContext
from annotation.questions.domain.lints import lint
from annotation.questions.domain.reading import read_leniently
from annotation.questions.domain.record import Item, Problem, Segment, Severity, root_of
from annotation.questions.domain.states import Origin
from annotation.questions.domain.writing import item_content
from annotation.taxonomy.domain import Vocabulary


@dataclass(frozen=True, slots=True)
class Known:
    """What the platform knows about an item besides its content. No duration: the video is not linked or not
    prepared, and then nothing is said about its end."""

    question_id: str
    video_id: str
    kind: TaskKind | None
    origin: Origin
    duration: Decimal | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """``item`` is there where nothing breaks the format; ``problems`` hold errors first."""

    item: Item | None
    evidence: tuple[Evidence, ...] | None
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity is Severity.WARNING)

    @property
    def content(self) -> dict[str, Any]:
        """The content in its canonical form."""
        if self.item is None:
            raise ValueError("what breaks the format has no canonical form")
        return {**item_content(self.item), "evidence": evidence_value(self.evidence)}


def judge(content: Mapping[str, Any], known: Known, vocabulary: Vocabulary) -> Judgement:
    """QU52: a broken format stands in the way of a submission; lints warn. In an item of an episode that is written
    here, evidence in one part only (QU45) stands in the way as well; a file has no place for evidence, so what was
    imported without is not asked for it."""
    if known.kind is None:
        where = "type"
        return Judgement(None, None, (Problem("QU3", Severity.ERROR, where, "choose what kind of question this is"),))
    record = record_of(content, known.kind, question_id=known.question_id, video_id=known.video_id)
    item, problems = read_leniently(record, vocabulary)
    evidence, more = read_evidence(content.get("evidence"))
    found = [*problems, *more]
    if item is not None:
        found += outside_video(item.source.segments, known.duration)
        found += _lints(item, evidence, known, found)
    found.sort(key=lambda problem: problem.severity is not Severity.ERROR)
    broken = bool(found) and found[0].severity is Severity.ERROR
    return Judgement(None if broken else item, evidence, tuple(found))


def outside_video(segments: tuple[Segment, ...] | None, duration: Decimal | None) -> Iterable[Problem]:
    """QU54: a segment that goes beyond the end of its video cannot be cut and is refused. As long as the length is
    not known, nothing is said."""
    for place, segment in enumerate(segments or ()):
        for side, time in (("start", segment.start), ("end", segment.end)):
            beyond = duration is not None and (time > duration or (side == "start" and time == duration))
            if beyond:
                where = f"source.segments[{place}].{side}"
                yield Problem("QU54", Severity.ERROR, where, f"is {time} s; the video ends at {duration:f} s")
                break


def _lints(
    item: Item, evidence: tuple[Evidence, ...] | None, known: Known, found: list[Problem]
) -> Iterable[Problem]:
    """Lints of what can be read; about a field that is in error already they say nothing."""
    episode = item.kind.granularity is Granularity.EPISODE
    wanted = episode and known.origin is not Origin.IMPORTED
    context = LintContext(
        video_duration=known.duration,
        event_at=turn_of(item, evidence),
        evidence=() if evidence is None and wanted else evidence,
        options=known.options,
    )
    in_error = {root_of(problem.field) for problem in found if problem.severity is Severity.ERROR}
    for problem in lint(item, context):
        if root_of(problem.field) in in_error:
            continue
        blocks = problem.rule == "QU45" and wanted
        yield replace(problem, severity=Severity.ERROR) if blocks else problem


def turn_of(item: Item, evidence: tuple[Evidence, ...] | None) -> Decimal | None:
    """The event of a transition, as it is marked: the moment at which its two stretches of evidence meet."""
    if item.kind.form is not AnswerForm.BEFORE_AFTER or evidence is None or len(evidence) != 2:
        return None
    before, after = evidence
    return before.end if before.end == after.start else None
