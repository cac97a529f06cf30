"""Roles, scopes and the form of a token. Pure."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from enum import StrEnum

UNWANTED = "unwanted_content"
MAX_UNWANTED = 50
MAX_UNWANTED_LENGTH = 100
TOKEN_PREFIX = "aff_"  # noqa: S105  a prefix, not a secret


class Role(StrEnum):
    """What somebody does in a project. One person may have several."""

    MAINTAINER = "maintainer"
    ANNOTATOR = "annotator"
    REVIEWER = "reviewer"
    RESEARCHER = "researcher"


class Scope(StrEnum):
    """What a token may be used for; never more than its owner may do."""

    READ = "read"
    WRITE = "write"
    RELEASE_READ = "release:read"


class ProjectKind(StrEnum):
    AFFECTSIM = "affectsim"
    LONGEMO = "longemo"


def new_secret() -> str:
    """A token of 256 random bits."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def token_digest(secret: str) -> str:
    """AC2: only this SHA-256 is stored. The secret is random, so a slow hash would add nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


class PreferenceError(ValueError):
    """A preference that cannot be kept as it is."""


def read_unwanted(raw: object) -> list[str]:
    """AC7: the content somebody does not want to see: words in one spelling, each once."""
    if not isinstance(raw, list) or not all(isinstance(word, str) for word in raw):
        raise PreferenceError("Content that you do not want to see is a list of words.")
    words = sorted({" ".join(word.split()).casefold() for word in raw} - {""})
    if len(words) > MAX_UNWANTED or any(len(word) > MAX_UNWANTED_LENGTH for word in words):
        raise PreferenceError(f"At most {MAX_UNWANTED} words of at most {MAX_UNWANTED_LENGTH} characters each.")
    return words


def unwanted_in(preferences: Mapping[str, object]) -> list[str]:
    """AC7: what a person's preferences say they do not want to see."""
    kept = preferences.get(UNWANTED, [])
    return [str(word) for word in kept] if isinstance(kept, list) else []
