"""An installation on one machine, as `./affectory up` and `./affectory demo` start it."""

from .base import *
from .base import SECRET_KEY, STATE_DIR, STATIC_ROOT

DEBUG = False


def _local_secret() -> str:
    """A secret of this installation's own, made once and kept beside its data."""
    import os
    import secrets

    path = STATE_DIR / "secret-key"
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        STATE_DIR.mkdir(parents=True, exist_ok=True)
        secret = secrets.token_urlsafe(50)
        temporary = path.with_name(f"secret-key.{os.getpid()}")
        temporary.touch(mode=0o600)
        temporary.write_text(secret)
        try:
            os.link(temporary, path)
        except FileExistsError:
            secret = path.read_text().strip()
        temporary.unlink()
        return secret


SECRET_KEY = SECRET_KEY or _local_secret()
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
"""Static files are served from their sources here; WhiteNoise only wants the folder to exist."""
