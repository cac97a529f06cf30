"""The one road to the ffmpeg program: what may be opened, how long it may take, how it is stopped.

VI20: a foreign file is opened by its known container only, through the protocol `file` only, so that nothing it names
is read or fetched. VI21: a run that makes no headway is ended, and so is one that nobody wants any more.
"""

from __future__ import annotations

import contextlib
import ctypes
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import IO, Any

import ffmpeg
import imageio_ffmpeg
import numpy as np
from numpy.typing import NDArray

STALL_S = 300.0
"""A run whose output has not grown for so long hangs."""

NO_TICK = -(2**62)
_POLL_S = 0.25
_TAIL_BYTES = 4000
_WORDS_BYTES = 1024 * 1024
_SET_PARENT_DEATH_SIGNAL = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_CHUNK_BYTES = 1024 * 1024
_END_WITH_US = (
    "import ctypes, os, signal, sys; "
    f"ctypes.CDLL(None).prctl({_SET_PARENT_DEATH_SIGNAL}, signal.SIGKILL); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)

QUIET = ("-nostdin", "-hide_banner", "-loglevel", "error", "-nostats")
BITEXACT: dict[str, Any] = {
    "fflags": "+bitexact",
    "flags:v": "+bitexact",
    "flags:a": "+bitexact",
    "map_metadata": "-1",
}
"""No date and no version string in the file: the same frames give the same bytes."""


class FfmpegError(Exception):
    """ffmpeg ended with an error or was ended; the text holds its last words."""

    @property
    def is_ours(self) -> bool:
        """Whether the machine is to blame, not the file."""
        return any(words in str(self) for words in ("No space left", "Cannot allocate", "Input/output error"))


class FfmpegCancelledError(FfmpegError):
    """The work was no longer wanted."""


def executable() -> str:
    return imageio_ffmpeg.get_ffmpeg_exe()


def source(path: Path, container: str, **options: Any) -> Any:
    """VI20: an input of the named container, and nothing else."""
    return ffmpeg.input(f"file:{path}", f=container, protocol_whitelist="file", **options)


def output(path: Path | str, *streams: Any, **options: Any) -> Any:
    return ffmpeg.output(*streams, f"file:{path}" if isinstance(path, Path) else path, **options)


@dataclass(frozen=True, slots=True)
class Given:
    """What an encoder was given: for each of its frames the number of the decoded one, counted from the decoder's
    first, and that one's tick in the source, `NO_TICK` where the file names none."""

    numbers: NDArray[np.int64]
    ticks: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.numbers)


def told_frames(log: Path) -> dict[str, Any]:
    """Makes the encoder write down which frames it is given."""
    return {"stats_enc_pre:v": str(log), "stats_enc_pre_fmt:v": "{ni} {ptsi}"}


def frames_given(log: Path) -> Given:
    """What `told_frames` made the encoder write, which is thrown away."""
    pairs = np.empty((0, 2), np.int64)
    if log.is_file():
        pairs = np.array(log.read_text().split(), np.int64).reshape(-1, 2)
        log.unlink()
    return Given(pairs[:, 0], np.maximum(pairs[:, 1], NO_TICK))


def run(
    stream: Any,
    *,
    on_progress: Callable[[Fraction], None] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
    stall_s: float = STALL_S,
) -> str:
    """Until ffmpeg ends; returns what it complained about. ``on_progress`` is told the output's time in seconds."""
    command = _command(stream, "-y", "-progress", "pipe:1")
    with tempfile.TemporaryFile() as log, _started(command, log) as process:
        assert process.stdout is not None
        lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        reader = threading.Thread(target=_read_lines, args=(process.stdout, lines), daemon=True)
        reader.start()
        grown_at, reached = time.monotonic(), dict[str, str]()
        while True:
            try:
                line = lines.get(timeout=_POLL_S)
            except queue.Empty:
                line = b""
            if line is None:
                break
            name, _, value = line.decode(errors="replace").strip().partition("=")
            if name in ("total_size", "out_time_us") and value != reached.get(name):
                grown_at, reached[name] = time.monotonic(), value
                if name == "out_time_us" and on_progress is not None and value.lstrip("-").isdigit():
                    on_progress(Fraction(int(value), 1_000_000))
            if cancelled():
                raise FfmpegCancelledError("stopped")
            if time.monotonic() - grown_at > stall_s:
                raise FfmpegError(f"made no headway for {stall_s:.0f} seconds")
        reader.join()
        _check(process, log)
        log.seek(0)
        return log.read(_WORDS_BYTES).decode(errors="replace")


def read_output(
    stream: Any, *, cancelled: Callable[[], bool] = lambda: False, chunk: int = _CHUNK_BYTES
) -> Iterator[bytes]:
    """What ffmpeg writes to its standard output, in pieces of ``chunk`` bytes; the last one may be shorter."""
    command = _command(stream)
    with tempfile.TemporaryFile() as log, _started(command, log) as process:
        assert process.stdout is not None
        while piece := process.stdout.read(chunk):
            if cancelled():
                raise FfmpegCancelledError("stopped")
            yield piece
        _check(process, log)


def _command(stream: Any, *more: str) -> list[str]:
    program, *arguments = ffmpeg.compile(stream, cmd=executable())
    return [program, *QUIET, *more, *arguments]


@contextlib.contextmanager
def _started(command: list[str], log: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    # Python code between fork and exec is for programs of one thread: beside others it can wait for ever for a lock
    # that one of them held. There the same call is made by an interpreter of its own, which then becomes ffmpeg.
    is_alone = threading.current_thread() is threading.main_thread()
    process = subprocess.Popen(
        command if is_alone or _LIBC is None else [sys.executable, "-I", "-S", "-c", _END_WITH_US, *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=log,
        preexec_fn=_end_with_the_worker if is_alone else None,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _end_with_the_worker() -> None:
    """A worker that is killed takes its ffmpeg along; otherwise that would encode on, for nobody."""
    if _LIBC is not None:
        _LIBC.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _read_lines(pipe: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    with contextlib.suppress(ValueError):  # the pipe was closed under it: the run is over
        for line in pipe:
            lines.put(line)
    lines.put(None)


def _check(process: subprocess.Popen[bytes], log: IO[bytes]) -> None:
    code = process.wait()
    if code != 0:
        log.seek(0, 2)
        log.seek(max(0, log.tell() - _TAIL_BYTES))
        words = log.read().decode(errors="replace").strip()
        raise FfmpegError(f"ffmpeg ended with code {code}: {words or 'no words'}")
