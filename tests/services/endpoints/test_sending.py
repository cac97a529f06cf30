"""Calls through the sender, over sockets, to the fake endpoint."""

from __future__ import annotations

import pytest

from affectory.endpoints.models import Attempt, Budget
from tests.factories.endpoints import all_sendable, asked, made_profile, opened_run
from worker.calls import run_calls

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def profile(project, fake):
    return made_profile(project, base_url=fake.base_url)


@pytest.fixture
def run(project) -> Budget:
    return opened_run(project)


def send(run, profile, *calls, **given):
    heard = []
    given = {"sendable": all_sendable, "on_settled": lambda call: heard.append(call.pk)} | given
    summary = run_calls([call.pk for call in calls], profile=profile, run_id=run.pk, **given)
    for call in calls:
        call.refresh_from_db()
    run.refresh_from_db()
    return summary, heard


def test_an_answer_is_kept_with_what_it_cost(fake, run, profile):
    """EN4, EN5, EN10"""
    call = asked(run, profile)
    fake.script({"text": "Good day", "usage": {"prompt_tokens": 11, "completion_tokens": 3}})
    summary, heard = send(run, profile, call)
    assert (summary.answered, summary.left, heard) == (1, 0, [call.pk])
    assert (call.state, call.outcome, call.answer, call.finish_reason) == ("answered", "ok", "Good day", "stop")
    attempt = Attempt.objects.get()
    assert (attempt.code, attempt.state, attempt.tokens_in, attempt.tokens_out) == (200, "known", 11, 3)
    # 11 × 1 + 3 × 2 millionths
    assert (attempt.cost_micros, run.spent_micros, run.spent_tokens, run.reserved_micros) == (17, 17, 14, 0)
    assert fake.requests[0]["key"] == call.key
