"""Reading a zip that somebody sent, without trusting a word of it."""

from __future__ import annotations

import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from datasets.intake.text import TextError, check_text, shown

_CHUNK = 1 << 20
_NAME_IS_UTF8 = 0x800


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """What an archive may unpack to. The ratio is looked at from ``ratio_from_bytes`` on: text packs well."""

    entries: int = 50_000
    entry_bytes: int = 256 * 1024 * 1024
    total_bytes: int = 8 * 1024 * 1024 * 1024
    ratio: int = 200
    ratio_from_bytes: int = 4 * 1024 * 1024


class ArchiveError(ValueError):
    """An archive that is refused as a whole."""


class EntryError(ValueError):
    """One entry that is refused; the rest of the archive goes on."""


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """A plain file within the archive, or the reason why it is refused (then ``stream`` is None)."""

    path: str
    stream: EntryStream | None
    refusal: str = ""


class EntryStream:
    """The unpacked bytes, counted while they are read: what the archive says about its sizes is not believed."""

    def __init__(self, opened: IO[bytes], info: zipfile.ZipInfo, limits: ArchiveLimits, spent: _Spent) -> None:
        self._opened = opened
        self._info = info
        self._limits = limits
        self._spent = spent
        self._read = 0

    def read(self, size: int = -1) -> bytes:
        """Raises EntryError for this entry, ArchiveError once the whole is too large."""
        if size is None or size < 0:
            return b"".join(iter(lambda: self.read(_CHUNK), b""))
        try:
            chunk = self._opened.read(min(size, _CHUNK))
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError) as error:
            raise EntryError(f"cannot be unpacked ({error}); make the archive again") from error
        self._read += len(chunk)
        self._spent.total += len(chunk)
        if self._read > self._limits.entry_bytes:
            raise EntryError(f"unpacks to more than {self._limits.entry_bytes} bytes; split it")
        packed = max(1, self._info.compress_size)
        if self._read > self._limits.ratio_from_bytes and self._read > packed * self._limits.ratio:
            raise EntryError(f"unpacks to more than {self._limits.ratio} times its packed size, which no motion does")
        if self._spent.total > self._limits.total_bytes:
            raise ArchiveError(f"the archive unpacks to more than {self._limits.total_bytes} bytes; split it")
        return chunk


@dataclass(slots=True)
class _Spent:
    total: int = 0


def read_archive(opened: IO[bytes], *, limits: ArchiveLimits | None = None) -> Iterator[ArchiveEntry]:
    """MO28: files within the archive only; no way out of it, no links, no bombs, no archive in an archive.

    Nothing is written anywhere: an entry's path is a name to match against the manifest. Raises ArchiveError.
    """
    limits = limits or ArchiveLimits()
    try:
        archive = zipfile.ZipFile(opened)
        infos = archive.infolist()
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError, EOFError) as error:
        raise ArchiveError(
            f"not a zip archive that can be read ({error}); make it again with an ordinary tool"
        ) from error
    if len(infos) > limits.entries:
        raise ArchiveError(f"the archive has {len(infos)} entries; {limits.entries} are allowed. Split it")
    spent = _Spent()
    seen: set[str] = set()
    with archive:
        for info in infos:
            if info.is_dir():
                continue
            name = _name_of(info)
            refusal = _refusal(info, name, seen, limits)
            path = safe_shown(name) if refusal else clean_path(name)
            if refusal:
                yield ArchiveEntry(path, None, refusal)
                continue
            seen.add(path)
            try:
                entry = archive.open(info)
            except (
                zipfile.BadZipFile,
                NotImplementedError,
                RuntimeError,
                OSError,
                ValueError,
                zlib.error,
            ) as error:
                yield ArchiveEntry(path, None, f"cannot be unpacked ({error}); make the archive again")
                continue
            with entry:
                yield ArchiveEntry(path, EntryStream(entry, info, limits, spent))


_MISLEADING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Line breaks, other control characters, and marks that turn the direction of what follows."""


def clean_path(path: str) -> str:
    """A relative path with single slashes and without "./"; raises EntryError for one that leads elsewhere."""
    try:
        check_text(path, max_length=500)
    except TextError as error:
        raise EntryError(f"its name {error}") from error
    if misleading := _MISLEADING.search(path):
        raise EntryError(f"its name holds U+{ord(misleading[0]):04X}, which reports cannot show; rename the file")
    parts = path.replace("\\", "/").split("/")
    if parts[0] == "" or (len(parts[0]) == 2 and parts[0][1] == ":") or (parts[0][1:2] == ":" and len(parts[0]) > 1):
        raise EntryError("its name is an absolute path; pack the files with paths relative to their folder")
    kept = [part for part in parts if part not in ("", ".")]
    if ".." in kept:
        raise EntryError('its name leads out of the archive (".."); pack the files with plain paths')
    if not kept:
        raise EntryError("it has no name")
    return "/".join(kept)


def safe_shown(path: str) -> str:
    """A refused name as it may stand in a report."""
    return shown(path, 200)[1:-1]


def _name_of(info: zipfile.ZipInfo) -> str:
    """Some systems write names in UTF-8 and do not say so; the standard then has them read as code page 437."""
    if info.flag_bits & _NAME_IS_UTF8:
        return info.filename
    try:
        return info.filename.encode("cp437").decode()
    except UnicodeError:
        return info.filename


def _refusal(info: zipfile.ZipInfo, name: str, seen: set[str], limits: ArchiveLimits) -> str:
    try:
        path = clean_path(name)
    except EntryError as error:
        return str(error)
    mode = info.external_attr >> 16
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return "is a link or a special file; pack the file itself"
    if info.flag_bits & 0x1:
        return "is encrypted; pack it without a password"
    if path.casefold().endswith((".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2")):
        return "is an archive within the archive; unpack it first"
    if path in seen:
        return "has the same name as an earlier entry; keep one"
    if info.file_size > limits.entry_bytes:
        return f"says that it unpacks to {info.file_size} bytes; {limits.entry_bytes} are allowed"
    if info.file_size > limits.ratio_from_bytes and info.file_size > max(1, info.compress_size) * limits.ratio:
        return f"unpacks to more than {limits.ratio} times its packed size, which no motion does"
    return ""
