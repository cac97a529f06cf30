"""Digests: unread lines by mail, at the hour that each person chose."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import timezone

from affectory.accounts.models import User
from affectory.core.errors import InvalidError
from affectory.inbox import audit, domain
from affectory.inbox.domain import Every
from affectory.inbox.models import DigestSetting, InboxLine
from affectory.inbox.selectors import digest_of, lines_visible_to, said

from .addresses import ask_for_confirmation

MAX_LINES = 50
TRY_AGAIN = timedelta(minutes=15)
SETTLED = timedelta(minutes=1)
"""A line counts from when its transaction began; younger ones may still be uncommitted and wait for the next."""
_STOP = signing.Signer(salt="affectory.inbox.stop")
logger = logging.getLogger(__name__)


@transaction.atomic
def change_digest(
    *, actor: User, every: str, hour: int, weekday: int, time_zone: str, address: str | None = None
) -> DigestSetting:
    """What somebody wants by mail. Lines from before the first digest was asked for are in none. IN6: an address that
    is new gets a link first."""
    if time_zone not in domain.TIME_ZONES:
        message = f"There is no time zone {time_zone!r}; name one like Europe/Berlin."
        raise InvalidError(message, code="inbox.time_zone", fields={"time_zone": [message]})
    address = actor.email if address is None else address.strip()
    if address or every != Every.OFF:
        _check_address(address)
    now = timezone.now()
    User.objects.select_for_update(no_key=True).get(pk=actor.pk)
    setting = digest_of(actor)
    is_new = setting.every == Every.OFF or address != actor.email
    if setting.every == Every.OFF:
        setting.covered_until = now
    setting.every, setting.hour, setting.weekday, setting.time_zone = every, hour, weekday, time_zone
    setting.next_at = _due_after(setting, now)
    setting.failure = ""
    setting.save()
    if address != actor.email:
        actor.email = address
        actor.save(update_fields=["email"])
    setting.person = actor
    audit.digest_changed(actor=actor, setting=setting)
    if is_new and every != Every.OFF and not setting.is_confirmed:
        ask_for_confirmation(actor)
    return setting


def send_due_digests() -> int:
    """Send what is due to confirmed addresses (IN6); returns how many mails went out. Not in a transaction: nothing
    is locked while a mail server is talked to."""
    due = DigestSetting.objects.filter(
        next_at__lte=timezone.now(), person__is_active=True, confirmed_address=F("person__email")
    )
    return sum(_send(setting) for setting in due.select_related("person").order_by("next_at", "person_id"))


def stop_digest(*, token: str) -> User | None:
    """IN5: what the link in a digest does: no further mail, whoever follows it. None where no mail of ours had it."""
    try:
        person_id = UUID(_STOP.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    with transaction.atomic():
        setting = DigestSetting.objects.select_for_update().select_related("person").filter(pk=person_id).first()
        if setting is None:
            return None
        if setting.every != Every.OFF:
            setting.every, setting.next_at = Every.OFF.value, None
            setting.save(update_fields=["every", "next_at"])
            audit.digest_changed(actor=setting.person, setting=setting)
    return setting.person


def stop_token(person: User) -> str:
    return _STOP.sign(str(person.pk))


def _send(setting: DigestSetting) -> bool:
    """IN4: one sender claims a period by moving its moment on; who comes second finds it moved and leaves. Where the
    mail server fails, the moment comes back soon; where the sender dies, the next digest has these lines again."""
    now = timezone.now()
    following = _due_after(setting, now)
    claimed = DigestSetting.objects.filter(pk=setting.pk, next_at=setting.next_at).update(next_at=following)
    if not claimed:
        return False
    mine = DigestSetting.objects.filter(pk=setting.pk, next_at=following)
    until = max(now - SETTLED, setting.covered_until)
    lines = _lines_for(setting, until=until)
    try:
        if lines:
            _mail(setting.person, lines).send()
    except (OSError, SMTPException) as error:
        logger.warning("A digest could not be sent: %s", error)
        soon = now + TRY_AGAIN if following is None else min(following, now + TRY_AGAIN)
        mine.update(next_at=soon, failure=f"The mail server did not take the digest: {error}"[:500])
        return False
    sent = {"sent_at": now} if lines else {}
    DigestSetting.objects.filter(pk=setting.pk).update(covered_until=until, failure="", **sent)
    return bool(lines)


def _lines_for(setting: DigestSetting, *, until: datetime) -> list[InboxLine]:
    """IN4: what is unread and was in no digest yet, as the person's inbox shows it at this moment (IN3)."""
    unread = lines_visible_to(setting.person).filter(
        read_at=None, created_at__gt=setting.covered_until, created_at__lte=until
    )
    return list(unread.select_related("project").order_by("-created_at", "-id"))


def _mail(person: User, lines: list[InboxLine]) -> EmailMultiAlternatives:
    site = settings.SITE_URL.rstrip("/")
    stop = f"{site}/digest/stop/{stop_token(person)}"
    shown = [
        {"project": line.project.name if line.project is not None else "", **said(line)} for line in lines[:MAX_LINES]
    ]
    for line in shown:
        line["link"] = site + line["link"]
    more = len(lines) - len(shown)
    context = {"person": person, "lines": shown, "more": more, "site": site, "stop": stop}
    number = f"{len(lines)} things" if len(lines) > 1 else "One thing"
    mail = EmailMultiAlternatives(
        subject=f"{number} in your Affectory inbox",
        body=render_to_string("inbox/digest.txt", context),
        to=[person.email],
        headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )
    mail.attach_alternative(render_to_string("inbox/digest.html", context), "text/html")
    return mail


def _due_after(setting: DigestSetting, moment: datetime) -> datetime | None:
    return domain.next_due(
        Every(setting.every),
        hour=setting.hour,
        weekday=setting.weekday,
        time_zone=setting.time_zone,
        after=moment,
    )


def _check_address(address: str) -> None:
    try:
        validate_email(address)
    except ValidationError as error:
        message = "Give the address that the digest goes to, like name@example.org."
        raise InvalidError(message, code="inbox.address", fields={"address": [message]}) from error
