"""WD5: what was withdrawn does not come back under its name or with its bytes, and no name is kept for that."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from uuid import UUID

from django.utils.crypto import salted_hmac

from .models import WithdrawnMark


class What(StrEnum):
    """What a mark is about, and what names it. Bytes are known by their SHA-256."""

    BYTES = "bytes"
    COLLECTION = "collection"
    PERFORMER = "performer"
    MOTION = "motion"
    VIDEO = "video"
    ITEM = "item"


type Name = tuple[What, *tuple[str, ...]]


class Marks:
    """The marks of a project, read once: most projects have none, and then nothing is computed."""

    def __init__(self, project_id: UUID) -> None:
        self._project_id = project_id
        rows = WithdrawnMark.objects.filter(project_id=project_id).values_list("what", "digest", "sentence")
        self._sentences = {(what, digest): sentence for what, digest, sentence in rows}

    def sentence(self, *names: Name) -> str:
        """Why a thing of these names cannot come in; empty if nothing of it was withdrawn."""
        if not self._sentences:
            return ""
        for what, *parts in names:
            found = self._sentences.get((what.value, digest_of(self._project_id, what, parts)))
            if found is not None:
                return f"this was withdrawn and does not come in again: {found}"
        return ""


def mark_withdrawn(project_id: UUID, names: Iterable[Name], sentence: str) -> None:
    """Needs the caller's transaction. What is marked already keeps its sentence."""
    rows = [
        WithdrawnMark(project_id=project_id, what=what, digest=digest_of(project_id, what, parts), sentence=sentence)
        for what, *parts in names
    ]
    WithdrawnMark.objects.bulk_create(rows, ignore_conflicts=True, batch_size=1000)


def digest_of(project_id: UUID, what: What, parts: Iterable[str]) -> str:
    """Keyed with the installation's secret: names are short, and a bare digest of one could be guessed."""
    text = "\x1f".join((str(project_id), what.value, *parts))
    return salted_hmac("core.withdrawn", text, algorithm="sha256").hexdigest()
