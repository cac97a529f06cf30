"""Subtitles of a video: read, looked at, kept, replaced, hidden."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core import jobs, storage
from affectory.core.canonical import sha256_hex
from affectory.core.errors import ConflictError, InvalidError, JobInputError, NotFoundError
from affectory.core.models import Job
from affectory.core.strict_json import check_text
from datasets.videos import audit
from datasets.videos.domain import SubtitleOrigin, VideoState, is_language_tag
from datasets.videos.models import SubtitleTrack, Video
from datasets.videos.services.access import locked_video, require_maintainer
from datasets.videos.subtitles import model as reading
from datasets.videos.subtitles.model import SubtitleError
from datasets.videos.subtitles.reading import read_subtitles

TAKE_TASK = "videos.take_subtitles"
UNKNOWN_LANGUAGE = "und"


@dataclass(frozen=True, slots=True)
class AddedSubtitles:
    """``track`` is None after a dry run; ``is_new`` is False where the same file was there already."""

    read: reading.SubtitleTrack
    track: SubtitleTrack | None
    replaced: SubtitleTrack | None
    is_new: bool


def add_subtitles(
    *,
    actor: User,
    project: Project,
    video: Video | None,
    name: str,
    data: bytes,
    language: str = UNKNOWN_LANGUAGE,
    label: str = "",
    encoding: str = "",
    speaker_prefixes: bool = False,
    dry_run: bool = False,
    origin: SubtitleOrigin = SubtitleOrigin.FILE,
    stream: int | None = None,
) -> AddedSubtitles:
    """VI45: read a file and keep its cues as a row of their own. One in force with the same language and label is
    replaced: its row stays, because items may quote it. The same file again changes nothing.

    A dry run only reads, also for a video that is not there yet (None).
    """
    require_maintainer(actor, project)
    check_text({"name": name, "label": label})
    language = checked_language(language)
    read = _read(data, name, encoding, speaker_prefixes)
    sha256 = sha256_hex(data) if dry_run else storage.put_bytes(data)
    with transaction.atomic():
        if video is not None:
            video = locked_video(video.pk)
        present = None
        if video is not None:
            present = tracks_in_force(video).filter(language=language, label=label.strip()).first()
        columns = {
            "video": video,
            "language": language,
            "label": label.strip(),
            "origin": origin.value,
            "stream": stream,
            "name": name[:500],
            "file_sha256": sha256,
            "format": read.format,
            "encoding": read.encoding,
            "encoding_guessed": read.encoding_guessed,
            "cues": cues_json(read),
            "notes": notes_json(read),
            "cue_count": len(read.cues),
            "note_count": len(read.notes),
        }
        if dry_run or video is None:
            is_new = present is None or not _says_the_same(present, columns)
            return AddedSubtitles(read, None, present if is_new else None, is_new=is_new)
        if present is not None and _says_the_same(present, columns):
            return AddedSubtitles(read, present, None, is_new=False)
        track = SubtitleTrack(created_by=actor, **columns)
        if present is not None:
            # Out of force first: two in force at once is what the database refuses.
            present.replaced_at = timezone.now()
            present.save(update_fields=["replaced_at"])
        track.save(force_insert=True)
        if present is not None:
            present.replaced_by = track
            present.save(update_fields=["replaced_by"])
        audit.subtitles_added(actor=actor, track=track, replaced=present)
    return AddedSubtitles(read, track, present, is_new=True)


def take_embedded_subtitles(*, actor: User, video_id: UUID, stream: int, language: str = "", label: str = "") -> Job:
    """Ask a worker for a text stream of the file. The stream's own language stands where none is given."""
    check_text({"label": label})
    with transaction.atomic():
        video = locked_video(video_id)
        require_maintainer(actor, video.project)
        found = embedded_stream(video, stream)
        language = checked_language(language or found["language"] or UNKNOWN_LANGUAGE)
        return jobs.start_job(
            actor=actor,
            project_id=video.project_id,
            task=TAKE_TASK,
            title=f"Take the subtitles out of {video.name}"[:200],
            video_id=video.pk,
            stream=stream,
            language=language,
            label=label.strip()[:200],
            actor_id=actor.pk,
        )


def keep_embedded_subtitles(
    *, actor_id: UUID, video_id: UUID, stream: int, language: str, label: str, data: bytes, format_id: str = "srt"
) -> AddedSubtitles:
    """What a worker took out of the file: a subtitle file like one that was sent, with times on the original
    timeline."""
    video = Video.objects.select_related("project").get(pk=video_id)
    try:
        return add_subtitles(
            actor=User.objects.get(pk=actor_id),
            project=video.project,
            video=video,
            name=f"{video.name[:400]}, stream {stream}.{format_id}",
            data=data,
            language=language,
            label=label,
            encoding="utf-8",
            origin=SubtitleOrigin.EMBEDDED,
            stream=stream,
        )
    except InvalidError as error:
        raise JobInputError(error.message, code=error.code) from error


@transaction.atomic
def remove_subtitles(*, actor: User, video_id: UUID, track_id: UUID) -> SubtitleTrack:
    """Hide a track. Its row stays, because items may quote it; the language is free for another."""
    video = locked_video(video_id)
    require_maintainer(actor, video.project)
    track = tracks_in_force(video).filter(pk=track_id).first()
    if track is None:
        raise NotFoundError("This video has no such subtitles in force.", code="subtitles.no_track")
    track.deleted_at = timezone.now()
    track.save(update_fields=["deleted_at"])
    audit.subtitles_removed(actor=actor, track=track)
    return track


def tracks_in_force(video: Video) -> Any:
    return SubtitleTrack.objects.filter(video=video, replaced_at__isnull=True, deleted_at__isnull=True)


def embedded_stream(video: Video, stream: int) -> dict[str, Any]:
    """Raises with what to do where the stream cannot be taken."""
    if video.state != VideoState.READY or video.probe is None:
        raise ConflictError("This video is not prepared yet; its streams are known then.", code="video.unprepared")
    streams: dict[int, dict[str, Any]] = {found["index"]: found for found in video.probe["subtitles"]}
    if stream not in streams:
        known = ", ".join(map(str, sorted(streams))) or "none"
        sentence = f"This video has no subtitle stream {stream}; there are: {known}."
        raise InvalidError(sentence, code="subtitles.no_stream", fields={"stream": [sentence]})
    if not streams[stream]["is_text"]:
        sentence = f"Stream {stream} holds pictures ({streams[stream]['codec']}), not text; send a subtitle file."
        raise InvalidError(sentence, code="subtitles.pictures", fields={"stream": [sentence]})
    return streams[stream]


def checked_language(language: str) -> str:
    """A language tag such as en, de or pt-BR."""
    if not is_language_tag(language):
        sentence = f"{language[:40]!a} is no language tag; write one like en, de or pt-BR, or und if it is unknown."
        raise InvalidError(sentence, code="subtitles.language", fields={"language": [sentence]})
    return language


def cues_json(read: reading.SubtitleTrack) -> list[dict[str, Any]]:
    """Seconds on the original timeline, as the numbers that mean the same."""
    found = []
    for cue in read.cues:
        start, end = cue.times()
        found.append(
            {"id": cue.id, "start": _number(start), "end": _number(end), "speaker": cue.speaker, "text": cue.text}
        )
    return found


def notes_json(read: reading.SubtitleTrack) -> list[dict[str, Any]]:
    return [{**asdict(note), "kind": note.kind.value} for note in read.notes]


def _read(data: bytes, name: str, encoding: str, speaker_prefixes: bool) -> reading.SubtitleTrack:
    try:
        return read_subtitles(data, name=name, encoding=encoding, speaker_prefixes=speaker_prefixes)
    except SubtitleError as error:
        place = f" (line {error.line})" if error.line is not None else ""
        field = "encoding" if "encoding" in str(error) and encoding else "file"
        sentence = f"{error}{place}."
        raise InvalidError(sentence, code="subtitles.unreadable", fields={field: [sentence]}) from error


def _says_the_same(present: SubtitleTrack, columns: dict[str, Any]) -> bool:
    return all(getattr(present, name) == value for name, value in columns.items() if name not in ("video", "name"))


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
