"""Real clients, as processes in environments of their own, against a real server over a socket."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.utils import timezone

from affectory.accounts import services as accounts
from affectory.accounts.models import Token
from affectory.core import storage
from datasets.observation.models import Render
from export.access import services as access
from export.releases import services
from tests.factories.releases import draft, frozen, run_freeze

from .cutting import CuttingProxy

__all__ = ["draft", "frozen", "run_freeze"]

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = Path(__file__).with_name("client.py")
PAIRS = ("hub-new", "hub-old")
REPO = "affectory/lab"
BIG = 25 * 1024 * 1024


def python_of(pair: str) -> Path:
    """The launcher names an environment by the digest of its lock file."""
    lock = ROOT / "requirements" / "foreign" / f"{pair}.txt"
    digest = hashlib.sha256(str(lock.relative_to(ROOT)).encode() + lock.read_bytes()).hexdigest()[:16]
    python = Path(django_settings.STATE_DIR) / "foreign" / f"{pair}-{digest}" / "bin" / "python"
    if not python.exists():
        pytest.fail(f"{python} is not there. Run ./affectory test --foreign, which installs it.", pytrace=False)
    return python


class Client:
    """One researcher's machine: an environment, a cache of its own, and an endpoint."""

    def __init__(self, pair: str, home: Path, endpoint: str) -> None:
        self.python = python_of(pair)
        self.home = home
        self.endpoint = endpoint
        self.log = ""

    def run(self, *steps: dict[str, Any], token: str | None = None, endpoint: str | None = None) -> list[Any]:
        told = {"HF_ENDPOINT": endpoint or self.endpoint, "HF_HOME": str(self.home), "HF_HUB_DISABLE_TELEMETRY": "1"}
        told |= {"HF_HUB_DISABLE_PROGRESS_BARS": "1", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1"}
        told |= {"HF_HUB_DISABLE_IMPLICIT_TOKEN": "0", "HOME": str(self.home), "PATH": os.environ["PATH"]}
        if token is not None:
            told["HF_TOKEN"] = token
        done = subprocess.run(
            [str(self.python), "-I", str(SCRIPT)],
            input=json.dumps(steps),
            env=told,
            cwd=self.home,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        self.log = done.stderr
        line = next((line for line in done.stdout.splitlines() if line.startswith("RESULTS ")), None)
        assert line is not None, done.stderr[-4000:]
        return json.loads(line.removeprefix("RESULTS "))


@pytest.fixture(params=PAIRS)
def client(request, tmp_path, live_server) -> Client:
    return Client(request.param, tmp_path, live_server.url)


@pytest.fixture
def published(frozen, maintainer) -> Callable[..., Any]:
    def make(version: str, **changes: Any) -> Any:
        release = frozen(version, **changes)
        return services.publish_release(actor=maintainer, release_id=release.pk)

    return make


@pytest.fixture
def material(project, maintainer) -> list[Any]:
    """Twelve kept episodes, one of them with a clip large enough to be cut off twice."""
    from tests.factories.kept_episodes import fill_profile, make_kept

    fill_profile(project, maintainer)
    episodes = make_kept(project, 6)
    big = b"".join(hashlib.sha256(str(n).encode()).digest() for n in range(BIG // 32))
    Render.objects.filter(episode=episodes[0], setting="P-Init").update(video_sha256=storage.put_bytes(big))
    return episodes


@pytest.fixture
def open_to(project, maintainer) -> Callable[[str], None]:
    return lambda mode: access.set_mode(actor=maintainer, project=project, mode=mode)


@pytest.fixture
def token_for() -> Callable[..., str]:
    def make(user: Any, *, expired: bool = False, scopes: tuple[str, ...] = ("release:read",)) -> str:
        token, secret = accounts.issue_token(user=user, name="pull", scopes=scopes)
        if expired:
            Token.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
        return secret

    return make


@pytest.fixture
def cutting(live_server) -> Iterator[CuttingProxy]:
    with CuttingProxy(live_server.url) as proxy:
        yield proxy
