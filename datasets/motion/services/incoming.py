"""Bytes that come from somebody, on their way into storage."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from django.conf import settings

from affectory.core import storage
from datasets.intake.archive import EntryError, clean_path, safe_shown


@dataclass(frozen=True, slots=True)
class IncomingFile:
    """Something to bring in: its path as the sender calls it, and its bytes, a file on this machine or a stream."""

    path: str
    content: bytes | Path | IO[bytes]


def files_in_folder(folder: Path, *, manifest: Path | None) -> list[IncomingFile]:
    """Every file below a folder of this machine by its path in there, but for a manifest that lies among them."""
    left_out = manifest.resolve() if manifest is not None else None
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.resolve() != left_out)
    return [IncomingFile(str(path.relative_to(folder)), path) for path in found]


def store(file: IncomingFile) -> dict[str, Any]:
    """Into storage, or the reason why not: {"path", "sha256", "size", "refusal"}."""
    limit = settings.MOTION_IMPORT_MAX_FILE_BYTES
    try:
        path = clean_path(file.path)
    except EntryError as error:
        return {"path": safe_shown(file.path), "sha256": "", "size": 0, "refusal": str(error)}
    size = storage.size_of(file.content)
    if size > limit and not is_archive(file.path):
        return {"path": path, "sha256": "", "size": size, "refusal": _too_large(size, limit)}
    content = file.content
    sha256 = storage.put_bytes(content) if isinstance(content, bytes) else storage.put_file(content)
    return {"path": path, "sha256": sha256, "size": size, "refusal": ""}


def is_archive(path: str) -> bool:
    return path.casefold().endswith(".zip")


def _too_large(size: int, limit: int) -> str:
    return f"has {size:,} bytes; {limit:,} are allowed. Export a shorter piece of it"
