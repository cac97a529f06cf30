"""The conditions a motion can be in, the moves between them, and what becomes of a row of an import."""

from __future__ import annotations

from enum import StrEnum


class AssetState(StrEnum):
    """MO20: a motion is usable only after an inspection of exactly the bytes it holds.

    NEEDS_MAPPING: inspected, but a person has to say which joint is which (MO50)."""

    UPLOADED = "uploaded"
    READY = "ready"
    REJECTED = "rejected"
    NEEDS_MAPPING = "needs_mapping"
    WITHDRAWN = "withdrawn"


ASSET_TRANSITIONS: dict[str, frozenset[str]] = {
    AssetState.UPLOADED: frozenset(
        {AssetState.READY, AssetState.REJECTED, AssetState.NEEDS_MAPPING, AssetState.WITHDRAWN}
    ),
    # New bytes under the same name, another mapping of joints or other options are inspected again.
    AssetState.READY: frozenset({AssetState.UPLOADED, AssetState.WITHDRAWN}),
    AssetState.REJECTED: frozenset({AssetState.UPLOADED, AssetState.WITHDRAWN}),
    AssetState.NEEDS_MAPPING: frozenset({AssetState.UPLOADED, AssetState.WITHDRAWN}),
    AssetState.WITHDRAWN: frozenset(),
}


class RowOutcome(StrEnum):
    """What became of one file or one manifest line (MO21: every one of them has an outcome)."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    WARNING = "warning"
    EXCLUDED = "excluded"
    REFUSED = "refused"


class ExclusionKind(StrEnum):
    """Who left a motion out: its label mapping, or a person. A mapping never undoes a person's decision, and nobody
    undoes a withdrawal."""

    NONE = ""
    LABEL = "label"
    PERSON = "person"
    WITHDRAWN = "withdrawn"


BY_DECISION = (ExclusionKind.PERSON, ExclusionKind.WITHDRAWN)
