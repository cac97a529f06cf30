"""RL15: the key of this installation that releases are signed with."""

from __future__ import annotations

import base64
import binascii
import hmac
import os
import secrets
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

_SEED_BYTES = 32


def signing_seed() -> bytes:
    """From the setting, else from a file that only its owner can read, made when it is first wanted."""
    given = settings.RELEASE_SIGNING_KEY
    return _decode(given, "RELEASE_SIGNING_KEY") if given else _from_file(Path(settings.RELEASE_SIGNING_KEY_FILE))


def reference_key() -> bytes:
    """RL20: what digests of hidden rows are made under; it follows from the secret and tells nothing of it."""
    return hmac.digest(signing_seed(), b"affectory hidden references 1", "sha256")


def _from_file(path: Path) -> bytes:
    try:
        return _decode(path.read_text(), str(path))
    except FileNotFoundError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as out:
        out.write(base64.b64encode(secrets.token_bytes(_SEED_BYTES)).decode() + "\n")
        out.flush()
        os.fsync(out.fileno())
    try:
        os.link(temporary, path)  # the first of two processes wins, and both go on with its key
    except FileExistsError:
        pass
    finally:
        temporary.unlink()
    return _decode(path.read_text(), str(path))


def _decode(text: str, where: str) -> bytes:
    try:
        seed = base64.b64decode(text.strip(), validate=True)
    except (ValueError, binascii.Error):
        seed = b""
    if len(seed) != _SEED_BYTES:
        raise ImproperlyConfigured(f"{where} has to hold {_SEED_BYTES} random bytes in base64.")
    return seed
