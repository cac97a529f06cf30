from decimal import Decimal
from typing import Any

import pytest

from annotation.drafting.domain.answer_schema import answer_schema
from annotation.drafting.domain.facts import Lengths
from annotation.drafting.domain.proposing import UnusableAnswerError, proposal_digest, read_drafts
from annotation.taxonomy import catalogue
from tests.unit.drafting.examples import a_film, asked

CONTEXT, TURN, COURSE, CAUSE = "contextual emotion", "emotion transition", "emotion trajectory", "emotion cause"
BARE = [{"id": "S1", "description": "A stage without its anchor."}]
WANTED = {CONTEXT: 1, TURN: 1, COURSE: 1, CAUSE: 1}


def labels(**changes: Any) -> dict[str, Any]:
    return {
        "type": CONTEXT,
        "start": 2,
        "end": 12,
        "question": "What does the man feel?",
        "labels": ["fear"],
    } | changes


def turn(**changes: Any) -> dict[str, Any]:
    return {
        "type": TURN,
        "start": 2,
        "end": 12,
        "question": "What does the man feel before and after the door opens?",
        "before": ["peace"],
        "after": ["fear"],
    } | changes


def course(**changes: Any) -> dict[str, Any]:
    stages = [
        {"id": "S1", "description": "Calm.", "anchor": "At the table.", "emotion": "peace", "intensity": None},
        {"id": "S2", "description": "Afraid.", "anchor": "The door opens.", "emotion": "fear", "intensity": None},
    ]
    evidence = [{"start": 3, "end": 4, "item": "S1"}, {"start": 6, "end": 7, "item": "S2"}]
    return {
        "type": COURSE,
        "start": 2,
        "end": 12,
        "question": "How do the feelings of the man develop?",
        "answer": "Calm at first, then afraid.",
        "description": "Both stages, in this order.",
        "items": stages,
        "evidence": evidence,
    } | changes


def read(*drafts: dict[str, Any], wanted: dict[str, int] | None = None, **film: Any):
    return read_drafts({"drafts": list(drafts)}, asked(a_film(60, **film), wanted or WANTED, Lengths()))


def reasons(draft: dict[str, Any]) -> list[tuple[str, str]]:
    (candidate,) = read(draft)
    assert (candidate.content is None) == bool(candidate.reasons)
    return [(problem.rule, problem.field) for problem in candidate.reasons]


@pytest.mark.parametrize("draft", [labels(), turn(), course()])
def test_a_draft_that_is_as_it_was_asked_for_is_taken(draft):
    (candidate,) = read(draft)

    assert (candidate.reasons, candidate.content["question"]) == ((), draft["question"])
    assert candidate.content["source"] == {"from": "Reel 2", "segments": [{"start": 2, "end": 12}]}


def test_every_task_gets_its_own_form():
    one, two, three = read(labels(), turn(), course(), cues=[(3, 4, "Who is there?"), (20, 21, "Later.")])

    assert one.content["answer"] == ["fear"]
    assert two.content["answer"] == {"before": ["peace"], "after": ["fear"]}
    assert [item["id"] for item in three.content["answer_details"]["items"]] == ["S1", "S2"]
    assert three.content["rubric"]["scores"].keys() == {"0", "1", "2", "3", "4"}
    assert [line["text"] for line in one.content["subtitles"]] == ["Who is there?"]


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        (labels(labels=["dread"]), [("QU5", "answer[0]")]),
        (labels(labels=[]), [("QU4", "answer")]),
        (labels(labels=None), [("QU4", "answer")]),
        (labels(answer="fear"), [("DR11", "answer")]),
        (labels(type="emotion reasoning"), [("DR11", "type")]),
        (labels(type=["x"]), [("DR11", "type")]),
        (labels(start=-1), [("DR11", "start")]),
        (labels(end=61), [("DR11", "end")]),
        (labels(start=12, end=2), [("DR11", "end")]),
        (labels(start="2"), [("DR11", "start")]),
        (labels(start=True), [("DR11", "start")]),
        (labels(end=3), [("DR11", "end")]),
        (labels(end=59), [("DR11", "end")]),
        (labels(question="  "), [("QU1", "question")]),
        (labels(question=None), [("DR11", "question")]),
        (labels(colour="red"), [("DR11", "colour")]),
        (turn(after=["peace"]), [("QU6", "answer")]),
        (course(items=None), [("DR11", "items")]),
        (course(items=list(reversed(course()["items"]))), [("DR11", "items")]),
        (course(evidence=[{"start": 1, "end": 4, "item": "S1"}]), [("DR11", "evidence[0].start")]),
        (course(evidence=[{"start": 3, "end": 4, "item": "S9"}]), [("DR11", "evidence[0].item")]),
        (course(evidence=[{"start": 3, "end": 3.001, "item": "S1"}]), [("DR11", "evidence[0].end")]),
        (course(evidence="none"), [("DR11", "evidence")]),
        (
            course(evidence=None, items=[{"id": "S1", "description": "x"}]),
            [("QU1", "answer_details.items[0].anchor")],
        ),
    ],
)
def test_what_is_not_as_it_was_asked_for_is_refused_with_its_field(draft, expected):
    """DR11"""
    assert reasons(draft)[: len(expected)] == expected


def test_stages_out_of_order_are_refused():
    """DR11: S2 is told after S1, and its evidence begins before that of S1."""
    evidence = [{"start": 6, "end": 7, "item": "S1"}, {"start": 3, "end": 4, "item": "S2"}]

    assert reasons(course(evidence=evidence)) == [("DR11", "items")]


def test_more_than_was_asked_for_is_refused():
    """DR11: the second contextual emotion is one too many."""
    first, second = read(labels(), labels(question="And the woman?"))

    assert first.content is not None
    assert [problem.field for problem in second.reasons] == ["type"]


@pytest.mark.parametrize("answer", [{}, {"drafts": {}}, {"drafts": [], "more": 1}, {"drafts": [1] * 51}])
def test_an_answer_without_a_list_of_drafts_is_unusable(answer):
    with pytest.raises(UnusableAnswerError):
        read_drafts(answer, asked(a_film(), WANTED))


@pytest.mark.parametrize("draft", [None, 7, "text", [], {}])
def test_an_entry_that_is_no_draft_is_refused(draft):
    (candidate,) = read_drafts({"drafts": [draft]}, asked(a_film(), WANTED))

    assert candidate.content is None
    assert candidate.reasons


def test_boundaries_go_to_the_nearest_frame_and_say_by_how_much():
    """DR12: frames of 40 ms: 2.013 s becomes 2 s, 12.03 s becomes 12.04 s."""
    (candidate,) = read(labels(start=2.013, end=12.03))

    assert candidate.content["source"]["segments"] == [{"start": 2, "end": 12.04}]
    assert candidate.moved_s == (Decimal("-0.013"), Decimal("0.01"))


def test_the_same_proposal_has_the_same_digest():
    """DR5: whatever run it comes from, and however the time was written before it went to its frame."""
    digests = {
        proposal_digest(read(draft)[0], video_sha256="a" * 64, drafter="openai-1")
        for draft in (labels(), labels(start=2.01), labels(evidence=[]))
    }

    assert len(digests) == 1
    other = proposal_digest(read(labels(labels=["anger"]))[0], video_sha256="a" * 64, drafter="openai-1")
    assert other not in digests


def test_the_schema_asks_for_every_field_and_the_labels_there_are():
    schema = answer_schema([CAUSE], catalogue.vocabulary().ids)

    draft = schema["properties"]["drafts"]["items"]
    assert draft["required"] == list(draft["properties"])
    assert draft["additionalProperties"] is False
    assert draft["properties"]["type"]["enum"] == [CAUSE]
    assert len(draft["properties"]["labels"]["items"]["enum"]) == 26
