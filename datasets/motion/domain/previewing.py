"""What a file-name pattern or a mapping of columns would make of some files, from their names alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from datasets.intake.files import SourceFile
from datasets.intake.manifest import Manifest
from datasets.motion.domain.labels import FIVE_LABELS, LabelRules, harmonise, label_key
from datasets.motion.domain.mapping import ManifestMapping, MotionFields
from datasets.motion.domain.planning import PlannedRow, plan_import
from datasets.motion.domain.states import RowOutcome

EXAMPLES = 8
MOST_GROUPS = 100
MOST_FOUND = 50

RulesOf = Callable[[str, dict[str, str]], LabelRules]
"""(collection, source label → what the manifest says of it) → the rules that would hold there."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One file that would come in, and what was read about it."""

    line: int | None
    fields: MotionFields
    label: str
    exclusion_reason: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Files and lines that would not come in for one reason, the first of them by name."""

    outcome: str
    reason: str
    field: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceLabelUse:
    """A source label, how many files carry it, and what the rules make of it."""

    collection: str
    source_label: str
    files: int
    label: str
    exclusion_reason: str


@dataclass(frozen=True, slots=True)
class PerformerUse:
    """A known person and how many files are theirs."""

    collection: str
    performer: str
    files: int
    consent: str
    """The reference of the consent that a table gives, else its terms or its day."""


@dataclass(frozen=True, slots=True)
class LookedUp:
    """One file or line that was asked for by name, and what would become of it."""

    file: str
    line: int | None
    outcome: str
    reason: str
    label: str
    fields: MotionFields | None


@dataclass(frozen=True, slots=True)
class MappingPreview:
    """MO40: counted and shown before anything is stored; the contents of the files are not looked at."""

    files: int
    lines: int
    read: int
    labelled: int
    excluded: int
    left_out: int
    labels: dict[str, int]
    performers: int
    without_performer: int
    performances: int
    pairs: int
    pair_examples: tuple[tuple[str, ...], ...]
    alone: tuple[str, ...]
    consents_of_nobody: int
    performer_uses: tuple[PerformerUse, ...]
    source_labels: tuple[SourceLabelUse, ...]
    examples: tuple[Reading, ...]
    reasons: tuple[LeftOut, ...]
    unused_columns: tuple[str, ...]
    found: tuple[LookedUp, ...]
    found_count: int


def preview_mapping(
    files: Sequence[SourceFile],
    manifest: Manifest | None,
    mapping: ManifestMapping,
    rules_of: RulesOf,
    *,
    search: str = "",
) -> MappingPreview:
    """The same plan that an import would make, summed up. MO71: however many files there are, the answer stays short:
    it counts all, shows the first of each kind, and of the files whose names hold ``search`` the first fifty."""
    rows = plan_import(files, manifest, mapping)
    read = [(row, row.fields) for row in rows if row.outcome is RowOutcome.PENDING and row.fields is not None]
    rules = _rules(read, rules_of)
    readings = [_reading(row, fields, rules[fields.collection]) for row, fields in read]
    labels = Counter(reading.label for reading in readings if reading.label)
    parts = _parts(readings)
    # Where sessions come in pairs, one that has a single part misses the other person.
    pairs = [tuple(sorted(found)) for found in parts.values() if len(found) > 1]
    alone = [found[0] for found in parts.values() if len(found) == 1] if pairs or _says_parts(mapping) else []
    known = Counter((r.fields.collection, r.fields.performer) for r in readings if r.fields.performer)
    asked = search.strip().casefold()
    found = [row for row in rows if asked in (row.file or "").casefold()] if asked else []
    left_out = [row for row in rows if row.outcome is not RowOutcome.PENDING]
    return MappingPreview(
        files=len(files),
        lines=len(manifest.rows) if manifest is not None else 0,
        read=len(readings),
        labelled=sum(labels.values()),
        excluded=len(readings) - sum(labels.values()),
        left_out=len(left_out),
        labels={label: labels[label] for label in FIVE_LABELS},
        performers=len(known),
        without_performer=sum(reading.fields.performer is None for reading in readings),
        performances=len(parts),
        pairs=len(pairs),
        pair_examples=tuple(pairs[:EXAMPLES]),
        alone=tuple(alone[:EXAMPLES]),
        consents_of_nobody=sum(r.fields.performer is None and bool(r.fields.consent) for r in readings),
        performer_uses=_performer_uses(known, readings),
        source_labels=_source_labels(readings),
        examples=tuple(_various(readings)),
        reasons=_reasons(left_out),
        unused_columns=_unused(manifest, mapping),
        found=tuple(_looked_up(row, rules) for row in found[:MOST_FOUND]),
        found_count=len(found),
    )


def _looked_up(row: PlannedRow, rules: Mapping[str, LabelRules]) -> LookedUp:
    if row.outcome is not RowOutcome.PENDING or row.fields is None:
        return LookedUp(row.file, row.line, row.outcome, row.reason, "", None)
    read = _reading(row, row.fields, rules[row.fields.collection])
    outcome = RowOutcome.EXCLUDED if read.exclusion_reason else RowOutcome.ACCEPTED
    return LookedUp(row.file, row.line, outcome, read.exclusion_reason, read.label, row.fields)


def _performer_uses(known: Counter[tuple[str, str]], readings: Iterable[Reading]) -> tuple[PerformerUse, ...]:
    """MO70: what the first of a person's files to say so says of their consent; planning lets none say otherwise."""
    consents: dict[tuple[str, str | None], str] = {}
    for reading in readings:
        if said := reading.fields.consent:
            consents.setdefault((reading.fields.collection, reading.fields.performer), next(iter(said.values())))
    return tuple(PerformerUse(*who, n, consents.get(who, "")) for who, n in known.most_common(MOST_GROUPS))


def _rules(read: Iterable[tuple[PlannedRow, MotionFields]], rules_of: RulesOf) -> dict[str, LabelRules]:
    said: dict[str, dict[str, str]] = {}
    for _, fields in read:
        of_collection = said.setdefault(fields.collection, {})
        if fields.label is not None and fields.source_label:
            of_collection[label_key(fields.source_label)] = fields.label
    return {name: rules_of(name, labels) for name, labels in said.items()}


def _reading(row: PlannedRow, fields: MotionFields, rules: LabelRules) -> Reading:
    harmonised = harmonise(fields.source_label, rules)
    return Reading(row.line, fields, harmonised.label, harmonised.exclusion_reason)


def _parts(readings: Iterable[Reading]) -> dict[tuple[str, str], list[str]]:
    """Performance → the files that are parts of it."""
    found: dict[tuple[str, str], list[str]] = {}
    for reading in readings:
        found.setdefault((reading.fields.collection, reading.fields.performance), []).append(reading.fields.file)
    return found


def _says_parts(mapping: ManifestMapping) -> bool:
    return "{part" in mapping.file_pattern


def _source_labels(readings: Iterable[Reading]) -> tuple[SourceLabelUse, ...]:
    counted = Counter(
        (r.fields.collection, r.fields.source_label, r.label, r.exclusion_reason) for r in readings
    ).most_common(MOST_GROUPS)
    return tuple(
        SourceLabelUse(collection, source, n, label, reason) for (collection, source, label, reason), n in counted
    )


def _various(readings: Sequence[Reading]) -> list[Reading]:
    """A few examples, of as many source labels as there is room for."""
    first: dict[str, Reading] = {}
    for reading in readings:
        first.setdefault(reading.fields.source_label, reading)
    return list(first.values())[:EXAMPLES]


def _reasons(rows: Iterable[PlannedRow]) -> tuple[LeftOut, ...]:
    """Sentences that differ in nothing but the file or line they name are one reason."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for row in rows:
        plain = row.reason.removeprefix(f"line {row.line}: ").replace(row.file or "\0", "…")
        groups.setdefault((row.outcome.value, plain, row.field), []).append(row.file or f"line {row.line}")
    ordered = sorted(groups.items(), key=lambda item: -len(item[1]))[:MOST_GROUPS]
    return tuple(
        LeftOut(outcome, reason, field, len(names), tuple(names[:EXAMPLES]))
        for (outcome, reason, field), names in ordered
    )


def _unused(manifest: Manifest | None, mapping: ManifestMapping) -> tuple[str, ...]:
    if manifest is None:
        return ()
    used = set(mapping.columns.values())
    return tuple(column for column in manifest.columns if column not in used)
