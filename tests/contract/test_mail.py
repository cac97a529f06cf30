"""A digest as a real mail server receives it."""

from __future__ import annotations

import socket
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from aiosmtpd.controller import Controller
from django.utils import timezone

from affectory.inbox import services
from affectory.inbox.domain import Kind
from affectory.inbox.models import DigestSetting, InboxLine
from affectory.settings.base import _mailer

pytestmark = pytest.mark.django_db


class Postbox:
    """Keeps what it takes; refuses one address as a server does that knows nobody of that name."""

    def __init__(self) -> None:
        self.mails: list[bytes] = []

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("unknown@"):
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(envelope.content)
        return "250 OK"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


@pytest.fixture
def postbox(settings):
    box = Postbox()
    host, port = "127.0.0.1", free_port()
    server = Controller(box, hostname=host, port=port)
    server.start()
    settings.MAILERS = {"default": _mailer(f"smtp://{host}:{port}")}
    settings.SITE_URL = "https://affectory.example.org/"
    yield box
    server.stop()


def a_due_digest(person, project, address):
    services.change_digest(actor=person, every="daily", hour=8, weekday=0, time_zone="UTC", address=address)
    text_args = {"item": "Größe & Ärger"}
    services.notify(person=person, kind=Kind.ITEM_RETURNED, project=project, about=project, text_args=text_args)
    earlier = timezone.now() - timedelta(minutes=5)
    DigestSetting.objects.update(next_at=timezone.now(), covered_until=earlier, confirmed_address=person.email)
    InboxLine.objects.update(created_at=earlier + timedelta(minutes=1))


def test_a_digest_arrives_in_both_forms_with_a_way_out(postbox, project, annotator):
    a_due_digest(annotator, project, "anna@example.org")
    assert services.send_due_digests() == 1
    [raw] = postbox.mails
    mail = message_from_bytes(raw, policy=policy.default)
    assert (mail["To"], mail["Subject"]) == ("anna@example.org", "One thing in your Affectory inbox")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].startswith("<https://affectory.example.org/digest/stop/")
    plain, html = (mail.get_body((kind,)).get_content() for kind in ("plain", "html"))
    assert "Größe & Ärger came back to you." in plain
    assert f"https://affectory.example.org/p/lab/items/{project.pk}" in plain
    assert "Größe &amp; Ärger came back to you." in html


def test_a_refused_address_is_said_and_the_lines_are_kept(postbox, project, annotator):
    a_due_digest(annotator, project, "unknown@example.org")
    assert services.send_due_digests() == 0
    setting = DigestSetting.objects.get()
    assert "no such mailbox" in setting.failure
    assert setting.covered_until < timezone.now() - timedelta(minutes=1)
    assert postbox.mails == []
