from affectory.accounts.models import User
from affectory.core.audit import record
from affectory.inbox.models import DigestSetting


def address_confirmed(*, actor: User) -> None:
    record(actor=actor, event="digest_address_confirmed", subject=actor)


def digest_changed(*, actor: User, setting: DigestSetting) -> None:
    record(actor=actor, event="digest_changed", subject=actor, every=setting.every)
