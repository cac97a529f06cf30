"""What came back: its class, read from the finish reason before anything is parsed, and its JSON if it holds one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from affectory.endpoints.domain.states import Outcome

_FENCE = re.compile(r"```[ \t]*[\w-]*[ \t]*\r?\n(.*?)\r?\n?[ \t]*```", re.S)
MOST_TOKENS = 10**9
"""A report of more tokens than this is no report."""


@dataclass(frozen=True, slots=True)
class Usage:
    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A body that was read. `usage` is None where the endpoint reports none that makes sense."""

    outcome: Outcome
    text: str = ""
    explanation: str = ""
    finish_reason: str = ""
    returned_model: str = ""
    fingerprint: str = ""
    usage: Usage | None = None
    reported_usage: Any = field(default=None, hash=False)


def read_answer(body: Any) -> Answer:
    """EN7: the class of a completed answer. The finish reason comes first, so that half an answer is never parsed
    and a filtered one never taken for an empty one."""
    if not isinstance(body, Mapping):
        return Answer(Outcome.API_ERROR, explanation="The body is no JSON object.")
    about: dict[str, Any] = {
        "returned_model": _text(body.get("model"))[:200],
        "fingerprint": _text(body.get("system_fingerprint"))[:200],
        "usage": read_usage(body.get("usage")),
        "reported_usage": body.get("usage"),
    }
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, Mapping) else None
    if not isinstance(choice, Mapping) or not isinstance(message, Mapping):
        return Answer(Outcome.API_ERROR, explanation="The body holds no choice with a message.", **about)
    finish = _text(choice.get("finish_reason"))[:40]
    text = _content(message.get("content"))
    outcome, explanation = _class_of(finish, text, _text(message.get("refusal")))
    return Answer(outcome, text, explanation, finish, **about)


def read_usage(usage: Any) -> Usage | None:
    """Tokens as the endpoint reports them; None for what cannot be a count."""
    if not isinstance(usage, Mapping):
        return None
    tokens_in, tokens_out = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    if tokens_in is None or tokens_out is None or tokens_in + tokens_out == 0:
        return None
    return Usage(tokens_in, tokens_out)


def is_other_model(asked: str, returned: str) -> bool:
    """EN8: whether an answer says that another model gave it. A dated name of the asked one ("m" → "m-2026-01-01")
    and the last part of a path ("lab/m" → "m") are the same model."""
    if not returned or returned == asked:
        return False
    own, other = asked.rsplit("/", 1)[-1].lower(), returned.rsplit("/", 1)[-1].lower()
    return not (other == own or re.fullmatch(re.escape(own) + r"[-@]\d{4}(-?\d\d){0,2}", other))


class UnreadableAnswerError(ValueError):
    """An answer out of which no JSON object can be read without guessing; the text says why."""


def read_object(text: str) -> dict[str, Any]:
    """EN9: the one JSON object that an answer holds: the whole text if it is JSON, else the one fence that holds an
    object, else the one balanced object in it. Nothing is repaired, and of two objects none is chosen."""
    stripped = text.strip().removeprefix("\ufeff")
    if not stripped:
        raise UnreadableAnswerError("The answer is empty.")
    whole = _parsed(stripped)
    if whole is not None:
        return _only_object(whole.value)
    fenced = [parsed for body in _FENCE.findall(stripped) if (parsed := _parsed(body)) is not None]
    found = fenced or _balanced(stripped)
    if not found:
        cut = stripped.count("{") > stripped.count("}")
        raise UnreadableAnswerError("The JSON is cut off." if cut else "The answer is not JSON.")
    if len(found) > 1:
        raise UnreadableAnswerError("The answer holds more than one JSON value; none of them is chosen.")
    return _only_object(found[0].value)


@dataclass(frozen=True, slots=True)
class _Parsed:
    value: Any


def _class_of(finish: str, text: str, refusal: str) -> tuple[Outcome, str]:
    if finish == "content_filter":
        return Outcome.REFUSED, "A content filter stopped the answer."
    if finish == "length":
        return Outcome.TRUNCATED, "The answer reached its greatest length."
    if refusal:
        return Outcome.REFUSED, refusal[:2000]
    if finish != "stop":
        named = f"for the reason {finish!r}" if finish else "without a reason"
        return Outcome.API_ERROR, f"The answer ended {named}; only 'stop' is a whole answer."
    if not text.strip():
        return Outcome.EMPTY, "The answer is empty."
    return Outcome.OK, ""


def _content(content: Any) -> str:
    """Text, or the text parts of a list of parts."""
    if isinstance(content, list):
        return "".join(_text(part.get("text")) for part in content if isinstance(part, Mapping))
    return _text(content)


def _text(value: Any) -> str:
    """What a database can hold of a text: U+0000 and halves of surrogate pairs become U+FFFD."""
    if not isinstance(value, str):
        return ""
    return re.sub("[\x00\ud800-\udfff]", "\ufffd", value)


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None


def _parsed(text: str) -> _Parsed | None:
    try:
        return _Parsed(json.loads(text, object_pairs_hook=_no_twice, parse_constant=_no_constant))
    except (ValueError, RecursionError):
        return None


def _only_object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        kind = {list: "a list", str: "a text", type(None): "null"}.get(type(value), "a number or truth value")
        raise UnreadableAnswerError(f"The answer is {kind}, not an object.")
    return value


def _balanced(text: str) -> list[_Parsed]:
    """JSON objects that stand in a text, outermost ones only."""
    decoder = json.JSONDecoder(object_pairs_hook=_no_twice, parse_constant=_no_constant)
    found: list[_Parsed] = []
    at = text.find("{")
    while at != -1:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            # What begins here does not end well; an object inside it would be a piece of something.
            return found
        found.append(_Parsed(value))
        at = text.find("{", end)
    return found


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice")
    return made


def _no_constant(name: str) -> Any:
    raise ValueError(name)
