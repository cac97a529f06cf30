"""RV5, RV7, RV8: what a decision may contain, and what follows from it."""

import pytest

from annotation.reviews import domain
from annotation.reviews.domain import Judgement, JudgementError, Outcome, Value, Verdict
from annotation.reviews.schemes import CURRENT, EPISODE_1, SCHEMES

FINE = {"value": "fine", "reasons": []}
ALL_FINE = dict.fromkeys(EPISODE_1.judgement_ids, FINE)


def with_(name, value):
    return {**ALL_FINE, name: value}


def fields_of(raw):
    with pytest.raises(JudgementError) as caught:
        domain.read_judgements(raw, EPISODE_1)
    return set(caught.value.fields)


def test_schemes_are_sound():
    assert set(CURRENT.values()) <= set(SCHEMES)
    for scheme in SCHEMES.values():
        assert len(set(scheme.judgement_ids)) == len(scheme.judgement_ids)
        for judgement in scheme.judgements:
            codes = [reason.code for reason in judgement.reasons]
            assert 1 <= len(codes) <= 9
            assert len(set(codes)) == len(codes)


def test_accept_only_when_all_are_fine():
    judgements = domain.read_judgements(ALL_FINE, EPISODE_1)
    assert domain.verdict_of(judgements) is Verdict.ACCEPT
    assert domain.problem_mask(judgements, EPISODE_1) == 0


@pytest.mark.parametrize(("position", "name"), list(enumerate(EPISODE_1.judgement_ids)))
def test_one_problem_rejects(position, name):
    reason = EPISODE_1.judgements[position].reasons[0].code
    raw = with_(name, {"value": "problem", "reasons": [reason]})
    judgements = domain.read_judgements(raw, EPISODE_1)
    assert domain.verdict_of(judgements) is Verdict.REJECT
    assert domain.problem_mask(judgements, EPISODE_1) == 2**position
    assert judgements[name] == Judgement(Value.PROBLEM, (reason,))


def test_reasons_are_kept_in_the_schemes_order_and_once():
    raw = with_(
        "rendering_quality",
        {"value": "problem", "reasons": ["clip_broken", "person_not_shown", "clip_broken"]},
    )
    judgements = domain.read_judgements(raw, EPISODE_1)
    assert judgements["rendering_quality"].reasons == ("person_not_shown", "clip_broken")


@pytest.mark.parametrize(
    "value",
    [
        None,
        "fine",
        {},
        {"value": "good"},
        {"value": ["fine"]},
        {"value": "fine", "reasons": ["feet_slide"]},
        {"value": "problem"},
        {"value": "problem", "reasons": []},
        {"value": "problem", "reasons": "feet_slide"},
        {"value": "problem", "reasons": [1]},
        {"value": "problem", "reasons": ["clip_broken"]},
    ],
)
def test_faulty_judgement_is_named(value):
    assert fields_of(with_("physical_plausibility", value)) == {"judgements.physical_plausibility"}


def test_missing_and_unknown_judgements_are_named():
    assert fields_of({}) == {f"judgements.{name}" for name in EPISODE_1.judgement_ids}
    assert fields_of({**ALL_FINE, "label": FINE}) == {"judgements"}
    assert fields_of([]) == {"judgements"}


@pytest.mark.parametrize("note", [1, "x" * 4_001, "nul \x00", "half \ud800"])
def test_note_that_cannot_be_kept(note):
    with pytest.raises(JudgementError):
        domain.read_note(note)


def test_note_is_kept_as_written():
    assert domain.read_note(None) == ""
    assert domain.read_note("  ما هذا 🙂 ") == "  ما هذا 🙂 "


PIN = {"judgement": "rendering_quality", "frame": 3, "time_s": 0.25, "setting": "P-Ref", "note": "hole"}


def test_pin_is_kept():
    assert domain.read_pins([PIN], EPISODE_1) == [PIN]
    assert domain.read_pins(None, EPISODE_1) == []


@pytest.mark.parametrize(
    "fault",
    [
        {"judgement": "label"},
        {"judgement": ["rendering_quality"]},
        {"frame": -1},
        {"frame": True},
        {"frame": 2**31},
        {"frame": 1.5},
        {"time_s": float("nan")},
        {"time_s": float("inf")},
        {"time_s": -0.1},
        {"time_s": "1"},
        {"time_s": 10**400},
        {"setting": "x" * 41},
        {"note": "\x00"},
    ],
)
def test_faulty_pin_is_refused(fault):
    with pytest.raises(JudgementError):
        domain.read_pins([{**PIN, **fault}], EPISODE_1)


def test_pins_are_a_short_list():
    for raw in ({}, "x", [PIN] * 51, [1]):
        with pytest.raises(JudgementError):
            domain.read_pins(raw, EPISODE_1)


@pytest.mark.parametrize(
    ("verdicts", "number", "limit", "outcome"),
    [
        (["accept", "accept"], 1, 1, Outcome.KEPT),
        (["accept", "reject"], 1, 1, Outcome.REMOVED),
        (["reject", "reject"], 1, 1, Outcome.REMOVED),
        (["accept"], 1, 1, Outcome.KEPT),
        (["accept", "reject"], 1, 3, Outcome.RETURNED),
        (["accept", "reject"], 2, 3, Outcome.RETURNED),
        (["accept", "reject"], 3, 3, Outcome.REMOVED),
        (["reject", "reject"], 1, 3, Outcome.REMOVED),
        (["accept", "accept", "reject"], 2, 3, Outcome.RETURNED),
        (["accept", "accept"], 3, 3, Outcome.KEPT),
    ],
)
def test_outcome(verdicts, number, limit, outcome):
    """RV8"""
    assert domain.outcome_of(verdicts, number=number, limit=limit) is outcome
