"""What lines say, and when a digest is due."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from affectory.inbox.domain import (
    FORMS,
    Every,
    Kind,
    address,
    checked_arguments,
    next_due,
    sentence,
)

WHO_OR_WHAT = ("reviewer", "verdict", "accept", "reject", "decision", "judgement", "person", "name", "note", "reason")


def test_no_line_can_say_who_judged_what():
    """IN2: the only words of an event that a line keeps are these."""
    kept = {name for form in FORMS.values() for name in form.arguments}
    # "sentence": what a withdrawal says to everybody, without a name (WD1).
    assert kept == {"item", "job", "version", "what", "thread", "sentence"}
    assert not kept & set(WHO_OR_WHAT)
    assert set(FORMS) == set(Kind)


def test_arguments_are_exactly_those_of_the_kind():
    """IN2"""
    assert checked_arguments(Kind.ITEM_KEPT, {"item": "G1_Q000126"}) == {"item": "G1_Q000126"}
    for wrong in ({}, {"item": "x", "verdict": "reject"}, {"verdict": "reject"}):
        with pytest.raises(ValueError, match="takes \\['item'\\]"):
            checked_arguments(Kind.ITEM_KEPT, wrong)
    assert len(checked_arguments(Kind.JOB_DONE, {"job": "x" * 300})["job"]) == 200


def test_a_line_is_said_and_leads_somewhere():
    said = {"item": "an item", "thread": "7"}
    assert sentence("thread.mention", said) == "You were mentioned in a thread about an item."
    assert sentence("item.kept", said) == "An item is finished: it was kept."
    assert address("thread.reply", said, project="lab", about="4") == "/p/lab/threads/7"
    assert address("job.done", {"job": "x"}, project="lab", about="4") == "/p/lab/jobs"


def due(every, after, *, hour=8, weekday=0, zone="Europe/Berlin"):
    return next_due(every, hour=hour, weekday=weekday, time_zone=zone, after=after)


def test_a_digest_is_due_at_its_hour_on_the_clock_of_its_zone():
    """IN4: Berlin is an hour ahead of UTC in winter; 30 November 2026 is a Monday."""
    evening, morning = datetime(2026, 11, 30, 20, tzinfo=UTC), datetime(2026, 11, 30, 6, tzinfo=UTC)
    assert due(Every.OFF, evening) is None
    assert due(Every.DAY, morning) == datetime(2026, 11, 30, 7, tzinfo=UTC)
    assert due(Every.DAY, evening) == datetime(2026, 12, 1, 7, tzinfo=UTC)
    assert due(Every.DAY, datetime(2026, 11, 30, 7, tzinfo=UTC)) == datetime(2026, 12, 1, 7, tzinfo=UTC)
    assert due(Every.WEEK, morning) == datetime(2026, 11, 30, 7, tzinfo=UTC)
    assert due(Every.WEEK, evening) == datetime(2026, 12, 7, 7, tzinfo=UTC)
    assert due(Every.WEEK, evening, weekday=4) == datetime(2026, 12, 4, 7, tzinfo=UTC)


def test_the_hour_stays_the_hour_when_clocks_change():
    """IN4: on 29 March 2026 Berlin goes from 2:00 to 3:00, UTC+1 to UTC+2; the hour that is left out is the next."""
    before = datetime(2026, 3, 28, 12, tzinfo=UTC)
    assert due(Every.DAY, before) == datetime(2026, 3, 29, 6, tzinfo=UTC)
    assert due(Every.DAY, before, hour=2) == datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert due(Every.DAY, datetime(2026, 3, 30, 12, tzinfo=UTC), zone="Asia/Tokyo", hour=0) == datetime(
        2026, 3, 30, 15, tzinfo=UTC
    )
