from decimal import Decimal

import pytest

from annotation.questions.domain.kinds import KINDS
from annotation.questions.domain.reading import read_item
from annotation.questions.domain.record import Severity
from annotation.taxonomy import catalogue
from tests.unit.questions.examples import ALL, RUBRICS, STAGES, clip, episode

VOCABULARY = catalogue.vocabulary()


def errors(value):
    item, problems = read_item(value, VOCABULARY)
    found = [(p.rule, p.field) for p in problems if p.severity is Severity.ERROR]
    assert (item is None) == bool(found)
    return found


def test_the_eight_tasks_are_read_without_a_complaint():
    assert {(value["granularity"], value["type"]) for value in ALL} == {(k.granularity, k.type) for k in KINDS}
    for value in ALL:
        item, problems = read_item(value, VOCABULARY)
        assert item is not None
        assert problems == ()


def test_labels_are_written_as_the_vocabulary_has_them_and_once():
    item, problems = read_item(clip(answer=["Happiness", " DOUBT / confusion", "happiness"]), VOCABULARY)
    assert item.answer == ("happiness", "doubt/confusion")
    assert [(p.severity, p.field) for p in problems] == [(Severity.WARNING, "answer[2]")]


def test_times_are_exact():
    item, _ = read_item(clip(), VOCABULARY)
    assert item.source.segments[0].start == Decimal("687.6")
    assert item.source.segments[0].end == 778


def test_qu1_exactly_ten_fields():
    """QU1."""
    missing = clip()
    del missing["rubric"]
    assert errors(missing) == [("QU1", "rubric")]
    assert errors(clip(options=["A"])) == [("QU1", "options")]
    assert errors("x") == [("QU1", "")]
    assert errors(dict(reversed(clip().items()))) == []
    assert errors(clip(question_id="a b", video_id=7)) == [("QU1", "question_id"), ("QU1", "video_id")]
    assert errors(clip(question=" ")) == [("QU1", "question")]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (clip(granularity="scene"), "granularity"),
        (clip(granularity=["clip"]), "granularity"),
        (clip(type="emotional reasoning"), "type"),
        (clip(type="Contextual Emotion"), "type"),
        (episode(type="emotion cause"), "type"),
        (episode(type=None), "type"),
    ],
)
def test_qu3_a_type_belongs_to_its_granularity(value, field):
    """QU3."""
    assert errors(value) == [("QU3", field)]


@pytest.mark.parametrize(
    "value",
    [
        clip(answer="happiness"),
        clip(answer=[]),
        clip(answer=None),
        clip("emotion transition", answer=["sadness"]),
        clip("emotion transition", answer={"before": ["sadness"]}),
        clip("emotion transition", answer={"before": [], "after": ["sadness"]}),
        clip("emotion cause", answer=["anger"]),
        clip("emotion cause", answer=""),
        episode(answer=5),
    ],
)
def test_qu4_the_answer_has_its_tasks_form(value):
    """QU4."""
    assert {rule for rule, _ in errors(value)} == {"QU4"}


def test_qu5_labels_outside_the_vocabulary_are_refused_with_the_nearest():
    """QU5."""
    value = clip(answer=["joy", "hapiness", "doubt", 3])
    assert errors(value) == [("QU5", f"answer[{place}]") for place in range(4)]
    messages = [problem.message for problem in read_item(value, VOCABULARY)[1]]
    assert "did you mean happiness?" in messages[1]
    assert "did you mean doubt/confusion?" in messages[2]


def test_qu6_equal_sides_are_no_transition_in_whatever_order_or_case():
    """QU6."""
    equal = {"before": ["sadness", "anger"], "after": ["Anger", "sadness", "ANGER"]}
    assert errors(clip("emotion transition", answer=equal)) == [("QU6", "answer")]


@pytest.mark.parametrize(
    ("segments", "field"),
    [
        ([], "source.segments"),
        ("0-5", "source.segments"),
        ([{"start": 5, "end": 5}], "source.segments[0]"),
        ([{"start": 9, "end": 5}], "source.segments[0]"),
        ([{"start": -1, "end": 5}], "source.segments[0].start"),
        ([{"start": "1", "end": 5}], "source.segments[0].start"),
        ([{"start": 1, "end": None}], "source.segments[0].end"),
        ([{"start": 1, "end": Decimal("1e400")}], "source.segments[0].end"),
        ([{"start": 1, "end": 2, "ep": "x"}], "source.segments[0].ep"),
        ([{"start": 1}], "source.segments[0].end"),
    ],
)
def test_qu7_times_outside_reversed_or_no_times(segments, field):
    """QU7."""
    assert errors(clip(source={"from": "a", "segments": segments})) == [("QU7", field)]


def test_qu7_segments_keep_the_order_in_which_they_are_joined_and_overlaps_are_named():
    """QU7."""
    joined = [{"start": 50, "end": 60}, {"start": 10, "end": 20}, {"start": 15, "end": 30}]
    item, problems = read_item(clip(source={"from": "a", "segments": joined}), VOCABULARY)
    assert [segment.start for segment in item.source.segments] == [50, 10, 15]
    assert [(p.rule, p.severity, p.field) for p in problems] == [("QU7", Severity.WARNING, "source.segments[2]")]


def details(*items):
    return {"description": "d", "items": list(items)}


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (clip("emotion cause", answer_details=details({"id": "S1", "description": "x"})), "items[0].id"),
        (clip("emotion cause", answer_details=details({"id": "R2", "description": "x"})), "items[0].id"),
        (clip("emotion cause", answer_details=details({"id": "R1", "description": "x", "at": 1})), "items[0].at"),
        (clip("emotion trajectory", answer_details=details({"id": "S1", "description": "x"})), "items[0].anchor"),
        (episode(answer_details=details({"id": "R1", "description": "x"})), "items[0].id"),
        (episode(answer_details=details()), "items"),
        (clip(answer_details=details({"id": "C1", "description": "x"})), ""),
        (episode("emotion trajectory", answer_details={**STAGES, "items": STAGES["items"][::-1]}), "items[0].id"),
    ],
)  # fmt: skip
def test_qu8_reference_items_are_of_the_rubrics_sort_and_numbered(value, field):
    """QU8."""
    found = errors(value)
    assert found[0] == ("QU8", f"answer_details.{field}".rstrip("."))
    assert {rule for rule, _ in found} == {"QU8"}


def test_qu8_reasoning_takes_components_with_a_result_and_factors_with_a_cause():
    """QU8."""
    component = details({"id": "C1", "description": "five times"})
    assert errors(episode("emotional reasoning", answer_details=component, rubric=RUBRICS["result"])) == []
    assert errors(episode("emotional reasoning", answer_details=component)) == [("QU8", "answer_details.items[0].id")]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (clip(rubric=RUBRICS["result"]), "rubric"),
        (clip("emotion cause", rubric=None), "rubric"),
        (clip("emotion cause", rubric=RUBRICS["trajectory"]), "rubric.scores"),
        (episode(rubric={"criterion": "c", "scores": {"1": "a", "2": "b"}}), "rubric.scores"),
        (episode(rubric={"criterion": "c", "scores": {}}), "rubric.scores"),
        (episode(rubric={"criterion": "c", "scores": {"0": "a", "1": None}}), "rubric.scores.1"),
    ],
)
def test_qu9_the_rubric_has_the_tasks_scale(value, field):
    """QU9."""
    assert errors(value) == [("QU9" if not field.endswith(".1") else "QU1", field)]


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (
            episode("emotional reasoning", rubric=None),
            "is missing; choose one: emotional reasoning is scored 0 to 1 or 0 to 3",
        ),
        (clip(answer=None), "has no label; give at least one label"),
        (clip(answer=[]), "has no label; give at least one label"),
        (clip(answer="joy"), 'is "joy", no list of labels; give at least one label'),
    ],
)  # fmt: skip
def test_what_is_not_written_yet_is_said_so_that_a_person_knows_what_to_do(value, sentence):
    """QU4 and QU9: these stand beside the fields of a form, too."""
    assert [p.message for p in read_item(value, VOCABULARY)[1] if p.severity is Severity.ERROR] == [sentence]


def lines(*given):
    return [{"id": f"U{place}", "t": list(t), "speaker": "", "text": "x"} for place, t in enumerate(given, start=1)]


def test_qu10_subtitles_are_numbered_in_video_order():
    """QU10."""
    assert errors(clip(subtitles=lines((1, 2), (1, 3), (4, 4)))) == []
    assert errors(clip(subtitles=lines((4, 5), (1, 2)))) == [("QU10", "subtitles[1].t")]
    assert errors(clip(subtitles=lines((5, 4)))) == [("QU10", "subtitles[0].t")]
    assert errors(clip(subtitles=lines((5,)))) == [("QU10", "subtitles[0].t")]
    misnamed = [{**lines((5, 6))[0], "id": "U7"}]
    assert errors(clip(subtitles=misnamed)) == [("QU10", "subtitles[0].id")]
    assert errors(clip(subtitles={})) == [("QU10", "subtitles")]
