"""What the plan of a release looks at in items. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from export.releases.kinds.distributions import durations
from export.releases.plan import Bundle, Terms

NO_DOMAIN = "not stated"


def strata_of(granularity: str, type_name: str, domain: str) -> tuple[tuple[str, str], ...]:
    return ("type", type_name), ("granularity", granularity), ("domain", domain.strip() or NO_DOMAIN)


def distributions(bundles: Sequence[Bundle]) -> dict[str, Any]:
    """Every item counts once, with the length of what it shows."""
    tasks: Counter[tuple[str, str]] = Counter()
    domains: Counter[str] = Counter()
    for bundle in bundles:
        strata = dict(bundle.strata)
        tasks[strata["granularity"], strata["type"]] += bundle.rows
        domains[strata["domain"]] += bundle.rows
    clips = {bundle.origin["clip"] for bundle in bundles if bundle.origin["clip"]}
    return {
        "tasks": [{"granularity": g, "type": t, "n": n} for (g, t), n in sorted(tasks.items())],
        "domains": [{"domain": domain, "n": n} for domain, n in sorted(domains.items())],
        "duration_s": durations(bundles),
        "sources": {"videos": len({bundle.origin["video"] for bundle in bundles}), "clips": len(clips)},
    }


TERMS = Terms(
    required_keys=("source_video",),
    expected={},
    remedy="Add items about other videos or change the splits.",
    distributions=distributions,
)
