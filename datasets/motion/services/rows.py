"""What becomes of one planned row: judged first, carried out second."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from affectory.core import storage
from affectory.core.transitions import move
from affectory.core.withdrawn import Name, What
from datasets.intake.domain import RowChange
from datasets.intake.text import shown
from datasets.motion import audit
from datasets.motion.domain.differences import Difference, differences
from datasets.motion.domain.labels import Harmonised, harmonise
from datasets.motion.domain.mapping import MotionFields
from datasets.motion.domain.measures import RECOGNISED
from datasets.motion.domain.states import ASSET_TRANSITIONS, AssetState, ExclusionKind, RowOutcome
from datasets.motion.models import Collection, Import, ImportRow, MotionAsset, Performance, Performer
from datasets.motion.services.book import CollectionBook
from datasets.motion.services.inspection import inspect_bytes, wishes_for
from datasets.motion.services.labels import label_columns
from datasets.motion.services.rights import write_performer_terms


@dataclass(frozen=True, slots=True)
class Verdict:
    outcome: RowOutcome
    change: RowChange = RowChange.NONE
    reason: str = ""
    field: str = ""
    warnings: tuple[str, ...] = ()
    columns: dict[str, Any] = dataclasses.field(default_factory=dict)
    existing: MotionAsset | None = None
    changes: tuple[Difference, ...] = ()
    consent: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """What differs from what is written of the performer."""


def judge(motion_import: Import, row: ImportRow, fields: MotionFields, book: CollectionBook) -> Verdict:
    """What would become of a row as things stand. Reads only."""
    withdrawn = book.marks.sentence(*_names(row, fields))
    if withdrawn:
        here = f"line {row.line}: " if row.line is not None else ""
        return Verdict(RowOutcome.REFUSED, reason=f"{here}{withdrawn}", field="file")
    collection = book.find(fields.collection)
    existing = None
    if collection is not None:
        existing = (
            MotionAsset.objects.select_related("performer", "performance")
            .filter(collection=collection, external_id=fields.external_id)
            .first()
        )
    refusal = _already_there(motion_import, row, fields, collection, existing)
    if refusal is not None:
        return refusal
    rules = book.rules(fields.collection)
    harmonised = harmonise(fields.source_label, rules)
    columns = _columns(motion_import, row, fields, harmonised, existing)
    consent, of_consent = book.consent_news(fields)
    changes = (*_differences(columns, fields, existing), *of_consent)
    change = RowChange.NEW if existing is None else RowChange.CHANGED if changes else RowChange.UNCHANGED
    if existing is not None and change is RowChange.UNCHANGED and existing.state == AssetState.REJECTED:
        return Verdict(RowOutcome.REFUSED, change, "; ".join(existing.rejection_reasons), "file", existing=existing)
    others = _others(row, fields, book.relabelled(fields))
    warnings = (*_warnings(row, fields, harmonised), *others, *_alone(row, fields, collection, book))
    if motion_import.dry_run and (existing is None or _is_read_anew(existing, columns)):
        inspection = inspect_bytes(
            storage.read_bytes(row.source_sha256),
            name=row.file,
            unit=columns["unit"],
            up_axis=columns["up_axis"],
            wishes=wishes_for(motion_import.project_id, existing.retarget_options if existing else {}),
        )
        if inspection.needs_mapping:
            warnings = (*warnings, *inspection.reasons)
        elif inspection.reasons:
            reasons = "; ".join((*inspection.reasons, *others))
            return Verdict(RowOutcome.REFUSED, change, reasons, "file", changes=changes)
        warnings = (*warnings, *inspection.warnings)
    outcome, reason = RowOutcome.ACCEPTED, ""
    if columns["exclusion_reason"]:
        outcome, reason = RowOutcome.EXCLUDED, columns["exclusion_reason"]
    elif warnings or row.warnings:
        outcome, reason = RowOutcome.WARNING, "; ".join((*row.warnings, *warnings))
    return Verdict(outcome, change, reason, "", warnings, columns, existing, changes, consent)


def _names(row: ImportRow, fields: MotionFields) -> list[Name]:
    """WD5: everything that a motion which was withdrawn may be known by."""
    names: list[Name] = [
        (What.BYTES, row.source_sha256),
        (What.COLLECTION, fields.collection),
        (What.MOTION, fields.collection, fields.external_id),
    ]
    if fields.performer is not None:
        names.append((What.PERFORMER, fields.collection, fields.performer))
    return names


def carry_out(
    motion_import: Import, row: ImportRow, fields: MotionFields, verdict: Verdict, book: CollectionBook
) -> MotionAsset | None:
    """Write what ``judge`` found. MO37: a row that says nothing new writes nothing. Assumes the project's lock."""
    if not verdict.columns or verdict.change is RowChange.UNCHANGED:
        return verdict.existing
    collection = book.make(fields.collection)
    actor = motion_import.created_by
    columns = dict(verdict.columns)
    columns["performance"], _ = Performance.objects.get_or_create(
        collection=collection, external_id=fields.performance
    )
    columns["performer"] = None
    if fields.performer is not None:
        people = Performer.objects.select_for_update() if verdict.consent else Performer.objects
        columns["performer"], _ = people.get_or_create(collection=collection, name=fields.performer)
        write_performer_terms(actor=actor, performer=columns["performer"], terms=verdict.consent)
    motion = verdict.existing
    if motion is None:
        motion = MotionAsset.objects.create(
            project=motion_import.project, collection=collection, external_id=fields.external_id, **columns
        )
        audit.motion_imported(actor=actor, motion=motion, change=RowChange.NEW.value)
        return motion
    # An inspection, which the project's lock does not hold up, may have ended since it was judged.
    motion = MotionAsset.objects.select_for_update(of=("self",), no_key=True).get(pk=motion.pk)
    previous = motion.source_sha256
    if _is_read_anew(motion, columns) and motion.state != AssetState.UPLOADED:
        move(
            motion,
            to=AssetState.UPLOADED,
            transitions=ASSET_TRANSITIONS,
            actor=actor,
            rejection_reasons=[],
            uploaded_at=timezone.now(),
        )
    for name, value in columns.items():
        setattr(motion, name, value)
    motion.save(update_fields=list(columns))
    audit.motion_imported(actor=actor, motion=motion, change=RowChange.CHANGED.value, previous_sha256=previous)
    return motion


def _already_there(
    motion_import: Import,
    row: ImportRow,
    fields: MotionFields,
    collection: Collection | None,
    existing: MotionAsset | None,
) -> Verdict | None:
    others = MotionAsset.objects.filter(project=motion_import.project).select_related("collection")
    if existing is not None:
        others = others.exclude(pk=existing.pk)
    here = f"line {row.line}: " if row.line is not None else ""
    same = others.filter(source_sha256=row.source_sha256).first()
    if same is not None:
        return Verdict(
            RowOutcome.REFUSED,
            reason=f"{here}byte for byte the same as {shown(same.external_id)} in the collection "
            f"{shown(same.collection.name)}, which is already here; leave it out, or give it that name",
            field="file",
        )
    if collection is not None:
        taken = others.filter(
            collection=collection, performance__external_id=fields.performance, part=fields.part
        ).first()
        if taken is not None:
            return Verdict(
                RowOutcome.REFUSED,
                reason=f"{here}performance {shown(fields.performance)} already has {shown(taken.external_id)}. If "
                "both files belong to one take (two people, a mirrored copy), give them different values of part; "
                "otherwise correct the performance",
                field="performance",
            )
    return None


def _columns(
    motion_import: Import, row: ImportRow, fields: MotionFields, harmonised: Harmonised, existing: MotionAsset | None
) -> dict[str, Any]:
    """MO73: a scenario and content warnings that are not spoken of stay as a person or an earlier table said them."""
    columns: dict[str, Any] = {
        "part": fields.part,
        "name": row.file.rsplit("/", 1)[-1],
        "scenario": fields.scenario or (existing.scenario if existing else ""),
        "source_file": row.file,
        "source_sha256": row.source_sha256,
        "source_size_bytes": storage.size(row.source_sha256),
        "source_label": fields.source_label,
        "licence": fields.licence,
        "may_redistribute": fields.may_redistribute,
        "may_send_to_external_model": fields.may_send_to_external_model,
        "content_warnings": list(fields.content_warnings or (existing.content_warnings if existing else ())),
        "is_synthetic": motion_import.is_synthetic,
        "unit": _said(fields.unit, existing.unit if existing else RECOGNISED),
        "up_axis": _said(fields.up_axis, existing.up_axis if existing else RECOGNISED),
        **label_columns(harmonised),
    }
    if existing is not None and existing.exclusion_kind == ExclusionKind.PERSON:
        columns["exclusion_kind"] = existing.exclusion_kind
        columns["exclusion_reason"] = existing.exclusion_reason
    return columns


def _said(said: str | None, before: str) -> str:
    return before if said is None else said


def _is_read_anew(motion: MotionAsset, columns: dict[str, Any]) -> bool:
    """MO43: other bytes, another unit or another axis ask for another inspection."""
    return any(getattr(motion, name) != columns[name] for name in ("source_sha256", "unit", "up_axis"))


def _differences(
    columns: dict[str, Any], fields: MotionFields, existing: MotionAsset | None
) -> tuple[Difference, ...]:
    if existing is None:
        return ()
    before = {name: getattr(existing, name) for name in columns}
    before["performer"] = existing.performer.name if existing.performer else None
    before["performance"] = existing.performance.external_id
    return differences(before, columns | {"performer": fields.performer, "performance": fields.performance})


def _alone(
    row: ImportRow, fields: MotionFields, collection: Collection | None, book: CollectionBook
) -> tuple[str, ...]:
    """MO46: a part whose performance has no other one, neither in this import nor in the project, is told so."""
    if not fields.part or book.parts[fields.collection, fields.performance] > 1:
        return ()
    others = MotionAsset.objects.filter(performance__external_id=fields.performance, collection=collection)
    if collection is not None and others.exclude(external_id=fields.external_id).exists():
        return ()
    here = f"line {row.line}: " if row.line is not None else ""
    return (
        f"{here}part {shown(fields.part)} of performance {shown(fields.performance)} is alone; import the other part "
        "too, or leave the part empty if one person was recorded",
    )


def _warnings(row: ImportRow, fields: MotionFields, harmonised: Harmonised) -> tuple[str, ...]:
    here = f"line {row.line}: " if row.line is not None else ""
    warnings = []
    if not fields.licence:
        warnings.append(f"{here}no licence is given; add one, for a release lists it")
    if fields.consent and fields.performer is None:
        warnings.append(
            f"{here}a consent is given, but of nobody known, and is not kept; name the performer, or write it into "
            "the terms of the collection"
        )
    if fields.label is not None and fields.label != harmonised.label:
        warnings.append(
            f"{here}the manifest says {shown(fields.label or 'none of the five')}, the collection's label mapping "
            f"says {shown(harmonised.label or harmonised.exclusion_reason)}, which holds; change the mapping if "
            "it is wrong"
        )
    return tuple(warnings)


def _others(row: ImportRow, fields: MotionFields, count: int) -> tuple[str, ...]:
    """MO36: what a line says of its label is said of the motions that are there, too."""
    here = f"line {row.line}: " if row.line is not None else ""
    if not count:
        return ()
    return (
        f"{here}source label {shown(fields.source_label)} is new to the collection's label mapping; motions that are "
        f"here already and go by it too: {count}",
    )
