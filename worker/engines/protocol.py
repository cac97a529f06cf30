"""Messages between a worker and an engine host, a process of its own.

Frames on the host's standard input and output: four bytes of length (big-endian), then that much UTF-8 JSON, an
object with a ``kind``. OB29: nothing of ours and nothing outside the standard library is imported here, so that a
host under another interpreter can take the file as it stands.

Host to worker: ``hello`` once at the start, then per job any number of ``progress`` and exactly one of ``done``,
``cancelled``, ``failed``. Worker to host: ``render``, ``measure`` and ``digest`` (one job at a time) and ``cancel``.
When its input ends, a host ends.
"""

from __future__ import annotations

import json
import os
import select
import struct
import time
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

PROTOCOL_VERSION = 1
LARGEST_MESSAGE = 64 * 1024 * 1024
_LENGTH = struct.Struct(">I")


class ProtocolError(Exception):
    """The other side said something that is no message of this protocol."""


class StreamEnded(Exception):
    """The other side closed its end."""


@dataclass(frozen=True, slots=True)
class Hello:
    kind: ClassVar[str] = "hello"
    protocol: int
    engine_id: str
    version: str
    device: str


@dataclass(frozen=True, slots=True)
class Render:
    """Make a clip: video, poster, per-frame records. ``spec`` is a RenderSpec as a plain dictionary."""

    kind: ClassVar[str] = "render"
    spec: dict[str, Any]
    out_dir: str


@dataclass(frozen=True, slots=True)
class Measure:
    """Only measure the frames of a clip, at low resolution."""

    kind: ClassVar[str] = "measure"
    spec: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Digest:
    """Only say what the digest over all frames of a clip would be."""

    kind: ClassVar[str] = "digest"
    spec: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Cancel:
    kind: ClassVar[str] = "cancel"


@dataclass(frozen=True, slots=True)
class Progress:
    """Sent several times a second while frames are made, and around the preparation of a scene: whoever is silent for
    long is taken for dead. The last one of a finished job has ``done == total``."""

    kind: ClassVar[str] = "progress"
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Done:
    """``result`` is a RenderResult as a plain dictionary, or the part of one that was asked for: ``frames`` of a
    measurement, ``frames_sha256`` of a digest."""

    kind: ClassVar[str] = "done"
    result: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Cancelled:
    kind: ClassVar[str] = "cancelled"


@dataclass(frozen=True, slots=True)
class Failed:
    """``fault``: "input" (scene, motion or specification), "missing" (something the machine lacks) or "engine"."""

    kind: ClassVar[str] = "failed"
    fault: str
    code: str
    message: str


Message = Hello | Render | Measure | Digest | Cancel | Progress | Done | Cancelled | Failed
_KINDS: dict[str, type[Any]] = {
    cls.kind: cls for cls in (Hello, Render, Measure, Digest, Cancel, Progress, Done, Cancelled, Failed)
}


def encode(message: Message) -> bytes:
    body = json.dumps({"kind": message.kind, **asdict(message)}, separators=(",", ":"), allow_nan=False).encode()
    if len(body) > LARGEST_MESSAGE:
        raise ProtocolError(f"a message of {len(body)} bytes is too long")
    return _LENGTH.pack(len(body)) + body


def decode(body: bytes) -> Message:
    try:
        value = json.loads(body)
        cls = _KINDS[value.pop("kind")]
        names = {field.name for field in fields(cls)}
        if set(value) != names:
            raise ProtocolError(f"a {cls.kind} message needs {sorted(names)}, not {sorted(value)}")
        message: Message = cls(**value)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProtocolError(f"not a message: {body[:80]!r}") from error
    return message


class Channel:
    """One side's ends of the two pipes."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read_fd, self._write_fd = read_fd, write_fd
        self._buffer = bytearray()

    def send(self, message: Message) -> None:
        data = memoryview(encode(message))
        try:
            while data:
                data = data[os.write(self._write_fd, data) :]
        except (BrokenPipeError, ConnectionResetError) as error:
            raise StreamEnded from error

    def receive(self, timeout_s: float | None) -> Message | None:
        """The next message, or None when none came in time. Raises StreamEnded at the end of the stream."""
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        while True:
            message = self._take()
            if message is not None:
                return message
            wait = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([self._read_fd], [], [], wait)[0]:
                return None
            data = os.read(self._read_fd, 65536)
            if not data:
                raise StreamEnded
            self._buffer += data

    def _take(self) -> Message | None:
        if len(self._buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length > LARGEST_MESSAGE:
            raise ProtocolError(f"a message of {length} bytes is announced")
        end = _LENGTH.size + length
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[_LENGTH.size : end])
        del self._buffer[:end]
        return decode(body)
