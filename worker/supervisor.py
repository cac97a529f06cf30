"""The processes of an installation on one machine: web server and Celery workers, started again if they die."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, TracebackType

from worker import leftovers

GRACE_S = 8
"""How long a process may take to end by itself. Work that is cut off is taken up again at the next start."""


_YIELDING = ["nice", "-n", "5"]


@dataclass(slots=True)
class Service:
    """One supervised process; `restarts` counts how often it ended unasked. With `after_s` it is started only when
    the others have been running for so long: nobody waits for it, and its start would hold them up."""

    name: str
    command: list[str]
    after_s: float = 0.0
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    restarts: int = 0

    @property
    def program(self) -> str:
        """What its process runs: `nice` becomes the program that it starts."""
        return self.command[len(_YIELDING)] if self.command[: len(_YIELDING)] == _YIELDING else self.command[0]


@dataclass(slots=True)
class Supervisor:
    """Starts services, keeps them alive until told to stop, and stops them in the reverse order."""

    services: list[Service]
    log_folder: Path
    say: Callable[[str], None]
    record: Path | None = None
    """Where the processes are written down, so that a start after a kill can end what was left behind."""
    stopping: bool = field(default=False, init=False)
    _began_at: float = field(default=0.0, init=False)

    def __enter__(self) -> Supervisor:
        self.log_folder.mkdir(parents=True, exist_ok=True)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._asked_to_stop)
        self._began_at = time.monotonic()
        for service in self.services:
            if not service.after_s:
                self._start(service)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopping = True
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        self.say("Stopping")
        for service in reversed(self.services):
            if service.process is not None and service.process.poll() is None:
                service.process.terminate()
        deadline = time.monotonic() + GRACE_S
        for service in reversed(self.services):
            self._wait_or_kill(service, deadline)
        if self.record is not None:
            self.record.unlink(missing_ok=True)

    def watch(self) -> None:
        """Start what comes later, restart what ends unasked; returns when asked to stop."""
        while not self.stopping:
            self.keep_alive()
            time.sleep(0.5)

    def keep_alive(self) -> None:
        for service in self.services:
            process = service.process
            if process is None and not self.stopping and time.monotonic() - self._began_at >= service.after_s:
                self._start(service)
                continue
            if process is None or process.poll() is None or self.stopping:
                continue
            # One that cannot start would be restarted without end: wait longer each time, up to half a minute.
            pause = min(30.0, 0.5 * 2 ** min(service.restarts, 6))
            if time.monotonic() - service.started_at < pause:
                continue
            service.restarts += 1
            # Its pool and its engine would go on beside the ones that are started now.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            self.say(
                f"{service.name} ended with code {process.returncode} and is started again; "
                f"see {self.log_folder / service.name}.log"
            )
            self._start(service)

    def _start(self, service: Service) -> None:
        with (self.log_folder / f"{service.name}.log").open("ab") as log:
            # A session of its own: Ctrl-C in the terminal reaches this process alone, which stops them in order.
            service.process = subprocess.Popen(
                service.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        service.started_at = time.monotonic()
        self._write_down()

    def _write_down(self) -> None:
        if self.record is not None:
            running = {s.process.pid: s.program for s in self.services if s.process is not None}
            leftovers.remember(self.record, running)

    def _wait_or_kill(self, service: Service, deadline: float) -> None:
        process = service.process
        if process is None:
            return
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=max(0.1, deadline - time.monotonic()))
        # Pool children and engine hosts share the session; none may outlive it.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _asked_to_stop(self, number: int, frame: FrameType | None) -> None:
        if self.stopping:
            return
        self.stopping = True
        raise KeyboardInterrupt


def installation(*, port: int, host: str) -> list[Service]:
    """Web server and workers for one machine. Rendering and videos have workers of their own, so that they hold
    nothing else up; one video at a time, because ffmpeg uses every core."""
    python = sys.executable
    gunicorn = [python, "-m", "gunicorn", "affectory.wsgi", "--bind", f"{host}:{port}", "--worker-class", "gthread"]
    gunicorn += ["--preload", "--workers", "2", "--threads", "8", "--timeout", "120", "--graceful-timeout", "5"]
    # Workers yield to the web server: people wait for pages, not for frames.
    celery = [*_YIELDING, python, "-m", "celery", "-A", "affectory"]
    worker = [*celery, "worker", "--loglevel", "INFO", "--without-gossip", "--without-mingle", "--pidfile", ""]
    return [
        Service("web", gunicorn),
        Service("worker", [*worker, "-Q", "default", "-c", "2", "-n", "default@%h"]),
        Service("render", [*worker, "-Q", "render", "-c", "1", "-n", "render@%h"]),
        # A process of its own: a worker that holds the beat does not miss it when it dies.
        Service("beat", [*celery, "beat", "--loglevel", "INFO", "--pidfile", ""], after_s=3.0),
        Service("media", [*worker, "-Q", "media", "-c", "1", "-n", "media@%h"], after_s=5.0),
        # One process sends many calls at a time; a second one lets somebody try an endpoint while a run goes on.
        Service("model", [*worker, "-Q", "model", "-c", "2", "-n", "model@%h"], after_s=6.0),
    ]


def port_is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def wait_for_web(host: str, port: int, *, seconds: float, alive: Callable[[], None]) -> bool:
    """Whether the web server accepts connections within the time; `alive` is called while waiting."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        alive()
        try:
            with socket.create_connection((host, port), timeout=1):
                return True
        except OSError:
            time.sleep(0.1)
    return False
