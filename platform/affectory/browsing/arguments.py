"""Reading the arguments of bulk actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affectory.core.errors import InvalidError
from affectory.core.strict_json import check_text

LONGEST_ENTRY = 60


def read_text(given: Mapping[str, Any], name: str, *, longest: int, may_be_empty: bool = False) -> str:
    """A text without blanks around it. Raises InvalidError with the field's name."""
    text = given.get(name)
    if not isinstance(text, str):
        raise _wrong(name, f"{name} is a text of at most {longest:,} characters.")
    check_text({name: text})
    text = text.strip()
    if len(text) > longest:
        raise _wrong(name, f"{name} has at most {longest:,} characters; this one has {len(text):,}.")
    if not text and not may_be_empty:
        raise _wrong(name, f"{name} is empty; say it in a few words.")
    return text


def read_list(given: Mapping[str, Any], name: str, *, most: int) -> list[str]:
    """Short texts, each once. Raises InvalidError with the field's name."""
    texts = given.get(name)
    if not isinstance(texts, list) or len(texts) > most or not all(isinstance(text, str) for text in texts):
        raise _wrong(name, f"{name} is a list of at most {most} texts.")
    check_text({name: texts})
    found = list(dict.fromkeys(text.strip() for text in texts if text.strip()))
    if any(len(text) > LONGEST_ENTRY for text in found):
        raise _wrong(name, f"Each of {name} has at most {LONGEST_ENTRY} characters.")
    return found


def _wrong(name: str, sentence: str) -> InvalidError:
    return InvalidError(sentence, code="bulk.arguments", fields={name: [sentence]})
