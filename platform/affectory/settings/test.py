"""The test suite: real PostgreSQL, cheap password hashes, storage in a folder of its own."""

import base64
from pathlib import Path

from .base import *
from .base import DATABASES, STATE_DIR, STATIC_ROOT

SECRET_KEY = "only-for-tests"  # noqa: S105  never used outside the suite
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGE_ROOT = Path(STATE_DIR) / "test-storage"
DATABASES["default"]["CONN_MAX_AGE"] = 0
DATABASES["default"].setdefault("OPTIONS", {})["options"] = "-c synchronous_commit=off"
"""No test pulls the plug: what a commit shows to others is the same, only the disk is not waited for."""
ALLOWED_HOSTS = ["*"]
RELEASE_SIGNING_KEY = base64.b64encode(bytes(range(32))).decode()
DOWNLOAD_LOG_EVERY_S = 0.0
JOB_HEARTBEAT_S = 50
"""The thread that keeps a job alive has a connection of its own, which does not see the job of a test's transaction
and would take it for lost: not before a job of a busy machine is done."""
WHITENOISE_USE_FINDERS = False
"""Every test client would look at every file of the front end; the server of the journeys has its own way to them."""
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
"""Static files are served from their sources here; WhiteNoise only wants the folder to exist."""
