"""Guideline lints: pure functions from an item and what is known about it to warnings with a rule's id.

They never block: only a broken format does, and that is the reader's business. Words are looked for in English; in
another language the lints that need them stay silent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from itertools import pairwise

from annotation.questions.domain import lint_words as words
from annotation.questions.domain.kinds import AnswerForm, Granularity
from annotation.questions.domain.lint_context import Evidence, Lint, LintContext
from annotation.questions.domain.record import BeforeAfter, Item, Problem, Severity
from annotation.questions.domain.whole_video_lints import WHOLE_VIDEO_LINTS

LONG_CLIP_S = Decimal(180)
SIDE_S = Decimal(1)
FAR_APART_S = Decimal(60)
FAR_APART_SHARE = Decimal("0.1")


def lint(item: Item, context: LintContext | None = None) -> tuple[Problem, ...]:
    known = context or LintContext()
    return tuple(
        Problem(rule, Severity.WARNING, where, message)
        for rule, check in LINTS.items()
        for where, message in check(item, known)
    )


def one_target(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU30: one question about one target."""
    if item.question.count("?") > 1:
        yield "question", "asks more than one question; give each question one target"
    elif re.search(r"\brespectively\b|\beach of\b|\band (?:what|why|how|when|which|who)\b", item.question, re.I):
        yield "question", "seems to ask about more than one target"


def observable_description(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU31: in a clip people are named by what can be seen of them, not by their names."""
    if item.kind.granularity is not Granularity.CLIP:
        return
    speakers = {line.speaker for line in item.subtitles or () if line.speaker}
    for name in sorted({*context.names, *speakers}):
        if len(name) > 2 and re.search(rf"\b{re.escape(name)}\b", item.question):
            yield "question", f"names {name[:60]}; describe the person by what can be seen"


def answer_not_given_away(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU32: the question does not hold its answer."""
    asked = words.emotion_words(item.question)
    for label in item.labels:
        hits = sorted(word for word in asked if words.belongs(word, label))
        if hits:
            yield "question", f"holds a word of the answer {label} ({', '.join(hits)})"
    if isinstance(item.answer, str):
        plain = words.plain(item.answer)
        if len(plain) > 3 and f" {plain} " in f" {words.plain(item.question)} ":
            yield "question", "holds the whole answer"
    if item.kind.type in ("emotion cause", "emotional reasoning") and re.search(
        r"\bbecause\b|\bdue to\b|\bas a result of\b", item.question, re.I
    ):
        yield "question", "seems to state a cause; leave it to the answer"


def smallest_context(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU33: a clip is the smallest complete context."""
    segments = item.source.segments
    if item.kind.granularity is not Granularity.CLIP:
        return
    if segments is None:
        yield "source.segments", "is the whole video; cut the smallest part that holds everything needed"
        return
    length = sum((segment.end - segment.start for segment in segments), Decimal(0))
    if length > LONG_CLIP_S:
        yield "source.segments", f"last {length} s together; is that the smallest complete context?"
    marked = context.evidence or ()
    if marked and length > 3 * sum((one.end - one.start for one in marked), Decimal(0)) and length > 30:
        yield "source.segments", "last more than three times as long as the evidence"


def both_sides_of_a_transition(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU34: the clip shows the states before and after the event."""
    event, segments = context.event_at, item.source.segments
    if item.kind.form is not AnswerForm.BEFORE_AFTER:
        return
    if not re.search(r"\bbefore\b|\bafter\b|\bwhen\b|\bonce\b|\bupon\b|\buntil\b|\bas\b", item.question, re.I):
        yield "question", "names no event that parts before from after"
    if event is None or segments is None:
        return
    before = sum((max(Decimal(0), min(s.end, event) - s.start) for s in segments), Decimal(0))
    after = sum((max(Decimal(0), s.end - max(s.start, event)) for s in segments), Decimal(0))
    for side, seconds in (("before", before), ("after", after)):
        if seconds < SIDE_S:
            yield "source.segments", f"show {seconds} s {side} the event at {event} s; keep evidence on both sides"


def strength_belongs_to_trajectory(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU35: a change of intensity alone is an emotion trajectory."""
    if item.kind.type in ("emotion transition", "emotion influence") and words.has_strength(item.question):
        yield "question", "asks for a change of strength; that belongs to emotion trajectory"
    if isinstance(item.answer, BeforeAfter) and set(item.answer.before) < set(item.answer.after):
        yield "answer", "only adds labels to the same state; make sure that the emotions change"


def stages_in_order(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU36: a trajectory has its stages, and their evidence is in their order."""
    if item.kind.type != "emotion trajectory":
        return
    stages = item.details.items if item.details else ()
    if len(stages) < 2:
        yield "answer_details", f"has {'one stage' if stages else 'no stages'}; write S1, S2 …"
    starts: dict[str, Decimal] = {}
    for one in context.evidence or ():
        starts[one.item_id] = min(one.start, starts.get(one.item_id, one.start))
    placed = [(stage.id, starts[stage.id]) for stage in stages if stage.id in starts]
    for (first, start), (second, later) in pairwise(placed):
        if later < start:
            yield "answer_details.items", f"the evidence of {second} begins before that of {first}"


def times_inside(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU37: segments lie inside the video; evidence and subtitles inside the clip."""
    end, segments = context.video_duration, item.source.segments
    for place, segment in enumerate(segments or ()):
        if end is not None and segment.end > end:
            yield f"source.segments[{place}]", f"ends at {segment.end} s; the video ends at {end} s"
    whole = [(s.start, s.end) for s in segments] if segments else [(Decimal(0), end)] if end is not None else []
    if not whole:
        return
    for place, one in enumerate(context.evidence or ()):
        if not any(start <= one.start and one.end <= stop for start, stop in whole):
            yield f"evidence[{place}]", f"{one.start} s to {one.end} s is not inside the clip"
    outside = [line.id for line in item.subtitles or () if not any(line.start < b and line.end > a for a, b in whole)]
    if outside:
        yield "subtitles", f"{len(outside)} lines are outside the clip, the first is {outside[0]}"


def no_leftover_options(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU38: an open question does not point at options that are gone."""
    if re.search(r"\bwhich (?:of the following|option|statement|description)\b|\bof the following\b|\boptions?\b",
                 item.question, re.I):  # fmt: skip
        yield "question", "still speaks of options; recheck how far the answer reaches"
    if isinstance(item.answer, str) and re.fullmatch(r"\(?[A-H]\)?\.?", item.answer.strip()):
        yield "answer", "is the letter of an option; write the answer itself"
    elif isinstance(item.answer, str) and words.plain(item.answer) in {words.plain(text) for text in context.options}:
        yield "answer", "is an option word for word; recheck how far the open answer reaches"


def emotion_and_scope(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU40: a comparison states its emotion and its scope."""
    if item.kind.type != "emotional intensity comparison":
        return
    if not words.has_emotion(item.question):
        yield "question", "states no emotion, so nobody knows what is compared; name it"
    if not re.search(r"\b(?:in|during|throughout|across|between|among|of|while|from|before|after|over)\b",
                     item.question, re.I):  # fmt: skip
        yield (
            "question",
            "states no scope, so the answer depends on what is counted in; say among whom or during what",
        )


def nothing_listed(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU41: the question of an episode lists no candidate moments, stages or turning points."""
    if item.kind.granularity is not Granularity.EPISODE:
        return
    if re.search(r"(?:^|\s)\(?[A-D][.)]\s|, or (?:when|in|during|at)\b|\bor when\b|\bwhen [^,?]{1,200}, when\b",
                 item.question):  # fmt: skip
        yield "question", "lists candidates, and finding them is the task; leave them out"
    if item.kind.type == "emotion trajectory" and re.search(
        r"\bfrom\b.{3,80}\bto\b.{3,80}\b(?:and|then|finally)\b|\bfirst\b.{3,120}\bthen\b", item.question, re.I
    ):
        yield (
            "question",
            "gives stages or turning points away, which the answer should find; name the storyline alone",
        )
    times = re.findall(r"\b\d{1,2}:\d{2}\b|\b\d+ (?:minutes?|seconds?) in\b", item.question)
    if times:
        yield "question", f"says where to look ({times[0]}), and the rest need not be watched; leave the time out"


def unique_extremum(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU42: the strongest is asked for only where exactly one answer is supported."""
    if item.kind.type != "emotional intensity comparison" or not isinstance(item.answer, str):
        return
    if re.search(r"\b(?:most|least|strongest|weakest|greatest|highest|lowest)\b", item.question, re.I) and re.search(
        r"\bboth\b|\bequally\b|\beither\b|\bor\b|\bas well as\b|\btied?\b", item.answer, re.I
    ):
        yield "answer", "seems to give more than one; ask for the strongest only if one answer is supported"


def counted_unit(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU43: a count says what counts as one."""
    asks = re.search(r"\bhow (?:many times|often)\b", item.question, re.I)
    defined = re.search(
        r"\bcount(?:ing|ed|s)?\b|\bdistinct\b|\bseparate\b|\bdifferent\b|\bonce\b", item.question, re.I
    )
    if asks and not defined:
        yield (
            "question",
            "asks for a count without saying what counts as one, so two careful people count differently; define it",
        )


def beyond_subtitles(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU44: an answer that stands in one subtitle line needs no video."""
    if item.kind.granularity is not Granularity.EPISODE or not isinstance(item.answer, str):
        return
    answer = words.plain(item.answer)
    line = next((line for line in item.subtitles or () if len(answer) > 3 and answer in words.plain(line.text)), None)
    if line is not None:
        yield "answer", f"stands word for word in subtitle {line.id}; ask for evidence beyond subtitles"


def several_parts(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU45: an episode's question needs at least two stretches of evidence, 60 s or a tenth of the video apart
    (whichever is less), each tied to a stage, factor or component where there are any."""
    if item.kind.granularity is not Granularity.EPISODE or context.evidence is None:
        return
    gap = needed_gap(context.video_duration)
    if evidence_gap(context.evidence) < gap:
        yield "evidence", f"needs two stretches at least {gap.normalize():f} s apart; one part must not be enough"
    known = {entry.id for entry in item.details.items} if item.details else set()
    for place, one in enumerate(context.evidence):
        if known and one.item_id not in known:
            yield f"evidence[{place}]", "is tied to no stage, factor or component"
    bare = sorted(known - {one.item_id for one in context.evidence}, key=lambda name: (name[0], int(name[1:])))
    if bare:
        yield "answer_details.items", f"without evidence: {', '.join(bare)}"


def facts_apart_from_beliefs(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU46: facts are kept apart from what characters believe or give as an excuse."""
    if item.kind.type != "emotional reasoning" or not isinstance(item.answer, str):
        return
    if re.search(
        r"\b(?:claims?|says? that|pretends?|excuses?|told|tells|according to|supposedly)\b", item.answer, re.I
    ):
        yield "answer", "rests on what somebody says; keep facts apart from beliefs and excuses"


def needed_gap(video_duration: Decimal | None) -> Decimal:
    return FAR_APART_S if video_duration is None else min(FAR_APART_S, video_duration * FAR_APART_SHARE)


def evidence_gap(evidence: tuple[Evidence, ...]) -> Decimal:
    """The widest distance from the end of one stretch to the start of another; below nought for fewer than two."""
    if len(evidence) < 2:
        return Decimal(-1)
    return max(one.start for one in evidence) - min(one.end for one in evidence)


LINTS: dict[str, Lint] = {
    "QU30": one_target,
    "QU31": observable_description,
    "QU32": answer_not_given_away,
    "QU33": smallest_context,
    "QU34": both_sides_of_a_transition,
    "QU35": strength_belongs_to_trajectory,
    "QU36": stages_in_order,
    "QU37": times_inside,
    "QU38": no_leftover_options,
    "QU40": emotion_and_scope,
    "QU41": nothing_listed,
    "QU42": unique_extremum,
    "QU43": counted_unit,
    "QU44": beyond_subtitles,
    "QU45": several_parts,
    "QU46": facts_apart_from_beliefs,
    **WHOLE_VIDEO_LINTS,
}
