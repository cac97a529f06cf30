"""What the plan of a release looks at in episodes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from datasets.episodes.domain import Target
from export.releases.kinds.distributions import durations, keys_of
from export.releases.plan import Bundle, Terms

NOBODY = UUID(int=0)
"""Stands for the second motion where there is one person only: SQL compares it like any other."""
LABELS = ("angry", "fearful", "happy", "neutral", "sad")


def bundle_id(
    people: tuple[UUID, UUID | None],
    scene_id: UUID,
    labels: Sequence[str],
    family: str,
    challenge: str,
    action: str,
    target: str,
    avatar_id: UUID | None,
) -> str:
    """What only some families have is part of it only there: splits are drawn by these names."""
    first, second = people
    of_family = [str(part) for part in (action, target, second, *labels[1:], avatar_id) if part]
    return "|".join((str(first), str(scene_id), labels[0], family, challenge, *of_family))


def asked_label(target: str, label: str, second_label: str) -> str:
    """EP62: the reference answer is the label of the person who is asked about."""
    return second_label if target == Target.B else label


def strata_of(
    label: str, family: str, challenge: str | None, action: str | None = None
) -> tuple[tuple[str, str], ...]:
    strata = [("label", label), ("family", family)]
    strata += [(name, value) for name, value in (("challenge", challenge), ("action", action)) if value]
    return tuple(strata)


def distributions(bundles: Sequence[Bundle]) -> dict[str, Any]:
    """A motion's duration counts for each of its episodes."""
    return {
        "duration_s": durations(bundles),
        "sources": {
            "motions": len({b.origin[who] for b in bundles for who in ("motion", "second")} - {str(NOBODY)}),
            "performances": keys_of(bundles, "performance"),
            "performers": keys_of(bundles, "performer"),
            "scenes": len({bundle.origin["scene"] for bundle in bundles}),
            "performer_unknown": sum(b.rows for b in bundles if b.origin["unknown_performers"] != "0"),
        },
    }


TERMS = Terms(
    required_keys=("performance", "performer"),
    expected={"label": LABELS},
    remedy="Add episodes of other performances or change the splits.",
    distributions=distributions,
)
