"""Digests: what is in them, when, and once."""

from __future__ import annotations

import re
from datetime import timedelta
from smtplib import SMTPServerDisconnected

import pytest
from django.core import mail
from django.utils import timezone

from affectory.accounts import services as accounts
from affectory.core.errors import InvalidError
from affectory.core.models import AuditEvent
from affectory.inbox import services
from affectory.inbox.domain import Kind
from affectory.inbox.models import DigestSetting, InboxLine
from affectory.inbox.services import digests

pytestmark = pytest.mark.django_db


def wants(person, every="daily", *, confirmed=True, **options):
    options = {"hour": 8, "weekday": 0, "time_zone": "Europe/Berlin", "address": "anna@example.org"} | options
    setting = services.change_digest(actor=person, every=every, **options)
    if confirmed:
        DigestSetting.objects.filter(person=person).update(confirmed_address=person.email)
    return setting


def tell(person, project, item="X1"):
    services.notify(
        person=person, kind=Kind.ITEM_KEPT, project=project, about=project, text_args={"item": item}, event=item
    )


def pass_on(person):
    """Let the digest be due, and all there is be older than it."""
    earlier = timezone.now() - timedelta(minutes=5)
    DigestSetting.objects.filter(person=person).update(next_at=timezone.now(), covered_until=earlier)
    InboxLine.objects.filter(person=person).update(created_at=earlier + timedelta(minutes=1))


def test_unread_lines_come_by_mail_once(project, annotator):
    """IN4"""
    wants(annotator)
    tell(annotator, project)
    tell(annotator, project, item="<b>X2</b>")
    pass_on(annotator)
    assert [services.send_due_digests(), services.send_due_digests()] == [1, 0]
    [sent] = mail.outbox
    assert (sent.subject, sent.to) == ("2 things in your Affectory inbox", ["anna@example.org"])
    assert "Lab: X1 is finished: it was kept." in sent.body
    assert "<b>X2</b> is finished" in sent.body
    [(html, kind)] = sent.alternatives
    assert kind == "text/html"
    assert "&lt;b&gt;X2&lt;/b&gt; is finished" in html
    assert "<b>X2" not in html
    setting = DigestSetting.objects.get(person=annotator)
    assert setting.next_at > timezone.now()
    setting.next_at = timezone.now()
    setting.save()
    assert services.send_due_digests() == 0
    assert len(mail.outbox) == 1


def test_what_was_read_or_is_out_of_reach_is_in_no_digest(project, maintainer, annotator):
    """IN3"""
    wants(annotator)
    tell(annotator, project)
    services.mark_all_read(actor=annotator, until=timezone.now())
    pass_on(annotator)
    assert services.send_due_digests() == 0
    tell(annotator, project, item="X2")
    accounts.set_roles(actor=maintainer, project=project, user_id=annotator.pk, roles=[])
    pass_on(annotator)
    assert (services.send_due_digests(), mail.outbox) == (0, [])


def test_a_line_that_is_just_being_written_waits_for_the_next(project, annotator):
    wants(annotator)
    tell(annotator, project)
    DigestSetting.objects.update(next_at=timezone.now(), covered_until=timezone.now() - timedelta(hours=1))
    assert services.send_due_digests() == 0
    pass_on(annotator)
    assert services.send_due_digests() == 1


def test_a_mail_server_that_fails_is_tried_again_soon(project, annotator, monkeypatch):
    """IN4"""
    wants(annotator)
    tell(annotator, project)
    pass_on(annotator)

    def fails(self):
        raise SMTPServerDisconnected("gone")

    with monkeypatch.context() as patch:
        patch.setattr(digests.EmailMultiAlternatives, "send", fails)
        assert services.send_due_digests() == 0
    setting = DigestSetting.objects.get(person=annotator)
    assert setting.next_at <= timezone.now() + digests.TRY_AGAIN
    assert setting.failure == "The mail server did not take the digest: gone"
    pass_on(annotator)
    assert services.send_due_digests() == 1
    assert DigestSetting.objects.get(person=annotator).failure == ""


def test_no_digest_before_it_is_asked_for_or_after_it_is_off(project, annotator):
    tell(annotator, project)
    wants(annotator)
    DigestSetting.objects.update(next_at=timezone.now())
    assert services.send_due_digests() == 0
    tell(annotator, project, item="X2")
    pass_on(annotator)
    wants(annotator, every="off")
    assert (services.send_due_digests(), DigestSetting.objects.get().next_at) == (0, None)
    assert AuditEvent.objects.filter(event="digest_changed").count() == 2


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"time_zone": "Berlin"}, "time_zone"), ({"address": "nobody"}, "address"), ({"address": ""}, "address")],
)
def test_a_digest_needs_a_zone_and_an_address(annotator, wrong, field):
    with pytest.raises(InvalidError) as refused:
        wants(annotator, **wrong)
    assert list(refused.value.fields) == [field]
    assert not DigestSetting.objects.exists()


def test_the_link_in_a_digest_stops_it_without_signing_in(project, annotator, client):
    """IN5"""
    wants(annotator)
    tell(annotator, project)
    pass_on(annotator)
    services.send_due_digests()
    link = re.search(r"http\S+/digest/stop/\S+", mail.outbox[0].body)[0]
    assert mail.outbox[0].extra_headers["List-Unsubscribe"] == f"<{link}>"
    path = "/" + link.split("/", 3)[3]
    page = client.get(path)
    assert (page.status_code, b"<form" in page.content) == (200, True)
    assert DigestSetting.objects.get().every == "daily"
    assert client.post(path).status_code == 200
    assert client.post(path).status_code == 200
    setting = DigestSetting.objects.get()
    assert (setting.every, setting.next_at) == ("off", None)


@pytest.mark.parametrize("token", ["x", "00000000-0000-4000-8000-000000000000:x", "%F0%9F%92%8C"])
def test_a_link_that_is_not_ours_stops_nothing(annotator, client, token):
    """IN5"""
    wants(annotator)
    assert client.post(f"/digest/stop/{token}").status_code == 404
    assert DigestSetting.objects.get().every == "daily"
