"""IN6: no digest goes to an address that nobody there has confirmed."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from affectory.core.errors import ConflictError
from affectory.core.models import AuditEvent
from affectory.inbox import services
from affectory.inbox.models import DigestSetting
from affectory.inbox.services import addresses

from .test_digests import pass_on, tell, wants

pytestmark = pytest.mark.django_db


def link_in(sent):
    return "/" + re.search(r"http\S+/digest/confirm/\S+", sent.body)[0].split("/", 3)[3]


@pytest.fixture
def asked(annotator):
    """A link that was sent to the address of somebody who wants digests."""
    wants(annotator, confirmed=False)
    assert services.send_confirmation(person_id=annotator.pk)
    return link_in(mail.outbox[-1])


def test_nothing_is_sent_before_the_link_was_followed(project, annotator, client, asked):
    """IN6: looking at the page of the link confirms nothing; what was unread meanwhile is in the first digest."""
    tell(annotator, project)
    pass_on(annotator)
    assert b"<form" in client.get(asked).content
    assert services.send_due_digests() == 0
    assert [client.post(asked).status_code for _ in range(2)] == [200, 200]
    setting = DigestSetting.objects.get()
    assert (setting.is_confirmed, setting.next_at > timezone.now()) == (True, True)
    assert AuditEvent.objects.filter(event="digest_address_confirmed").count() == 1
    pass_on(annotator)
    assert services.send_due_digests() == 1
    assert mail.outbox[-1].to == ["anna@example.org"]


def test_another_address_is_confirmed_anew_and_the_old_link_is_void(project, annotator, client, asked):
    wants(annotator, confirmed=False, address="new@example.org")
    assert client.post(asked).status_code == 404
    assert not DigestSetting.objects.get().is_confirmed
    services.send_confirmation(person_id=annotator.pk)
    assert mail.outbox[-1].to == ["new@example.org"]
    assert client.post(link_in(mail.outbox[-1])).status_code == 200
    with pytest.raises(ConflictError, match="confirmed already"):
        services.ask_again(actor=annotator)
    assert services.send_confirmation(person_id=annotator.pk) is False


def test_a_link_that_is_too_old_or_not_ours_confirms_nothing(annotator, client, asked, monkeypatch):
    monkeypatch.setattr(addresses, "VALID_FOR", timedelta(seconds=-1))
    assert client.post(asked).status_code == 404
    assert client.post("/digest/confirm/x:y:z").status_code == 404
    assert not DigestSetting.objects.get().is_confirmed


def test_nobodys_mailbox_is_filled(annotator, asked):
    for _ in range(addresses.MAILS_A_DAY - 1):
        services.ask_again(actor=annotator)
    with pytest.raises(ConflictError, match="Look among unwanted mail"):
        services.ask_again(actor=annotator)
    wants(annotator, every="off", confirmed=False)
    with pytest.raises(ConflictError, match="No digest is asked for"):
        services.ask_again(actor=annotator)
