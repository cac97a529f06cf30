import json
from decimal import Decimal

import pytest

from annotation.questions.domain.drafts import plan_drafts
from annotation.questions.domain.entries import ItemsFileError
from annotation.questions.domain.mapping import PRESETS, ItemMappingError, mapping_from_json
from annotation.questions.domain.planning import KnownItem, Outcome
from annotation.taxonomy import catalogue

VOCABULARY = catalogue.vocabulary()
CHOICE = PRESETS["longemo-choice"]


def older(**changes):
    """The shape of public multiple-choice files, with made-up content."""
    return {
        "series": "made up",
        "qid": "g1_q001",
        "task_type": "emotion_trajectory",
        "question_type": "single_choice",
        "question": "Which option best describes how the man in red develops?",
        "options": ["A. He stays calm.", "B. He is calm, then cross.", "C. He is cross."],
        "answer": "B",
        "video_name": "made_up_q001.mp4",
        "input_video": {
            "scope_kind": "event",
            "eps": ["S01E01"],
            "segments": [{"ep": "S01E01", "start": 467.1, "end": 520.3, "mmss": "7:47.1–8:40.3"}],
        },
        "input_transcript": [
            {"ep": "S01E01", "unit_id": "u0068", "t": [467.072, 468.407], "speaker": "Joe", "text": "Let him in."}
        ],
        **changes,
    }


def plan(records, mapping=CHOICE, name="a.json", **options):
    data = records if isinstance(records, bytes) else json.dumps(records).encode()
    return plan_drafts(data, mapping=mapping, vocabulary=VOCABULARY, name=name, **options)


def draft_of(record, mapping=CHOICE):
    (planned,) = plan([record], mapping).planned
    return planned.draft


def fields(found):
    return [problem.field for problem in found.rows[0].problems]


def test_qu14_a_choice_becomes_a_draft_with_its_options_beside_it():
    """QU14."""
    draft = draft_of(older())
    assert (draft.kind.granularity, draft.kind.type) == ("clip", "emotion trajectory")
    assert [(option.letter, option.text, option.is_answer) for option in draft.options] == [
        ("A", "He stays calm.", False),
        ("B", "He is calm, then cross.", True),
        ("C", "He is cross.", False),
    ]
    assert draft.answer == "He is calm, then cross."
    assert draft.reference == "B. He is calm, then cross."
    assert draft.scope_recheck
    assert draft.segments[0].start == Decimal("467.1")
    assert (draft.subtitles[0].id, draft.subtitles[0].end) == ("U1", Decimal("468.407"))
    assert (draft.video, draft.origin) == ("made_up_q001.mp4", "S01E01")
    assert draft.unread == ("series", "question_type")


def test_qu14_labels_and_sides_are_taken_over_where_they_fit():
    """QU14."""
    labels = draft_of(older(task_type="contextual_emotion", options=[], answer=["Surprise", "happiness"]))
    assert labels.answer == ("surprise", "happiness")
    assert not labels.scope_recheck
    sides = {"before": ["fatigue"], "after": ["sadness", "sensitivity"]}
    moved = draft_of(older(task_type="emotion_transition", options=[], answer=sides))
    assert moved.answer.after == ("sadness", "sensitivity")


def test_qu14_what_does_not_fit_is_a_warning_and_the_words_stay():
    """QU14."""
    found = plan([older(task_type="emotion_transition")])
    (planned,) = found.planned
    assert planned.draft.answer is None
    assert planned.draft.reference == "B. He is calm, then cross."
    assert "answer" in fields(found)
    unknown = plan([older(task_type="mood", answer="Z")])
    assert unknown.planned[0].draft.kind is None
    assert fields(unknown)[:2] == ["task_type", "answer"]
    reversed_times = plan([older(input_video={"scope_kind": "event", "segments": [{"start": 9, "end": 5}]})])
    assert reversed_times.planned[0].draft.segments is None
    assert "input_video.segments" in fields(reversed_times)


def test_an_episode_file_with_titles_for_types():
    record = {
        "qid": "g3_q1",
        "scope": "episode",
        "task_type": "Emotional Trajectory",
        "question": "How does he change?",
        "options": ["A. Not.", "B. Slowly."],
        "answer": ["B"],
        "input_video": ["S01E01"],
    }
    draft = draft_of(record)
    assert (draft.kind.granularity, draft.kind.type) == ("episode", "emotion trajectory")
    assert draft.origin == "S01E01"
    assert draft.answer == "Slowly."


def test_a_table_with_options_in_columns():
    table = (
        "id,video,scope,type,question,A,B,C,answer\n"
        'q1,v1.mp4,clip,Emotion Influence,What does he feel?,anger,fear,joy,"A,B"\n'
        'q2,v1.mp4,clip,Emotion Cause,Why?,"A, the call",the rain,,the rain\n'
        "q3,v1.mp4,clip,Emotion Cause,,a,b,,A\n"
    )
    found = plan(table.encode(), PRESETS["table"], name="old.csv")
    assert [row.outcome for row in found.rows] == [Outcome.NEW, Outcome.NEW, Outcome.REFUSED]
    assert [row.line for row in found.rows] == [2, 3, 4]
    first, second = (planned.draft for planned in found.planned)
    assert first.answer == ("anger", "fear")
    assert [option.text for option in second.options] == ["A, the call", "the rain"]
    assert second.answer == "the rain"
    assert found.rows[2].problems[0].field == "question"


def test_qu12_drafts_too_are_upserted_and_ids_stand_once():
    """QU12."""
    first = plan([older(), older(qid="g1_q002")])
    known = {planned.draft.external_id: KnownItem(frozenset({planned.digest})) for planned in first.planned}
    again = plan([older(), older(qid="g1_q002", answer="A"), older(answer="C")], existing=known)
    assert [row.outcome for row in again.rows] == [Outcome.UNCHANGED, Outcome.CHANGED, Outcome.REFUSED]
    assert again.rows[2].problems[-1].rule == "QU11"


def test_numbers_beyond_all_bounds_are_no_trouble():
    data = json.dumps([older()]).replace("467.1", "1e999999999").replace("520.3", "1e-999999999").encode()
    assert plan(data).planned[0].draft.segments is None


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ([], "mapping"),
        ({"paths": {"question": "q"}}, "paths"),
        ({"paths": {"external_id": "id", "question": []}}, "paths"),
        ({"paths": {"external_id": "id", "question": "q", "mood": "m"}}, "paths"),
        ({"paths": {"external_id": "id", "question": "q"}, "columns": {}}, "columns"),
        ({"paths": {"external_id": "id", "question": "q"}, "values": {"type": {"a": 1}}}, "values"),
        ({"paths": {"external_id": "id", "question": "q"}, "segment_keys": ["start"]}, "segment_keys"),
    ],
)
def test_a_mapping_that_cannot_be_used_names_its_key(given, field):
    with pytest.raises(ItemMappingError) as refused:
        mapping_from_json(given)
    assert refused.value.field == field


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_mapping_survives_its_way_through_json(preset):
    assert mapping_from_json(json.loads(json.dumps(PRESETS[preset].to_json()))) == PRESETS[preset]


def test_own_words_for_types_and_a_constant_for_granularity():
    mapping = mapping_from_json(
        {
            "paths": {"external_id": "n", "question": ["text.en", "text"], "type": "kind", "answer": "gold"},
            "values": {"type": {"why-question": "emotion cause"}},
            "constants": {"granularity": "clip"},
        }
    )
    draft = draft_of({"n": 7, "text": {"en": "Why?"}, "kind": "Why-Question", "gold": "The rain."}, mapping)
    assert (draft.external_id, draft.question, draft.kind.type) == ("7", "Why?", "emotion cause")
    assert draft.answer == "The rain."


def test_an_empty_table_is_refused():
    with pytest.raises(ItemsFileError):
        plan(b"id,question\n", PRESETS["table"], name="a.csv")
