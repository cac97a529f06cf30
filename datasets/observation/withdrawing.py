"""WD3: clips of withdrawn episodes go with their rows; a worker that renders one finds its lease gone (OB10)."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from datasets.observation.models import Render

BLOBS = ("spec_sha256", "video_sha256", "poster_sha256", "frames_sha256")


def withdraw_renders(episode_ids: Collection[UUID]) -> set[str]:
    """Needs the caller's transaction, before the episodes are locked (a clip that is done locks in this order).
    Returns the digests of the clips' bytes."""
    renders = Render.objects.filter(episode__in=episode_ids).order_by("pk").select_for_update(of=("self",))
    rows = list(renders.values_list("pk", *BLOBS))
    Render.objects.filter(pk__in=[pk for pk, *_ in rows])._raw_delete("default")
    return {digest for _, *digests in rows for digest in digests} - {""}
