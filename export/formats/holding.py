"""Which files of a release hold what of a row, told by their paths and by the row. Pure."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Collection, Iterator
from typing import Any

_ROWS_OF = re.compile(r"data/([^/]+)\.[a-z]+")
_LEAST_LETTERS = 3
DOCUMENT_TYPES = ("text/", "application/json", "application/ld+json")


def splits_held(path: str, splits: Collection[str], whole: str) -> frozenset[str]:
    """The splits whose rows stand in a file; none for media and for what only counts or lists ids. ``whole`` is the
    path of the one that holds all rows."""
    if path == whole:
        return frozenset(splits)
    match = _ROWS_OF.fullmatch(path)
    return frozenset({match[1]} & set(splits)) if match else frozenset()


def paths_named(row: dict[str, Any]) -> Iterator[str]:
    """Every file that a parsed row names, at any depth: the media of the row."""
    for key, value in row.items():
        if isinstance(value, str) and key.endswith("path"):
            yield value
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict):
                yield from paths_named(inner)


def may_tell(path: str, media_type: str) -> bool:
    """Whether a file is a document in which a name can stand: neither rows nor media."""
    return media_type.startswith(DOCUMENT_TYPES) and not path.startswith(("data/", "media/"))


class Names:
    """Names to look for in texts, as they are written in plain text, HTML and JSON, and only as whole words."""

    def __init__(self, names: Collection[str]) -> None:
        kept = {name for name in names if sum(map(str.isalpha, name)) >= _LEAST_LETTERS}
        written = {form for name in kept for form in (name, html.escape(name), *_as_json(name))}
        longest_first = sorted(written, key=lambda form: (-len(form), form))
        alternatives = "|".join(re.escape(form) for form in longest_first)
        self._pattern = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)") if kept else None

    def stand_in(self, text: str) -> bool:
        return self._pattern is not None and self._pattern.search(text) is not None

    def taken_out(self, value: Any, instead: str) -> Any:
        """A JSON value with another word wherever one of the names stands."""
        if self._pattern is None:
            return value
        if isinstance(value, str):
            return self._pattern.sub(instead, value)
        if isinstance(value, list):
            return [self.taken_out(one, instead) for one in value]
        if isinstance(value, dict):
            return {self.taken_out(key, instead): self.taken_out(one, instead) for key, one in value.items()}
        return value


def _as_json(name: str) -> tuple[str, str]:
    return json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]
