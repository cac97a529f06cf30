"""A real web server on a scratch database, and how much CPU time requests to it cost, PostgreSQL's share included.

CPU time is read from /proc/<pid>/task/*/schedstat (nanoseconds on a core) of the server's worker and of every process
of the PostgreSQL cluster, before and after each request. The server runs as in production: gunicorn, one worker with
threads, persistent database connections.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
STATE = Path(os.environ.get("AFFECTORY_STATE", ROOT / ".state")).resolve()
FAMILY_AGE = 40
_KEEP_SERVERS = """
import sys
from affectory import embedded
from affectory.settings import base
embedded.ensure(base.STATE_DIR)
print("up", flush=True)
sys.stdin.read()
"""


@contextmanager
def scratch_database(name: str) -> Iterator[None]:
    """Django set up on an empty, migrated database of the embedded cluster, dropped at the end."""
    run = STATE / "run"
    keeper = subprocess.Popen(
        [sys.executable, "-c", _KEEP_SERVERS], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert keeper.stdout is not None
    assert keeper.stdin is not None
    if keeper.stdout.readline().strip() != b"up":
        raise RuntimeError("the embedded servers did not start")
    admin = f"postgresql:///postgres?host={run}&user=affectory"
    _execute(admin, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    _execute(admin, f'CREATE DATABASE "{name}"')
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "affectory.settings.development",
        "DATABASE_URL": f"postgres:///{name}?host={run}&user=affectory",
        "BROKER_URL": f"redis+socket://{run}/valkey.sock",
        "AFFECTORY_STORAGE": str(STATE / f"storage-{name}"),
    }
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        connections.close_all()
        _execute(admin, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        keeper.stdin.close()
        keeper.wait(30)


def _execute(url: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def settle() -> None:
    """What autovacuum and the checkpointer would do with freshly loaded rows, done before anything is measured."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")


class Server:
    """gunicorn on a free port, and what it costs."""

    def __init__(self, workers: int = 1) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "affectory.wsgi", "-k", "gthread", "--threads", "4",
             "--workers", str(workers), "--bind", f"127.0.0.1:{self.port}", "--log-level", "error"],
            cwd=ROOT,
            env={**os.environ, "LOG_LEVEL": "ERROR"},
        )  # fmt: skip
        self._await()
        self.postmaster = _postmaster()
        self._asked = 0
        self._web: list[int] = []
        self._database: list[int] = []

    def _await(self) -> None:
        for _ in range(300):
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.1)
        raise RuntimeError("the server did not start")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)

    def cost_since(self, before: tuple[dict[int, float], dict[int, float]]) -> tuple[float, float]:
        """(web, database) CPU milliseconds since a snapshot."""
        after = self.snapshot()
        return _spent(before[0], after[0]), _spent(before[1], after[1])

    def snapshot(self) -> tuple[dict[int, float], dict[int, float]]:
        """(web, database): CPU milliseconds so far of each process."""
        if self._asked % FAMILY_AGE == 0:
            self._web, self._database = _families([self.process.pid, self.postmaster])
        self._asked += 1
        return _on_core(self._web), _on_core(self._database)


def session_of(user: Any) -> str:
    """The key of a new session of somebody."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


class Caller:
    """One signed-in person with a kept-alive connection; costs are added up by kind of request."""

    def __init__(self, server: Server, user: Any) -> None:
        token = "a" * 32
        self.server = server
        self.headers = {
            "Cookie": f"sessionid={session_of(user)}; csrftoken={token}",
            "X-CSRFToken": token,
            "Content-Type": "application/json",
            "Accept": "application/json",
        }
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port)
        self.costs: dict[str, list[tuple[float, float]]] = defaultdict(list)

    def call(self, kind: str, method: str, path: str, body: Any = None, *, raw: bool = False, **headers: str) -> Any:
        before = self.server.snapshot()
        data = None if body is None else json.dumps(body)
        self.connection.request(method, path, data, {**self.headers, **headers})
        response = self.connection.getresponse()
        content = response.read()
        cost = self.server.cost_since(before)
        if response.status >= 300:
            raise RuntimeError(f"{method} {path}: {response.status} {content[:400]!r}")
        self.costs[kind].append(cost)
        return content if raw else json.loads(content) if content else None

    def fetch(self, kind: str, path: str) -> bytes:
        """A file, as it is."""
        content: bytes = self.call(kind, "GET", path, raw=True)
        return content


def print_costs(
    callers: list[Caller], targets: dict[str, float], *, warm_up: int = 20, only: Sequence[str] = ()
) -> bool:
    """One line per kind of request, medians first; says whether the mean of all that have a target meets it."""
    met = True
    print(f"{'request':34} {'n':>5} {'web ms':>8} {'db ms':>7} {'total':>7} {'mean':>7} {'p95':>7} {'target':>7}")
    for kind in only or sorted({kind for caller in callers for kind in caller.costs}):
        rows = [cost for caller in callers for cost in caller.costs[kind][warm_up:]]
        if not rows:
            continue
        web, database = (statistics.median(part) for part in zip(*rows, strict=True))
        totals = sorted(sum(row) for row in rows)
        middle, mean = statistics.median(totals), statistics.fmean(totals)
        target = targets.get(kind)
        good = target is None or mean <= target
        met &= good
        print(
            f"{kind:34} {len(rows):5} {web:8.2f} {database:7.2f} {middle:7.2f} {mean:7.2f} "
            f"{totals[int(len(totals) * 0.95)]:7.2f} {target or '':>7} {'' if good else 'MISSED'}"
        )
    return met


def database_cpu_ms() -> float:
    """CPU milliseconds of the whole PostgreSQL cluster so far."""
    [processes] = _families([_postmaster()])
    return sum(map(_on_core_ms, processes))


def _postmaster() -> int:
    return int((STATE / "pg" / "postmaster.pid").read_text().splitlines()[0])


def _families(roots: list[int]) -> list[list[int]]:
    """Each process with its descendants."""
    children: dict[int, list[int]] = defaultdict(list)
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                children[parent].append(int(folder.name))
    families = []
    for root in roots:
        found, queue = [], [root]
        while queue:
            pid = queue.pop()
            found.append(pid)
            queue += children[pid]
        families.append(found)
    return families


def _on_core(pids: list[int]) -> dict[int, float]:
    return {pid: _on_core_ms(pid) for pid in pids}


def _spent(before: dict[int, float], after: dict[int, float]) -> float:
    """What the processes seen both times have used; one that began or ended in between does not count."""
    return sum(max(0.0, used - before[pid]) for pid, used in after.items() if pid in before and used)


def _on_core_ms(pid: int) -> float:
    total = 0
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            total += int((task / "schedstat").read_text().split()[0])
    return total / 1e6
