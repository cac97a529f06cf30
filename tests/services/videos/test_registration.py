from __future__ import annotations

import pytest
from django.db import ProgrammingError, connection, transaction

from affectory.accounts.models import Role
from affectory.accounts.services import grant_role
from affectory.core.errors import InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent, Job
from datasets.videos import services
from datasets.videos.domain import MediaNote, MediaNoteKind
from datasets.videos.models import Registration, RegistrationRow, SubtitleTrack, Upload, Video
from datasets.videos.services import running
from tests.factories.videos import a_video, registered, sent, video_bytes

VTT = b"WEBVTT\n\n00:01.000 --> 00:02.500\nHello.\n\n00:03.000 --> 00:04.000\n<v Ann>Oh.\n"


def outcomes(registration: Registration) -> list[tuple[str, str, str]]:
    return list(registration.rows.values_list("file", "outcome", "change"))


def row(registration: Registration, file: str) -> RegistrationRow:
    return registration.rows.get(file=file)


def test_files_a_manifest_and_subtitles_become_videos_and_a_report(project, maintainer):
    """VI42"""
    manifest = (
        "file,source,licence,may_redistribute,domain,warnings,id\n"
        "a.mp4,S1E1,CC BY 4.0,media,drama,grief,V1\n"
        "b.mp4,,,maybe,,,\n"
    )
    files = {"d/a.mp4": video_bytes(1), "d/b.mp4": video_bytes(2), "d/a.en.vtt": VTT, "d/x.m3u8": b"#EXTM3U\n"}
    registration = registered(
        maintainer, project, files, manifest=manifest.encode(), defaults={"domain": "film", "licence": ""}
    )
    assert registration.state == "done"
    assert outcomes(registration) == [
        ("d/a.mp4", "accepted", "new"),
        ("d/a.en.vtt", "accepted", "new"),
        ("d/b.mp4", "warning", "new"),
        ("d/x.m3u8", "refused", ""),
    ]
    a, b = Video.objects.get(external_id="V1"), Video.objects.get(name="d/b.mp4")
    assert (a.source, a.licence, a.may_redistribute, a.domain) == ("S1E1", "CC BY 4.0", "media", "drama")
    assert (a.content_warnings, a.state, a.size_bytes) == (["grief"], "registered", len(video_bytes(1)))
    # VI44: "maybe" is no permission; what is not said is the strictest.
    assert (b.may_redistribute, b.may_send_to_external_model, b.domain) == ("annotations", False, "film")
    assert row(registration, "d/b.mp4").reason == (
        'line 3: may_redistribute is "maybe", which is none of media, derived, annotations; the strictest was taken; '
        "line 3: no licence is given; add one, for a release lists it"
    )
    track = SubtitleTrack.objects.get()
    assert (track.video, track.language, track.cue_count) == (a, "en", 2)
    # One job for the registration and one for each video.
    tasks = sorted(Job.objects.values_list("task", flat=True))
    assert tasks == ["videos.prepare", "videos.prepare", "videos.register"]
    assert Job.objects.get(pk=a.job_id).arguments == {"video_id": str(a.pk)}
    assert AuditEvent.objects.filter(event="video.registered").count() == 2
    assert not Upload.objects.filter(used_at=None).exists()


def test_a_dry_run_says_what_would_happen_and_changes_nothing(project, maintainer):
    there = a_video(maintainer, project, source="old")
    manifest = b"file,source,warnings\nfilm.mp4,new,grief; sex\nother.mp4,x,\n"
    files = {"film.mp4": video_bytes(1), "other.mp4": video_bytes(2), "film.en.vtt": VTT, "other.vtt": VTT}
    dry = registered(maintainer, project, files, manifest=manifest, dry_run=True)
    assert outcomes(dry) == [
        ("film.mp4", "accepted", "changed"),
        ("film.en.vtt", "accepted", "new"),
        ("other.mp4", "warning", "new"),
        ("other.vtt", "warning", "new"),
    ]
    assert row(dry, "film.mp4").changes == [
        {"field": "source", "before": "old", "after": "new"},
        {"field": "content_warnings", "before": "", "after": "grief; sex"},
    ]
    assert row(dry, "film.mp4").video == there
    assert row(dry, "film.en.vtt").reason == "2 cues, en, utf-8"
    there.refresh_from_db()
    assert (there.source, Video.objects.count(), SubtitleTrack.objects.count()) == ("old", 1, 0)
    # The files are still there for the real thing.
    assert Upload.objects.filter(used_at=None).count() == 5


def test_the_same_again_changes_nothing_and_new_words_are_taken(project, maintainer):
    """VI47: the same bytes are the same video, whatever the file is called."""
    files = {"film.mp4": video_bytes(1), "film.en.vtt": VTT}
    first = registered(maintainer, project, files, defaults={"licence": "CC0", "source": "S1"})
    again = registered(maintainer, project, files, defaults={"licence": "CC0"})
    assert [change for _, _, change in outcomes(again)] == ["unchanged", "unchanged"]
    assert [outcome for _, outcome, _ in outcomes(again)] == ["unchanged", "unchanged"]
    renamed = registered(maintainer, project, {"copy.mp4": video_bytes(1)}, defaults={"may_redistribute": "media"})
    assert outcomes(renamed) == [("copy.mp4", "accepted", "changed")]
    video = Video.objects.get()
    assert (video.name, video.source, video.may_redistribute) == ("film.mp4", "S1", "media")
    assert {r.rows.first().video for r in (first, again, renamed)} == {video}
    changed = AuditEvent.objects.get(event="video.changed")
    assert (changed.data["before"], changed.data["after"]) == (
        {"may_redistribute": "annotations"},
        {"may_redistribute": "media"},
    )
    assert Job.objects.filter(task="videos.prepare").count() == 1


def test_an_id_that_belongs_to_other_bytes_is_refused(project, maintainer):
    """VI47"""
    registered(maintainer, project, {"a.mp4": video_bytes(1)}, manifest=b"file,id\na.mp4,V1\n")
    later = registered(maintainer, project, {"b.mp4": video_bytes(2)}, manifest=b"file,id\nb.mp4,V1\n")
    assert outcomes(later) == [("b.mp4", "refused", "")]
    assert 'the id "V1" belongs to "a.mp4", which has other bytes' in row(later, "b.mp4").reason
    assert Video.objects.count() == 1


def test_what_a_worker_finds_out_stands_in_the_report(project, maintainer):
    """VI42: a file that looked like a video and is none is refused in the end, and sending it again says so."""
    first = registered(maintainer, project, {"a.mp4": video_bytes(1)}, defaults={"licence": "x"})
    work = services.start_preparation(video_id=Video.objects.get().pk)
    note = MediaNote("media.no_picture", MediaNoteKind.REFUSAL, "It holds no picture; send the whole file")
    assert services.refuse_video(video_id=work.video_id, lease=work.lease, notes=[note])
    assert [(r.outcome, r.reason, r.field) for r in first.rows.all()] == [("refused", note.message, "file")]
    again = registered(maintainer, project, {"a.mp4": video_bytes(1)})
    assert [(r.outcome, r.reason) for r in again.rows.all()] == [("refused", note.message)]


def test_subtitles_follow_their_video(project, maintainer):
    """VI45"""
    registered(maintainer, project, {"a.mp4": video_bytes(1)}, manifest=b"file,id\na.mp4,V1\n")
    files = {"b.mp4": video_bytes(2), "b.srt": VTT, "c.mp4": video_bytes(3), "c.en.srt": b"no times here"}
    later = registered(maintainer, project, files, manifest=b"file,id\nb.mp4,V1\nc.mp4,V3\n")
    assert [(r.file, r.outcome) for r in later.rows.all()] == [
        ("b.mp4", "refused"),
        ("b.srt", "excluded"),
        ("c.mp4", "warning"),
        ("c.en.srt", "refused"),
    ]
    assert "no line of times was found" in row(later, "c.en.srt").reason
    assert 'its video "b.mp4" was refused' in row(later, "b.srt").reason


def test_subtitles_may_come_after_their_video(project, maintainer):
    """VI45"""
    there = a_video(maintainer, project, name="s1/film.mp4")
    dry = registered(maintainer, project, {"film.en.vtt": VTT}, dry_run=True)
    assert [(r.file, r.outcome, r.video) for r in dry.rows.all()] == [("film.en.vtt", "accepted", there)]
    assert SubtitleTrack.objects.count() == 0
    done = registered(maintainer, project, {"film.en.vtt": VTT, "s1/film.de.vtt": VTT, "other.vtt": VTT})
    assert outcomes(done) == [
        ("film.en.vtt", "accepted", "new"),
        ("s1/film.de.vtt", "accepted", "new"),
        ("other.vtt", "excluded", ""),
    ]
    assert set(SubtitleTrack.objects.values_list("video", "language")) == {(there.pk, "en"), (there.pk, "de")}


@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        (b"", "is empty"),
        (b"name of it\na.mp4\n", "no column holds the file names"),
        (b"file,file\na.mp4,b\n", "twice"),
        (b'file\n"a.mp4\n', "line 2"),
        (b"file\n\xff\n", "not utf-8"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_refused_at_once(project, maintainer, manifest, words):
    with pytest.raises(InvalidError, match=words):
        registered(maintainer, project, {"a.mp4": video_bytes()}, manifest=manifest)
    assert Registration.objects.count() == 0
    assert Upload.objects.filter(used_at=None).count() == 2


def test_only_ones_own_uploads_and_at_least_one(project, maintainer):
    with pytest.raises(InvalidError, match="no files"):
        services.register_videos(actor=maintainer, project=project, upload_ids=[])
    grant_role(actor=None, project=project, user=(other := a_colleague(project)), role=Role.MAINTAINER)
    upload = sent(other, project, "a.mp4", video_bytes())
    with pytest.raises(InvalidError, match="not yours"):
        services.register_videos(actor=maintainer, project=project, upload_ids=[upload.pk])


def a_colleague(project):
    from tests.conftest import make_user

    return make_user("max")


def test_only_maintainers_register(project, annotator, maintainer):
    with pytest.raises(NotAllowedError):
        sent(annotator, project, "a.mp4", video_bytes())
    upload = sent(maintainer, project, "a.mp4", video_bytes())
    with pytest.raises(NotAllowedError):
        services.register_videos(actor=annotator, project=project, upload_ids=[upload.pk])


def test_a_file_that_is_here_need_not_be_sent_again(project, maintainer):
    """VI48"""
    data = video_bytes(7)
    upload = sent(maintainer, project, "a.mp4", data)
    assert sent(maintainer, project, "a.mp4", data) == upload
    known = services.keep_known_upload(
        actor=maintainer, project=project, name="b/c.mp4", sha256=upload.sha256, size=len(data)
    )
    assert (known.name, known.sha256) == ("b/c.mp4", upload.sha256)
    with pytest.raises(NotFoundError):
        services.keep_known_upload(
            actor=maintainer, project=project, name="x.mp4", sha256=upload.sha256, size=len(data) + 1
        )
    services.discard_upload(actor=maintainer, project=project, upload_id=known.pk)
    with pytest.raises(NotFoundError):
        services.discard_upload(actor=maintainer, project=project, upload_id=known.pk)


def test_what_another_project_has_is_not_told(project, maintainer):
    """VI48"""
    from affectory.accounts.models import Project
    from affectory.accounts.services import create_project

    other = create_project(actor=None, slug="other", name="Other", kind=Project.Kind.LONGEMO)
    grant_role(actor=None, project=other, user=maintainer, role=Role.MAINTAINER)
    upload = sent(maintainer, other, "a.mp4", video_bytes())
    with pytest.raises(NotFoundError):
        services.keep_known_upload(
            actor=maintainer, project=project, name="a.mp4", sha256=upload.sha256, size=upload.size_bytes
        )


def test_a_registration_that_was_cut_off_goes_on_where_it_stopped(project, maintainer, monkeypatch):
    """VI42"""
    files = {f"{n}.mp4": video_bytes(n) for n in range(5)}
    registration = registered(maintainer, project, files, defaults={"licence": "x"}, run=False)
    monkeypatch.setattr(running, "CHUNK", 2)
    real = running.carry_out_video

    def breaks(registration, row, verdict):
        if row.file == "3.mp4":
            raise RuntimeError("killed")
        return real(registration, row, verdict)

    monkeypatch.setattr(running, "carry_out_video", breaks)
    with pytest.raises(RuntimeError, match="killed"):
        services.run_registration(registration_id=registration.pk)
    # The chunk that broke was undone as a whole: 2.mp4 of it too.
    assert sorted(Video.objects.values_list("name", flat=True)) == ["0.mp4", "1.mp4"]
    services.fail_registration(registration_id=registration.pk, error=RuntimeError("killed"))
    registration.refresh_from_db()
    assert registration.state == "failed"
    monkeypatch.setattr(running, "carry_out_video", real)
    done = services.run_registration(registration_id=registration.pk)
    assert (done.state, Video.objects.count(), done.rows.filter(outcome="accepted").count()) == ("done", 5, 5)
    assert services.run_registration(registration_id=registration.pk).state == "done"


def test_a_cancelled_registration_keeps_what_it_took_in(project, maintainer, monkeypatch):
    monkeypatch.setattr(running, "CHUNK", 2)
    files = {f"{n}.mp4": video_bytes(n) for n in range(4)}
    registration = registered(maintainer, project, files, defaults={"licence": "x"}, run=False)

    class Cancels:
        cancelled = lost = False

        def progress(self, *, done=None, **told):
            self.cancelled = self.cancelled or bool(done)

    stopped = services.run_registration(registration_id=registration.pk, watch=Cancels())
    assert (stopped.state, Video.objects.count()) == ("cancelled", 2)
    assert services.run_registration(registration_id=registration.pk).state == "done"
    assert Video.objects.count() == 4


def test_a_folder_is_registered_from_this_machine(project, maintainer, tmp_path):
    folder = tmp_path / "films"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "a.mp4").write_bytes(video_bytes(1))
    (folder / "sub" / "a.en.vtt").write_bytes(VTT)
    (folder / "m.csv").write_text("file,licence\nsub/a.mp4,CC0\n")
    (tmp_path / "secret.mp4").write_bytes(video_bytes(2))
    (folder / "link.mp4").symlink_to(tmp_path / "secret.mp4")
    registration = services.register_folder(
        actor=maintainer, project=project, folder=folder, manifest=folder / "m.csv"
    )
    services.run_registration(registration_id=registration.pk)
    assert outcomes(registration) == [
        ("sub/a.mp4", "accepted", "new"),
        ("sub/a.en.vtt", "accepted", "new"),
        ("link.mp4", "refused", ""),
    ]
    assert "is a link that leads out of the folder" in row(registration, "link.mp4").reason


def test_two_gigabytes_of_zeros_are_refused_without_being_copied(project, maintainer, tmp_path, storage_root):
    """VI46: the file is sparse here; a copy in storage would not be."""
    with (tmp_path / "a.mp4").open("wb") as file:
        file.truncate(2 * 1024**3)
    registration = services.register_folder(actor=maintainer, project=project, folder=tmp_path)
    services.run_registration(registration_id=registration.pk)
    told = registration.rows.get()
    assert (told.outcome, told.field) == ("refused", "file")
    assert told.reason.startswith("a.mp4 begins with nothing but zeros")
    assert [path for path in storage_root.rglob("*") if path.is_file()] == []


def test_a_file_beyond_the_limit_is_refused_and_the_rest_goes_on(project, maintainer, tmp_path, settings):
    settings.UPLOAD_MAX_BYTES = 1000
    (tmp_path / "a.mp4").write_bytes(video_bytes(1))
    (tmp_path / "b.mp4").write_bytes(video_bytes(2) * 10)
    registration = services.register_folder(actor=maintainer, project=project, folder=tmp_path)
    services.run_registration(registration_id=registration.pk)
    assert [(f, o) for f, o, _ in outcomes(registration)] == [("a.mp4", "warning"), ("b.mp4", "refused")]


def test_the_database_keeps_a_videos_file(project, maintainer):
    """VI54"""
    video = a_video(maintainer, project)
    with pytest.raises(ProgrammingError, match="never exchanged"), transaction.atomic():
        Video.objects.filter(pk=video.pk).update(file_sha256="f" * 64)
    assert connection.is_usable()
