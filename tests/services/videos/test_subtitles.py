from __future__ import annotations

import uuid

import pytest
from django.db import ProgrammingError, transaction

from affectory.core import storage
from affectory.core.errors import ConflictError, InvalidError, JobInputError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent, Job
from datasets.videos import selectors, services
from datasets.videos.models import SubtitleTrack
from datasets.videos.services import AddedSubtitles

VTT = b"WEBVTT\n\n00:01.000 --> 00:02.500\nHello.\n\n00:03.000 --> 00:04.000\n<v Ann>Oh.\n"
OTHER = VTT.replace(b"Hello.", b"Good day.")


def added(actor, video, data: bytes = VTT, **more) -> AddedSubtitles:
    given = {"name": "film.vtt", "language": "en"} | more
    return services.add_subtitles(actor=actor, project=video.project, video=video, data=data, **given)


def in_force(video) -> list[SubtitleTrack]:
    return list(selectors.subtitles_in_force().filter(video=video).order_by("language"))


def test_a_file_becomes_cues_on_the_original_timeline(ready, maintainer):
    """VI45"""
    track = added(maintainer, ready, label=" full ").track
    assert track.cues == [
        {"id": "U1", "start": 1, "end": 2.5, "speaker": "", "text": "Hello."},
        {"id": "U2", "start": 3, "end": 4, "speaker": "Ann", "text": "Oh."},
    ]
    assert (track.label, track.format, track.encoding, track.encoding_guessed) == ("full", "vtt", "utf-8", False)
    assert storage.read_bytes(track.file_sha256) == VTT
    assert AuditEvent.objects.get(event="video.subtitles_added").data["replaced"] is None


def test_a_dry_run_reads_and_keeps_nothing(ready, maintainer):
    """VI45"""
    found = added(maintainer, ready, b"1\n00:00:01,5 --> x\nHi\n", name="a.srt", dry_run=True)
    assert (found.track, len(found.read.cues), found.is_new) == (None, 1, True)
    assert [note.line for note in found.read.notes if note.line] == [2, 2]
    assert SubtitleTrack.objects.count() == 0
    added(maintainer, ready)
    assert not added(maintainer, ready, dry_run=True).is_new
    assert added(maintainer, ready, OTHER, dry_run=True).replaced is not None


def test_a_later_file_takes_the_place_of_an_earlier_one_which_is_kept(ready, maintainer):
    """VI45: items may quote the old cues."""
    first = added(maintainer, ready).track
    found = added(maintainer, ready, OTHER)
    assert (found.is_new, found.replaced.pk) == (True, first.pk)
    first.refresh_from_db()
    assert (first.replaced_by, first.cues[0]["text"]) == (found.track, "Hello.")
    assert in_force(ready) == [found.track]
    # Another language, or another label, stands beside it.
    added(maintainer, ready, language="de")
    added(maintainer, ready, label="sdh")
    assert len(in_force(ready)) == 3


def test_the_same_file_again_changes_nothing(ready, maintainer):
    """VI45"""
    first = added(maintainer, ready).track
    again = added(maintainer, ready, name="renamed.vtt")
    assert (again.track, again.is_new, again.replaced) == (first, False, None)
    assert SubtitleTrack.objects.count() == 1
    # Read in another encoding, it is another text.
    assert added(maintainer, ready, encoding="cp1252").is_new


def test_an_encoding_that_was_guessed_is_said_and_one_that_was_named_is_used(ready, maintainer):
    """VI5"""
    data = "1\n00:00:01,000 --> 00:00:02,000\nÜber den Fluß, schön für dich\n".encode("cp1252")
    guessed = added(maintainer, ready, data, name="a.srt", language="de").track
    assert (guessed.encoding, guessed.encoding_guessed) == ("cp1252", True)
    named = added(maintainer, ready, data, name="a.srt", language="de", encoding="cp1250").track
    assert (named.encoding, named.encoding_guessed) == ("cp1250", False)
    assert named.replaces == guessed


@pytest.mark.parametrize(
    ("data", "more", "field", "words"),
    [
        (b"", {}, "file", "is empty"),
        (b"   \n", {}, "file", "blanks only"),
        (
            b"no subtitles",
            {"name": "a.srt"},
            "file",
            "the file begins with .no subtitles",
        ),
        (VTT, {"language": "english!"}, "language", "no language tag"),
        (VTT, {"language": ""}, "language", "no language tag"),
        (VTT, {"encoding": "klingon"}, "encoding", "no text encoding"),
    ],
)
def test_what_is_no_subtitle_file_is_refused_with_its_field(ready, maintainer, data, more, field, words):
    with pytest.raises(InvalidError, match=words) as raised:
        added(maintainer, ready, data, **more)
    assert list(raised.value.fields) == [field]
    assert SubtitleTrack.objects.count() == 0


def test_removing_hides_and_keeps(ready, maintainer):
    """VI45"""
    track = added(maintainer, ready).track
    services.remove_subtitles(actor=maintainer, video_id=ready.pk, track_id=track.pk)
    assert in_force(ready) == []
    track.refresh_from_db()
    assert (track.deleted_at is not None, len(track.cues)) == (True, 2)
    with pytest.raises(NotFoundError):
        services.remove_subtitles(actor=maintainer, video_id=ready.pk, track_id=track.pk)
    # The place is free again, also for the same file.
    assert added(maintainer, ready).is_new


def test_only_maintainers_add_and_remove(ready, maintainer, annotator):
    track = added(maintainer, ready).track
    with pytest.raises(NotAllowedError):
        added(annotator, ready, OTHER)
    with pytest.raises(NotAllowedError):
        services.remove_subtitles(actor=annotator, video_id=ready.pk, track_id=track.pk)
    with pytest.raises(NotAllowedError):
        services.take_embedded_subtitles(actor=annotator, video_id=ready.pk, stream=2)
    assert in_force(ready) == [track]


def test_an_embedded_stream_is_taken_by_a_worker(ready, maintainer):
    """VI45"""
    job = services.take_embedded_subtitles(actor=maintainer, video_id=ready.pk, stream=2)
    assert (job.task, job.arguments["language"], job.arguments["stream"]) == ("videos.take_subtitles", "eng", 2)
    taken = {"actor_id": maintainer.pk, "video_id": ready.pk, "stream": 2, "language": "eng", "label": ""}
    srt = b"1\n00:00:00,210 --> 00:00:04,260\nNAR: This is it.\n"
    track = services.keep_embedded_subtitles(**taken, data=srt).track
    assert (track.origin, track.stream, track.name) == ("embedded", 2, "film.mp4, stream 2.srt")
    assert track.cues[0]["start"] == 0.21
    # CO6: the task is delivered twice.
    assert not services.keep_embedded_subtitles(**taken, data=srt).is_new
    with pytest.raises(JobInputError, match="no line of times"):
        services.keep_embedded_subtitles(**taken, data=b"pictures")


def test_streams_that_are_no_text_or_not_there_are_refused(ready, maintainer):
    with pytest.raises(InvalidError, match=r"Stream 3 holds pictures \(dvd_subtitle\)"):
        services.take_embedded_subtitles(actor=maintainer, video_id=ready.pk, stream=3)
    with pytest.raises(InvalidError, match="no subtitle stream 9; there are: 2, 3"):
        services.take_embedded_subtitles(actor=maintainer, video_id=ready.pk, stream=9)
    assert not Job.objects.filter(task="videos.take_subtitles").exists()


def test_streams_of_an_unprepared_video_are_not_known(video, maintainer):
    with pytest.raises(ConflictError, match="not prepared yet"):
        services.take_embedded_subtitles(actor=maintainer, video_id=video.pk, stream=2)
    with pytest.raises(NotFoundError):
        services.take_embedded_subtitles(actor=maintainer, video_id=uuid.uuid4(), stream=2)


def test_the_database_keeps_what_was_read(ready, maintainer):
    """VI54"""
    track = added(maintainer, ready).track
    with pytest.raises(ProgrammingError, match="never change"), transaction.atomic():
        SubtitleTrack.objects.filter(pk=track.pk).update(cues=[])
    with pytest.raises(ProgrammingError, match="never change"), transaction.atomic():
        SubtitleTrack.objects.filter(pk=track.pk).delete()
