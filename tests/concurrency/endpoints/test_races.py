"""Two at one moment: the same call, the same money; each with a twin that shows the race without its guard."""

from __future__ import annotations

import threading
import time
import uuid

import pytest
from django.db import transaction

from affectory.core.errors import ConflictError
from affectory.endpoints import limits, services
from affectory.endpoints.models import Attempt, Budget, Call
from affectory.endpoints.services import Began, attempts
from tests.factories.endpoints import all_sendable, asked, made_profile, opened_run, spec_of
from tests.factories.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def local_endpoints(settings) -> None:
    settings.ENDPOINT_ALLOW_PRIVATE = True


def begin(run: Budget, call: Call, sender: uuid.UUID | None = None):
    return services.begin_attempt(
        sender_id=sender or uuid.uuid4(), run_id=run.pk, call_id=call.pk, sendable=all_sendable
    )


def test_two_workers_send_the_same_call_once(project):
    """EN4"""
    run, profile = opened_run(project), made_profile(project)
    call = asked(run, profile)
    began = at_once([lambda: begin(run, call).began] * 8)
    assert sorted(one.value for one in began) == ["elsewhere"] * 7 + ["sent"]
    assert Attempt.objects.count() == 1


def test_two_runs_send_the_call_they_share_once(project):
    """EN1, EN4"""
    profile = made_profile(project)
    runs = [opened_run(project) for _ in range(4)]
    call, *_ = [asked(run, profile) for run in runs]
    began = at_once([lambda run=run: begin(run, call).began for run in runs])
    assert sorted(one.value for one in began) == ["elsewhere"] * 3 + ["sent"]


def test_the_same_request_from_many_threads_is_one_row(project):
    """EN1"""
    run, profile = opened_run(project), made_profile(project)
    made = at_once([lambda: asked(run, profile).pk] * 8)
    assert len(set(made)) == 1
    assert Call.objects.count() == 1


def _run_with_room_for_three(project):
    profile = made_profile(project)
    run = opened_run(project)
    calls = [asked(run, profile, f"call {n}") for n in range(8)]
    most = calls[0].tokens_in_most + 2 * calls[0].tokens_out_most
    Budget.objects.filter(pk=run.pk).update(limit_micros=3 * most)
    return run, calls, most


def test_a_budget_is_not_overdrawn_by_many_at_once(project):
    """EN10"""
    run, calls, most = _run_with_room_for_three(project)
    began = at_once([lambda call=call: begin(run, call).began for call in calls])
    assert began.count(Began.SENT) == 3
    assert set(began) == {Began.SENT, Began.NO_ROOM}
    run.refresh_from_db()
    assert run.reserved_micros == 3 * most == run.limit_micros


def test_without_the_lock_the_budget_would_be_overdrawn(project, monkeypatch):
    """The twin of the one above: everybody has read before anybody writes."""
    run, calls, _ = _run_with_room_for_three(project)
    everybody_has_read = threading.Barrier(len(calls))

    def unlocked(run_id):
        budget = Budget.objects.select_related("project").get(pk=run_id)
        everybody_has_read.wait(30)
        return budget

    monkeypatch.setattr(attempts, "locked_budget", unlocked)
    began = at_once([lambda call=call: begin(run, call).began for call in calls])
    assert began.count(Began.SENT) == 8


def test_an_answer_and_the_sweeper_do_not_both_end_an_attempt(project):
    """EN5: whoever comes second finds it ended."""
    run, profile = opened_run(project), made_profile(project)
    sender = uuid.uuid4()
    services.sign_on(sender_id=sender)
    begun = begin(run, asked(run, profile), sender)
    reply = services.Reply(begun.attempt.pk, 503, explanation="away", retry_in_s=0.0)
    at_once([lambda: services.settle_attempt(reply=reply), lambda: services.mark_unknown(sender_id=sender)])
    attempt, budget = Attempt.objects.get(), Budget.objects.get()
    assert attempt.state in ("known", "unknown")
    assert (budget.reserved_micros, budget.spent_micros) == (0, attempt.cost_micros)
    late = services.settle_attempt(reply=reply)
    assert late.is_late
    assert Attempt.objects.get().state == attempt.state


def test_begin_and_settle_of_many_do_not_deadlock(project):
    """Calls are locked in the order of their keys, whatever order they are asked for in."""
    profile = made_profile(project)
    runs = [opened_run(project) for _ in range(2)]
    calls = [asked(runs[0], profile, f"call {n}") for n in range(20)]
    for call in calls:
        services.request_call(run=runs[1], profile=profile, spec=spec_of(call.title), purpose="test")
    ids = [call.pk for call in calls]

    def work(run, order):
        sender = uuid.uuid4()
        begun = services.begin_attempts(sender_id=sender, run_id=run.pk, call_ids=order, sendable=all_sendable)
        sent = [one.attempt.pk for one in begun.values() if one.began is Began.SENT]
        replies = [services.Reply(pk, 503, retry_in_s=0.0) for pk in reversed(sent)]
        services.settle_attempts(replies=replies)
        return len(sent)

    orders = [(runs[n % 2], ids if n < 2 else ids[::-1]) for n in range(4)]
    results = at_once([lambda run=run, order=order: work(run, order) for run, order in orders])
    assert not [result for result in results if isinstance(result, Exception)]


def test_slots_are_shared_by_all_workers(project):
    """EN16"""
    profile = made_profile(project, concurrency=3)
    waits = at_once([lambda: limits.Limits(profile).take([(uuid.uuid4(), 0)])[0]] * 8)
    assert waits.count(0.0) == 3


def test_a_rate_is_shared_by_all_workers(project):
    """EN16: 60 a minute let 6 through at once, whoever asks."""
    profile = made_profile(project, concurrency=100, requests_per_minute=60, tokens_per_minute=10_000)
    begun = time.monotonic()
    waits = at_once([lambda: limits.Limits(profile).take([(uuid.uuid4(), 10)])[0]] * 20)
    # 55 come back in a minute; on a slow machine some have come back before the last of the twenty asked.
    came_back = (time.monotonic() - begun) * 55 / 60
    assert 6 <= waits.count(0.0) <= 6 + came_back
    assert all(0 < wait <= 60 / 55 + 1e-3 for wait in waits if wait)


def test_changing_one_version_from_two_browsers_makes_one_next_version(project, maintainer):
    """EN3"""
    profile = made_profile(project)

    def change(name):
        fields = services.ProfileFields(name=name, base_url=profile.base_url, model=profile.model)
        return services.change_profile(actor=maintainer, profile_id=profile.pk, fields=fields)

    results = at_once([lambda n=n: change(f"name {n}") for n in range(4)])
    refused = [result for result in results if isinstance(result, ConflictError)]
    assert (len(refused), {one.code for one in refused}) == (3, {"endpoint.replaced"})
    with transaction.atomic():
        assert services.retire(actor=maintainer, profile_id=_latest(profile).pk).version == 2


def _latest(profile):
    return type(profile).objects.filter(slug=profile.slug).latest("version")
