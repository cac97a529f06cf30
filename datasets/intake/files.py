"""The files that were sent, and which of them a manifest means."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
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
        self._by_name: dict[str, list[SourceFile]] = {}
        for source in files:
            self._by_folded.setdefault(_folded(source.path), []).append(source)
            self._by_name.setdefault(source.path.rsplit("/", 1)[-1], []).append(source)

    def find(self, named: str) -> tuple[SourceFile | None, str]:
        """The file and a remark; without a file the remark says what is wrong."""
        path = "/".join(part for part in named.replace("\\", "/").split("/") if part not in ("", "."))
        if path in self._by_path:
            return self._by_path[path], ""
        name = path.rsplit("/", 1)[-1]
        same_name = self._by_name.get(name, [])
        fitting = [source for source in same_name if _ends_alike(path, source.path)]
        if len(fitting) > 1:
            return None, (
                f"{shown(named)} could be any of {len(fitting)} files, first {shown(fitting[0].path)}; write its "
                "whole path"
            )
        if fitting:
            return fitting[0], ""
        folded = self._by_folded.get(_folded(path), [])
        if len(folded) == 1:
            return folded[0], (
                f"the manifest writes {shown(named)}, the file is called {shown(folded[0].path)}; write it so"
            )
        if same_name:
            return None, (
                f"there is no file {shown(named)} among those sent, but {shown(same_name[0].path)} in another "
                "folder; write the path as it was sent, or send the file that is meant"
            )
        return None, f"there is no file {shown(named)} among those sent; add it or remove the line"


def _ends_alike(path: str, other: str) -> bool:
    """Whether one is the end of the other, folder by folder."""
    return f"/{path}".endswith(f"/{other}") or f"/{other}".endswith(f"/{path}")


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()
