"""Calls through the sender, over sockets, to the fake endpoint."""

from __future__ import annotations

import base64
import json
import threading
import uuid
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from affectory.core import storage
from affectory.core.models import AuditEvent
from affectory.endpoints import limits, services
from affectory.endpoints.domain.requests import media_part
from affectory.endpoints.domain.states import Medium
from affectory.endpoints.models import Attempt, Budget, Call, Sender
from tests.factories.endpoints import all_sendable, asked, made_profile, none_sendable, opened_run
from worker.calls import run_calls

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def profile(project, fake):
    return made_profile(project, base_url=fake.base_url, concurrency=4)


@pytest.fixture
def run(project) -> Budget:
    return opened_run(project)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch) -> None:
    """Retries follow at once; how long they would wait is worked out in tests/unit."""
    monkeypatch.setattr("worker.calls.client.random.random", lambda: 0.0)


def send(run, profile, *calls, **given):
    heard: list[uuid.UUID] = []
    given = {"sendable": all_sendable, "on_settled": lambda call: heard.append(call.pk)} | given
    summary = run_calls([call.pk for call in calls], profile=profile, run_id=run.pk, **given)
    for call in calls:
        call.refresh_from_db()
    run.refresh_from_db()
    return summary, heard


def attempts(call: Call) -> list[tuple[int | None, str, int]]:
    return list(call.attempts.values_list("code", "outcome", "cost_micros"))


def test_an_answer_is_kept_with_what_it_cost_and_never_sent_again(fake, run, profile, project):
    """EN1, EN4, EN5, EN10"""
    call = asked(run, profile)
    fake.script({"text": "Good day", "usage": {"prompt_tokens": 11, "completion_tokens": 3}})
    summary, heard = send(run, profile, call)
    assert (summary.answered, summary.left, heard) == (1, 0, [call.pk])
    assert (call.state, call.outcome, call.answer, call.finish_reason) == ("answered", "ok", "Good day", "stop")
    attempt = Attempt.objects.get()
    assert (attempt.code, attempt.state, attempt.tokens_in, attempt.tokens_out) == (200, "known", 11, 3)
    # 11 × 1 + 3 × 2 millionths
    assert (attempt.cost_micros, run.spent_micros, run.spent_tokens, run.reserved_micros) == (17, 17, 14, 0)
    assert json.loads(attempt.raw)["choices"][0]["message"]["content"] == "Good day"
    assert fake.requests[0]["key"] == call.key
    # the same run again, and another run with the same request: heard of, not sent
    other = opened_run(project)
    assert asked(other, profile).pk == call.pk
    assert send(run, profile, call)[1] == send(other, profile, call)[1] == [call.pk]
    assert (len(fake.requests), other.spent_micros, Sender.objects.count()) == (1, 0, 0)


CLASSES = [
    ({"kind": "refuse", "text": "No."}, "refused", "No."),
    ({"kind": "filter"}, "refused", "A content filter stopped the answer."),
    ({"kind": "truncate"}, "truncated", "The answer reached its greatest length."),
    ({"kind": "empty"}, "empty", "The answer is empty."),
    ({"kind": "garbage"}, "api_error", "The body is no JSON."),
    ({"kind": "no_choices"}, "api_error", "The body holds no choice with a message."),
    (
        {"kind": "odd_finish"},
        "api_error",
        "The answer ended for the reason 'tool_calls'; only 'stop' is a whole answer.",
    ),
    ({"kind": "status", "status": 400, "body": "too long"}, "api_error", "The endpoint answered 400: too long"),
    (
        {"kind": "huge", "bytes": 400_000},
        "api_error",
        "The endpoint's answer is larger than is read. Its rest was not read.",
    ),
]  # fmt: skip


def test_what_is_no_answer_is_classed_and_not_sent_again(fake, run, profile, settings):
    """EN7, EN17"""
    settings.ENDPOINT_ANSWER_MAX_BYTES = 200_000
    calls = [asked(run, profile, f"case {n}.") for n in range(len(CLASSES))]
    fake.script(rules={f"case {n}.": [step] for n, (step, _, _) in enumerate(CLASSES)})
    summary, _ = send(run, profile, *calls)
    assert (summary.failed, summary.answered) == (len(CLASSES), 0)
    assert [(call.state, call.outcome, call.explanation) for call in calls] == [
        ("failed", outcome, explanation) for _, outcome, explanation in CLASSES
    ]
    send(run, profile, *calls)
    assert len(fake.requests) == len(CLASSES)
    # what came of a filtered answer is kept; it is not an empty one
    assert calls[1].answer == '{"rea'
    # 200 without a word on tokens is charged at the most it can cost; a refused request is not charged
    assert (calls[4].attempts.get().is_estimated, calls[7].attempts.get().cost_micros) == (True, 0)


def test_one_place_of_retry(fake, run, profile, maintainer):
    """EN6: what may pass is sent again, as often as the profile says; the rest is not."""
    lost = {"kind": "status", "status": 503}
    fake.script(
        rules={
            "passes.": [{"kind": "status", "status": s} for s in (408, 409, 429, 500)] + [{"text": "at last"}],
            "stays.": [lost | {"times": 9}],
            "refused.": [{"kind": "status", "status": 422}],
        }
    )
    passes, stays, refused = (asked(run, profile, f"{name}.") for name in ("passes", "stays", "refused"))
    send(run, profile, passes, refused, concurrency=1)
    assert [code for code, _, _ in attempts(passes)] == [408, 409, 429, 500, 200]
    assert (passes.state, passes.answer, passes.is_possibly_billed) == ("answered", "at last", True)
    assert (refused.state, attempts(refused)) == ("failed", [(422, "api_error", 0)])
    send(run, profile, stays)
    assert (stays.state, stays.outcome, stays.attempt_count) == ("failed", "api_error", 5)
    # only the same call, put back by somebody, gets another five
    fake.reset()
    services.put_back(actor=maintainer, project=run.project, call_id=stays.pk)
    send(run, profile, stays)
    assert (stays.state, stays.attempt_count) == ("answered", 6)


def test_both_forms_of_retry_after_are_kept_to(fake, run, profile):
    """EN6, EN16: it holds for the whole endpoint."""
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=5), usegmt=True)
    fake.script(
        rules={
            "seconds.": [{"kind": "status", "status": 429, "headers": {"Retry-After": "1"}}],
            "date.": [{"kind": "status", "status": 429, "headers": {"Retry-After": at}}],
        }
    )
    first, second = asked(run, profile, "seconds."), asked(run, profile, "date.")
    send(run, profile, first, second)
    waits = []
    for call in (first, second):
        one, two = call.attempts.all()
        waits.append((one.retry_after_s, (two.sent_at - one.ended_at).total_seconds()))
    assert waits[0][0] == 1.0
    assert waits[0][1] >= 1.0
    assert 0 < waits[1][0] <= 5.0
    assert waits[1][1] >= waits[1][0] - 0.01


def test_connections_that_break_may_have_been_billed(fake, run, profile):
    """EN5, EN10: half an answer, a lost connection after billing, and a stall are charged at the most they can cost;
    a connection that never came about is not."""
    kinds = ["half", "disconnect", "disconnect_after_billing"]
    fake.script(rules={f"{kind}.": [{"kind": kind}] for kind in kinds})
    calls = [asked(run, profile, f"{kind}.") for kind in kinds]
    send(run, profile, *calls)
    for call in calls:
        broken, whole = call.attempts.all()
        assert (broken.code, broken.is_possibly_billed, broken.is_estimated) == (-1, True, True)
        assert broken.cost_micros == broken.reserved_micros > 0
        assert (whole.code, call.state, call.is_possibly_billed) == (200, "answered", True)
    assert run.estimated_micros == sum(a.cost_micros for a in Attempt.objects.filter(code=-1))
    nowhere = made_profile(run.project, slug="nowhere", base_url="http://127.0.0.1:9/v1", max_attempts=2)
    call = asked(run, nowhere)
    send(run, nowhere, call)
    assert [(code, cost) for code, _, cost in attempts(call)] == [(0, 0), (0, 0)]
    assert (call.state, call.is_possibly_billed) == ("failed", False)


def test_a_stall_ends_at_the_time_limit(fake, run, project):
    """EN5, EN6"""
    impatient = made_profile(project, slug="impatient", base_url=fake.base_url, timeout_s=1, max_attempts=1)
    fake.script({"kind": "stall", "stall_s": 5})
    call = asked(run, impatient)
    send(run, impatient, call)
    assert (call.state, call.attempts.get().explanation) == (
        "failed",
        "No answer within 1 s. The endpoint may bill it all the same.",
    )


def test_another_model_than_the_asked_one_is_flagged(fake, run, profile):
    """EN8"""
    fake.script({"model": "lab/tiny-1"}, {"model": "model-1-2026-01-31"})
    other, dated = asked(run, profile, "one"), asked(run, profile, "two")
    send(run, profile, other, dated, concurrency=1)
    assert (other.returned_model, other.is_other_model) == ("lab/tiny-1", True)
    assert (dated.returned_model, dated.is_other_model) == ("model-1-2026-01-31", False)


def test_without_usage_the_estimate_is_charged_and_marked(fake, run, profile):
    """EN10"""
    odd = [None, {"prompt_tokens": -1, "completion_tokens": 2}, {"prompt_tokens": "many"}, "all", {}]
    fake.script(*[{"usage": usage} for usage in odd])
    calls = [asked(run, profile, f"odd {n}") for n in range(len(odd))]
    send(run, profile, *calls)
    for call in calls:
        attempt = call.attempts.get()
        assert (attempt.is_estimated, attempt.is_possibly_billed) == (True, False)
        assert attempt.cost_micros == attempt.reserved_micros == call.tokens_in_most + 2 * 100
    assert run.spent_micros == run.estimated_micros


def test_a_budget_that_is_spent_pauses_the_run_and_a_larger_one_lets_it_go_on(fake, run, profile, maintainer):
    """EN10, EN15"""
    calls = [asked(run, profile, f"call {n}") for n in range(6)]
    most = calls[0].tokens_in_most + 2 * 100
    fake.always(usage={"prompt_tokens": 10, "completion_tokens": 100})  # 210 each
    services.change_budget(actor=maintainer, run_id=run.pk, limit_micros=2 * most, limit_tokens=None)
    summary, _ = send(run, profile, *calls)
    assert summary.is_paused
    assert summary.answered + summary.left == 6
    assert (run.state, run.reason, run.reserved_micros) == ("paused", "budget_spent", 0)
    # while the next one might not fit, nothing is sent: what is left is less than the most a call can cost
    assert run.limit_micros - most < run.spent_micros == 210 * summary.answered <= run.limit_micros
    assert send(run, profile, *calls)[0].answered == summary.answered  # heard of again, nothing sent
    services.change_budget(actor=maintainer, run_id=run.pk, limit_micros=None, limit_tokens=10**6)
    services.resume(actor=maintainer, run_id=run.pk)
    summary, heard = send(run, profile, *calls)
    assert (summary.answered, len(heard), len(fake.requests)) == (6, 6, 6)
    told = AuditEvent.objects.filter(subject_id=str(run.pk)).order_by("id").values_list("event", flat=True)
    assert list(told)[-3:] == ["endpoints.run_paused", "endpoints.budget_changed", "endpoints.run_resumed"]


def test_an_endpoint_that_charges_more_than_it_can_pauses_the_run(fake, run, profile, maintainer):
    """EN10"""
    calls = [asked(run, profile, f"call {n}") for n in range(3)]
    services.change_budget(actor=maintainer, run_id=run.pk, limit_micros=5000, limit_tokens=None)
    fake.always(usage={"prompt_tokens": 1_000_000, "completion_tokens": 5})
    summary, _ = send(run, profile, *calls, concurrency=1)
    assert (summary.answered, summary.left, run.state, run.reason) == (1, 2, "paused", "overcharged")
    assert (len(fake.requests), run.spent_micros) == (1, 1_000_010)


@pytest.mark.parametrize(
    ("status", "reason"), [(401, "credentials"), (402, "credentials"), (403, "credentials"), (404, "request_refused")]
)
def test_what_no_other_call_would_survive_pauses_the_run(fake, run, profile, status, reason):
    """EN15: the call is not lost; it is sent when the run is resumed."""
    fake.script({"kind": "status", "status": status, "body": "not for you"})
    calls = [asked(run, profile, f"call {n}") for n in range(3)]
    summary, _ = send(run, profile, *calls, concurrency=1)
    assert (summary.is_paused, summary.left, run.reason) == (True, 3, reason)
    assert "not for you" in run.message
    services.resume(actor=None, run_id=run.pk)
    assert send(run, profile, *calls)[0].answered == 3


def test_redirects_are_not_followed(fake, run, profile):
    """EN12: the key goes to the address that was saved and to no other."""
    fake.script({"kind": "redirect", "location": f"{fake.base_url}/elsewhere/chat/completions"})
    call = asked(run, profile)
    summary, _ = send(run, profile, call)
    assert (summary.is_paused, run.reason, len(fake.requests)) == (True, "request_refused", 1)
    assert "points elsewhere (307)" in run.message


def test_an_endpoint_that_is_down_pauses_the_run(fake, run, profile, settings):
    """EN15, EN16: one call at a time tries it while the breaker is open."""
    settings.ENDPOINT_BREAKER_FAILURES, settings.ENDPOINT_BREAKER_S = 3, 1.0
    fake.always(kind="status", status=503)
    calls = [asked(run, profile, f"call {n}") for n in range(20)]
    summary, _ = send(run, profile, *calls, concurrency=2)
    assert (summary.is_paused, run.reason) == (True, "endpoint_down")
    assert "503" in run.message
    assert (summary.left, len(fake.requests) < 12) == (20, True)
    fake.reset()
    services.resume(actor=None, run_id=run.pk)
    assert send(run, profile, *calls)[0].answered == 20


def test_rights_are_decided_again_before_every_attempt(fake, run, profile):
    """EN11: what lost its rights after the first attempt is not sent a second time."""
    video, looks = uuid.uuid4(), []

    def once(project_id, video_ids):
        looks.append(set(video_ids))
        return video_ids if len(looks) == 1 else ()

    call = asked(run, profile, video_ids=[video])
    fake.script({"kind": "status", "status": 503})
    summary, _ = send(run, profile, call, sendable=once)
    assert (summary.withheld, call.state, call.attempt_count, len(fake.requests)) == (1, "withheld", 1, 1)
    assert looks == [{video}, {video}]


def test_nothing_leaves_without_rights(fake, run, profile, project):
    """EN11: neither in the first run nor, while that is so, in another."""
    call, free = asked(run, profile, "a", video_ids=[uuid.uuid4()]), asked(run, profile, "b")
    summary, heard = send(run, profile, call, free, sendable=none_sendable)
    assert (summary.withheld, summary.answered, len(heard)) == (1, 1, 2)
    assert call.attempts.count() == 0
    later = opened_run(project)
    assert asked(later, profile, "a").state == "queued"
    assert send(later, profile, call, may_send=lambda call: False)[0].withheld == 1
    assert len(fake.requests) == 1


def test_media_are_sent_by_content_and_stored_as_references(fake, run, project):
    """EN1, EN11"""
    profile = made_profile(project, slug="eyes", base_url=fake.base_url, takes=("frames",))
    picture = b"\x89PNG not really"
    sha256 = storage.put_bytes(picture)
    part = media_part(medium=Medium.FRAMES, sha256=sha256, media_type="image/png", size=len(picture))
    gone = media_part(medium=Medium.FRAMES, sha256="0" * 64, media_type="image/png", size=1)
    call, lost = (
        asked(run, profile, messages=[{"role": "user", "content": [{"type": "text", "text": "See"}, one]}])
        for one in (part, gone)
    )
    send(run, profile, call, lost)
    (request,) = fake.requests
    url = "data:image/png;base64," + base64.b64encode(picture).decode()
    assert request["messages"][0]["content"][1] == {"type": "image_url", "image_url": {"url": url}}
    assert "base64" not in json.dumps(call.request)
    assert (lost.state, lost.outcome, lost.attempts.get().cost_micros) == ("failed", "api_error", 0)
    assert "No stored file" in lost.explanation


def test_the_key_is_sent_and_never_kept(fake, run, project, settings, caplog):
    """EN14"""
    settings.ENDPOINT_SECRETS = {"LAB": "sk-very-secret-8811"}
    profile = made_profile(project, slug="keyed", base_url=fake.base_url, secret_name="LAB")
    fake.script({"kind": "status", "status": 401, "body": "Incorrect API key provided: sk-very-secret-8811"})
    call = asked(run, profile)
    caplog.set_level("DEBUG")
    send(run, profile, call)
    kept = json.dumps([list(model.objects.values()) for model in (Call, Attempt, Budget, AuditEvent)], default=str)
    assert "[key]" in kept
    assert "sk-very-secret-8811" not in kept + caplog.text
    del settings.ENDPOINT_SECRETS["LAB"]
    services.resume(actor=None, run_id=run.pk)
    send(run, profile, call)
    assert (run.reason, "AFFECTORY_SECRET_LAB" in run.message) == ("secret_missing", True)


def test_nothing_is_sent_while_the_broker_is_away(fake, run, profile, settings, monkeypatch):
    """EN16: whoever cannot be counted does not send; after a while the run pauses and says why."""
    settings.ENDPOINT_SENDER_STALE_S = 0.2
    settings.CELERY_BROKER_URL = "redis+socket:///nowhere/valkey.sock"
    call = asked(run, profile)
    summary, _ = send(run, profile, call)
    assert (summary.is_paused, run.reason, len(fake.requests)) == (True, "limits_away", 0)


def test_a_retired_endpoint_sends_nothing_more(fake, run, profile, maintainer):
    """EN3, EN15"""
    call = asked(run, profile)
    services.retire(actor=maintainer, profile_id=profile.pk)
    summary, _ = send(run, profile, call)
    assert (summary.is_paused, run.reason, len(fake.requests)) == (True, "profile_retired", 0)


def test_a_cancelled_run_waits_for_what_is_on_its_way(fake, run, profile):
    """EN15"""
    fake.always(latency_s=0.3)
    calls = [asked(run, profile, f"call {n}") for n in range(8)]
    summary, heard = send(run, profile, *calls, concurrency=2, cancelled=lambda: len(fake.ledger()["requests"]) >= 2)
    assert summary.is_cancelled
    assert summary.answered == len(heard) == len(fake.requests)
    assert summary.left == 8 - summary.answered > 0
    assert not Attempt.objects.filter(state="sent").exists()


def test_an_error_of_whoever_listens_is_raised_after_all_is_settled(fake, run, profile):
    calls = [asked(run, profile, f"call {n}") for n in range(4)]

    def fail(call):
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        send(run, profile, *calls, on_settled=fail)
    assert not Attempt.objects.filter(state="sent").exists()


def test_no_more_at_once_than_the_profile_says_over_all_senders(fake, run, profile, project):
    """EN16"""
    fake.always(latency_s=0.05)
    calls = [asked(run, profile, f"call {n}") for n in range(12)]
    # slots that another worker holds count as well
    held = [uuid.uuid4() for _ in range(2)]
    assert limits.Limits(profile).take([(slot, 0) for slot in held]) == [0.0, 0.0]
    assert send(run, profile, *calls, concurrency=64)[0].answered == 12
    assert fake.ledger()["most_at_once"] <= 2


def test_a_call_that_is_handed_in_twice_is_sent_once_and_heard_of_each_time(fake, run, profile):
    """EN4"""
    fake.always(latency_s=0.05)
    call, other = asked(run, profile, "once"), asked(run, profile, "other")
    summary, heard = send(run, profile, call, call, other, call)
    assert (len(fake.requests), call.attempt_count, summary.left) == (2, 1, 0)
    assert sorted(heard) == sorted([call.pk] * 3 + [other.pk])


def test_an_error_while_the_next_call_is_begun_leaves_the_answer_of_that_turn_settled(fake, run, profile):
    """EN5: what came back is committed whatever becomes of what was to go next."""
    looks: list[object] = []

    def breaks_the_second_time(project_id, video_ids):
        looks.append(video_ids)
        if len(looks) > 1:
            raise RuntimeError("no rights to be had")
        return video_ids

    first, second = (asked(run, profile, name, video_ids=[uuid.uuid4()]) for name in ("first", "second"))
    with pytest.raises(RuntimeError, match="no rights to be had"):
        send(run, profile, first, second, concurrency=1, sendable=breaks_the_second_time)
    first.refresh_from_db()
    second.refresh_from_db()
    run.refresh_from_db()
    assert (first.state, second.state, second.attempt_count) == ("answered", "queued", 0)
    assert (run.reserved_micros, Attempt.objects.filter(state="sent").exists()) == (0, False)
    assert limits.Limits(profile).take([(uuid.uuid4(), 0) for _ in range(4)]) == [0.0] * 4


def test_whoever_listens_slowly_does_not_keep_a_slot_idle(fake, run, profile):
    """The listener hears of the first call and does not come back before the third has been begun."""
    calls = [asked(run, profile, f"call {n}") for n in range(3)]
    third_begun = threading.Event()
    waited: list[bool] = []

    def begins(call):
        if call.pk == calls[2].pk:
            third_begun.set()
        return True

    def listens(call):
        if call.pk == calls[0].pk:
            waited.append(third_begun.wait(30))

    summary, _ = send(run, profile, *calls, concurrency=1, may_send=begins, on_settled=listens)
    assert (summary.answered, waited) == (3, [True])
