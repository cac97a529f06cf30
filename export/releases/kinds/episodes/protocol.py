"""How the labels came about and who was asked what: the part of the header that the protocol is written from."""

from __future__ import annotations

from typing import Any

from affectory.accounts.models import Project
from datasets.motion.models import Collection, LabelMapping
from export.releases.kinds.reviewing import review_of

KIND = "episode"


def protocol_of(project: Project) -> dict[str, Any]:
    """RL17: mappings in force, judgements with their reasons, and how many people judged; nobody's name."""
    found, _ = review_of(project, KIND)
    collections = Collection.objects.filter(project=project).order_by("name")
    return {"mappings": [_mapping(collection) for collection in collections], **found}


def _mapping(collection: Collection) -> dict[str, Any]:
    found: LabelMapping | None = collection.label_mappings.order_by("-version").first()
    return {
        "collection": collection.name,
        "version": None if found is None else found.version,
        "labels": {} if found is None else dict(sorted(found.labels.items())),
        "exclusions": {} if found is None else dict(sorted(found.exclusions.items())),
    }
