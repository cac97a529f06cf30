"""Profiles, budgets and calls as services know them, without sending."""

from __future__ import annotations

import uuid
from decimal import Decimal

import pytest
from django.db import DatabaseError, transaction

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent
from affectory.endpoints import selectors, services
from affectory.endpoints.models import Attempt, Call, Profile
from affectory.endpoints.services import ProfileFields
from tests.factories.endpoints import all_sendable, asked, made_profile, opened_run, spec_of

pytestmark = pytest.mark.django_db


def fields(**given) -> ProfileFields:
    return ProfileFields(**({"name": "Lab", "base_url": "https://api.example.org/v1", "model": "m"} | given))


def test_a_change_is_the_next_version_and_the_database_keeps_the_first(project, maintainer):
    """EN3"""
    first = services.create_profile(actor=maintainer, project=project, slug="lab", fields=fields())
    same = services.change_profile(actor=maintainer, profile_id=first.pk, fields=fields())
    assert same.pk == first.pk
    second = services.change_profile(actor=maintainer, profile_id=first.pk, fields=fields(model="m2"))
    first.refresh_from_db()
    assert (first.version, first.model, first.state) == (1, "m", "replaced")
    assert (second.version, second.model, second.state) == (2, "m2", "active")
    assert list(selectors.current_profiles(maintainer, project)) == [second]
    with pytest.raises(ConflictError, match="newer version"):
        services.change_profile(actor=maintainer, profile_id=first.pk, fields=fields(model="m3"))
    for change in ({"model": "x"}, {"base_url": "https://evil.example"}, {"price_in": Decimal(9)}):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            Profile.objects.filter(pk=second.pk).update(**change)
    with pytest.raises(DatabaseError, match="never"), transaction.atomic():
        second.delete()
    services.retire(actor=maintainer, profile_id=second.pk)
    with pytest.raises(ConflictError, match="retired"):
        services.change_profile(actor=maintainer, profile_id=second.pk, fields=fields(model="m3"))
    assert services.revive(actor=maintainer, profile_id=second.pk).state == "active"
    told = list(AuditEvent.objects.filter(event__startswith="endpoints.").values_list("event", flat=True))
    assert told.count("endpoints.profile_saved") == 2


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": "  "}, "name"),
        ({"model": ""}, "model"),
        ({"base_url": "http://127.0.0.1/v1"}, "base_url"),
        ({"secret_name": "NONE"}, "secret_name"),
        ({"takes": ("smell",)}, "takes"),
        ({"output_limit_name": "most"}, "output_limit_name"),
        ({"currency": "dollars"}, "currency"),
        ({"price_in": Decimal(-1)}, "price_in"),
        ({"concurrency": 0}, "concurrency"),
        ({"tokens_per_minute": 0}, "tokens_per_minute"),
        ({"timeout_s": 9999}, "timeout_s"),
    ],
)
def test_every_field_at_fault_is_named(project, maintainer, settings, given, field):
    """EN12, EN14"""
    settings.ENDPOINT_ALLOW_PRIVATE = False
    with pytest.raises(InvalidError) as refused:
        services.create_profile(actor=maintainer, project=project, slug="lab", fields=fields(**given))
    assert list(refused.value.fields) == [field]
    assert not Profile.objects.exists()


def test_a_secret_goes_only_to_hosts_named_for_it(project, maintainer, admin_user, settings):
    """EN14: or a maintainer could read the house's key off a server of their own."""
    settings.ENDPOINT_SECRETS = {"LAB": "sk-1"}
    settings.ENDPOINT_SECRET_HOSTS = {"LAB": ["api.example.org"]}
    services.create_profile(actor=maintainer, project=project, slug="right", fields=fields(secret_name="LAB"))
    evil = fields(secret_name="LAB", base_url="https://evil.example/v1")
    with pytest.raises(InvalidError, match=r"may not be sent to evil\.example"):
        services.create_profile(actor=maintainer, project=project, slug="evil", fields=evil)
    services.create_profile(actor=admin_user, project=project, slug="evil", fields=evil)
    # a retired one is looked at again, by whoever takes it back into use
    evil_profile = Profile.objects.get(slug="evil")
    services.retire(actor=maintainer, profile_id=evil_profile.pk)
    with pytest.raises(InvalidError, match=r"may not be sent to evil\.example"):
        services.revive(actor=maintainer, profile_id=evil_profile.pk)


def test_who_may_change_what(project, maintainer, reviewer_a, admin_user):
    """EN13"""
    with pytest.raises(NotAllowedError):
        services.create_profile(actor=reviewer_a, project=project, slug="lab", fields=fields())
    with pytest.raises(NotAllowedError):
        services.create_profile(actor=maintainer, project=None, slug="lab", fields=fields())
    for_all = services.create_profile(actor=admin_user, project=None, slug="lab", fields=fields())
    with pytest.raises(NotAllowedError, match="only an administrator"):
        services.retire(actor=maintainer, profile_id=for_all.pk)
    # it may be used, though, and the short name is free in the project
    assert asked(opened_run(project), for_all).state == "queued"
    services.create_profile(actor=maintainer, project=project, slug="lab", fields=fields())
    with pytest.raises(ConflictError):
        services.create_profile(actor=maintainer, project=project, slug="lab", fields=fields())
    assert selectors.calls_visible_to(reviewer_a, project).count() == 0
    with pytest.raises(NotAllowedError):
        services.open_budget(actor=reviewer_a, project=project, purpose="x", limit_micros=1, limit_tokens=None)


def test_projects_share_no_calls(project, settings):
    """EN1: an answer that one project paid for shows another one's material."""
    from affectory.accounts.services import create_project

    settings.ENDPOINT_ALLOW_PRIVATE = True
    other = create_project(actor=None, slug="other", name="Other", kind="longemo")
    profile, own = made_profile(None), made_profile(other, slug="own")
    first, second = asked(opened_run(project), profile), asked(opened_run(other), profile)
    assert first.key == second.key
    assert first.pk != second.pk
    with pytest.raises(NotFoundError):
        asked(opened_run(project), own)


def test_budgets_have_a_limit_that_makes_sense(project, maintainer):
    """EN10"""
    for limits in ((None, None), (-1, None), (None, 10**16)):
        with pytest.raises(InvalidError):
            opened_run(project, micros=limits[0], tokens=limits[1])
    run = opened_run(project, actor=maintainer, micros=5)
    services.pause(actor=maintainer, run_id=run.pk, message="Lunch")
    run = services.pause(actor=None, run_id=run.pk, message="Something else")
    assert (run.state, run.message) == ("paused", "Lunch")
    assert services.close_budget(run_id=run.pk).state == "closed"
    with pytest.raises(ConflictError):
        services.change_budget(actor=maintainer, run_id=run.pk, limit_micros=9, limit_tokens=None)
    with pytest.raises(ConflictError):
        services.resume(actor=maintainer, run_id=run.pk)


def test_a_truncated_call_may_be_asked_with_more_room(project, settings):
    """EN7"""
    settings.ENDPOINT_ALLOW_PRIVATE = True
    run, profile = opened_run(project), made_profile(project, max_output_tokens=150)
    call = asked(run, profile)
    larger = services.request_larger(run=run, call=call)
    assert (larger.request["max_output_tokens"], larger.pk == call.pk) == (150, False)
    assert services.request_larger(run=run, call=larger) is None


def test_text_that_cannot_be_stored_is_refused(project, settings):
    """EN2"""
    settings.ENDPOINT_ALLOW_PRIVATE = True
    run, profile = opened_run(project), made_profile(project)
    for messages in ([{"role": "user", "content": "a\x00"}], [{"role": "user", "content": "\ud800"}]):
        with pytest.raises(InvalidError):
            services.request_call(run=run, profile=profile, spec=spec_of(messages=messages), purpose="test")
    assert not Call.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_what_has_ended_never_changes(project, settings):
    """EN4, EN5: the database itself says no."""
    settings.ENDPOINT_ALLOW_PRIVATE = True
    run, profile = opened_run(project), made_profile(project)
    call, sender = asked(run, profile), uuid.uuid4()
    services.begin_attempt(sender_id=sender, run_id=run.pk, call_id=call.pk, sendable=all_sendable)
    assert [attempt.call_id for attempt in services.mark_unknown(sender_id=sender)] == [call.pk]
    begun = services.begin_attempt(sender_id=sender, run_id=run.pk, call_id=call.pk, sendable=all_sendable)
    answer = services_answer("Good day")
    services.settle_attempt(reply=services.Reply(begun.attempt.pk, 200, answer=answer))
    for rows, change in (
        (Attempt.objects.all(), {"cost_micros": 0}),
        (Attempt.objects.all(), {"explanation": "x"}),
        (Call.objects.all(), {"answer": "Good night"}),
        (Call.objects.all(), {"request": {}}),
    ):
        with pytest.raises(DatabaseError, match="never changed"):
            rows.update(**change)
    call.refresh_from_db()
    assert (call.answer, call.unknown_count, call.attempt_count) == ("Good day", 1, 2)
    # unreadable for whoever asked: the answer stays, the outcome says so, and it is not sent again
    services.mark_unparsed(call_id=call.pk, explanation="No segments.")
    again = services.mark_unparsed(call_id=call.pk, explanation="No segments.")
    assert (again.state, again.outcome, again.answer) == ("failed", "unparsed", "Good day")
    assert asked(opened_run(project), profile).state == "failed"


def services_answer(text: str):
    from affectory.endpoints.domain.answers import read_answer

    body = {"model": "m", "choices": [{"finish_reason": "stop", "message": {"content": text}}]}
    return read_answer(body)
