"""What came of a composition, group by group: counts, a few refusals of each check, and what to expect of the rest.
Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from datasets.episodes.checks import Check
from datasets.episodes.slots import Refusal, Tally

Refused = dict[str, Any]
"""A refusal as it is stored and shown: the check with its number, the group and slot, and where everybody was."""

EXAMPLES_PER_CHECK = 10
Z_95 = 1.959964


@dataclass(slots=True)
class Counts:
    """Of slots that were tried: candidates, by which check they were refused, and of each check the refusal that came
    nearest to what is asked. ``others``: episodes that an earlier composition had made; ``ids``: of a trial, those
    that a run would make."""

    tried: int = 0
    candidates: int = 0
    accepted: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    nearest: dict[str, Refused] = field(default_factory=dict)
    others: int = 0
    ids: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Counts:
        numbers = {name: int(stored.get(name, 0)) for name in ("tried", "candidates", "accepted", "others")}
        return cls(
            **numbers,
            refused=Counter(stored.get("refused", {})),
            nearest=dict(stored.get("nearest", {})),
            ids=list(stored.get("ids", [])),
        )

    def add(self, *, is_accepted: bool, refusals: Sequence[Refused]) -> None:
        self.tried += 1
        self.candidates += len(refusals) + is_accepted
        self.accepted += is_accepted
        for refusal in refusals:
            self.refused[refusal["id"]] += 1
            self._keep_nearest(refusal)

    def merge(self, other: Counts) -> None:
        """The order in which parts are added up changes nothing but the order of ``ids``."""
        self.tried += other.tried
        self.candidates += other.candidates
        self.accepted += other.accepted
        self.refused.update(other.refused)
        for refusal in other.nearest.values():
            self._keep_nearest(refusal)
        self.others += other.others
        self.ids += other.ids

    def as_json(self) -> dict[str, Any]:
        return {
            "tried": self.tried,
            "candidates": self.candidates,
            "accepted": self.accepted,
            "refused": dict(sorted(self.refused.items())),
            "nearest": self.nearest,
            "others": self.others,
            "ids": self.ids,
        }

    def _keep_nearest(self, refusal: Refused) -> None:
        known = self.nearest.get(refusal["id"])
        if known is None or _nearness(refusal) < _nearness(known):
            self.nearest[refusal["id"]] = refusal


def _nearness(refusal: Refused) -> tuple[float, int]:
    miss = refusal["miss"]
    return (math.inf if miss is None else miss, refusal["slot"])


@dataclass(frozen=True, slots=True)
class Expected:
    """How many episodes a whole run would give, and the range in which that lies with 95 % confidence."""

    value: int
    low: int
    high: int


def expected(asked: int, tried: int, accepted: int) -> Expected | None:
    """EP53: what was tried is known; only the slots that were not are estimated, by Wilson's interval for the share
    that fits. Without a try there is nothing to expect."""
    if asked <= tried:
        return Expected(accepted, accepted, accepted)
    if not tried:
        return None
    share, left = accepted / tried, asked - tried
    spread = Z_95**2 / tried
    middle = (share + spread / 2) / (1 + spread)
    half = Z_95 * math.sqrt(share * (1 - share) / tried + spread / (4 * tried)) / (1 + spread)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Expected(
        value=accepted + round(left * share),
        low=accepted + math.floor(left * low),
        high=accepted + math.ceil(left * high),
    )


def group_json(
    *,
    name: str,
    family: str,
    asked: int,
    counts: Counts,
    reasons: Sequence[dict[str, Any]] = (),
    possible: tuple[int, int] | None = None,
) -> dict[str, Any]:
    """One group as the composition page shows it; ``reasons`` say what stands in its way. EP45: of slots without a
    motion nothing is expected; ``possible`` counts those with one among all that were asked for and all tried."""
    found = expected(*(possible or (asked, counts.tried)), counts.accepted)
    return {
        "name": name,
        "family": family,
        "asked": asked,
        "tried": counts.tried,
        "candidates": counts.candidates,
        "accepted": counts.accepted,
        "refused": dict(sorted(counts.refused.items())),
        "expected": None if found is None else found.value,
        "expected_low": None if found is None else found.low,
        "expected_high": None if found is None else found.high,
        "reasons": list(reasons),
    }


def tally_of(asked: int, counts: Counts) -> Tally:
    """The counts as the composer tells what stands in the way of them."""
    return Tally(
        asked=asked,
        tried=counts.tried,
        candidates=counts.candidates,
        accepted=counts.accepted,
        refused=Counter(counts.refused),
        nearest={check: _refusal_of(stored) for check, stored in counts.nearest.items()},
    )


def _refusal_of(stored: Refused) -> Refusal:
    check = Check(
        id=stored["id"],
        value=stored["value"],
        unit=stored["unit"],
        bounds=(stored["low"], stored["high"]),
        stage=stored["stage"],
        message=stored["message"],
        frame=stored["frame"],
    )
    return Refusal(stored["group"], stored["slot"] or 0, 0, "", (), check)


def choose_examples(found: Iterable[Sequence[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The first refusals of each group and check, up to EXAMPLES_PER_CHECK, in the order of the parts."""
    kept: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for some in found:
        for refusal in some:
            chosen = kept.setdefault((refusal["group"], refusal["id"]), [])
            if len(chosen) < EXAMPLES_PER_CHECK:
                chosen.append(refusal)
    return [refusal for chosen in kept.values() for refusal in chosen]


def measured_json(reports: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What the engine's parts stored, added up: per group how many were looked at, passed, and refused by which
    check; and what came of rendering twice."""
    groups: dict[str, dict[str, Any]] = {}
    repeated = {"sampled": 0, "same": 0, "different": []}
    for report in reports:
        for name, counts in report.get("groups", {}).items():
            into = groups.setdefault(name, {"looked_at": 0, "passed": 0, "refused": Counter()})
            into["looked_at"] += counts["looked_at"]
            into["passed"] += counts["passed"]
            into["refused"].update(counts["refused"])
        again = report.get("repeated", {})
        repeated["sampled"] += again.get("sampled", 0)
        repeated["same"] += again.get("same", 0)
        repeated["different"] += again.get("different", [])
    for into in groups.values():
        into["refused"] = dict(sorted(into["refused"].items()))
    return {"groups": groups, "repeated": repeated}
