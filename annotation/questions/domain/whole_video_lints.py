"""Lints of questions about whole videos: what the guidelines ask of comparisons, trajectories and reasoning.

Each message says what was found, why it is a fault and what to do. Like all lints they never block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from annotation.questions.domain import lint_words as words
from annotation.questions.domain.kinds import Granularity
from annotation.questions.domain.lint_context import Lint, LintContext
from annotation.questions.domain.record import Item

_ONE_SCENE = re.compile(
    r"\b(?:opening|closing|first|last|final) (?:scene|shot|minute|minutes|seconds|few (?:minutes|seconds))\b|"
    r"\bin (?:this|that|the) (?:scene|shot|clip)\b|\bat the (?:very )?(?:beginning|start|end)(?=[?.,]|$)",
    re.IGNORECASE,
)
_SCOPE = re.compile(
    r"\b(?:throughout|during|across|over|in|as|while|from|between|after|before|until|when|towards?|about)\b",
    re.IGNORECASE,
)
_ENDPOINTS = re.compile(
    r"\b(?:beginning|start|opening) (?:and|to|versus|compared (?:with|to)) (?:at |in )?(?:the |its )?(?:very )?end\b|"
    r"\bat the (?:beginning|start) and at the end\b",
    re.IGNORECASE,
)
_JUDGEMENT = re.compile(
    r"\bwhy\b|\bmotiv\w*|\bintent\w*|\bintend\w*|\breasons?\b|\battitudes?\b|\bcaus(?:e|es|ed)\b|\breact\w*|"
    r"\bwants?\b|\bhop(?:e|es|ing)\b|\btrusts?\b|\bregrets?\b|\bforgiv\w*|\bchange[sd]? (?:his|her|their) mind\b|"
    r"\bwhat (?:keeps?|kept|stop|stops|stopped|holds?|held|leads?|led|makes?|made|brings?|brought|moves?|moved)\b|"
    r"\bimpress\w*|\bsincer\w*|\bpretend\w*|\breally\b",
    re.IGNORECASE,
)
_EVENT_SIZE = re.compile(
    r"\b(?:most|least|more|less) (?:serious|severe|dangerous|violent|dramatic|important|extreme)\b|"
    r"\b(?:worst|biggest|largest|loudest) (?:accident|event|fight|scene|scream|gesture|problem|argument|fall)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\bhow (?:many|often)\b", re.IGNORECASE)
_ORDER = re.compile(r"\b(?:after|afterwards|then|following|next|subsequently)\b", re.IGNORECASE)
_CAUSE = re.compile(
    r"\b(?:because|since|so that|so as|in order|out of|due to|thanks to|therefore|thus|hence|reasons?|caus\w+|"
    r"mak(?:e|es|ing)|made|wants?|wanted|wish\w*|tries|tried|trying|motiv\w+|driv\w+|drove|lead\w*|led|"
    r"respons\w+|brings?|turns?|to \w+)\b",
    re.IGNORECASE,
)
_ASSUMED = re.compile(
    r"\b(?:subconscious\w*|unconsciously|childhood|traum\w+|narcissis\w+|bipolar|repress\w+|deep down|"
    r"(?:inferiority|oedipus) complex|(?:personality|depressive|anxiety) disorder|attachment style)\b",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"\bwhat (?:exactly )?(?:does|do|did) [^?]{1,60}\b(?:say|tell|answer|reply|shout|call)\b|\baccording to\b|"
    r"\bin (?:his|her|their|whose) (?:own )?words\b",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"^\W*why\b|\bmotives?\b|\bwhat (?:causes?|caused|keeps?|makes|made|drives?|drove)\b", re.IGNORECASE
)
_DEFINITE = re.compile(r"^\W*(?:how many|how often|who|whom|when)\b", re.IGNORECASE)
_NUMBERS = {
    name: number
    for number, name in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), start=2
    )
}


def _of_whole_videos(item: Item, type_name: str = "") -> bool:
    return item.kind.granularity is Granularity.EPISODE and type_name in ("", item.kind.type)


def more_than_one_scene(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU90: the question of an episode is not about one scene."""
    found = _ONE_SCENE.search(item.question) if _of_whole_videos(item) else None
    if found:
        yield (
            "question",
            f'is about one part ("{found[0]}"), which would answer it alone; ask about something that takes several '
            "parts of the video",
        )


def storyline_stated(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU91: a trajectory states its storyline."""
    if _of_whole_videos(item, "emotion trajectory") and not _SCOPE.search(item.question):
        yield (
            "question",
            "states no storyline, so nobody knows where the trajectory begins and ends; say over which event or "
            "part of the story",
        )


def more_than_endpoints(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU92: a trajectory is more than its endpoints."""
    if _of_whole_videos(item, "emotion trajectory") and _ENDPOINTS.search(item.question):
        yield (
            "question",
            "asks for beginning and end, and what lies between is lost; ask how the emotions develop over the story",
        )


def emotional_judgement(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU93: reasoning needs a judgement about feelings, not plot alone."""
    if not _of_whole_videos(item, "emotional reasoning"):
        return
    if not words.has_emotion(item.question) and not _JUDGEMENT.search(item.question):
        yield (
            "question",
            "seems to ask for plot alone; ask for a state, attitude, cause, motive, intention or outcome of feelings",
        )


def feelings_not_events(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU94: a comparison is of feelings, not of how grave events or how large gestures are."""
    found = _EVENT_SIZE.search(item.question) if _of_whole_videos(item, "emotional intensity comparison") else None
    if found:
        yield (
            "question",
            f'compares events or gestures ("{found[0]}"); a grave event need not be felt strongly: ask how strongly '
            "somebody feels",
        )


def counted_as_marked(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU95: of what is counted, each one is marked, and one reaction in several shots once."""
    if not _of_whole_videos(item) or not isinstance(item.answer, str) or not context.evidence:
        return
    numbers = _numbers_in(item.answer)
    marked = len(context.evidence)
    if _COUNT.search(item.question) and len(numbers) == 1 and marked != numbers[0]:
        yield (
            "evidence",
            f"has {marked} {'stretch' if marked == 1 else 'stretches'} and the answer says {numbers[0]}; mark each "
            "one that counts, and a reaction that goes on over several shots once",
        )


def cause_not_order(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU96: that one thing came after another does not explain it."""
    if not _of_whole_videos(item, "emotional reasoning") or not isinstance(item.answer, str):
        return
    told = " ".join([item.answer, *(one.description for one in (item.details.items if item.details else ()))])
    explains = bool(item.rubric and item.rubric.max_score > 1)
    if explains and _ORDER.search(told) and not _CAUSE.search(told) and not words.has_emotion(told):
        yield (
            "answer",
            "tells what came after what, which is no cause; say what in the video shows that the one brought about "
            "the other",
        )


def nothing_assumed(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU97: no psychology that the video does not show."""
    if not _of_whole_videos(item) or not isinstance(item.answer, str):
        return
    places = [("answer", item.answer)]
    for place, one in enumerate(item.details.items if item.details else ()):
        places.append((f"answer_details.items[{place}].description", one.description))
    for where, text in places:
        found = _ASSUMED.search(text)
        if found:
            yield (
                where,
                f'assumes what no picture shows ("{found[0]}"); keep to what can be seen and heard, or take it out '
                "if a character's own words are all there is",
            )


def shown_not_said(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU98: the question of an episode asks for what is shown, not for what is said."""
    if _of_whole_videos(item) and _SAID.search(item.question):
        yield (
            "question",
            "asks for what is said, which stands in the subtitles; ask for something that takes faces, voices or "
            "actions",
        )


def rubric_fits(item: Item, context: LintContext) -> Iterable[tuple[str, str]]:
    """QU99: an explanation is scored 0–3, a definite result 0–1."""
    if not _of_whole_videos(item, "emotional reasoning") or item.rubric is None:
        return
    highest = item.rubric.max_score
    if highest == 1 and _WHY.search(item.question):
        yield "rubric", "is that of a definite result, but the question asks for reasons; score it as an explanation"
    if highest == 3 and _DEFINITE.search(item.question):
        yield "rubric", "is that of an explanation, but the question has one result; score it as a definite result"


def _numbers_in(text: str) -> list[int]:
    found = re.findall(r"\b(?:\d{1,3}|" + "|".join(_NUMBERS) + r")\b", text.casefold())
    return [int(word) if word.isdigit() else _NUMBERS[word] for word in found]


WHOLE_VIDEO_LINTS: dict[str, Lint] = {
    "QU90": more_than_one_scene,
    "QU91": storyline_stated,
    "QU92": more_than_endpoints,
    "QU93": emotional_judgement,
    "QU94": feelings_not_events,
    "QU95": counted_as_marked,
    "QU96": cause_not_order,
    "QU97": nothing_assumed,
    "QU98": shown_not_said,
    "QU99": rubric_fits,
}
