"""Questions about the demo's film, one of each task kind and with the film's own times. Pure.

They are marked as made for the demo by the project they stand in, and nobody has reviewed them.
"""

from __future__ import annotations

from typing import Any

from annotation.taxonomy import catalogue
from worker.film.screenplay import span, spoken

_ANA, _BEN = "the person in the yellow top", "the person in the green top"


def questions(origin: str) -> list[dict[str, Any]]:
    """Ten-field records (SPEC 3.5); ``origin`` is the video's source string."""
    return [
        _clip(
            origin,
            "1",
            "contextual emotion",
            span("confession", "silence"),
            f"What emotions does {_BEN} show from answering the reproach to the end of the silence that follows?",
            ["embarrassment", "sadness"],
        ),
        _clip(
            origin,
            "2",
            "emotion transition",
            span("the house", "outburst"),
            f"What are the emotions of {_ANA} before and after hearing that the house was sold?",
            {"before": ["disquietment", "anticipation"], "after": ["anger"]},
        ),
        _clip(
            origin,
            "3",
            "emotion trajectory",
            span("asking", "silence"),
            f"How do the emotions of {_ANA} develop from asking about the letter to the silence?",
            "Tense while asking, then openly angry on hearing of the sale, and in the end saddened and turned away.",
            details=_stages(
                ("Tense and worried while asking what was in the letter.", "The question about the letter.", "fear"),
                ("Openly angry about the sale and the missing word.", "The reproach and the step forward.", "anger"),
                ("Saddened, turned away without speaking.", "The silence after the confession.", "sadness"),
            ),
            family="trajectory",
        ),
        _clip(
            origin,
            "4",
            "emotion cause",
            span("the house", "stepping up"),
            f"Why does {_ANA} become angry?",
            "The house was sold, and nobody had said a word about it before.",
            details=_factors(
                "The house that both cared for has been sold.",
                "The sale was kept back: the letter about it was never sent.",
            ),
            family="causal",
        ),
        _clip(
            origin,
            "5",
            "emotion influence",
            span("arrival", "letters"),
            f"What emotions does the other person's return bring about in {_ANA}?",
            ["happiness", "affection"],
        ),
        _whole(
            origin,
            "1",
            "emotional intensity comparison",
            f"At which point is {_ANA} most intensely angry? Answer with what is being done at that moment.",
            "Stepping up to the other person after the reproach.",
            details={
                "description": "The moment that has to be named; other words for it count.",
                "items": [{"id": "C1", "description": "The step forward after the reproach, without speaking."}],
            },
            family="result",
        ),
        _whole(
            origin,
            "2",
            "emotion trajectory",
            f"How do the emotions of {_BEN} change over the whole video?",
            "Glad on arriving, then downcast while telling of the letter and the sale, afraid of the reproach, "
            "ashamed and sad in the confession and the silence, and glad again at the end.",
            details=_stages(
                ("Glad to be back.", "The greeting.", "happiness"),
                ("Downcast while telling of the letter and the sale.", "The talk about the letter.", "sadness"),
                ("Afraid while being reproached.", "The reproach and the step forward.", "fear"),
                ("Ashamed and sad.", "The confession and the silence.", "embarrassment, sadness"),
                ("Glad again.", "The greeting with the raised arm at the end.", "happiness"),
            ),
            family="trajectory",
        ),
        _whole(
            origin,
            "3",
            "emotional reasoning",
            f"What keeps {_BEN} from telling of the sale in time?",
            "Shame: not knowing how to put the loss of the house into words, and fear of the answer.",
            details=_factors(
                "Shame about having had to sell the house.",
                "Not knowing how to write it without hurting the other person.",
            ),
            family="causal",
        ),
    ]


def _clip(
    origin: str,
    number: str,
    kind: str,
    segment: dict[str, float],
    question: str,
    answer: Any,
    *,
    details: dict[str, Any] | None = None,
    family: str | None = None,
) -> dict[str, Any]:
    source = {"from": origin, "segments": [segment]}
    return _record(f"DEMO_G1_{number}", source, "clip", kind, question, answer, details, family, _lines(segment))


def _whole(
    origin: str,
    number: str,
    kind: str,
    question: str,
    answer: str,
    *,
    details: dict[str, Any],
    family: str,
) -> dict[str, Any]:
    source = {"from": origin, "segments": None}
    return _record(f"DEMO_G2_{number}", source, "episode", kind, question, answer, details, family, _lines())


def _record(
    question_id: str,
    source: dict[str, Any],
    granularity: str,
    kind: str,
    question: str,
    answer: Any,
    details: dict[str, Any] | None,
    family: str | None,
    lines: list[dict[str, Any]],
) -> dict[str, Any]:
    return {
        "question_id": question_id,
        "video_id": question_id.replace("DEMO", "DEMO_V") if granularity == "clip" else "DEMO_V",
        "source": source,
        "granularity": granularity,
        "type": kind,
        "question": question,
        "answer": answer,
        "answer_details": details,
        "rubric": None if family is None else _rubric(family),
        "subtitles": lines or None,
    }


def _rubric(family: str) -> dict[str, Any]:
    found = catalogue.rubrics().family(family)
    return {"criterion": found.criterion, "scores": {str(score): text for score, text in found.scores.items()}}


def _stages(*stages: tuple[str, str, str]) -> dict[str, Any]:
    return {
        "description": "The stages that have to be told, in their order.",
        "items": [
            {"id": f"S{n}", "description": text, "anchor": anchor, "emotion": emotion, "intensity": None}
            for n, (text, anchor, emotion) in enumerate(stages, start=1)
        ],
    }


def _factors(*factors: str) -> dict[str, Any]:
    return {
        "description": "What together makes the explanation; it is judged as a whole.",
        "items": [{"id": f"R{n}", "description": text} for n, text in enumerate(factors, start=1)],
    }


def _lines(segment: dict[str, float] | None = None) -> list[dict[str, Any]]:
    """What is said in the segment, numbered from U1; without one, in the whole film."""
    found: list[dict[str, Any]] = []
    for start, line in spoken():
        start, end = round(start, 3), round(start + line.seconds, 3)
        if segment is None or (segment["start"] <= start and end <= segment["end"]):
            found.append({"id": f"U{len(found) + 1}", "t": [start, end], "speaker": line.who, "text": line.text})
    return found
