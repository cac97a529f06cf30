"""The files that were sent, and which of them a manifest means."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from datasets.intake.text import shown


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was sent; ``refusal`` says why its bytes could not even be taken."""

    path: str
    sha256: str = ""
    size: int = 0
    refusal: str = ""


class FileIndex:
    """MO72: finds the file that a manifest means by its whole path, by as much of the path as both know (the name
    alone will do, another folder is another file), or but for upper case and the way in which accents are written."""

    def __init__(self, files: Sequence[SourceFile]) -> None:
        self._by_path = {source.path: source for source in files}
        self._by_folded: dict[str, list[SourceFile]] = {}
        for source in files:
            self._by_folded.setdefault(_folded(source.path), []).append(source)
        # Files that end alike are neighbours, however many have one name ("take 1/motion.bvh").
        self._from_the_end = sorted((_from_the_end(source.path), source.path) for source in files)

    def find(self, named: str) -> tuple[SourceFile | None, str]:
        """The file and a remark; without a file the remark says what is wrong."""
        path = "/".join(part for part in named.replace("\\", "/").split("/") if part not in ("", "."))
        if path in self._by_path:
            return self._by_path[path], ""
        longer, first = self._ending(path)
        shorter = [end for end in _shorter(path) if end in self._by_path]
        first = first or next(iter(shorter), "")
        if longer + len(shorter) > 1:
            return None, (
                f"{shown(named)} could be any of {longer + len(shorter)} files, first {shown(first)}; write its "
                "whole path"
            )
        if first:
            return self._by_path[first], ""
        folded = self._by_folded.get(_folded(path), [])
        if len(folded) == 1:
            return folded[0], (
                f"the manifest writes {shown(named)}, the file is called {shown(folded[0].path)}; write it so"
            )
        if same_name := self._ending(path.rsplit("/", 1)[-1])[1]:
            return None, (
                f"there is no file {shown(named)} among those sent, but {shown(same_name)} in another "
                "folder; write the path as it was sent, or send the file that is meant"
            )
        return None, f"there is no file {shown(named)} among those sent; add it or remove the line"

    def _ending(self, path: str) -> tuple[int, str]:
        """How many files have a path that ends with this one, folder by folder, and the first of them or ""."""
        least = _from_the_end(path)
        above = least[:-1] + chr(ord("/") + 1)
        first, after = (bisect_left(self._from_the_end, (key, "")) for key in (least, above))
        return after - first, self._from_the_end[first][1] if first < after else ""


def _from_the_end(path: str) -> str:
    """The name first and then its folders, each with a slash."""
    return "".join(f"{part}/" for part in reversed(path.split("/")))


def _shorter(path: str) -> Iterator[str]:
    """A path without its first folder, without its first two, and so on to the name alone."""
    while "/" in path:
        path = path.partition("/")[2]
        yield path


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()
