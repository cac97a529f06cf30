from __future__ import annotations

import uuid
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction

from affectory.core import jobs, storage
from affectory.core.errors import ConflictError, NotAllowedError
from affectory.core.models import AuditEvent, Job
from datasets.videos import services
from datasets.videos.domain import MediaNote, MediaNoteKind
from datasets.videos.frames import FrameTable
from datasets.videos.models import Video
from tests.factories.videos import a_probe, a_table, made_ready

LOST = MediaNote("media.frames_lost", MediaNoteKind.WARNING, "Three frames do not decode.")


def end(video: Video, state: str, message: str = "") -> None:
    Job.objects.filter(pk=video.job_id).update(state=state, message=message)


def test_a_video_becomes_ready_step_by_step(video, tmp_path):
    """VI41, VI57"""
    work = services.start_preparation(video_id=video.pk)
    assert work.path == storage.local_path(video.file_sha256)
    assert work.steps_done == frozenset()
    video.refresh_from_db()
    assert (video.state, video.lease) == ("preparing", work.lease)
    with pytest.raises(ConflictError, match="probe, proxy, poster, sprite, peaks, cuts"):
        services.finish_preparation(video_id=video.pk, lease=work.lease)
    services.release_video(video_id=video.pk, lease=work.lease)
    video.refresh_from_db()
    ready = made_ready(video, tmp_path, table=a_table(240, Fraction(24000, 1001)))
    assert (ready.state, ready.lease, ready.rate) == ("ready", None, "24000/1001")
    assert ready.steps_done == ["probe", "proxy", "poster", "sprite", "peaks", "cuts"]
    # 240 frames at 24000/1001 last 10.01 s exactly.
    assert (ready.frame_count, ready.duration_s, ready.width, ready.has_audio) == (240, 10.01, 640, True)
    assert (ready.proxy_rate, ready.proxy_frames, ready.proxy_size_bytes) == ("24000/1001", 240, 500)
    assert ready.probe["duration"] == "1001/100"
    assert len(FrameTable.from_bytes(storage.read_bytes(ready.frames_sha256))) == 240
    assert (ready.cuts, ready.sprite["times"]) == ([75, 130], [0, 0.48, 1])
    assert AuditEvent.objects.filter(event="video.prepared").count() == 1
    # CO6: the message comes a second time.
    assert services.start_preparation(video_id=video.pk) is None


def test_what_a_worker_brings_after_its_lease_is_gone_counts_for_nothing(video, tmp_path):
    """VI41"""
    first = services.start_preparation(video_id=video.pk)
    second = services.start_preparation(video_id=video.pk)
    assert first.lease != second.lease
    table = a_table()
    (tmp_path / "p").write_bytes(b"proxy")
    late = {"video_id": video.pk, "lease": first.lease}
    assert not services.record_probe(**late, probe=a_probe(table))
    assert not services.record_proxy(**late, proxy=tmp_path / "p", table=table)
    assert not services.record_cuts(**late, cuts=[1])
    assert not services.refuse_video(**late, notes=[LOST])
    assert not services.finish_preparation(**late)
    assert not services.release_video(**late)
    video.refresh_from_db()
    assert (video.state, video.steps_done, video.proxy_sha256, video.cuts) == ("preparing", [], "", None)


def test_a_step_recorded_twice_is_there_once(video):
    """VI41"""
    work = services.start_preparation(video_id=video.pk)
    held = {"video_id": video.pk, "lease": work.lease}
    for _ in range(2):
        assert services.record_probe(**held, probe=a_probe(a_table()), notes=[LOST])
    video.refresh_from_db()
    assert video.steps_done == ["probe"]
    assert video.notes == [{"code": LOST.code, "kind": "warning", "message": LOST.message}]
    # A successor begins where this one stopped.
    assert services.start_preparation(video_id=video.pk).steps_done == {"probe"}


def test_a_refused_video_says_why_and_keeps_nothing(video, tmp_path):
    """VI55"""
    made_ready(video, tmp_path)
    jobs_before = Job.objects.count()
    end(video, Job.State.DONE)
    services.prepare_again(actor=video.created_by, video_id=video.pk)
    assert Job.objects.count() == jobs_before + 1
    work = services.start_preparation(video_id=video.pk)
    note = MediaNote("media.no_picture", MediaNoteKind.REFUSAL, "It holds no picture; send the whole file.")
    assert services.refuse_video(video_id=video.pk, lease=work.lease, notes=[note])
    video.refresh_from_db()
    assert (video.state, video.notes[-1]["message"]) == ("refused", note.message)
    made = [video.proxy_sha256, video.frames_sha256, video.poster_sha256, video.peaks_sha256, video.steps_done]
    assert not any(made)
    assert (video.sprite, video.cuts, video.lease) == (None, None, None)


def test_preparing_again_shows_the_old_until_the_new_is_there(ready):
    """VI55"""
    end(ready, Job.State.DONE)
    again = services.prepare_again(actor=ready.created_by, video_id=ready.pk)
    assert (again.state, again.steps_done, again.notes) == ("registered", [], [])
    assert again.proxy_sha256 == ready.proxy_sha256 != ""
    assert again.job_id != ready.job_id


def test_a_video_is_prepared_by_one_job_at_a_time(video):
    """VI55"""
    with pytest.raises(ConflictError, match="being prepared already"):
        services.prepare_again(actor=video.created_by, video_id=video.pk)
    services.start_preparation(video_id=video.pk)
    with pytest.raises(ConflictError):
        services.prepare_again(actor=video.created_by, video_id=video.pk)
    end(video, Job.State.FAILED)
    again = services.prepare_again(actor=video.created_by, video_id=video.pk)
    assert (again.state, again.lease) == ("registered", None)


def test_only_a_maintainer_prepares_again(ready, annotator):
    end(ready, Job.State.DONE)
    with pytest.raises(NotAllowedError):
        services.prepare_again(actor=annotator, video_id=ready.pk)
    ready.refresh_from_db()
    assert ready.state == "ready"


@pytest.mark.parametrize("state", [Job.State.FAILED, Job.State.CANCELLED, Job.State.DONE])
def test_a_video_whose_job_has_ended_is_given_back(video, state):
    """VI55"""
    work = services.start_preparation(video_id=video.pk)
    assert services.sweep_preparations() == 0
    end(video, state)
    assert services.sweep_preparations() == 1
    video.refresh_from_db()
    assert (video.state, video.lease) == ("registered", None)
    assert not services.record_cuts(video_id=video.pk, lease=work.lease, cuts=[])
    assert services.sweep_preparations() == 0


def test_a_cancelled_job_that_is_tried_again_goes_on(video):
    work = services.start_preparation(video_id=video.pk)
    services.record_probe(video_id=video.pk, lease=work.lease, probe=a_probe(a_table()))
    services.release_video(video_id=video.pk, lease=work.lease)
    job = Job.objects.get(pk=video.job_id)
    jobs.cancel_job(job)
    jobs.retry_job(job)
    assert services.start_preparation(video_id=video.pk).steps_done == {"probe"}


def test_an_older_job_that_is_tried_again_stays_out_while_another_is_at_work(video):
    """VI55"""
    older = video.job_id
    end(video, Job.State.FAILED)
    video = services.prepare_again(actor=video.created_by, video_id=video.pk)
    newer = video.job_id
    assert services.start_preparation(video_id=video.pk, job_id=older) is None
    assert services.start_preparation(video_id=video.pk, job_id=newer) is not None
    end(video, Job.State.CANCELLED)
    assert services.sweep_preparations() == 1
    assert services.start_preparation(video_id=video.pk, job_id=older) is not None
    Job.objects.filter(pk=older).update(state=Job.State.RUNNING, owner=uuid.uuid4())
    assert services.sweep_preparations() == 0


def test_the_database_wants_a_lease_and_a_whole_video(video):
    for columns in ({"lease": uuid.uuid4()}, {"state": "ready"}, {"state": "preparing"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Video.objects.filter(pk=video.pk).update(**columns)


def test_a_video_that_is_gone_is_left_quietly(db):
    assert services.start_preparation(video_id=uuid.uuid4()) is None
