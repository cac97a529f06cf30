"""A worker's side of an engine: the supervised host process, its time limits, its restart.

A driver that crashes or hangs costs one job, not the worker (OB24): the host is killed, the job ends with
EngineCrashedError (which is retried), and the next job starts a fresh host.
"""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from affectory.core.errors import AffectoryError, JobInputError, JobRetryError, UnavailableError
from datasets.observation.domain import CameraPose, FrameRecord, RenderResult, RenderSpec

from .launching import Engine
from .protocol import (
    PROTOCOL_VERSION,
    Cancel,
    Cancelled,
    Channel,
    Digest,
    Done,
    Failed,
    Hello,
    Measure,
    Message,
    Progress,
    ProtocolError,
    Render,
    StreamEnded,
)
from .registry import ENGINES


class EngineCrashedError(JobRetryError):
    """The host process ended, or spoke nonsense, in the middle of a job."""

    code = "engine.crashed"


class EngineTimeoutError(EngineCrashedError):
    """The host was silent for longer than one frame may take, or the whole job took too long."""

    code = "engine.timeout"


class EngineInputError(JobInputError):
    """The engine cannot read the scene or the motion, or the specification makes no sense."""

    code = "engine.input"


class EngineMissingError(UnavailableError):
    """The machine lacks what the engine needs."""

    code = "engine.missing"


class EngineCancelledError(AffectoryError):
    """The job was cancelled while the engine worked on it."""

    code = "engine.cancelled"


def _never() -> bool:
    return False


def _ignore(done: int, total: int) -> None:
    """No one wants to know how far the job is."""


class EngineClient:
    """One host process, started at the first job and kept, so that its scenes stay warm. One job at a time."""

    def __init__(
        self,
        engine: Engine,
        *,
        start_timeout_s: float = 60.0,
        silence_timeout_s: float = 60.0,
        job_timeout_s: float = 3600.0,
        cancel_grace_s: float = 5.0,
    ) -> None:
        self.engine = engine
        self.start_timeout_s = start_timeout_s
        self.silence_timeout_s = silence_timeout_s
        self.job_timeout_s = job_timeout_s
        self.cancel_grace_s = cancel_grace_s
        self.hello: Hello | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Channel | None = None
        self._log: IO[bytes] | None = None
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def render(
        self,
        spec: RenderSpec,
        out_dir: Path,
        *,
        on_progress: Callable[[int, int], None] = _ignore,
        cancelled: Callable[[], bool] = _never,
        timeout_s: float | None = None,
    ) -> RenderResult:
        """The clip's files below ``out_dir``. ``cancelled`` is asked several times a second while the engine works.

        Raises EngineInputError, EngineCrashedError, EngineMissingError or EngineCancelledError; what a broken-off job
        left in ``out_dir`` is the caller's to throw away.
        """
        job = Render(spec=asdict(spec), out_dir=str(out_dir))
        result = self._run(job, on_progress, cancelled, timeout_s)
        return RenderResult(
            video_path=result["video_path"],
            poster_path=result["poster_path"],
            frames=_records(result["frames"]),
            frames_sha256=result["frames_sha256"],
            engine_id=result["engine_id"],
            engine_version=result["engine_version"],
        )

    def measure(
        self,
        spec: RenderSpec,
        *,
        on_progress: Callable[[int, int], None] = _ignore,
        cancelled: Callable[[], bool] = _never,
        timeout_s: float | None = None,
    ) -> list[FrameRecord]:
        """The records of a clip without its video, at low resolution."""
        result = self._run(Measure(spec=asdict(spec)), on_progress, cancelled, timeout_s)
        return list(_records(result["frames"]))

    def frames_digest(self, spec: RenderSpec) -> str:
        """SHA-256 over colour, depth and ids of every frame, as a rendering would report it."""
        digest: str = self._run(Digest(spec=asdict(spec)), _ignore, _never, None)["frames_sha256"]
        return digest

    def close(self) -> None:
        """Ends the host, kindly first."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(OSError):
                process.stdin.close()
            try:
                process.wait(timeout=2.0)
            except subprocess.TimeoutExpired:
                _kill(process)
            process.stdout.close()
        if self._log is not None:
            self._log.close()
        self._log = self._channel = self.hello = None

    def __enter__(self) -> EngineClient:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _run(
        self,
        job: Message,
        on_progress: Callable[[int, int], None],
        cancelled: Callable[[], bool],
        timeout_s: float | None,
    ) -> dict[str, Any]:
        with self._lock:
            channel = self._ready()
            try:
                channel.send(job)
                return self._attend(channel, on_progress, cancelled, timeout_s or self.job_timeout_s)
            except (EngineInputError, EngineMissingError, EngineCancelledError):
                raise
            except (StreamEnded, ProtocolError) as error:
                raise self._crashed(error) from error
            except BaseException:
                # Whatever else broke off the wait, the host is in the middle of a job nobody listens to.
                self._abandon()
                raise

    def _attend(
        self,
        channel: Channel,
        on_progress: Callable[[int, int], None],
        cancelled: Callable[[], bool],
        timeout_s: float,
    ) -> dict[str, Any]:
        started = heard = time.monotonic()
        cancel_sent: float | None = None
        while True:
            message = channel.receive(0.2)
            now = time.monotonic()
            if message is not None:
                heard = now
            match message:
                case Progress(done=done, total=total):
                    on_progress(done, total)
                case Done(result=result):
                    return result
                case Cancelled():
                    raise EngineCancelledError("The rendering was cancelled.")
                case Failed():
                    raise self._failure(message)
                case None:
                    pass
                case _:
                    raise ProtocolError(f"an unexpected {message.kind} message")
            if cancel_sent is None and cancelled():
                channel.send(Cancel())
                cancel_sent = now
            if cancel_sent is not None and now - cancel_sent > self.cancel_grace_s:
                self._abandon()
                raise EngineCancelledError("The rendering was cancelled.")
            if now - heard > self.silence_timeout_s:
                self._abandon()
                raise EngineTimeoutError(
                    f"The engine gave no sign of life for {self.silence_timeout_s:g} s and was stopped."
                )
            if now - started > timeout_s:
                self._abandon()
                raise EngineTimeoutError(f"The engine took longer than {timeout_s:g} s and was stopped.")

    def _failure(self, failed: Failed) -> AffectoryError:
        if failed.fault == "input":
            return EngineInputError(failed.message, code=failed.code)
        if failed.fault == "missing":
            return EngineMissingError(failed.message, code=failed.code)
        return self._crashed(failed.message)

    def _ready(self) -> Channel:
        if self._process is not None and self._process.poll() is None and self._channel is not None:
            return self._channel
        self._abandon()
        host = self.engine.host()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process that writes to it
        self._process = subprocess.Popen(
            host.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={**os.environ, **host.environment},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._channel = Channel(self._process.stdout.fileno(), self._process.stdin.fileno())
        try:
            message = self._channel.receive(self.start_timeout_s)
        except (StreamEnded, ProtocolError) as error:
            raise self._crashed(error) from error
        match message:
            case Hello(protocol=protocol) if protocol == PROTOCOL_VERSION:
                self.hello = message
                return self._channel
            case Failed():
                failure = self._failure(message)
                self._abandon()
                raise failure
            case None:
                self._abandon()
                raise EngineTimeoutError(f"The engine did not start within {self.start_timeout_s:g} s.")
            case _:
                self._abandon()
                raise EngineCrashedError("The engine's host speaks another protocol.")

    def _crashed(self, cause: object) -> EngineCrashedError:
        process = self._process
        code = None
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(timeout=1.0)
        said = self._last_words()
        self._abandon()
        how = "no code" if code is None else f"signal {-code}" if code < 0 else f"code {code}"
        told = f" Its last words: {said}" if said else f" ({cause})" if str(cause) else ""
        return EngineCrashedError(f"The engine's process ended in the middle of its work ({how}).{told}")

    def _last_words(self) -> str:
        if self._log is None:
            return ""
        size = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, size - 600))
        return self._log.read().decode(errors="replace").strip()

    def _abandon(self) -> None:
        if self._process is not None:
            _kill(self._process)
        self.close()


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGKILL)
    process.wait()


def _records(rows: list[dict[str, Any]]) -> tuple[FrameRecord, ...]:
    return tuple(FrameRecord(**{**row, "camera": _pose(row["camera"])}) for row in rows)


def _pose(row: dict[str, Any]) -> CameraPose:
    x, y, z = row["position"]
    return CameraPose(position=(x, y, z), yaw=row["yaw"], pitch=row["pitch"])


@contextlib.contextmanager
def fresh_engine(engine_id: str) -> Iterator[EngineClient]:
    """A client with a host process of its own, which ends with the block."""
    with EngineClient(ENGINES.load(engine_id)()) as client:
        yield client


@functools.cache
def _client_of_process(engine_id: str, pid: int) -> EngineClient:
    return EngineClient(ENGINES.load(engine_id)())


def engine_client(engine_id: str) -> EngineClient:
    """This process's client of an engine; a forked child gets a host of its own."""
    return _client_of_process(engine_id, os.getpid())
