"""QU90 QU91 QU92 QU93 QU94 QU95 QU96 QU97 QU98 QU99: what is asked of questions about whole videos."""

from decimal import Decimal

import pytest

from annotation.questions.domain.lint_context import Evidence, LintContext
from annotation.questions.domain.lints import lint
from annotation.questions.domain.reading import read_item
from annotation.questions.domain.whole_video_lints import WHOLE_VIDEO_LINTS
from annotation.taxonomy import catalogue
from tests.unit.questions.examples import RUBRICS, clip, episode

COMPARISON, TRAJECTORY, REASONING = (
    "emotional intensity comparison",
    "emotion trajectory",
    "emotional reasoning",
)
RESULT, CAUSAL = RUBRICS["result"], RUBRICS["causal"]


def rules(value, evidence=None):
    item, problems = read_item(value, catalogue.vocabulary())
    assert item is not None, problems
    return [problem.rule for problem in lint(item, LintContext(evidence=evidence))]


def asked(type_name, question, **changes):
    return episode(type_name, question=question, **changes)


def definite(question, answer):
    return asked(REASONING, question, answer=answer, answer_details=None, rubric=RESULT)


def stretches(count):
    return tuple(Evidence(Decimal(100 * n), Decimal(100 * n + 5)) for n in range(count))


# Questions built like the examples that the guidelines are explained with: nothing may be said about any of them.
SENSIBLE = [
    asked(COMPARISON, "Which dish does the woman in yellow enjoy most? Answer with its name."),
    asked(
        COMPARISON, "When does the tall man seem most surprised in this video? Describe the moment in a few words."
    ),
    asked(COMPARISON, "Which of the four cooks is most confident before the competition begins?"),
    asked(TRAJECTORY, "How do the nurse's emotions change throughout the card game?"),
    asked(TRAJECTORY, "How does the older woman's mood develop over her time at the station?"),
    asked(TRAJECTORY, "How does the strength of his anger change while the guests stay?"),
    definite("How many distinct appearances of the glove visibly startle the player?", "Five."),
    definite(
        "Which of her actions first surprises all three guests before the fourth one arrives?", "A short dance."
    ),
    asked(
        REASONING,
        "What emotional motives make the nurse go on visiting the unconscious man?",
        answer="She wants to be the first whom he sees, and feels responsible for his fall; and she loves him.",
    ),
    asked(
        REASONING,
        "Why does he first put off dismissing the assistant, although he does it later?",
        answer="He is drawn to her and protects what there is between them; his cover stories grow until they burst.",
    ),
    asked(REASONING, "What does she really think of the present?", answer="She is disappointed and hides it."),
]


@pytest.mark.parametrize("value", SENSIBLE, ids=[value["question"][:40] for value in SENSIBLE])
def test_no_false_alarm_on_sensible_questions(value):
    assert rules(value) == []


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (asked(COMPARISON, "Who is most afraid in the opening scene?"), "QU90"),
        (asked(COMPARISON, "Who of them is happiest in this scene?"), "QU90"),
        (asked(TRAJECTORY, "How do her feelings change during the talk at the very end?"), "QU90"),
        (asked(TRAJECTORY, "How do his emotions change?"), "QU91"),
        (asked(TRAJECTORY, "How does her mood differ from the beginning to the end?"), "QU92"),
        (asked(TRAJECTORY, "What is his mood at the start and at the end of the day?"), "QU92"),
        (definite("Which colour is the car that he buys?", "Green."), "QU93"),
        (asked(COMPARISON, "Which is the most serious moment of fear during the storm?"), "QU94"),
        (asked(COMPARISON, "In the film, who feels the worst fall most?"), "QU94"),
        (
            asked(
                REASONING,
                "Why does she leave the party?",
                answer="After the call she left, and then he left.",
                answer_details=None,
            ),
            "QU96",
        ),
        (asked(REASONING, "Why is she upset?", answer="A childhood trauma makes her fear the dark."), "QU97"),
        (asked(COMPARISON, "What does he say about his fear during the trip?"), "QU98"),
        (asked(COMPARISON, "According to her, who is most afraid during the trip?"), "QU98"),
        (definite("Why is she upset during the trip?", "She misses him."), "QU99"),
        (asked(REASONING, "How many separate times is he startled?", answer="Three, because of the bird."), "QU99"),
    ],
)
def test_what_the_guidelines_of_whole_videos_warn_of(value, rule):
    assert rule in rules(value)


def test_qu95_of_what_is_counted_each_one_is_marked():
    """QU95."""
    counted = definite("How many distinct times does the bird startle him?", "Three times.")
    assert rules(counted, stretches(3)) == []
    assert rules(counted, stretches(4)) == ["QU95"]
    assert rules({**counted, "answer": "3"}, stretches(2)) == ["QU95"]
    # Two numbers in an answer, or no evidence known: nobody knows which is meant, and nothing is said.
    assert "QU95" not in rules({**counted, "answer": "Three of five"}, stretches(2))
    assert "QU95" not in rules(counted)


def test_a_factor_is_looked_at_like_the_answer():
    """QU97."""
    details = {"description": "All.", "items": [{"id": "R1", "description": "She is a narcissist, deep down."}]}
    value = asked(REASONING, "Why is she upset?", answer="She feels left out.", answer_details=details)
    item, _ = read_item(value, catalogue.vocabulary())
    found = {problem.field for problem in lint(item) if problem.rule == "QU97"}
    assert found == {"answer_details.items[0].description"}


def test_items_of_clips_are_left_alone():
    said = [rule for value in (clip(), clip("emotion trajectory"), clip("emotion cause")) for rule in rules(value)]
    assert not set(said) & set(WHOLE_VIDEO_LINTS)


def test_each_message_says_why_and_what_to_do():
    """What was found, why it is a fault and what to do are two clauses at least."""
    for value in (asked(TRAJECTORY, "How do his emotions change?"), definite("Which colour is the car?", "Green.")):
        item, _ = read_item(value, catalogue.vocabulary())
        messages = [problem.message for problem in lint(item) if problem.rule in WHOLE_VIDEO_LINTS]
        assert messages
        assert all(";" in message for message in messages)
