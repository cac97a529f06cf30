"""Asking again for what has no answer, over sockets, with the fake endpoint on the other side."""

from __future__ import annotations

import uuid

import pytest

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.models import AuditEvent
from affectory.endpoints.models import Attempt, Call
from annotation.drafting import services
from annotation.drafting.domain.states import RunState
from annotation.drafting.models import DraftRun, DraftWindow
from annotation.drafting.selectors import run_counts
from annotation.drafting.services import Limits
from annotation.questions.models import Item
from datasets.videos.models import Video
from tests.factories.drafting import a_run, cut_film
from tests.factories.endpoints import made_profile
from tests.services.drafting.asking import CONTEXT, PLENTY, carried_out, draft

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("good", "refused", "cut", "odd", "down", "empty")
FIRST = {
    "good": {"json": {"drafts": [draft()]}},
    "refused": {"kind": "refuse"},
    "cut": {"kind": "truncate", "times": 2},
    "odd": {"text": "Five drafts, gladly."},
    "down": {"kind": "status", "status": 503},
    "empty": {"kind": "empty"},
}


@pytest.fixture
def profile(project, fake):
    return made_profile(project, base_url=fake.base_url, max_output_tokens=2000, json_schema=True, max_attempts=1)


@pytest.fixture
def run(fake, maintainer, project, profile, tmp_path) -> DraftRun:
    """One film for each way in which a call can end; all but one stay without an answer."""
    for seed, name in enumerate(NAMES):
        line = f"This is {name}."
        cut_film(
            maintainer, project, tmp_path, name=f"{name}.mp4", seed=seed, line=line, may_send_to_external_model=True
        )
    fake.script(rules={f"This is {name}.": [dict(step)] for name, step in FIRST.items()})
    run = a_run(
        maintainer,
        project,
        drafter_id="openai-1",
        profile_id=profile.pk,
        types=[CONTEXT],
        per_video=1,
        options={"max_output_tokens": 1000},
        limits=PLENTY,
        carry_out=False,
    )
    return carried_out(run)


def windows(run: DraftRun) -> dict[str, DraftWindow]:
    found = DraftWindow.objects.filter(run=run).select_related("run_video__video", "call")
    return {window.run_video.video.name.removesuffix(".mp4"): window for window in found}


def test_what_has_no_answer_is_asked_for_again_in_the_finished_run(fake, run, maintainer):
    """DR24, EN4: where none came the same call goes again; where one could not be used it stays as it is, and another
    call is made of the same request. What was answered is not sent again."""
    before = windows(run)
    assert run.state == RunState.DONE
    assert {name for name, one in before.items() if one.state == "answered"} == {"good"}
    spent, sent = run.budget.spent_tokens, len(fake.requests)
    fake.always(json={"drafts": [draft()]})

    services.ask_again(actor=maintainer, run_id=run.pk)
    run = carried_out(run)

    after = windows(run)
    assert (run.state, run.finished_at is not None) == (RunState.DONE, True)
    assert {one.state for one in after.values()} == {"answered"}
    assert after["good"].call_id == before["good"].call_id
    assert after["down"].call_id == before["down"].call_id
    assert [(a.number, a.code) for a in after["down"].call.attempts.all()] == [(1, 503), (2, 200)]
    for name in ("refused", "cut", "odd", "empty"):
        assert before[name].call_id == after[name].earlier_calls[-1]
        assert after[name].call.request["nonce"] == "again-1"
        assert after[name].call.request["messages"] == before[name].call.request["messages"]
    assert [after[name].asked_again for name in NAMES] == [0, 1, 1, 1, 1, 1]
    assert (len(fake.requests) - sent, run_counts(run)["asked_again"], run_counts(run)["proposed"]) == (5, 5, 6)
    assert run.budget.spent_tokens > spent
    assert Item.objects.count() == 6
    event = AuditEvent.objects.get(event="drafting.asked_again")
    assert (event.actor, event.data) == (maintainer, {"windows": 5})


def test_only_the_chosen_ones_are_asked_about(fake, run, maintainer):
    """DR24"""
    sent = len(fake.requests)
    fake.always(json={"drafts": [draft()]})

    services.ask_again(actor=maintainer, run_id=run.pk, window_ids=[windows(run)["refused"].pk])
    carried_out(run)

    found = windows(run)
    assert {name for name, one in found.items() if one.state == "answered"} == {"good", "refused"}
    assert len(fake.requests) - sent == 1


def test_what_is_refused_again_counts_again_and_can_be_asked_for_once_more(fake, run, maintainer):
    """DR24: every time is another call of its own, in the order in which they were made."""
    chosen = windows(run)["refused"].pk
    fake.always(kind="refuse")
    for _ in range(2):
        services.ask_again(actor=maintainer, run_id=run.pk, window_ids=[chosen])
        carried_out(run)

    window = windows(run)["refused"]

    assert (window.state, window.asked_again, len(window.earlier_calls)) == ("unanswered", 2, 2)
    calls = Call.objects.in_bulk([*window.earlier_calls, window.call_id])
    assert [calls[pk].request["nonce"] for pk in [*window.earlier_calls, window.call_id]] == [
        "",
        "again-1",
        "again-2",
    ]
    assert {call.attempt_count for call in calls.values()} == {1}


def test_an_outcome_that_nobody_knows_is_asked_for_again_as_the_same_call(fake, run, maintainer):
    """DR24, EN5: the sender died with the call on its way for the last time that was allowed."""
    window = windows(run)["down"]
    Call.objects.filter(pk=window.call_id).update(unknown_count=1, is_possibly_billed=True)
    fake.always(json={"drafts": [draft()]})

    services.ask_again(actor=maintainer, run_id=run.pk, window_ids=[window.pk])
    carried_out(run)

    call = windows(run)["down"].call
    assert (call.pk, call.state, call.unknown_count, call.attempt_count) == (window.call_id, "answered", 1, 2)


def test_asking_again_stays_within_the_budget(fake, run, maintainer):
    """DR24, DR19: the limit holds over both; a larger one lets it go on."""
    sent = len(fake.requests)
    fake.always(json={"drafts": [draft()]})

    services.ask_again(actor=maintainer, run_id=run.pk, limits=Limits(tokens=1))
    run = carried_out(run)
    assert (run.state, run.pause_reason, len(fake.requests)) == (RunState.PAUSED, "budget", sent)
    services.resume_run(actor=maintainer, run_id=run.pk, limits=PLENTY)
    run = carried_out(run)

    assert (run.state, len(fake.requests) - sent) == (RunState.DONE, 5)


def test_rights_that_were_lost_meanwhile_hold_when_asking_again(fake, run, maintainer):
    """DR18, DR24: and what was not sent for them can be asked for when they are there again."""
    sent = len(fake.requests)
    Video.objects.update(may_send_to_external_model=False)
    chosen = windows(run)["refused"].pk
    services.ask_again(actor=maintainer, run_id=run.pk, window_ids=[chosen])
    carried_out(run)
    assert (windows(run)["refused"].state, len(fake.requests)) == ("not_sent", sent)

    Video.objects.update(may_send_to_external_model=True)
    fake.always(json={"drafts": [draft()]})
    services.ask_again(actor=maintainer, run_id=run.pk, window_ids=[chosen])
    carried_out(run)

    window = windows(run)["refused"]
    assert (window.state, window.asked_again, len(fake.requests) - sent) == ("answered", 2, 1)


def test_a_run_that_is_killed_while_it_asks_again_goes_on_and_sends_nothing_twice(fake, run, maintainer, monkeypatch):
    """DR13, DR24"""
    sent = len(fake.requests)
    fake.always(json={"drafts": [draft()]})
    services.ask_again(actor=maintainer, run_id=run.pk)

    def dies(**told):
        raise KeyError("killed")

    monkeypatch.setattr(services, "take_answer", dies)
    with pytest.raises(KeyError):
        carried_out(run)
    monkeypatch.undo()
    carried_out(run)

    assert {one.state for one in windows(run).values()} == {"answered"}
    assert (len(fake.requests) - sent, Attempt.objects.filter(state="sent").count()) == (5, 0)


def test_what_cannot_be_asked_again_is_refused_whole(run, maintainer, annotator):
    """DR24: nothing is half done: no window waits, no budget is open."""
    found = windows(run)
    for chosen, words in (
        ([found["refused"].pk, found["good"].pk], "is answered"),
        ([found["refused"].pk, uuid.UUID(int=5)], "no stretch 00000000-0000-0000-0000-000000000005"),
        ([], "choose what to ask again"),
    ):
        with pytest.raises(InvalidError, match=words):
            services.ask_again(actor=maintainer, run_id=run.pk, window_ids=chosen)
    with pytest.raises(NotAllowedError):
        services.ask_again(actor=annotator, run_id=run.pk)
    with pytest.raises(InvalidError):
        services.ask_again(actor=maintainer, run_id=run.pk, limits=Limits(tokens=-1))
    run.refresh_from_db()
    run.budget.refresh_from_db()
    assert (run.state, run.budget.state) == (RunState.DONE, "closed")
    assert not DraftWindow.objects.filter(state="waiting").exists()


def test_a_run_at_work_or_cancelled_is_not_asked_again(run, maintainer):
    """DR24: and a finished one is never taken up by itself."""
    with pytest.raises(ConflictError):
        services.resume_run(actor=maintainer, run_id=run.pk)
    services.ask_again(actor=maintainer, run_id=run.pk)
    with pytest.raises(ConflictError, match="come to rest"):
        services.ask_again(actor=maintainer, run_id=run.pk)
    services.cancel_run(actor=maintainer, run_id=run.pk)
    with pytest.raises(ConflictError, match="cancelled"):
        services.ask_again(actor=maintainer, run_id=run.pk)
