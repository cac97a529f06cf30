"""EN14: keys come from the environment by name. They are never stored, shown or logged; rows hold the name."""

from __future__ import annotations

from django.conf import settings

from affectory.core.errors import UnavailableError

HIDDEN = "[key]"


def names() -> list[str]:
    return sorted(settings.ENDPOINT_SECRETS)


def is_known(name: str) -> bool:
    return name in settings.ENDPOINT_SECRETS


def hosts_of(name: str) -> frozenset[str]:
    return frozenset(host.lower() for host in settings.ENDPOINT_SECRET_HOSTS.get(name, ()))


def key_named(name: str) -> str:
    """Raises UnavailableError where the environment has no such secret."""
    if not name:
        return ""
    try:
        return str(settings.ENDPOINT_SECRETS[name])
    except KeyError:
        raise UnavailableError(
            f"The environment has no secret {name}. Set AFFECTORY_SECRET_{name} where the workers run and start "
            "them again.",
            code="endpoint.secret_missing",
        ) from None


def hidden(text: str, key: str) -> str:
    """A text of the endpoint's without the key, which some of them quote back in their errors."""
    return text.replace(key, HIDDEN) if len(key) >= 4 else text
