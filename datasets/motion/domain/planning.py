"""Which file goes with which line, before anything is stored: the import's plan is its report's skeleton."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from datasets.intake.files import FileIndex, SourceFile
from datasets.intake.manifest import Manifest
from datasets.intake.mapping import Problem
from datasets.intake.text import shown
from datasets.motion.domain.fields import Field
from datasets.motion.domain.labels import label_key
from datasets.motion.domain.mapping import ManifestMapping, MotionFields, read_file_name, read_row
from datasets.motion.domain.states import RowOutcome


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One report line. PENDING rows have both ``fields`` and ``sha256``; every other one is finished here."""

    file: str
    outcome: RowOutcome
    line: int | None = None
    reason: str = ""
    field: str = ""
    fields: MotionFields | None = None
    sha256: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class _Seen:
    """What earlier lines have already claimed, and where."""

    files: dict[str, int | None] = field(default_factory=dict)
    ids: dict[tuple[str, str], int | None] = field(default_factory=dict)
    performances: dict[tuple[str, str, str], tuple[int | None, str]] = field(default_factory=dict)
    contents: dict[str, str] = field(default_factory=dict)
    labels: dict[tuple[str, str], tuple[str, int | None]] = field(default_factory=dict)
    consents: dict[tuple[str, str, str], tuple[str, int | None]] = field(default_factory=dict)


def plan_import(
    files: Sequence[SourceFile], manifest: Manifest | None, mapping: ManifestMapping
) -> tuple[PlannedRow, ...]:
    """MO21: every manifest line and every file ends up in exactly one row."""
    seen = _Seen()
    rows: list[PlannedRow] = []
    if manifest is None:
        for source in files:
            rows.append(_without_manifest(source, mapping, seen))
        return tuple(rows)
    index = FileIndex(files)
    by_content = {source.sha256: source.path for source in files if source.sha256}
    claimed: set[str] = set()
    for line in manifest.rows:
        read = read_row(line, mapping)
        named = line.values.get(mapping.columns.get(Field.FILE, Field.FILE), "")
        if isinstance(read, Problem):
            meant, _ = index.find(named)
            if meant is not None:
                claimed.add(meant.path)
            rows.append(_refused(named, line.line, f"line {line.line}: {read.message}", read.field))
            continue
        found, remark = index.find(read.file)
        column = mapping.columns.get(Field.FILE, Field.FILE)
        if found is None:
            if moved := by_content.get(read.sha256):
                remark += f"; {shown(moved)} has the bytes that this line names"
            rows.append(_refused(read.file, line.line, f"line {line.line}: {remark}", column))
            continue
        claimed.add(found.path)
        if found.refusal:
            rows.append(_refused(found.path, line.line, f"{found.path} {found.refusal}", column))
            continue
        warnings = (f"line {line.line}: {remark}",) if remark else ()
        rows.append(_claim(found, read, line.line, mapping, seen, warnings))
    for source in files:
        if source.path not in claimed:
            rows.append(_unclaimed(source))
    return tuple(rows)


def is_motion_file(path: str) -> bool:
    """By its name; what some systems put beside every file of an archive ("._walk.bvh") is none."""
    return path.casefold().endswith(".bvh") and not path.rsplit("/", 1)[-1].startswith("._")


def _claim(
    source: SourceFile,
    fields: MotionFields,
    line: int | None,
    mapping: ManifestMapping,
    seen: _Seen,
    warnings: tuple[str, ...],
) -> PlannedRow:
    """MO29: one file, one identity and one part of a performance may come in once. What a refused line says of labels
    and consents binds no other."""
    here = f"line {line}: " if line is not None else ""

    def refuse(reason: str, name: str) -> PlannedRow:
        return _refused(source.path, line, here + reason, mapping.columns.get(name, name))

    def at(earlier: int | None, path: str = "") -> str:
        return f"on line {earlier}" if earlier is not None else f"by {shown(path)}"

    if not is_motion_file(source.path):
        return refuse(f"{shown(source.path)} is not a .bvh file; only BVH motions can be brought in", Field.FILE)
    if source.path in seen.files:
        return refuse(
            f"{shown(source.path)} is already named {at(seen.files[source.path])}; keep one line", Field.FILE
        )
    seen.files[source.path] = line
    external_id = fields.external_id or source.path
    fields = replace(fields, external_id=external_id, performance=fields.performance or external_id)
    identity = (fields.collection, fields.external_id)
    if identity in seen.ids:
        return refuse(
            f"the id {shown(fields.external_id)} is already used {at(seen.ids[identity])}; give each motion its own",
            Field.EXTERNAL_ID,
        )
    part = (fields.collection, fields.performance, fields.part)
    if part in seen.performances:
        earlier, path = seen.performances[part]
        return refuse(
            f"performance {shown(fields.performance)} is already used {at(earlier, path)} ({shown(path)}). If both "
            "files belong to one take (two people, a mirrored copy), give them different values of part; otherwise "
            "correct the performance",
            Field.PERFORMANCE,
        )
    if fields.sha256 and source.sha256 and fields.sha256 != source.sha256:
        return refuse(
            f"{shown(source.path)} has the SHA-256 {source.sha256[:12]}…, the manifest says {fields.sha256[:12]}…; "
            "send the file that is meant, or correct the manifest",
            Field.SHA256,
        )
    if source.sha256 and source.sha256 in seen.contents:
        return refuse(
            f"{shown(source.path)} is byte for byte the same as {shown(seen.contents[source.sha256])}; keep one",
            Field.FILE,
        )
    labels: dict[tuple[str, str], tuple[str, int | None]] = {}
    if fields.label is not None and fields.source_label:
        key = (fields.collection, label_key(fields.source_label))
        labels[key] = given = seen.labels.get(key, (fields.label, line))
        if given[0] != fields.label:
            return refuse(
                f"source label {shown(fields.source_label)} is {shown(fields.label or 'unmapped')} here and "
                f"{shown(given[0] or 'unmapped')} {at(given[1])}; within a collection it means one thing",
                Field.LABEL,
            )
    consents: dict[tuple[str, str, str], tuple[str, int | None]] = {}
    for name, said in fields.consent.items() if fields.performer else ():
        whose = (fields.collection, str(fields.performer), name)
        consents[whose] = given = seen.consents.get(whose, (said, line))
        if given[0] != said:
            return refuse(
                f"{mapping.columns.get(name, name)} of {shown(str(fields.performer))} is {shown(said)} here and "
                f"{shown(given[0])} {at(given[1])}; a person has one consent, so write the same on all their lines",
                name,
            )
    seen.labels |= labels
    seen.consents |= consents
    seen.ids[identity] = line
    seen.performances[part] = (line, source.path)
    seen.contents[source.sha256] = source.path
    return PlannedRow(source.path, RowOutcome.PENDING, line, fields=fields, sha256=source.sha256, warnings=warnings)


def _without_manifest(source: SourceFile, mapping: ManifestMapping, seen: _Seen) -> PlannedRow:
    if source.refusal or not is_motion_file(source.path):
        return _unclaimed(source)
    read = read_file_name(source.path, mapping)
    if isinstance(read, Problem):
        return _refused(source.path, None, f"{source.path}: {read.message}", read.field)
    return _claim(source, read, None, mapping, seen, ())


def _unclaimed(source: SourceFile) -> PlannedRow:
    if source.refusal:
        return _refused(source.path, None, f"{source.path} {source.refusal}", Field.FILE)
    if not is_motion_file(source.path):
        return PlannedRow(
            source.path, RowOutcome.EXCLUDED, reason=f"{source.path} is not a .bvh file and was left out"
        )
    return PlannedRow(
        source.path,
        RowOutcome.EXCLUDED,
        reason=f"{source.path} is not in the manifest; add a line for it to bring it in",
        field=Field.FILE,
    )


def _refused(file: str, line: int | None, reason: str, field_name: str) -> PlannedRow:
    return PlannedRow(file, RowOutcome.REFUSED, line, reason, field_name)
