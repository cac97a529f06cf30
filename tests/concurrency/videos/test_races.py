"""Two at once, with the guard and without it."""

from __future__ import annotations

import contextlib
import threading

import pytest
from django.db import IntegrityError

from affectory.core import jobs
from affectory.core.models import AuditEvent
from datasets.videos import services
from datasets.videos.models import PreparedClip, SubtitleTrack, Upload, Video
from datasets.videos.services import clips, preparation, running, subtitles, uploads
from tests.factories.threads import at_once
from tests.factories.videos import a_probe, a_ready_video, a_table, a_video, registered, sent, video_bytes

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_messages(monkeypatch) -> None:
    """Transactions commit here, so messages would go to a real broker."""
    monkeypatch.setattr(jobs, "enqueue", lambda *args, **options: None)


HELD_UP_S = 2
"""How long one waits for another that a lock keeps from coming."""

FREE_S = 30
"""And for one that nothing keeps."""


def meet(monkeypatch, module, name: str, *, after: bool = False, wait_s: float = HELD_UP_S) -> None:
    """Both callers are at this function of the module before either goes on; one that is held up by a lock comes
    alone."""
    barrier = threading.Barrier(2)
    real = getattr(module, name)

    def wait() -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            barrier.wait(wait_s)

    def meets(*args, **options):
        if not after:
            wait()
        found = real(*args, **options)
        if after:
            wait()
        return found

    monkeypatch.setattr(module, name, meets)


def two_registrations(actor, project) -> list:
    made = [
        registered(actor, project, {f"{name}.mp4": video_bytes(1)}, defaults={"licence": "x"}, run=False)
        for name in ("a", "b")
    ]
    return at_once([lambda pk=r.pk: services.run_registration(registration_id=pk) for r in made])


def test_one_file_registered_twice_at_once_is_one_video(project, maintainer, monkeypatch):
    """VI47"""
    meet(monkeypatch, running, "carry_out_video")
    results = two_registrations(maintainer, project)
    assert [getattr(result, "state", result) for result in results] == ["done", "done"]
    assert Video.objects.count() == 1
    assert sorted(r.rows.get().outcome for r in results) == ["accepted", "unchanged"]


def test_without_the_lock_both_would_make_a_video_and_the_database_says_no(project, maintainer, monkeypatch):
    """The twin."""
    meet(monkeypatch, running, "carry_out_video", wait_s=FREE_S)
    monkeypatch.setattr(running, "lock_project", lambda project_id: None)
    results = two_registrations(maintainer, project)
    assert sum(isinstance(result, IntegrityError) for result in results) == 1
    assert Video.objects.count() == 1


def two_clips(actor, video) -> list:
    wanted = [{"start": 1, "end": 2}]
    return at_once([lambda: services.request_clip(actor=actor, video_id=video.pk, segments=wanted)] * 2)


def test_the_same_clip_asked_for_twice_at_once_is_one(project, maintainer, tmp_path, monkeypatch):
    """VI53"""
    video = a_ready_video(maintainer, project, tmp_path)
    meet(monkeypatch, clips, "lock_clips_of", wait_s=FREE_S)
    results = two_clips(maintainer, video)
    assert sorted(is_new for _, is_new in results) == [False, True]
    assert {clip.pk for clip, _ in results} == {PreparedClip.objects.get().pk}


def test_without_the_lock_both_would_make_the_clip_and_the_database_says_no(
    project, maintainer, tmp_path, monkeypatch
):
    """The twin: both look before either has written."""
    video = a_ready_video(maintainer, project, tmp_path)
    monkeypatch.setattr(clips, "lock_clips_of", lambda video_id: None)
    barrier, met = threading.Barrier(2), threading.Event()
    real = PreparedClip.save

    def waits(self, *args, **options):
        # Whoever the database refuses looks again and saves once more, alone.
        if not met.is_set():
            with contextlib.suppress(threading.BrokenBarrierError):
                barrier.wait(FREE_S)
            met.set()
        return real(self, *args, **options)

    monkeypatch.setattr(PreparedClip, "save", waits)
    results = two_clips(maintainer, video)
    assert sum(isinstance(result, IntegrityError) for result in results) == 1
    assert PreparedClip.objects.count() == 1


def two_results(video: Video) -> tuple[list, dict[str, object]]:
    """A worker that was thought dead and its successor report different cuts at the same moment."""
    first = services.start_preparation(video_id=video.pk)
    second = services.start_preparation(video_id=video.pk)
    table = a_table()
    results = at_once(
        [
            lambda: services.record_probe(video_id=video.pk, lease=first.lease, probe=a_probe(table, width=1)),
            lambda: services.record_probe(video_id=video.pk, lease=second.lease, probe=a_probe(table, width=2)),
        ]
    )
    video.refresh_from_db()
    return results, {"width": video.width, "steps_done": video.steps_done}


def test_only_the_holder_of_the_lease_records_a_step(project, maintainer):
    """VI41"""
    results, kept = two_results(a_video(maintainer, project))
    assert results == [False, True]
    assert kept == {"width": 2, "steps_done": ["probe"]}


def test_without_the_lease_both_would_record_it(project, maintainer, monkeypatch):
    """The twin."""

    def any_lease(video_id, lease):
        return Video.objects.select_for_update().get(pk=video_id)

    monkeypatch.setattr(preparation, "held_video", any_lease)
    results, _ = two_results(a_video(maintainer, project))
    assert results == [True, True]


def two_steps(video: Video) -> list[str]:
    """Two steps that are recorded at the same moment under one lease."""
    work = services.start_preparation(video_id=video.pk)
    held = {"video_id": video.pk, "lease": work.lease}
    at_once(
        [
            lambda: services.record_cuts(**held, cuts=[3]),
            lambda: services.record_peaks(**held, peaks=None),
        ]
    )
    video.refresh_from_db()
    return sorted(video.steps_done)


def test_two_steps_recorded_at_once_are_both_done(project, maintainer, monkeypatch):
    """VI41"""
    meet(monkeypatch, preparation, "held_video", after=True)
    assert two_steps(a_video(maintainer, project)) == ["cuts", "peaks"]


def test_without_the_lock_one_of_two_steps_would_be_lost(project, maintainer, monkeypatch):
    """The twin: both read the list of steps before either writes it."""

    def unlocked(video_id, lease):
        return Video.objects.filter(pk=video_id, lease=lease).first()

    monkeypatch.setattr(preparation, "held_video", unlocked)
    meet(monkeypatch, preparation, "held_video", after=True, wait_s=FREE_S)
    assert len(two_steps(a_video(maintainer, project))) == 1


def finish_twice(video: Video, folder, *, guard=lambda: None) -> int:
    work = services.start_preparation(video_id=video.pk)
    held = {"video_id": video.pk, "lease": work.lease}
    table = a_table()
    (folder / "x").write_bytes(b"x")
    services.record_probe(**held, probe=a_probe(table))
    services.record_proxy(**held, proxy=folder / "x", table=table)
    services.record_poster(**held, poster=folder / "x")
    services.record_sprite(**held, sheets=[], columns=1, rows=1, tile_width=1, tile_height=1, times=[])
    services.record_peaks(**held, peaks=None)
    services.record_cuts(**held, cuts=[])
    guard()
    at_once([lambda: services.finish_preparation(**held)] * 2)
    return AuditEvent.objects.filter(event="video.prepared").count()


def test_a_preparation_finished_twice_at_once_is_finished_once(project, maintainer, tmp_path, monkeypatch):
    """VI41 and case 44"""

    def guard() -> None:
        meet(monkeypatch, preparation, "held_video", after=True)

    assert finish_twice(a_video(maintainer, project), tmp_path, guard=guard) == 1


def test_without_lock_and_compare_and_set_it_would_be_finished_twice(project, maintainer, tmp_path, monkeypatch):
    """The twin."""
    video = a_video(maintainer, project)

    def set_without_comparing(row, *, to, transitions, **columns):
        if to == "preparing":
            Video.objects.filter(pk=row.pk).update(state=to, **columns)

    monkeypatch.setattr(
        preparation, "held_video", lambda video_id, lease: Video.objects.filter(pk=video_id, lease=lease).first()
    )
    monkeypatch.setattr(preparation, "move", set_without_comparing)
    assert finish_twice(video, tmp_path) == 2


def two_tracks(actor, project, video) -> list:
    files = [f"WEBVTT\n\n00:01.000 --> 00:02.500\n{word}\n".encode() for word in ("One", "Two")]
    return at_once(
        [
            lambda data=data: services.add_subtitles(
                actor=actor, project=project, video=video, name="a.vtt", data=data, language="en"
            )
            for data in files
        ]
    )


def test_of_two_subtitle_files_at_once_the_later_replaces_the_earlier(project, maintainer, monkeypatch):
    """VI45"""
    video = a_video(maintainer, project)
    meet(monkeypatch, subtitles, "tracks_in_force")
    results = two_tracks(maintainer, project, video)
    assert sorted(added.replaced is None for added in results) == [False, True]
    assert SubtitleTrack.objects.filter(replaced_at=None).count() == 1


def test_without_the_lock_both_would_be_in_force_and_the_database_says_no(project, maintainer, monkeypatch):
    """The twin."""
    video = a_video(maintainer, project)
    monkeypatch.setattr(subtitles, "locked_video", lambda pk: Video.objects.select_related("project").get(pk=pk))
    barrier = threading.Barrier(2)
    real = SubtitleTrack.save

    def waits(self, *args, **options):
        with contextlib.suppress(threading.BrokenBarrierError):
            barrier.wait(FREE_S)
        return real(self, *args, **options)

    monkeypatch.setattr(SubtitleTrack, "save", waits)
    results = two_tracks(maintainer, project, video)
    assert sum(isinstance(result, IntegrityError) for result in results) == 1
    assert SubtitleTrack.objects.count() == 1


def test_a_file_sent_twice_at_once_is_one_upload(project, maintainer, monkeypatch):
    """VI48"""
    meet(monkeypatch, uploads, "lock_project", wait_s=FREE_S)
    results = at_once([lambda: sent(maintainer, project, "a.mp4", video_bytes())] * 2)
    assert {upload.pk for upload in results} == {Upload.objects.get().pk}
