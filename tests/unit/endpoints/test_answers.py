"""Answers: their class and their JSON."""

from __future__ import annotations

import json

import pytest

from affectory.endpoints.domain.answers import (
    UnreadableAnswerError,
    Usage,
    is_other_model,
    read_answer,
    read_object,
    read_usage,
)
from affectory.endpoints.domain.states import Outcome
from tests.fakes.endpoint import WRAPPINGS


def body(content="text", finish="stop", **message):
    return {"model": "m", "choices": [{"finish_reason": finish, "message": {"content": content, **message}}]}


@pytest.mark.parametrize(
    ("given", "outcome"),
    [
        (body(), Outcome.OK),
        (body(content=[{"type": "text", "text": "in "}, {"type": "text", "text": "parts"}]), Outcome.OK),
        (body(finish="length"), Outcome.TRUNCATED),
        (body(content="", finish="length"), Outcome.TRUNCATED),
        (body(content='{"whole": true}', finish="content_filter"), Outcome.REFUSED),
        (body(content=None, refusal="No."), Outcome.REFUSED),
        (body(content=" \n"), Outcome.EMPTY),
        (body(content=None), Outcome.EMPTY),
        (body(finish="tool_calls"), Outcome.API_ERROR),
        (body(finish=None), Outcome.API_ERROR),
        ({"choices": []}, Outcome.API_ERROR),
        ({"choices": [{"message": "text"}]}, Outcome.API_ERROR),
        ([], Outcome.API_ERROR),
        (None, Outcome.API_ERROR),
    ],
)
def test_the_finish_reason_decides_before_anything_is_parsed(given, outcome):
    """EN7"""
    answer = read_answer(given)
    assert answer.outcome == outcome
    assert (answer.explanation == "") == (outcome == Outcome.OK)


def test_what_the_database_cannot_hold_is_replaced():
    assert read_answer(body("a\x00b\ud800c")).text == "a\ufffdb\ufffdc"


@pytest.mark.parametrize(
    ("usage", "read"),
    [
        ({"prompt_tokens": 5, "completion_tokens": 0}, Usage(5, 0)),
        ({"prompt_tokens": 0, "completion_tokens": 0}, None),
        ({"prompt_tokens": -5, "completion_tokens": 9}, None),
        ({"prompt_tokens": 5.0, "completion_tokens": 9}, None),
        ({"prompt_tokens": True, "completion_tokens": 9}, None),
        ({"prompt_tokens": 10**10, "completion_tokens": 9}, None),
        ({"completion_tokens": 9}, None),
        (None, None),
    ],
)
def test_usage_that_cannot_be_is_none(usage, read):
    """EN10"""
    assert read_usage(usage) == read


def test_another_model_is_told_from_a_dated_name():
    """EN8"""
    same = [("gpt-4o", "gpt-4o-2024-08-06"), ("lab/m", "m"), ("m", "lab/M"), ("m", ""), ("m", "m-20260131")]
    other = [("gpt-4o", "gpt-4o-mini"), ("m", "m-2"), ("m-1", "m"), ("m", "m-2024-preview")]
    assert [is_other_model(*pair) for pair in same + other] == [False] * 5 + [True] * 4


WHOLE = '{"score": 4, "reason": "they wrote ```json {\\"score\\": 1}``` in it"}'
READ = ("", "fence", "fence_in_prose", "bare_fence", "prose_around", "bom_and_blanks")


def test_every_right_wrapping_is_read_and_no_wrong_one_repaired():
    """EN9"""
    for name, wrap in WRAPPINGS.items():
        text = wrap('{"score": 4, "reason": "ok"}')
        if name in READ:
            assert read_object(text) == {"score": 4, "reason": "ok"}, name
        else:
            with pytest.raises(UnreadableAnswerError):
                read_object(text)
    assert read_object(WHOLE) == json.loads(WHOLE)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "The answer is empty."),
        ("Score: 4", "The answer is not JSON."),
        ('{"score": 4, "reason": "cut of', "The JSON is cut off."),
        ('{"a": 1}\n{"a": 2}', "The answer holds more than one JSON value; none of them is chosen."),
        ('[{"a": 1}]', "The answer is a list, not an object."),
        ("null", "The answer is null, not an object."),
        ('{"a": 1, "a": 2}', "The answer is not JSON."),
        ('{"a": NaN}', "The answer is not JSON."),
        ("[" * 100_000, "The answer is not JSON."),
    ],
)
def test_what_cannot_be_read_says_why(text, why):
    """EN9"""
    with pytest.raises(UnreadableAnswerError) as refused:
        read_object(text)
    assert str(refused.value) == why


def test_the_public_cases_of_judge_answers(shared_data):
    """EN9, on the shapes that others' judges failed on: whatever holds one object is read, the rest is an error."""
    folder = shared_data / "cases" / "40-judge-output-shapes"
    texts = json.loads((folder / "input.json").read_text())
    expected = json.loads((folder / "expected.json").read_text())
    for text, right in zip(texts, expected, strict=True):
        try:
            found = read_object(text)
        except UnreadableAnswerError:
            assert isinstance(right, dict), text
            continue
        # what stands in a field is for whoever asked to judge: out of range, null, true, "4/5"
        assert set(found) == {"score", "reason"}
