"""RU1: the words are the project's, the scale is the family's."""

from __future__ import annotations

import pytest

from annotation.rubrics.domain import MAX_TEXT, RubricError, checked, with_own_words
from annotation.taxonomy import catalogue

RESULT = catalogue.rubrics().family("result")


def test_ru1_own_words_on_the_scale_of_the_family():
    said = checked(RESULT, " Right? ", {"1": "yes", "0": " no "})
    assert (said.criterion, dict(said.scores)) == ("Right?", {0: "no", 1: "yes"})
    assert list(said.scores) == [0, 1]


@pytest.mark.parametrize(
    ("criterion", "scores", "fields"),
    [
        ("Right?", {"0": "no"}, {"scores.1"}),
        ("Right?", {"0": "no", "1": "yes", "2": "more"}, {"scores.2"}),
        ("  ", {"0": "no", "1": ""}, {"criterion", "scores.1"}),
        ("x" * (MAX_TEXT + 1), {"0": "no", "1": "yes"}, {"criterion"}),
        ("Right?", {"00": "no", "1": "yes"}, {"scores.00", "scores.0"}),
    ],
)
def test_ru1_another_scale_or_no_words_are_refused_with_their_fields(criterion, scores, fields):
    with pytest.raises(RubricError) as refused:
        checked(RESULT, criterion, scores)
    assert set(refused.value.fields) == fields


def test_families_without_own_words_keep_the_shipped_ones():
    own = with_own_words(catalogue.rubrics(), {"result": ("Right?", {"0": "no", "1": "yes"})})
    assert own.family("result").scores == {0: "no", 1: "yes"}
    assert own.family("causal") == catalogue.rubrics().family("causal")
