"""Which files are copied to an object store, under which key, and how they are named when they leave it. Pure."""

from __future__ import annotations

from urllib.parse import quote

LEAST_SIZE = 1024 * 1024
_MEDIA = ("media/", "motions/")
_DATA = ".parquet"


def is_mirrored(path: str, size: int) -> bool:
    """RL50: media, Parquet, and whatever else is large. Small texts are asked for often and cost us nothing."""
    return path.startswith(_MEDIA) or path.endswith(_DATA) or size > LEAST_SIZE


def object_key(sha256: str) -> str:
    return f"files/{sha256[:2]}/{sha256[2:4]}/{sha256}"


def answer_headers(filename: str, media_type: str) -> dict[str, str]:
    """What the object store is told to answer with; it knows objects by digest alone."""
    return {
        "ResponseContentDisposition": f"attachment; filename*=UTF-8''{quote(filename)}",
        "ResponseContentType": media_type,
    }
