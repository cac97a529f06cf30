"""From bytes to text. A mark decides, valid UTF-8 is UTF-8, and everything after that is a guess that is shown."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from charset_normalizer import from_bytes

from .model import Note, NoteKind, SubtitleError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CANDIDATES = ["cp1252", "cp1251", "cp1250", "gb18030", "big5", "shift_jis", "euc_kr", "cp1253", "cp1254", "cp1255",
               "cp1256"]  # fmt: skip
_LATIN = {"cp1250", "cp1252", "cp1254"}
# Letters of Czech, Slovak, Slovene, Croatian and Polish whose bytes are rare or no letters at all in cp1252.
_CENTRAL_EUROPEAN = re.compile(rb"[\x8a\x8e\x9a\x9e\x8d\x8f\x9d]|[A-Za-z\x80-\xff][\xb3\xb9\xbf\x9c\xa3\xa5]")
_WESTERN_ONLY = re.compile(rb"[\xe3\xf5][oe]|[\xe5\xe6\xf8]|\x9cu|[cC]\x9cu")
_MULTIBYTE_RUN = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_GUESS_FROM_BYTES = 200_000
_WINDOW = 1 << 16


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    encoding: str
    guessed: bool
    notes: tuple[Note, ...]


def decode(data: bytes, *, encoding: str = "") -> Decoded:
    """VI4: the text of a file. ``encoding`` is what a person chose; a byte-order mark is stronger still."""
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], marked, guessed=False, offset=len(mark))
    if encoding:
        try:
            codec = codecs.lookup(encoding)
            data.decode(encoding, "replace")
        except LookupError as error:
            raise SubtitleError(f'"{encoding[:40]}" is no text encoding; write utf-8 or cp1252') from error
        return _decoded(data, codec.name, guessed=False)
    wide = _utf16_without_mark(data)
    if wide:
        return _decoded(data, wide, guessed=True)
    try:
        return _clean(data.decode("utf-8"), "utf-8", guessed=False, notes=[])
    except UnicodeDecodeError:
        pass
    if _is_damaged_utf8(data):
        return _decoded(data, "utf-8", guessed=True)
    return _decoded(data, _code_page(data), guessed=True)


def _utf16_without_mark(data: bytes) -> str:
    """Western digits and line ends have a zero byte each in UTF-16, on one side only."""
    head = data[:20_000]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if even + odd < len(head) // 10:
        return ""
    if odd > 8 * even:
        return "utf-16-le"
    return "utf-16-be" if even > 8 * odd else ""


def _is_damaged_utf8(data: bytes) -> bool:
    """More whole sequences than stray bytes: somebody cut or mixed a UTF-8 file."""
    whole, rest = 0, 0
    for run in re.findall(rb"[\x80-\xff]+", data):
        sound = sum(len(match) for match in _MULTIBYTE_RUN.findall(run))
        whole += sound
        rest += len(run) - sound
    return whole > rest


def _code_page(data: bytes) -> str:
    """VI5: a guess among the code pages that subtitles are made in.

    charset-normalizer tells scripts apart well and Western from Central European badly (it takes French and German
    for cp1250), so between those two the bytes themselves decide.
    """
    best = from_bytes(data[:_GUESS_FROM_BYTES], cp_isolation=_CANDIDATES).best()
    found = best.encoding if best is not None else "cp1252"
    if found in _LATIN:
        central = len(_CENTRAL_EUROPEAN.findall(data))
        return "cp1250" if central > len(_WESTERN_ONLY.findall(data)) else "cp1252"
    return found


def _decoded(data: bytes, encoding: str, *, guessed: bool, offset: int = 0) -> Decoded:
    pieces: list[str] = []
    notes: list[Note] = []
    line, position = 1, 0
    while position < len(data):
        window = data[position : position + _WINDOW]
        try:
            sound = window.decode(encoding)
            pieces.append(sound)
            line += _line_ends(sound)
            position += len(window)
        except UnicodeDecodeError as error:
            sound = window[: error.start].decode(encoding)
            pieces.append(sound)
            line += _line_ends(sound)
            if error.start and error.end == len(window) and position + len(window) < len(data):
                # Perhaps a whole sequence, cut by the window: look again from where it begins.
                position += error.start
                continue
            pieces.append("\ufffd")
            bad = data[position + error.start : position + error.end]
            notes.append(
                Note(
                    line,
                    NoteKind.REPAIRED,
                    "bad_bytes",
                    f"byte {offset + position + error.start} ({bad.hex(' ')}) is not {encoding}; U+FFFD stands there",
                )
            )
            position += error.end
            if len(notes) >= 1000:
                raise SubtitleError(f"more than 1000 places are not {encoding}; choose the right encoding") from error
    return _clean("".join(pieces), encoding, guessed=guessed, notes=notes)


def _clean(text: str, encoding: str, *, guessed: bool, notes: list[Note]) -> Decoded:
    if guessed:
        notes.insert(0, Note(0, NoteKind.DOUBTFUL, "encoding_guessed", f"the encoding is a guess: {encoding}"))
    if "\x00" in text:
        first = _line_ends(text[: text.index("\x00")]) + 1
        notes.append(
            Note(first, NoteKind.REPAIRED, "nul", f"U+0000 stands {text.count(chr(0))} times; U+FFFD stands for it")
        )
        text = text.replace("\x00", "\ufffd")
    return Decoded(text.removeprefix("\ufeff"), encoding, guessed, tuple(notes))


def _line_ends(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")
