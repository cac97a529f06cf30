from decimal import Decimal

import pytest

from annotation.questions.domain.lint_context import Evidence, LintContext
from annotation.questions.domain.lints import LINTS, evidence_gap, lint, needed_gap
from annotation.questions.domain.reading import read_item
from annotation.questions.domain.record import Severity
from annotation.taxonomy import catalogue
from tests.unit.questions.examples import ALL, STAGES, clip, episode

VOCABULARY = catalogue.vocabulary()


def rules(value, **context):
    item, problems = read_item(value, VOCABULARY)
    assert item is not None, problems
    found = lint(item, LintContext(**context))
    assert all(problem.severity is Severity.WARNING for problem in found)
    return [problem.rule for problem in found]


def evidence(*spans):
    return tuple(Evidence(Decimal(start), Decimal(end), name) for start, end, name in spans)


def test_sound_items_are_left_alone():
    assert [rules(value) for value in ALL] == [[]] * 8


def test_every_lint_quotes_its_rule():
    assert all(check.__doc__.startswith(f"{rule}: ") for rule, check in LINTS.items())


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (clip(question="What does she feel? And what does he feel?"), "QU30"),
        (clip(question="What do the two men feel, and why does the woman leave?"), "QU30"),
        (clip(question="What does Ann feel after the call?"), "QU31"),
        (clip(question="What makes the smiling, happy woman stand up?"), "QU32"),
        (clip("emotion influence", question="What does the startled man feel at the bang?"), "QU32"),
        (clip("emotion cause", answer="The call.", question="Is it the call that upset her?"), "QU32"),
        (clip("emotion cause", question="Why is she upset, because of the man?"), "QU32"),
        (clip(source={"from": "a", "segments": None}), "QU33"),
        (clip(source={"from": "a", "segments": [{"start": 600, "end": 781}]}), "QU33"),
        (clip("emotion transition", question="Which emotions does the man show?"), "QU34"),
        (clip("emotion influence", question="How strongly does he react to the remark?"), "QU35"),
        (clip("emotion transition", answer={"before": ["anger"], "after": ["anger", "pain"]}), "QU35"),
        (clip("emotion trajectory", answer_details=None), "QU36"),
        (clip("emotion trajectory", answer_details={**STAGES, "items": STAGES["items"][:1]}), "QU36"),
        (clip(question="Which of the following does he feel at the end?"), "QU38"),
        (clip("emotion cause", answer="B"), "QU38"),
        (episode(question="In the tasting, which dish is the best?"), "QU40"),
        (episode(question="Which dish he enjoys most?"), "QU40"),
        (episode(question="Does he enjoy it most in the kitchen, or when the guests arrive?"), "QU41"),
        (episode(question="What does he enjoy most in the scene at 12:40?"), "QU41"),
        (episode("emotion trajectory", question="How does he go from calm to anger and then to grief?"), "QU41"),
        (episode(answer="Both the soup and the cake."), "QU42"),
        (episode("emotional reasoning", question="How many times is he startled?"), "QU43"),
        (episode("emotional reasoning", answer="She claims that she was ill."), "QU46"),
        (episode(answer="Fried fish", subtitles=[{"id": "U1", "t": [1, 2], "speaker": None,
                                                  "text": "I love fried fish!"}]), "QU44"),
    ],
)  # fmt: skip
def test_qu30_to_qu46_what_the_guidelines_warn_of(value, rule):
    """QU30 QU31 QU32 QU33 QU34 QU35 QU36 QU38 QU40 QU41 QU42 QU43 QU44 QU46."""
    assert rule in rules(value)


def test_words_that_only_look_like_labels_are_not_taken_for_them():
    assert rules(clip(question="Please say: what happened to the woman in the painting?")) == []


def test_qu34_evidence_on_both_sides_of_the_event():
    """QU34."""
    # Segments 10–20 and 30–40; the event at 30.5 has 10.5 s before it and 9.5 s after it.
    value = clip(
        "emotion transition",
        source={"from": "a", "segments": [{"start": 10, "end": 20}, {"start": 30, "end": 40}]},
        question="What does he feel before and after the knock?",
        subtitles=None,
    )
    assert rules(value, event_at=Decimal("30.5")) == []
    assert rules(value, event_at=Decimal("10.5")) == ["QU34"]
    assert rules(value, event_at=Decimal("39.5")) == ["QU34"]


def test_qu36_the_evidence_of_stages_is_in_their_order():
    """QU36."""
    spans = evidence((690, 705, "S2"), (710, 730, "S1"))
    assert rules(clip("emotion trajectory"), evidence=spans) == ["QU36"]
    assert rules(clip("emotion trajectory"), evidence=evidence((700, 730, "S1"), (740, 770, "S2"))) == []


def test_qu37_times_inside_the_video_and_the_clip():
    """QU37."""
    assert rules(clip(), video_duration=Decimal(777)) == ["QU37"]
    assert rules(clip(), video_duration=Decimal(778), evidence=evidence((680, 715, ""))) == ["QU37"]
    outside = [{"id": "U1", "t": [600, 687.6], "speaker": "B", "text": "x"}]
    assert rules(clip(subtitles=outside)) == ["QU37"]


def test_qu38_an_option_word_for_word_is_pointed_at():
    """QU38."""
    assert rules(clip("emotion cause"), options=("The call upset her",)) == ["QU38"]


def test_qu45_two_stretches_far_enough_apart_each_tied():
    """QU45."""
    # A tenth of 400 s is 40 s, which is less than 60 s. From 50 to 90 are 40 s.
    assert needed_gap(Decimal(400)) == 40
    assert needed_gap(Decimal(2000)) == needed_gap(None) == 60
    assert evidence_gap(evidence((0, 50, ""), (90, 95, ""))) == 40
    assert evidence_gap(evidence((0, 50, ""))) < 0
    value = episode()
    assert rules(value, evidence=evidence((0, 50, ""), (90, 95, "")), video_duration=Decimal(400)) == []
    assert rules(value, evidence=evidence((0, 50, ""), (89, 95, "")), video_duration=Decimal(400)) == ["QU45"]
    assert rules(value, evidence=()) == ["QU45"]
    tied = episode("emotional reasoning")
    assert rules(tied, evidence=evidence((0, 5, "R1"), (200, 205, "R1"))) == []
    assert rules(tied, evidence=evidence((0, 5, "R1"), (200, 205, "R9"))) == ["QU45"]
    assert rules(tied, evidence=evidence((0, 5, ""), (200, 205, ""))) == ["QU45"] * 3
