"""What a draft is told, worked by hand."""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.questions.domain.content import CONTENT_FIELDS, blank_content, exported_video_id
from annotation.questions.domain.judging import Known, judge
from annotation.questions.domain.kinds import KINDS, find_kind
from annotation.questions.domain.record import Severity
from annotation.questions.domain.states import Origin
from annotation.taxonomy import catalogue
from tests.factories.items import content_of
from tests.unit.questions.examples import clip, episode

VOCABULARY = catalogue.vocabulary()
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["from", "segments", "start", "end", "before", "id", "t", "scores", "0", "items", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def known(record, **changes):
    kind = find_kind(record["granularity"], record["type"])
    return Known(**{"question_id": "q", "video_id": "v", "kind": kind, "origin": Origin.WRITTEN, **changes})


def told(record, content=None, **changes):
    judgement = judge(content or content_of(record), known(record, **changes), VOCABULARY)
    return [(problem.rule, problem.severity.value, problem.field) for problem in judgement.problems]


@settings(max_examples=150, deadline=None)
@given(content=st.fixed_dictionaries(dict.fromkeys(CONTENT_FIELDS, JSON)), kind=st.sampled_from(KINDS))
def test_whatever_a_draft_holds_it_can_be_judged(content, kind):
    """QU50."""
    judgement = judge(content, Known("q", "v", kind, Origin.WRITTEN, Decimal(100)), VOCABULARY)
    assert judgement.item is None or not judgement.errors
    assert all(problem.rule and problem.message for problem in judgement.problems)


def test_a_blank_draft_of_every_task_says_what_is_missing_and_no_more():
    """QU50, QU52: lints about fields that are in error stay silent."""
    for kind in KINDS:
        blank = blank_content(kind, origin="reel.mp4", segments=None, rubric=None)
        judgement = judge(blank, Known("q", "v", kind, Origin.WRITTEN), VOCABULARY)
        fields = {problem.field.split(".")[0] for problem in judgement.errors}
        assert {"question", "answer"} <= fields <= {"question", "answer", "rubric", "evidence"}
        assert not any(problem.field == "question" for problem in judgement.warnings)


def test_without_a_task_there_is_one_thing_to_do():
    assert told(clip(), kind=None) == [("QU3", "error", "type")]


def test_errors_come_first_and_lints_after_them():
    record = clip(question="What does the startled man feel, and why does he leave?", answer=["gladness"])
    severities = [severity for _, severity, _ in told(record)]
    assert severities == sorted(severities) == ["error", "warning"]


def test_qu54_begins_where_the_video_has_ended_or_ends_after_it():
    """QU54: the clip is 687.6 to 778 s; the video may end at 778 s, not earlier."""
    assert told(clip(), duration=Decimal("778")) == []
    assert told(clip(), duration=Decimal("777.9")) == [("QU54", "error", "source.segments[0].end")]
    assert told(clip(), duration=Decimal("687.6")) == [("QU54", "error", "source.segments[0].start")]
    assert told(clip(), duration=None) == []


def test_qu45_blocks_what_is_written_here_and_leaves_imports_alone():
    """QU52: two stretches 60 s apart, or a tenth of the video; of 300 s that is 30 s."""
    near = [{"start": 0, "end": 10, "item": None}, {"start": 45, "end": 50, "item": None}]
    content = content_of(episode(), evidence=near)
    assert told(episode(), content) == [("QU45", "error", "evidence")]
    assert told(episode(), content, duration=Decimal(300)) == []
    assert told(episode(), content, origin=Origin.IMPORTED) == [("QU45", "warning", "evidence")]
    assert told(episode(), content_of(episode()), origin=Origin.IMPORTED) == []
    assert told(episode(), content_of(episode())) == [("QU45", "error", "evidence")]


def test_evidence_is_tied_to_what_the_answer_has():
    """QU45, QU51."""
    record = episode("emotional reasoning")
    tied = [{"start": 0, "end": 5, "item": "R1"}, {"start": 100, "end": 105, "item": "R9"}]
    judgement = judge(content_of(record, evidence=tied), known(record), VOCABULARY)
    assert [(problem.field, problem.severity) for problem in judgement.problems] == [("evidence[1]", Severity.ERROR)]


def test_qu64_the_id_of_a_video_in_a_file():
    """QU64."""
    assert exported_video_id(video_name="G1_V1", external_id="V7", own_id="uuid") == "G1_V1"
    assert exported_video_id(video_name="my film.mp4", external_id="V7", own_id="uuid") == "V7"
    assert exported_video_id(video_name="", external_id="", own_id="uuid") == "uuid"
    assert exported_video_id(video_name="my  film.mp4", external_id="", own_id="") == "my_film.mp4"
    assert exported_video_id(video_name="", external_id="", own_id="") == ""


def test_the_turn_of_a_transition_is_its_event():
    """QU34: the event is where the two stretches of evidence meet: at 687.9 s, 0.3 s into the clip."""
    record = clip("emotion transition", question="Which emotions before and after the call?")
    sides = [{"start": 687.6, "end": 687.9}, {"start": 687.9, "end": 778}]
    assert ("QU34", "warning", "source.segments") in told(record, {**content_of(record), "evidence": sides})
    later = [{"start": 687.6, "end": 700}, {"start": 700, "end": 778}]
    assert told(record, {**content_of(record), "evidence": later}) == []
    apart = [{"start": 687.6, "end": 687.8}, {"start": 687.9, "end": 778}]
    assert told(record, {**content_of(record), "evidence": apart}) == []
