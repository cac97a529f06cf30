"""Which text may enter: what UTF-8 and PostgreSQL can hold, and no more than a field takes."""

from __future__ import annotations


class TextError(ValueError):
    """Text that cannot be kept; the message is a predicate ("holds …") to stand after the field's name."""


def check_text(value: str, *, max_length: int | None = None) -> str:
    """MO22: a lone surrogate half or U+0000 is refused where it comes in; nothing is normalised or replaced."""
    if value.isascii() and "\0" not in value and (max_length is None or len(value) <= max_length):
        return value  # all that most texts need; imports ask this a million times
    for position, character in enumerate(value, start=1):
        code = ord(character)
        if code == 0:
            raise TextError(f"holds the character U+0000 at position {position}, which text cannot keep; remove it")
        if 0xD800 <= code <= 0xDFFF:
            raise TextError(
                f"holds half of a surrogate pair (U+{code:04X}) at position {position}; write the whole character"
            )
    if max_length is not None and len(value) > max_length:
        raise TextError(f"is {len(value)} characters long; {max_length} are allowed")
    return value


def shown(value: str, limit: int = 60) -> str:
    """A piece of foreign text for a message: quoted, one line, safe to print and to store."""
    printable = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in value[: limit + 1])
    return f'"{printable}"' if len(value) <= limit else f'"{printable[:limit]}…"'
