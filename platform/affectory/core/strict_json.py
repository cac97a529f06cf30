"""Reading JSON that people send: what has no right reading is refused with a place, not guessed."""

from __future__ import annotations

import json
import re
from math import isinf
from typing import Any

from .errors import InvalidError

_SURROGATE = re.compile("[\ud800-\udfff]")
DEEPEST = 100
"""Lists and objects within one another; what goes through the value later may be recursive."""


def read_json(data: bytes | str) -> Any:
    """Parse JSON; a byte-order mark is accepted. Raises InvalidError for wrong encoding or syntax, for a key that
    stands twice in one object, for NaN and infinities, for U+0000 and for half a surrogate pair."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise InvalidError(f"Byte {error.start} is not UTF-8.", code="json.encoding") from error
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_float)
    except json.JSONDecodeError as error:
        raise InvalidError(f"Line {error.lineno}, column {error.colno}: {error.msg}.", code="json.syntax") from error
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError as error:
        raise InvalidError("A number has too many digits.", code="json.number") from error
    check_text(value)
    return value


def check_text(value: Any, path: str = "") -> None:
    """CO2: text that PostgreSQL or UTF-8 cannot hold is refused on entry, with the name of its field."""
    if not _is_clean(value):
        _find_fault(value, path, 0)


def _is_clean(value: Any) -> bool:
    """The whole of it at once and level by level, which is many times faster than knowing each field's name."""
    texts: list[str] = []
    level = [value]
    for _ in range(DEEPEST + 1):
        below: list[Any] = []
        for entry in level:
            if isinstance(entry, str):
                texts.append(entry)
            elif isinstance(entry, dict):
                texts.extend(entry)
                below.extend(entry.values())
            elif isinstance(entry, list):
                below.extend(entry)
        if not below:
            text = "".join(texts)
            return "\x00" not in text and (text.isascii() or _SURROGATE.search(text) is None)
        level = below
    return False


def _find_fault(value: Any, path: str, depth: int) -> None:
    if isinstance(value, str):
        if "\x00" in value:
            raise InvalidError(
                f"{path or 'The text'} holds the character U+0000.",
                code="text.nul",
                fields={path: ["holds U+0000"]},
            )
        if _SURROGATE.search(value):
            raise InvalidError(
                f"{path or 'The text'} holds half of a surrogate pair.",
                code="text.lone_surrogate",
                fields={path: ["holds half of a surrogate pair"]},
            )
    elif isinstance(value, dict | list) and depth >= DEEPEST:
        raise _too_deep()
    elif isinstance(value, dict):
        for key, item in value.items():
            _find_fault(key, f"{path}.{key!a}" if path else repr(key), depth)
            _find_fault(item, f"{path}.{key}" if path else str(key), depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _find_fault(item, f"{path}[{index}]", depth + 1)


def _too_deep() -> InvalidError:
    return InvalidError(
        f"The JSON is nested too deeply; {DEEPEST} lists and objects within one another are read.", code="json.depth"
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise InvalidError(
                f"The key {key!r} stands twice in one object; keep one of them.",
                code="json.duplicate_key",
                fields={key: ["stands twice"]},
            )
        result[key] = value
    return result


def _float(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise InvalidError(f"{text[:40]} is larger than any number can be.", code="json.not_finite")
    return value


def _refuse_constant(name: str) -> Any:
    raise InvalidError(f"{name} is not JSON; write a number or null.", code="json.not_finite")
