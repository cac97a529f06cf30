"""Tasks run twice, also at once: one event is one line, one period is one mail."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier

import pytest
from django.core import mail
from django.utils import timezone

from affectory.inbox import services
from affectory.inbox.domain import Kind
from affectory.inbox.models import DigestSetting, InboxLine
from tests.factories.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def tell(person, project):
    services.notify(person=person, kind=Kind.ITEM_KEPT, project=project, about=project, text_args={"item": "X1"})


def a_due_digest(person, project):
    services.change_digest(
        actor=person, every="daily", hour=8, weekday=0, time_zone="UTC", address="anna@example.org"
    )
    tell(person, project)
    earlier = timezone.now() - timedelta(minutes=5)
    DigestSetting.objects.update(next_at=timezone.now(), covered_until=earlier, confirmed_address=person.email)
    InboxLine.objects.update(created_at=earlier + timedelta(minutes=1))


def test_eight_tell_it_and_it_is_told_once(project, annotator):
    """IN1"""
    told = at_once([lambda: tell(annotator, project)] * 8)
    assert told == [None] * 8
    assert InboxLine.objects.count() == 1


def test_eight_send_and_one_mail_goes_out(project, annotator):
    """IN4"""
    a_due_digest(annotator, project)
    assert sum(at_once([services.send_due_digests] * 8)) == 1
    assert len(mail.outbox) == 1


def test_without_the_claim_more_than_one_goes_out(project, annotator, monkeypatch):
    """The twin of the test above: it is the claim that keeps it to one."""
    a_due_digest(annotator, project)
    real, due_at = DigestSetting.objects.filter, DigestSetting.objects.get().next_at
    all_have_read_it = Barrier(8, timeout=30)

    def unclaimed(*args, **kwargs):
        if kwargs.pop("next_at", None) == due_at:
            all_have_read_it.wait()
        return real(*args, **kwargs)

    monkeypatch.setattr(DigestSetting.objects, "filter", unclaimed)
    at_once([services.send_due_digests] * 8)
    assert len(mail.outbox) > 1
