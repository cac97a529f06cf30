import pytest

from annotation.questions.domain.kinds import find_kind
from annotation.questions.domain.reading import read_item
from annotation.questions.domain.starting import model_input, next_reference, renumbered, starting_rubric
from annotation.questions.domain.writing import item_value
from annotation.taxonomy import catalogue
from tests.unit.questions.examples import ALL, clip, episode

RUBRICS = catalogue.rubrics()


def test_qu15_a_rubric_starts_from_its_family():
    """QU15."""
    trajectory = starting_rubric(find_kind("clip", "emotion trajectory"), RUBRICS)
    assert sorted(trajectory.scores) == [0, 1, 2, 3, 4]
    assert starting_rubric(find_kind("clip", "emotion influence"), RUBRICS) is None
    reasoning = find_kind("episode", "emotional reasoning")
    assert starting_rubric(reasoning, RUBRICS, "causal").max_score == 3
    assert starting_rubric(reasoning, RUBRICS, "result").max_score == 1
    for family in ("", "trajectory"):
        with pytest.raises(ValueError, match="result or causal"):
            starting_rubric(reasoning, RUBRICS, family)


def test_qu15_what_starts_from_a_family_is_a_sound_item():
    """QU15."""
    for value in (clip("emotion trajectory"), clip("emotion cause"), episode()):
        rubric = starting_rubric(find_kind(value["granularity"], value["type"]), RUBRICS)
        scores = {str(score): text for score, text in rubric.scores.items()}
        item, problems = read_item({**value, "rubric": {"criterion": rubric.criterion, "scores": scores}},
                                   catalogue.vocabulary())  # fmt: skip
        assert item.rubric == rubric
        assert problems == ()


def test_reference_items_are_numbered_by_their_place():
    item, _ = read_item(clip("emotion trajectory"), catalogue.vocabulary())
    assert next_reference(item.kind, "trajectory", item.details.items) == "S3"
    left = renumbered(item.details.items[1:])
    assert [(entry.id, entry.description) for entry in left] == [("S1", "Cross.")]
    with pytest.raises(ValueError, match="trajectory"):
        next_reference(item.kind, "causal", ())


@pytest.mark.parametrize("value", ALL)
def test_qu16_a_tested_model_sees_no_reference(value):
    """QU16."""
    item, _ = read_item(value, catalogue.vocabulary())
    shown = model_input(item)
    assert set(item_value(item)) - set(shown) == {"answer", "answer_details", "rubric"}
    assert len(shown) == 7
