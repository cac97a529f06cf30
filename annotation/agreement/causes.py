"""Why two people judged one thing differently, as somebody who read both sides puts it. Pure.

Codes are what tags store; a code never gets another meaning.
"""

from __future__ import annotations

from enum import StrEnum


class Cause(StrEnum):
    GUIDELINE_UNCLEAR = "guideline_unclear"
    QUESTION_AMBIGUOUS = "question_ambiguous"
    ANSWER_DEBATABLE = "answer_debatable"
    EVIDENCE_UNCLEAR = "evidence_unclear"
    MATERIAL_FAULT = "material_fault"
    OVERLOOKED = "overlooked"
    STRICTNESS = "strictness"
    OTHER = "other"


CAUSE_LABELS: dict[Cause, str] = {
    Cause.GUIDELINE_UNCLEAR: "The guideline is unclear",
    Cause.QUESTION_AMBIGUOUS: "It can be understood in two ways",
    Cause.ANSWER_DEBATABLE: "More than one answer can be defended",
    Cause.EVIDENCE_UNCLEAR: "What it rests on is hard to see or hear",
    Cause.MATERIAL_FAULT: "A fault of the video or the clip",
    Cause.OVERLOOKED: "Somebody overlooked something",
    Cause.STRICTNESS: "Both saw the same and drew the line elsewhere",
    Cause.OTHER: "Something else (say it in the note)",
}
# Causes that a line of the guideline can be named for.
OF_GUIDELINE = (Cause.GUIDELINE_UNCLEAR, Cause.STRICTNESS, Cause.QUESTION_AMBIGUOUS, Cause.ANSWER_DEBATABLE)
