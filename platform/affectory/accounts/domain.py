"""Roles, scopes and the form of a token. Pure."""

from __future__ import annotations

import hashlib
import secrets
from enum import StrEnum

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
