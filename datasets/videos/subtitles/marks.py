"""Time marks and markup that several formats share."""

from __future__ import annotations

import html
import re
from fractions import Fraction

# Runs of digits are bounded, so that no line is read in more than linear time.
_CLOCK = r"(?:(\d{1,6})\s{0,2}:\s{0,2})?(\d{1,6})\s{0,2}:\s{0,2}(\d{1,6})(?:\s{0,2}([.,:;])\s{0,2}(\d{1,18}))?"
CLOCK = re.compile(_CLOCK)
ARROW = re.compile(r"\s*-{1,3}\s?>\s*")
BLOCK_LINE = re.compile(r"\r\n|\n|\r")
_SRT_TAG = re.compile(r"</?(?:i|b|u|s|em|strong|font)(?:\s[^<>]{0,300})?\s{0,3}/?>|\{\\[^{}]{0,300}\}", re.IGNORECASE)
_VTT_TAG = re.compile(r"<[^<>]{0,1000}>")
_VTT_VOICE = re.compile(r"<v(?:\.[^\s<>]{1,100})?[ \t\n]([^<>]{1,300})>")


def split_lines(text: str) -> list[str]:
    """Lines as subtitle formats count them: U+2028, form feeds and the like end no line."""
    return BLOCK_LINE.split(text)


def clock_seconds(match: re.Match[str]) -> Fraction:
    """The mark before the fraction is a decimal mark: ",8" is eight tenths, never eight thousandths."""
    hours, minutes, seconds, _, digits = match.groups()
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    return Fraction(whole) if not digits else whole + Fraction(int(digits), 10 ** len(digits))


def clock_oddities(match: re.Match[str], *, mark: str, digits: int) -> list[tuple[str, str]]:
    """What is unusual about a time, as (code, words)."""
    _, minutes, seconds, used, fraction = match.groups()
    found: list[tuple[str, str]] = []
    if used is not None and used != mark:
        found.append(("odd_time_mark", f'"{used}" stands where "{mark}" belongs'))
    if fraction is None:
        found.append(("no_fraction", "no fraction of a second"))
    elif len(fraction) != digits:
        found.append(("odd_fraction", f"fraction not {_NUMBERS.get(digits, digits)} digits, read as decimals"))
    if len(seconds) != 2 or len(minutes) != 2:
        found.append(("short_number", "minutes or seconds not two digits"))
    if int(seconds) > 59 or int(minutes) > 59:
        found.append(("large_number", "minutes or seconds above 59, carried over"))
    return found


_NUMBERS = {2: "two", 3: "three"}


def without_srt_tags(text: str) -> str:
    return _SRT_TAG.sub("", text)


def without_vtt_tags(text: str) -> tuple[str, list[str]]:
    """The text as it is heard, and the names in its voice tags."""
    voices = list(dict.fromkeys(html.unescape(" ".join(name.split())) for name in _VTT_VOICE.findall(text)))
    return html.unescape(_VTT_TAG.sub("", text)), voices


def trimmed_block(lines: list[str]) -> str:
    """A cue's lines without the blank ones around them and without blanks at line ends."""
    kept = [line.rstrip() for line in lines]
    while kept and not kept[0]:
        kept.pop(0)
    while kept and not kept[-1]:
        kept.pop()
    return "\n".join(kept)


def quoted(text: str, limit: int = 80) -> str:
    one_line = " / ".join(part for part in text.split("\n") if part)
    printable = "".join(c if c.isprintable() else "\ufffd" for c in one_line[: limit + 1])
    return f'"{printable}"' if len(one_line) <= limit else f'"{printable[:limit]}…"'
