"""What a test call shows of an endpoint, in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from affectory.endpoints.domain.answers import UnreadableAnswerError, read_object
from affectory.endpoints.domain.states import Outcome


class Weight(StrEnum):
    GOOD = "good"
    NOTE = "note"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    weight: Weight
    text: str


@dataclass(frozen=True, slots=True)
class Trial:
    """One attempt of a test call and what the profile says of the endpoint."""

    outcome: str
    explanation: str
    seconds: float
    answer: str
    asked_model: str
    returned_model: str
    is_other_model: bool
    json_schema: bool
    with_picture: bool
    is_estimated: bool
    tokens_in: int
    tokens_in_most: int


def findings(trial: Trial) -> list[Finding]:
    if trial.outcome != Outcome.OK:
        return [Finding(Weight.BAD, trial.explanation or "No answer came.")]
    found = [Finding(Weight.GOOD, f"It answered in {trial.seconds:.2f} s.")]
    if trial.is_other_model:
        text = f"It says that {trial.returned_model} answered, not {trial.asked_model}. Calls will be flagged."
        found.append(Finding(Weight.BAD, text))
    elif trial.returned_model:
        found.append(Finding(Weight.GOOD, f"The model is {trial.returned_model}."))
    else:
        found.append(Finding(Weight.NOTE, "It does not say which model answered."))
    found.append(_form(trial))
    if trial.with_picture:
        found.append(Finding(Weight.GOOD, "It took a picture."))
    if trial.is_estimated:
        text = "It reports no token counts: every call will be charged at its largest estimate."
        found.append(Finding(Weight.NOTE, text))
    elif trial.tokens_in > trial.tokens_in_most:
        text = (
            f"It counted {trial.tokens_in} tokens where at most {trial.tokens_in_most} were expected. Raise the "
            "tokens per frame, or budgets will be overrun."
        )
        found.append(Finding(Weight.BAD, text))
    else:
        found.append(Finding(Weight.GOOD, f"It reports token counts ({trial.tokens_in} in)."))
    return found


def _form(trial: Trial) -> Finding:
    try:
        is_right = read_object(trial.answer) == {"ready": True}
    except UnreadableAnswerError as error:
        return Finding(Weight.BAD if trial.json_schema else Weight.NOTE, f"It was asked for JSON. {error}")
    if not is_right:
        return Finding(Weight.NOTE, "It answered with other JSON than it was asked for.")
    if trial.json_schema and not trial.answer.strip().startswith("{"):
        return Finding(Weight.NOTE, "It keeps to the schema, with words around the JSON.")
    return Finding(Weight.GOOD, "It keeps to the schema." if trial.json_schema else "It answers in JSON.")
