"""Where a profile may point: http or https, without a name and password in it, and not into our own network."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit, urlunsplit

from affectory.core.errors import InvalidError

_INSIDE = ("localhost", ".localhost", ".local", ".internal", ".lan", ".home.arpa")


def clean_base_url(text: str, *, allow_private: bool) -> str:
    """EN12: the address in one form, or InvalidError with what to do. A name may still lead inside; `worker.calls`
    looks at the address itself, at every connection."""
    text = text.strip()
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise _refused("This is no address. Give one like https://api.example.org/v1.") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise _refused("Begin the address with https:// or http:// and a host name.")
    if parts.username is not None or parts.password is not None:
        raise _refused("Leave name and password out of the address; name a secret instead.")
    if parts.query or parts.fragment or "?" in text or "#" in text:
        raise _refused("Leave out what follows ? or # in the address.")
    host = parts.hostname.lower().rstrip(".")
    if not host.isascii() or any(c.isspace() or c in '%\\"<>^`{|}' for c in host) or not parts.path.isascii():
        raise _refused("Write the address in ASCII letters (a host name in its xn-- form).")
    if not allow_private and not is_outside(host):
        raise _refused(
            "This address leads into the server's own network. An administrator can allow that with "
            "AFFECTORY_ALLOW_PRIVATE_ENDPOINTS."
        )
    place = f"[{host}]" if ":" in host else host
    if port is not None and port != {"http": 80, "https": 443}[parts.scheme]:
        place += f":{port}"
    return urlunsplit((parts.scheme, place, parts.path.rstrip("/"), "", ""))


def host_of(base_url: str) -> str:
    return (urlsplit(base_url).hostname or "").lower()


def is_outside(host: str) -> bool:
    """Whether a host may be one of the public internet: a public address, or a name not of a local net."""
    try:
        return is_public_address(host)
    except ValueError:
        # Numbers that a resolver would read as an address ("2130706433", "0x7f.1") are no names.
        looks_numeric = host.replace(".", "").replace("x", "").isalnum() and host[:1].isdigit() and _numeric(host)
        return "." in host and not looks_numeric and not any(host == s or host.endswith(s) for s in _INSIDE)


def is_public_address(address: str) -> bool:
    """Raises ValueError for what is no address."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return ip.is_global and not ip.is_multicast


def _numeric(host: str) -> bool:
    return all(part.isdigit() or part.lower().startswith("0x") for part in host.split("."))


def _refused(message: str) -> InvalidError:
    return InvalidError(message, code="endpoint.address", fields={"base_url": [message]})
