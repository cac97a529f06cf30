"""IN6: a digest goes to an address once whoever reads the mail there has said so, by a link that was sent to it."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPException
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone

from affectory.accounts.models import User
from affectory.api import throttles
from affectory.core.errors import ConflictError
from affectory.core.jobs import enqueue
from affectory.inbox import audit, domain
from affectory.inbox.domain import Every
from affectory.inbox.models import DigestSetting
from affectory.inbox.selectors import digest_of

VALID_FOR = timedelta(days=3)
MAILS_A_DAY = 5
_CONFIRM = signing.TimestampSigner(salt="affectory.inbox.confirm")


@transaction.atomic
def ask_again(*, actor: User) -> DigestSetting:
    """Send the link once more, to the address as it is now."""
    setting = digest_of(actor)
    if setting.every == Every.OFF:
        raise ConflictError("No digest is asked for, so there is no address to confirm.", code="inbox.no_digest")
    if setting.is_confirmed:
        raise ConflictError("This address is confirmed already; digests go out to it.", code="inbox.confirmed")
    ask_for_confirmation(actor)
    return setting


def ask_for_confirmation(person: User) -> None:
    """Send the link when the caller's transaction commits. Nobody's mailbox is filled by it."""
    key, day = f"inbox.confirm:{person.pk}", 24 * 3600
    if throttles.too_many(key, limit=MAILS_A_DAY, window_s=day):
        raise ConflictError(
            f"{MAILS_A_DAY} mails with a link were asked for within a day. Look among unwanted mail for them, or try "
            "again tomorrow.",
            code="inbox.too_many_mails",
        )
    throttles.count_try(key, window_s=day)
    enqueue("inbox.send_confirmation", person_id=person.pk)


def send_confirmation(*, person_id: UUID) -> bool:
    """Mail the link; says whether there was anything to confirm. A server that fails is told of in the profile."""
    setting = DigestSetting.objects.select_related("person").filter(pk=person_id).first()
    if setting is None or setting.every == Every.OFF or setting.is_confirmed:
        return False
    person, failure = setting.person, ""
    site = settings.SITE_URL.rstrip("/")
    token = _CONFIRM.sign_object([str(person.pk), person.email])
    context = {"person": person, "link": f"{site}/digest/confirm/{token}", "days": VALID_FOR.days, "site": site}
    body = render_to_string("inbox/confirm.txt", context)
    try:
        EmailMessage(subject="Is this your address for Affectory?", body=body, to=[person.email]).send()
    except (OSError, SMTPException) as error:
        failure = f"The mail server did not take the link to confirm: {error}"[:500]
    DigestSetting.objects.filter(pk=person_id).update(failure=failure)
    return not failure


@transaction.atomic
def confirm_address(*, token: str) -> DigestSetting | None:
    """What the link does, signed in or not. None where it is not whole, too old, or of an address given up since."""
    try:
        key, address = _CONFIRM.unsign_object(token, max_age=VALID_FOR)
        person_id = UUID(key)
    except (signing.BadSignature, ValueError):
        return None
    setting = (
        DigestSetting.objects.select_for_update(of=("self",)).select_related("person").filter(pk=person_id).first()
    )
    if setting is None or setting.person.email != address:
        return None
    if setting.confirmed_address != address:
        setting.confirmed_address = address
        setting.next_at = domain.next_due(
            Every(setting.every),
            hour=setting.hour,
            weekday=setting.weekday,
            time_zone=setting.time_zone,
            after=timezone.now(),
        )
        setting.save(update_fields=["confirmed_address", "next_at"])
        audit.address_confirmed(actor=setting.person)
    return setting
