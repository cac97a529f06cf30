"""Content-addressed storage: a file lies under its SHA-256, is written once and never changed.

Writing comes before the row that names the digest: bytes whose transaction rolled back are harmless.
"""

from __future__ import annotations

import fcntl
import hashlib
import math
import os
import re
import tempfile
import time
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import IO

from django.conf import settings

from .errors import ConflictError, NotFoundError

_DIGEST = re.compile(r"[0-9a-f]{64}")
_CHUNK = 1024 * 1024


def put_bytes(data: bytes) -> str:
    """Store bytes; returns their SHA-256 in hex."""
    digest = hashlib.sha256(data).hexdigest()
    target = _path(digest)
    if not _is_there(target):
        with _temporary() as out:
            out.write(data)
            _publish(out, target)
    return digest


def put_file(source: Path | str | IO[bytes]) -> str:
    """Store a file (or what a binary file object still holds) without reading it into memory at once."""
    if isinstance(source, Path | str):
        with Path(source).open("rb") as opened:
            return put_file(opened)
    incoming = Incoming()
    try:
        while chunk := source.read(_CHUNK):
            incoming.write(chunk)
        return incoming.keep()
    finally:
        incoming.discard()


class Incoming:
    """Bytes on their way in: written piece by piece, then kept under their digest, or thrown away, at the latest
    when nobody holds this any more."""

    def __init__(self) -> None:
        self._out = _temporary()
        self._digest = hashlib.sha256()
        self._discard = weakref.finalize(self, _throw_away, self._out)
        self.size = 0

    @property
    def path(self) -> Path:
        """Where the bytes lie until they are kept or thrown away."""
        self._out.flush()
        return Path(self._out.name)

    def write(self, chunk: bytes) -> None:
        self._digest.update(chunk)
        self._out.write(chunk)
        self.size += len(chunk)

    def keep(self) -> str:
        """Under their SHA-256, which is returned."""
        digest = self._digest.hexdigest()
        target = _path(digest)
        if not _is_there(target):
            _publish(self._out, target)
        return digest

    def discard(self) -> None:
        self._discard()


def forget_abandoned(*, older_than_s: float = 24 * 3600) -> int:
    """Remove what killed processes left half written; returns how much that was."""
    folder = Path(settings.STORAGE_ROOT) / "incoming"
    count = 0
    for path in folder.glob("*") if folder.is_dir() else ():
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > older_than_s:
                path.unlink()
                count += 1
    return count


def local_path(sha256: str) -> Path:
    """Where the bytes lie on this machine. Raises NotFoundError if they are not there."""
    path = _path(sha256)
    if not path.is_file() and not _take_back(path):
        raise NotFoundError(f"No stored file has the digest {sha256}.", code="storage.missing")
    return path


def read_bytes(sha256: str) -> bytes:
    try:
        return local_path(sha256).read_bytes()
    except FileNotFoundError:
        # Set aside at this very moment, by somebody who is about to delete it.
        return local_path(sha256).read_bytes()


@contextmanager
def readable(sha256: str, *, what: str) -> Iterator[None]:
    """CO10: around whatever makes sense of stored bytes; ``what`` they are of, in the words of whoever asks."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError, zlib.error) as error:
        sentence = (
            f"What is stored of {what} cannot be read (file {sha256[:12]}). Whoever keeps this installation has to "
            "bring it back from a backup."
        )
        raise ConflictError(sentence, code="storage.unreadable") from error


def exists(sha256: str) -> bool:
    return _path(sha256).is_file()


class Discarded(Enum):
    """What became of bytes that were to go. NEEDED: a row names them. WAITING: somebody stored them a moment ago and
    may be about to write that row."""

    GONE = "gone"
    NEEDED = "needed"
    WAITING = "waiting"


def discard(
    digests: Iterable[str], *, needed: Callable[[set[str]], set[str]], settled_s: float
) -> dict[str, Discarded]:
    """Delete bytes for good, those apart that are `needed`; what became of each. CO9: bytes come before the row that
    names them, so those that were stored, or stored again, within the last `settled_s` seconds stay; whoever stores
    them at this very moment finds them or writes them anew, and whoever reads them brings them back. Safe to run
    twice and beside itself: one deletes at a time, since of two that look at the same file in turn each could take
    it for gone while the other moves it."""
    with _deleting():
        return _discard({digest: _path(digest) for digest in digests}, needed, settled_s)


@contextmanager
def _deleting() -> Iterator[None]:
    """Held by the one process or thread that deletes."""
    lock = Path(settings.STORAGE_ROOT) / "deleting.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _discard(
    paths: dict[str, Path], needed: Callable[[set[str]], set[str]], settled_s: float
) -> dict[str, Discarded]:
    found = dict.fromkeys(needed(set(paths)), Discarded.NEEDED)
    for digest in paths.keys() - found:
        aside = _aside(paths[digest])
        if _age_s(paths[digest]) >= settled_s:
            aside.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                os.replace(paths[digest], aside)
        if min(_age_s(aside), _age_s(paths[digest])) < settled_s:
            _take_back(paths[digest])
            found[digest] = Discarded.WAITING
    for digest in needed(paths.keys() - found):
        _take_back(paths[digest])
        found[digest] = Discarded.NEEDED
    for digest in paths.keys() - found:
        _aside(paths[digest]).unlink(missing_ok=True)
        found[digest] = Discarded.WAITING if paths[digest].is_file() else Discarded.GONE
    return found


def _age_s(path: Path) -> float:
    """How long ago bytes were stored; for ever if they are not there."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return math.inf


def size(sha256: str) -> int:
    return local_path(sha256).stat().st_size


def size_of(content: bytes | Path | IO[bytes]) -> int:
    """How many bytes there are to store; a file object is left at its start."""
    if isinstance(content, bytes):
        return len(content)
    if isinstance(content, Path):
        return content.stat().st_size
    content.seek(0, os.SEEK_END)
    size = content.tell()
    content.seek(0)
    return size


def _path(sha256: str) -> Path:
    if not _DIGEST.fullmatch(sha256):
        raise NotFoundError("That is not a SHA-256 digest.", code="storage.missing")
    return Path(settings.STORAGE_ROOT) / sha256[:2] / sha256[2:4] / sha256


def _is_there(target: Path) -> bool:
    """Whether bytes need not be written again. That they were wanted once more is noted by their time (CO9)."""
    try:
        os.utime(target)
    except FileNotFoundError:
        return False
    return True


def _aside(path: Path) -> Path:
    """Where bytes wait that are about to be deleted."""
    return Path(settings.STORAGE_ROOT) / "leaving" / path.name


def _take_back(path: Path) -> bool:
    """Bytes that were about to be deleted are wanted after all, which their time notes like that of others."""
    try:
        os.utime(_aside(path))
        os.replace(_aside(path), path)
    except FileNotFoundError:
        return path.is_file()
    return True


def _temporary() -> tempfile._TemporaryFileWrapper[bytes]:
    folder = Path(settings.STORAGE_ROOT) / "incoming"
    folder.mkdir(parents=True, exist_ok=True)
    return tempfile.NamedTemporaryFile(dir=folder, delete=False)


def _throw_away(out: tempfile._TemporaryFileWrapper[bytes]) -> None:
    """Close a temporary file and remove what has not become a stored one."""
    out.close()
    with suppress(FileNotFoundError):
        os.unlink(out.name)


def _publish(out: tempfile._TemporaryFileWrapper[bytes], target: Path) -> None:
    out.flush()
    os.fsync(out.fileno())
    os.fchmod(out.fileno(), 0o444)
    target.parent.mkdir(parents=True, exist_ok=True)
    os.replace(out.name, target)
