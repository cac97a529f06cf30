"""From the kept episodes of a project to what a release would hold: preview, request and worker use this. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from export.formats.domain import PROFILE_FIELDS, Header, synthetic_mark
from export.releases.checks import (
    LABELS,
    agreement_check,
    freezing_check,
    leakage_checks,
    profile_checks,
    row_checks,
    split_checks,
)
from export.releases.distributions import distributions
from export.releases.domain import Difference, ReleaseCheck, Version, blockers, in_order, version_check
from export.releases.rows import may_carry_media
from export.splits.assignment import Conflict, assign
from export.splits.domain import SplitError, SplitItem, SplitPolicy
from export.splits.quality import split_quality
from export.splits.report import leakage_report, split_table

REQUIRED_KEYS = ("performance", "performer")
Pins = Mapping[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Bundle:
    """Kept episodes that differ in nothing that is decided here: the same motion, scene, label, family, challenge.

    ``keys`` are the leakage keys of all their motions. ``split`` is set once they are pinned.
    """

    motion_id: str
    scene_id: str
    label: str
    family: str
    challenge: str | None
    episodes: int
    keys: tuple[tuple[str, str], ...]
    collection: str
    licence: str
    may_redistribute: str
    is_synthetic: bool
    duration_s: float | None = None
    exclusion: str = ""
    split: str = ""

    @property
    def reason(self) -> str:
        """Why these episodes stay out; empty if they go in."""
        if self.exclusion:
            return self.exclusion
        return "" if self.label in LABELS else "no label of the five classes"

    def as_item(self) -> SplitItem:
        strata = [("label", self.label), ("family", self.family)]
        if self.challenge:
            strata.append(("challenge", self.challenge))
        name = "|".join((self.motion_id, self.scene_id, self.label, self.family, self.challenge or ""))
        return SplitItem(id=name, keys=self.keys, strata=tuple(strata), count=self.episodes)


@dataclass(frozen=True, slots=True)
class ProjectFacts:
    """What the plan needs to know besides the episodes."""

    slug: str
    name: str
    kind: str
    is_synthetic: bool
    profile: Mapping[str, str]
    states: Mapping[str, int]
    removal_reasons: Mapping[str, int]
    agreement: Mapping[str, Any] | None
    base: str | None
    frozen_versions: tuple[Version, ...]
    protocol: Mapping[str, Any] = field(default_factory=dict)
    freezing: str | None = None


@dataclass(frozen=True, slots=True)
class Placement:
    """The bundles with their splits, or the sentence why none could be made; conflicts and quality of the split."""

    bundles: tuple[Bundle, ...]
    error: str = ""
    conflicts: tuple[Conflict, ...] = ()
    quality: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReleasePlan:
    """What a freeze would pin, and the checks that allow or forbid it."""

    header: Header
    placement: Placement
    checks: tuple[ReleaseCheck, ...]
    changes: Difference

    @property
    def blocking(self) -> tuple[ReleaseCheck, ...]:
        return blockers(self.checks)


def place(bundles: Iterable[Bundle], *, policy: SplitPolicy, seed: int, pins: Pins) -> Placement:
    """SP3, SP6: the bundles that go in, each with its split. The same arguments give the same placement."""
    included = sorted((b for b in bundles if not b.reason), key=lambda b: b.as_item().id)
    items = [bundle.as_item() for bundle in included]
    held = pins if policy.keep_previous else {}
    try:
        made = assign(items, policy=policy, seed=seed, pinned=held)
    except SplitError as error:
        text = str(error)
        return Placement(bundles=(), error=text if text.endswith(".") else f"{text}.")
    return Placement(
        bundles=tuple(_with_split(b, made.splits[item.id]) for b, item in zip(included, items, strict=True)),
        conflicts=made.conflicts,
        quality=split_quality(items, made, policy, held),
    )


@dataclass(frozen=True, slots=True)
class Findings:
    """What only a look at single rows shows: empty where nobody has looked."""

    check_counts: Sequence[Mapping[str, Any]] = ()
    unwritable: Sequence[str] = ()
    duplicates: Mapping[str, Any] = field(default_factory=dict)
    changed_since: int = 0


def plan_release(
    *,
    facts: ProjectFacts,
    bundles: Sequence[Bundle],
    placement: Placement,
    changes: Difference,
    version: Version | None,
    notes: str,
    policy: SplitPolicy,
    seed: int,
    findings: Findings | None = None,
) -> ReleasePlan:
    """Reports and checks. Without a version (in a preview) the one that the difference demands is taken."""
    found = findings or Findings()
    version = version or changes.required()
    items = [bundle.as_item() for bundle in placement.bundles]
    splits = {item.id: bundle.split for item, bundle in zip(items, placement.bundles, strict=True)}
    rows = sum(bundle.episodes for bundle in placement.bundles)
    header = Header(
        project={"slug": facts.slug, "name": facts.name, "kind": facts.kind, "is_synthetic": facts.is_synthetic},
        version=str(version),
        notes=notes,
        profile={key: facts.profile.get(key, "") for key in PROFILE_FIELDS},
        policy=policy.as_dict(),
        seed=seed,
        rows=rows,
        synthetic="all" if facts.is_synthetic else synthetic_mark(b.is_synthetic for b in placement.bundles),
        split_table=split_table(items, splits, policy),
        leakage=leakage_report(items, splits, required=REQUIRED_KEYS),
        rights=_rights(placement.bundles),
        left_out=_left_out(bundles, facts.states),
        quality={
            "checks": [dict(row) for row in found.check_counts],
            "review": dict(sorted(facts.states.items())),
            "removal_reasons": dict(facts.removal_reasons),
        },
        agreement=dict(facts.agreement or {}),
        changes=changes.as_dict(),
        split_quality=dict(placement.quality),
        duplicates=dict(found.duplicates),
        distributions=distributions(placement.bundles),
        protocol=dict(facts.protocol),
    )
    going = sum(bundle.episodes for bundle in bundles if not bundle.reason)
    checks: list[ReleaseCheck] = [
        *profile_checks(facts.profile),
        *row_checks(going, placement.bundles, found.unwritable, found.changed_since),
        *split_checks(placement.error, placement.conflicts, header, policy),
        *leakage_checks(header),
        version_check(version, facts.frozen_versions, changes),
        freezing_check(facts.freezing),
    ]
    if facts.agreement is not None:
        checks.append(agreement_check(facts.agreement))
    return ReleasePlan(header=header, placement=placement, checks=in_order(checks), changes=changes)


def _with_split(bundle: Bundle, split: str) -> Bundle:
    values = {name: getattr(bundle, name) for name in bundle.__slots__}
    return Bundle(**{**values, "split": split})


def _rights(bundles: Iterable[Bundle]) -> list[dict[str, Any]]:
    counts: Counter[tuple[str, str, str, bool]] = Counter()
    for b in bundles:
        counts[(b.collection, b.licence, b.may_redistribute, b.is_synthetic)] += b.episodes
    return [
        {
            "collection": collection,
            "licence": licence or "not stated",
            "may_redistribute": may_redistribute,
            "episodes": n,
            "with_media": n if may_carry_media(may_redistribute) else 0,
            "is_synthetic": is_synthetic,
        }
        for (collection, licence, may_redistribute, is_synthetic), n in sorted(counts.items())
    ]


def _left_out(bundles: Iterable[Bundle], states: Mapping[str, int]) -> list[dict[str, Any]]:
    reasons: Counter[str] = Counter()
    for bundle in bundles:
        if bundle.reason:
            reasons[bundle.reason] += bundle.episodes
    reasons.update(
        {f"not kept: {state.replace('_', ' ')}": n for state, n in states.items() if state != "kept" and n}
    )
    return [{"reason": reason, "n": n} for reason, n in sorted(reasons.items())]
