"""What the plan of a release looks at in episodes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from export.releases.kinds.distributions import durations, keys_of
from export.releases.plan import Bundle, Terms

LABELS = ("angry", "fearful", "happy", "neutral", "sad")


def bundle_id(motion_id: str, scene_id: str, label: str, family: str, challenge: str | None) -> str:
    return "|".join((motion_id, scene_id, label, family, challenge or ""))


def strata_of(label: str, family: str, challenge: str | None) -> tuple[tuple[str, str], ...]:
    strata = [("label", label), ("family", family)]
    if challenge:
        strata.append(("challenge", challenge))
    return tuple(strata)


def distributions(bundles: Sequence[Bundle]) -> dict[str, Any]:
    """A motion's duration counts for each of its episodes."""
    return {
        "duration_s": durations(bundles),
        "sources": {
            "motions": len({bundle.origin["motion"] for bundle in bundles}),
            "performances": keys_of(bundles, "performance"),
            "performers": keys_of(bundles, "performer"),
            "scenes": len({bundle.origin["scene"] for bundle in bundles}),
            "performer_unknown": sum(b.rows for b in bundles if not any(kind == "performer" for kind, _ in b.keys)),
        },
    }


TERMS = Terms(
    required_keys=("performance", "performer"),
    expected={"label": LABELS},
    remedy="Add episodes of other performances or change the splits.",
    distributions=distributions,
)
