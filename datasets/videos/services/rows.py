"""What becomes of one planned row of a registration: judged first, carried out second."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from affectory.core import storage
from affectory.core.errors import AffectoryError
from affectory.core.rights import MayRedistribute
from affectory.core.withdrawn import Marks, Name, What
from datasets.intake.domain import RowChange
from datasets.intake.text import shown
from datasets.videos import audit
from datasets.videos.domain import RegistrationOutcome, VideoState
from datasets.videos.models import Registration, RegistrationRow, Video
from datasets.videos.registering.mapping import VideoFields
from datasets.videos.services.changes import changed_columns, write_changes
from datasets.videos.services.preparation import queue_preparation, refusal_of
from datasets.videos.services.subtitles import UNKNOWN_LANGUAGE, AddedSubtitles, add_subtitles
from datasets.videos.subtitles.reading import MAX_BYTES


@dataclass(frozen=True, slots=True)
class Verdict:
    outcome: RegistrationOutcome
    change: RowChange = RowChange.NONE
    reason: str = ""
    field: str = ""
    warnings: tuple[str, ...] = ()
    columns: dict[str, Any] = dataclasses.field(default_factory=dict)
    changes: list[dict[str, str]] = dataclasses.field(default_factory=list)
    existing: Video | None = None


def judge_video(registration: Registration, row: RegistrationRow, fields: VideoFields) -> Verdict:
    """VI47: what would become of a row as things stand: the same bytes are the same video. Reads only."""
    others = Video.objects.filter(project_id=registration.project_id)
    existing = others.filter(file_sha256=row.sha256).first()
    here = f"line {row.line}: " if row.line is not None else ""
    if fields.external_id is not None:
        taken = others.filter(external_id=fields.external_id).exclude(file_sha256=row.sha256).first()
        if taken is not None:
            return Verdict(
                RegistrationOutcome.REFUSED,
                reason=f"{here}the id {shown(fields.external_id)} belongs to {shown(taken.name)}, which has other "
                "bytes; a video's file is never exchanged, so give this one an id of its own",
                field="external_id",
            )
    columns = _columns(fields)
    withdrawn = Marks(registration.project_id).sentence(*_names(row, fields))
    if withdrawn:
        return Verdict(RegistrationOutcome.REFUSED, reason=f"{here}{withdrawn}", field="file")
    if existing is None:
        warnings = _warnings(row, fields, others)
        return _verdict(RowChange.NEW, row, warnings, columns)
    if existing.state == VideoState.REFUSED:
        return Verdict(RegistrationOutcome.REFUSED, reason=refusal_of(existing), field="file", existing=existing)
    different = changed_columns(existing, columns)
    if not different:
        return Verdict(RegistrationOutcome.UNCHANGED, RowChange.UNCHANGED, existing=existing)
    changes = [
        {"field": name, "before": _written(getattr(existing, name)), "after": _written(value)}
        for name, value in different.items()
    ]
    return _verdict(RowChange.CHANGED, row, (), different, changes=changes, existing=existing)


def _names(row: RegistrationRow, fields: VideoFields) -> list[Name]:
    """WD5: what a video that was withdrawn may be known by."""
    names: list[Name] = [(What.BYTES, row.sha256)]
    if fields.external_id:
        names.append((What.VIDEO, fields.external_id))
    return names


def carry_out_video(registration: Registration, row: RegistrationRow, verdict: Verdict) -> Video | None:
    """Write what ``judge_video`` found. Assumes the project's lock."""
    actor = registration.created_by
    if verdict.change is RowChange.NEW:
        video = Video.objects.create(
            project=registration.project,
            created_by=actor,
            name=row.file[:500],
            file_sha256=row.sha256,
            size_bytes=row.size_bytes or storage.size(row.sha256),
            is_synthetic=registration.is_synthetic,
            **verdict.columns,
        )
        audit.video_registered(actor=actor, video=video)
        queue_preparation(actor=actor, video=video)
        return video
    if verdict.change is RowChange.CHANGED and verdict.existing is not None:
        video = Video.objects.select_for_update().get(pk=verdict.existing.pk)
        write_changes(actor=actor, video=video, columns=verdict.columns)
        return video
    return verdict.existing


def see_to_subtitles(registration: Registration, row: RegistrationRow, of: RegistrationRow) -> Verdict:
    """Subtitles follow the video of the row ``of``, their own row if the video was here before; in a dry run of a
    video that is not there yet they are only read."""
    here = f"line {row.line}: " if row.line is not None else ""
    if of.outcome == RegistrationOutcome.REFUSED:
        return Verdict(RegistrationOutcome.EXCLUDED, reason=f"{here}its video {shown(of.file)} was refused")
    if (row.size_bytes or 0) > MAX_BYTES:
        words = f"{here}{row.file} has {row.size_bytes} bytes; a subtitle file may have {MAX_BYTES}"
        return Verdict(RegistrationOutcome.REFUSED, reason=words, field="file")
    try:
        added = add_subtitles(
            actor=registration.created_by,
            video=of.video,
            project=registration.project,
            name=row.file.rsplit("/", 1)[-1],
            data=storage.read_bytes(row.sha256),
            language=row.fields["language"] or UNKNOWN_LANGUAGE,
            label=row.fields["label"][:200],
            dry_run=registration.dry_run,
        )
    except AffectoryError as error:
        return Verdict(
            RegistrationOutcome.REFUSED, reason=here + error.message, field=next(iter(error.fields), "file")
        )
    return _about_subtitles(row, added)


def _about_subtitles(row: RegistrationRow, added: AddedSubtitles) -> Verdict:
    read = added.read
    told = f"{len(read.cues)} cues, {row.fields['language'] or 'language unknown'}, {read.encoding_shown}"
    if not added.is_new:
        return Verdict(RegistrationOutcome.UNCHANGED, RowChange.UNCHANGED, reason=told)
    change = RowChange.CHANGED if added.replaced is not None else RowChange.NEW
    doubts = [
        f"line {n.line} of {row.file}: {n.message}" if n.line else f"{row.file}: {n.message}" for n in read.notes
    ]
    if not row.fields["language"]:
        doubts.append(f"{row.file}: its name says no language; write it before the ending, as in film.en.vtt")
    if not doubts:
        return Verdict(RegistrationOutcome.ACCEPTED, change, reason=told)
    more = f" and {len(doubts) - 1} more" if len(doubts) > 1 else ""
    return Verdict(
        RegistrationOutcome.WARNING, change, reason=f"{told}; {doubts[0]}{more}", warnings=tuple(doubts[:100])
    )


def _verdict(
    change: RowChange,
    row: RegistrationRow,
    warnings: tuple[str, ...],
    columns: dict[str, Any],
    **more: Any,
) -> Verdict:
    told = (*row.warnings, *warnings)
    outcome = RegistrationOutcome.WARNING if told else RegistrationOutcome.ACCEPTED
    return Verdict(outcome, change, "; ".join(told), "", warnings, columns, **more)


def _columns(fields: VideoFields) -> dict[str, Any]:
    """What a line says, and nothing about what it does not say."""
    said: dict[str, Any] = {
        "external_id": fields.external_id,
        "source": fields.source,
        "licence": fields.licence,
        "may_redistribute": MayRedistribute(fields.may_redistribute) if fields.may_redistribute else None,
        "may_send_to_external_model": fields.may_send_to_external_model,
        "domain": fields.domain,
        "content_warnings": None if fields.content_warnings is None else list(fields.content_warnings),
    }
    return {name: value for name, value in said.items() if value is not None}


def _warnings(row: RegistrationRow, fields: VideoFields, others: Any) -> tuple[str, ...]:
    here = f"line {row.line}: " if row.line is not None else ""
    warnings = []
    if not fields.licence:
        warnings.append(f"{here}no licence is given; add one, for a release lists it")
    if others.filter(name=row.file[:500]).exists():
        warnings.append(f"{here}another video of this project is called {shown(row.file)} too")
    return tuple(warnings)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "; ".join(value) if isinstance(value, list) else str(value)
