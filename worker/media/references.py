"""Whether a QuickTime or MP4 file keeps its pictures in other files. VI20: such references are never followed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO

_INSIDE = {b"moov", b"trak", b"mdia", b"minf", b"dinf"}
_SELF_CONTAINED = 1
_MAX_BOXES = 20_000


def points_elsewhere(path: Path) -> bool:
    """Whether a data reference is not marked as lying in the file itself, or the file only lists other movies."""
    with path.open("rb") as file:
        end = file.seek(0, 2)
        return any(_is_foreign(file, kind, body, size) for kind, body, size in _boxes(file, 0, end, [_MAX_BOXES]))


def _boxes(file: IO[bytes], begin: int, end: int, left: list[int]) -> Iterator[tuple[bytes, int, int]]:
    """Kind, place of the body and its size, of every box in the ones that are looked into."""
    while begin + 8 <= end and left[0] > 0:
        left[0] -= 1
        file.seek(begin)
        head = file.read(16)
        size, kind, body = int.from_bytes(head[:4], "big"), head[4:8], begin + 8
        if size == 1:
            size, body = int.from_bytes(head[8:16], "big"), begin + 16
        elif size == 0:
            size = end - begin
        if size < body - begin or begin + size > end:
            return
        yield kind, body, begin + size - body
        if kind in _INSIDE:
            yield from _boxes(file, body, begin + size, left)
        begin += size


def _is_foreign(file: IO[bytes], kind: bytes, body: int, size: int) -> bool:
    if kind == b"rmra":
        return True
    if kind != b"dref" or size < 8:
        return False
    file.seek(body + 4)
    count, place = int.from_bytes(file.read(4), "big"), body + 8
    for _ in range(min(count, 1000)):
        file.seek(place)
        entry = file.read(12)
        length = int.from_bytes(entry[:4], "big")
        if len(entry) < 12 or length < 12:
            return False
        if not entry[11] & _SELF_CONTAINED:
            return True
        place += length
    return False
