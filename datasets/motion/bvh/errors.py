"""What is wrong with a BVH file, where, and what its owner can do about it."""

from __future__ import annotations


class BvhError(ValueError):
    """A BVH file that cannot be used. The text is meant for the person who brought the file."""

    def __init__(self, message: str, *, name: str = "file", line: int | None = None, row: int | None = None) -> None:
        place = name if line is None else f"{name}, line {line}"
        super().__init__(f"{place}: {message}")
        self.message = message
        self.name = name
        self.line = line
        self.row = row


def shown(text: str) -> str:
    """A piece of the file as it may be shown in a message: short and printable."""
    short = text if len(text) <= 40 else text[:37] + "…"
    return "“" + "".join(c if c.isprintable() else "?" for c in short) + "”"
