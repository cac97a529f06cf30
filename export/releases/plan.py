"""From the kept rows of a project to what a release would hold: preview, request and worker use this. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from export.formats.domain import PROFILE_FIELDS, Header, synthetic_mark
from export.formats.kinds import Words, form_of
from export.releases.checks import (
    agreement_check,
    freezing_check,
    leakage_checks,
    profile_checks,
    row_checks,
    split_checks,
)
from export.releases.domain import Difference, ReleaseCheck, Version, blockers, in_order, version_check
from export.splits.assignment import Conflict, assign
from export.splits.domain import SplitError, SplitItem, SplitPolicy
from export.splits.quality import split_quality
from export.splits.report import leakage_report, split_table

Pins = Mapping[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Bundle:
    """Kept rows that differ in nothing that is decided here, as a number.

    ``keys`` are their leakage keys, ``strata`` what is balanced. ``origin`` names what they are made of, ``source``
    whose rights they are under. ``reason``: why they stay out; empty if they go in. ``split`` is set once they are
    pinned.
    """

    id: str
    rows: int
    keys: tuple[tuple[str, str], ...]
    strata: tuple[tuple[str, str], ...]
    origin: Mapping[str, str]
    source: str
    licence: str
    may_redistribute: str
    with_media: bool
    is_synthetic: bool
    duration_s: float | None = None
    reason: str = ""
    split: str = ""

    def as_item(self) -> SplitItem:
        return SplitItem(id=self.id, keys=self.keys, strata=self.strata, count=self.rows)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the reports and checks of one kind of row look at.

    ``required_keys`` are reported even where no row has them, ``expected`` strata where they are absent. ``remedy``:
    what to do where no split can be made.
    """

    required_keys: tuple[str, ...]
    expected: Mapping[str, tuple[str, ...]]
    remedy: str
    distributions: Callable[[Sequence[Bundle]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class ProjectFacts:
    """What the plan needs to know besides the rows."""

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
    terms: Terms
    protocol: Mapping[str, Any] = field(default_factory=dict)
    freezing: str | None = None
    hidden: tuple[str, ...] = ()


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
    included = sorted((b for b in bundles if not b.reason), key=lambda b: b.id)
    items = [bundle.as_item() for bundle in included]
    held = pins if policy.keep_previous else {}
    try:
        made = assign(items, policy=policy, seed=seed, pinned=held)
    except SplitError as error:
        text = str(error)
        return Placement(bundles=(), error=text if text.endswith(".") else f"{text}.")
    return Placement(
        bundles=tuple(replace(bundle, split=made.splits[bundle.id]) for bundle in included),
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
    splits = {bundle.id: bundle.split for bundle in placement.bundles}
    rows = sum(bundle.rows for bundle in placement.bundles)
    terms, words = facts.terms, form_of(facts.kind).words
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
        leakage=leakage_report(items, splits, required=terms.required_keys),
        rights=_rights(placement.bundles, words),
        left_out=_left_out(bundles, facts.states),
        quality={
            "checks": [dict(row) for row in found.check_counts],
            "review": dict(sorted(facts.states.items())),
            "removal_reasons": dict(facts.removal_reasons),
        },
        agreement=dict(facts.agreement or {}),
        changes=changes.as_dict(words),
        split_quality=dict(placement.quality),
        duplicates=dict(found.duplicates),
        distributions=terms.distributions(placement.bundles),
        protocol=dict(facts.protocol),
        hidden=[split for split in policy.names if split in facts.hidden],
    )
    going = sum(bundle.rows for bundle in bundles if not bundle.reason)
    checks: list[ReleaseCheck] = [
        *profile_checks(facts.profile),
        *row_checks(words, going, placement.bundles, found.unwritable, found.changed_since),
        *split_checks(placement.error, placement.conflicts, header, policy, terms.expected, terms.remedy),
        *leakage_checks(header),
        version_check(version, facts.frozen_versions, changes, words),
        freezing_check(facts.freezing),
    ]
    if facts.agreement is not None:
        checks.append(agreement_check(facts.agreement))
    return ReleasePlan(header=header, placement=placement, checks=in_order(checks), changes=changes)


def _rights(bundles: Iterable[Bundle], words: Words) -> list[dict[str, Any]]:
    counts: Counter[tuple[str, str, str, bool]] = Counter()
    with_media: Counter[tuple[str, str, str, bool]] = Counter()
    for b in bundles:
        terms = (b.source, b.licence, b.may_redistribute, b.is_synthetic)
        counts[terms] += b.rows
        with_media[terms] += b.rows if b.with_media else 0
    return [
        {
            words.source: terms[0],
            "licence": terms[1] or "not stated",
            "may_redistribute": terms[2],
            words.many: n,
            "with_media": with_media[terms],
            "is_synthetic": terms[3],
        }
        for terms, n in sorted(counts.items())
    ]


def _left_out(bundles: Iterable[Bundle], states: Mapping[str, int]) -> list[dict[str, Any]]:
    reasons: Counter[str] = Counter()
    for bundle in bundles:
        if bundle.reason:
            reasons[bundle.reason] += bundle.rows
    reasons.update(
        {f"not kept: {state.replace('_', ' ')}": n for state, n in states.items() if state != "kept" and n}
    )
    return [{"reason": reason, "n": n} for reason, n in sorted(reasons.items())]
