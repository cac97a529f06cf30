"""What a file's name says, by patterns such as ``{scenario}_{source_label}_{part}.bvh``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from datasets.intake.mapping import MappingError, known_field
from datasets.intake.text import shown
from datasets.motion.domain.fields import Field

PASSED_OVER: Final = "*"
_KINDS: Final = {"letters": "[A-Za-z]+", "digits": "[0-9]+"}
_WORD: Final = re.compile(r"[A-Za-z0-9-]{1,40}")
_LONGEST_WIDTH: Final = 200


@dataclass(frozen=True, slots=True)
class FilePattern:
    """MO39: a name that fits says what stands in its places; one that does not fit says nothing and is refused.

    ``{field}`` runs up to the first occurrence of what follows it. ``{field:3}`` is three characters,
    ``{field:letters}`` and ``{field:digits}`` as many as there are, ``{field:A|B}`` one of these words, and ``*`` in
    place of the field is passed over. A pattern with folders is held against as many of the path's last parts.
    Upper and lower case count the same.
    """

    text: str
    regex: re.Pattern[str]
    fields: tuple[str, ...]

    def read(self, path: str) -> dict[str, str] | None:
        """Field → what the name says; None where the name does not fit."""
        parts = self.text.count("/") + 1
        match = self.regex.fullmatch("/".join(path.split("/")[-parts:]))
        return None if match is None else match.groupdict()


@lru_cache(maxsize=64)
def file_pattern(text: str) -> FilePattern:
    """The pattern, or MappingError. Every place ends in a definite spot, so that a name is matched in linear time."""
    pieces = re.split(r"\{([^{}]*)\}", text)
    parts: list[str] = []
    names: list[str] = []
    before = ""
    for index, piece in enumerate(pieces):
        if index % 2 == 0:
            if "{" in piece or "}" in piece:
                raise MappingError(f"a brace in the pattern is not closed, near {shown(piece)}", field="file_pattern")
            parts.append(re.escape(piece))
            before = before if not piece and index else ""
            continue
        name, _, kind = piece.partition(":")
        if name != PASSED_OVER:
            known_field(name, "file_pattern", Field)
            if name in names:
                raise MappingError(f"the pattern names {name} twice", field="file_pattern")
            names.append(name)
        if before and not _ends_before(before, kind):
            raise MappingError(
                f"put a separator before {{{piece}}} in the pattern, or say how long the place before it is, "
                f"such as {{{names[0] if names else name}:3}}",
                field="file_pattern",
            )
        inner = _inner(kind, piece, pieces[index + 1])
        parts.append(f"(?:{inner})" if name == PASSED_OVER else f"(?P<{name}>{inner})")
        before = kind or "any"
    return FilePattern(text, re.compile("".join(parts), re.IGNORECASE), tuple(names))


def _ends_before(kind: str, following: str) -> bool:
    """Whether a place of this kind ends in a definite spot though another follows at once."""
    if {kind, following} == {"letters", "digits"}:
        return True
    return kind not in ("any", *_KINDS)


def _inner(kind: str, piece: str, following: str) -> str:
    if not kind:
        # Possessive: where the name does not go on as it should, no other reading is tried.
        return f"(?:(?!{re.escape(following)})[^/])++" if following else "[^/]++"
    if kind in _KINDS:
        return _KINDS[kind]
    if kind.isascii() and kind.isdecimal() and 0 < int(kind[:4]) <= _LONGEST_WIDTH:
        return f"[^/]{{{int(kind)}}}"
    words = kind.split("|")
    if len(words) > 1 and all(_WORD.fullmatch(word) for word in words):
        # The longest first: SA is not S with an A behind it.
        return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    raise MappingError(
        f"{shown('{' + piece + '}')} in the pattern is not understood; behind the colon stands a number of "
        "characters, letters, digits or words such as A|B",
        field="file_pattern",
    )
