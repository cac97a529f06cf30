"""The files that were sent, and which of them a manifest means."""

from __future__ import annotations

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
    """Finds the file that a manifest means by its whole path, by its name alone, or but for upper case."""

    def __init__(self, files: Sequence[SourceFile]) -> None:
        self._by_path = {source.path: source for source in files}
        self._by_folded: dict[str, list[SourceFile]] = {}
        self._by_name: dict[str, list[SourceFile]] = {}
        for source in files:
            self._by_folded.setdefault(source.path.casefold(), []).append(source)
            self._by_name.setdefault(source.path.rsplit("/", 1)[-1], []).append(source)

    def find(self, named: str) -> tuple[SourceFile | None, str]:
        """The file and a remark; without a file the remark says what is wrong."""
        path = "/".join(part for part in named.replace("\\", "/").split("/") if part not in ("", "."))
        if path in self._by_path:
            return self._by_path[path], ""
        name = path.rsplit("/", 1)[-1]
        same_name = self._by_name.get(name, [])
        if len(same_name) > 1:
            return None, (
                f"{shown(named)} could be any of {len(same_name)} files, first {shown(same_name[0].path)}; write its "
                "whole path"
            )
        if same_name:
            return same_name[0], ""
        folded = self._by_folded.get(path.casefold(), [])
        if len(folded) == 1:
            return folded[0], (
                f"the manifest writes {shown(named)}, the file is called {shown(folded[0].path)}; write it so"
            )
        return None, f"there is no file {shown(named)} among those sent; add it or remove the line"
