"""The demo's film: its times, its subtitles and its questions are right by the product's own rules."""

import json

import pytest

from annotation.questions.domain.kinds import KINDS
from annotation.questions.domain.lints import lint
from annotation.questions.domain.planning import Outcome, plan_items
from annotation.taxonomy import catalogue
from datasets.videos.subtitles import read_subtitles
from worker.film.questions import questions
from worker.film.screenplay import FPS, SHOTS, span, starts, subtitles


def test_every_shot_lasts_whole_frames_and_holds_its_lines():
    for shot in SHOTS:
        assert shot.seconds * FPS == shot.frames
        for line in shot.lines:
            assert line.at + line.seconds <= shot.seconds


def test_shots_begin_where_the_ones_before_end():
    # 6.5 + 6 + 6 = 18.5; the whole: 6.5+6+6+6.5+5+7+6.5+5.5+7+6+6+6.5 = 74.5 s
    assert starts()["unsent letter"] == 18.5
    assert span("laughter") == {"start": 68.0, "end": 74.5}
    assert span("arrival", "letters") == {"start": 6.5, "end": 18.5}


def test_subtitles_are_read_back_without_a_repair():
    track = read_subtitles(subtitles().encode(), name="film.en.vtt")
    assert track.notes == ()
    assert len(track.cues) == sum(len(shot.lines) for shot in SHOTS)
    first = track.cues[0]
    assert (first.id, float(first.start), float(first.end)) == ("U1", 1.5, 4.0)
    assert (first.speaker, first.text) == ("Ana", "He said noon. It is noon.")


def test_the_questions_are_of_every_kind_and_without_an_objection():
    records = questions("demo film")
    plan = plan_items(json.dumps(records).encode(), vocabulary=catalogue.vocabulary(), name="demo.json")
    assert [row.outcome for row in plan.rows] == [Outcome.NEW] * 8
    kinds = {(planned.item.kind.granularity, planned.item.kind.type) for planned in plan.planned}
    assert kinds == {(kind.granularity, kind.type) for kind in KINDS}


@pytest.mark.parametrize("number", range(8))
def test_no_question_breaks_a_guideline(number):
    records = json.dumps(questions("demo film")).encode()
    plan = plan_items(records, vocabulary=catalogue.vocabulary(), name="demo.json")
    assert lint(plan.planned[number].item) == ()
