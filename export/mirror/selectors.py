from __future__ import annotations

from export.mirror import store
from export.mirror.domain import answer_headers, is_mirrored
from export.mirror.models import MirroredFile


def signed_address(*, sha256: str, path: str, size: int, media_type: str) -> str | None:
    """RL51: where to fetch the file instead of here; None if it has no copy, and then it is sent from here. The
    caller has decided that it may be read."""
    if not store.is_configured() or not is_mirrored(path, size):
        return None
    if not MirroredFile.objects.filter(sha256=sha256).exists():
        return None
    return store.signed_address(sha256, answer_headers(path.rpartition("/")[2], media_type))
