from __future__ import annotations

import uuid
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from affectory.core import storage
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.models import AuditEvent, Job
from datasets.videos import services
from datasets.videos.models import CutSegment, PreparedClip
from tests.factories.videos import a_table

SEGMENTS = [{"start": 4, "end": 5}, {"start": 1, "end": 1.2}]


def asked(actor, video, segments=None, **more) -> PreparedClip:
    clip, _ = services.request_clip(actor=actor, video_id=video.pk, segments=segments, **more)
    return clip


def finished(clip: PreparedClip, folder: Path, *, frames: int | None = None) -> bool:
    work = services.start_clip(clip_id=clip.pk)
    (folder / "clip.mp4").write_bytes(b"the clip")
    (folder / "clip.jpg").write_bytes(b"its poster")
    return services.finish_clip(
        clip_id=clip.pk,
        lease=work.lease,
        video=folder / "clip.mp4",
        poster=folder / "clip.jpg",
        table=a_table(frames or clip.frame_count),
        settings_id="h264-1",
    )


def test_a_clip_is_asked_for_cut_and_ready(ready, annotator, tmp_path):
    """VI53"""
    clip = asked(annotator, ready, SEGMENTS, title=" Kitchen ")
    assert (clip.state, clip.title, clip.segments) == ("queued", "Kitchen", SEGMENTS)
    # 4 to 5 s is frames 100 to 124, 1 to 1.2 s is frames 25 to 29.
    assert clip.source_frames == [[100, 124], [25, 29]]
    assert (clip.frame_count, clip.duration_s) == (30, 1.2)
    assert Job.objects.get(pk=clip.job_id).task == "videos.cut"
    work = services.start_clip(clip_id=clip.pk)
    assert (work.segments, work.video_id) == ((range(100, 125), range(25, 30)), ready.pk)
    assert (len(work.table), work.probe["container"]) == (250, "mov")
    assert finished(clip, tmp_path)
    clip.refresh_from_db()
    assert (clip.state, clip.lease, clip.size_bytes, clip.settings_id) == ("ready", None, 8, "h264-1")
    assert storage.read_bytes(clip.video_sha256) == b"the clip"
    assert services.start_clip(clip_id=clip.pk) is None
    assert AuditEvent.objects.filter(event__startswith="video.clip").count() == 2


def test_the_same_intervals_are_one_clip(ready, annotator, maintainer):
    """VI53"""
    clip, is_new = services.request_clip(actor=annotator, video_id=ready.pk, segments=[{"start": 1.0, "end": 2}])
    again, is_new_again = services.request_clip(
        actor=maintainer, video_id=ready.pk, segments=[{"start": 1, "end": 2.0}]
    )
    assert (is_new, is_new_again, again.pk) == (True, False, clip.pk)
    assert asked(annotator, ready).segments is None
    assert asked(annotator, ready, list(reversed(SEGMENTS))).pk != asked(annotator, ready, SEGMENTS).pk
    assert Job.objects.filter(task="videos.cut").count() == PreparedClip.objects.count() == 4


@pytest.mark.parametrize(
    ("segments", "field", "words"),
    [
        ([{"start": 2, "end": 1}], "segments[0]", "ends before it starts"),
        ([{"start": 0, "end": 1}, {"start": 10, "end": 11}], "segments[1]", "beyond the end of the video"),
        ([{"start": 0.01, "end": 0.02}], "segments[0]", "holds no frame"),
        ([{"start": "a", "end": 1}], "segments[0].start", "not a number"),
        ([], "segments", "is empty"),
    ],
)
def test_intervals_that_cannot_be_cut_are_refused_with_their_place(ready, annotator, segments, field, words):
    """VI50, VI52"""
    with pytest.raises(InvalidError, match=words) as raised:
        asked(annotator, ready, segments)
    assert list(raised.value.fields) == [field]
    assert PreparedClip.objects.count() == 0


def test_there_are_no_clips_of_what_is_not_prepared(video, maintainer):
    with pytest.raises(ConflictError, match="not prepared yet"):
        asked(maintainer, video)


def test_reviewers_and_researchers_ask_for_no_clips(ready, reviewer_a, researcher):
    for person in (reviewer_a, researcher):
        with pytest.raises(NotAllowedError):
            asked(person, ready)


def test_a_clip_that_failed_says_why_and_is_tried_again_when_asked_for(ready, annotator, tmp_path):
    """VI53"""
    clip = asked(annotator, ready, SEGMENTS)
    work = services.start_clip(clip_id=clip.pk)
    assert services.fail_clip(clip_id=clip.pk, lease=work.lease, error="Frame 102 does not decode.")
    clip.refresh_from_db()
    assert (clip.state, clip.error, clip.lease) == ("failed", "Frame 102 does not decode.", None)
    again, is_new = services.request_clip(actor=annotator, video_id=ready.pk, segments=SEGMENTS)
    assert (again.pk, is_new, again.state, again.error) == (clip.pk, False, "queued", "")
    assert again.job_id != clip.job_id
    assert finished(again, tmp_path)


def test_what_is_brought_after_the_lease_is_gone_counts_for_nothing(ready, annotator, tmp_path):
    """VI41, for clips."""
    clip = asked(annotator, ready, SEGMENTS)
    first = services.start_clip(clip_id=clip.pk)
    services.start_clip(clip_id=clip.pk)
    (tmp_path / "x").write_bytes(b"x")
    late = {"clip_id": clip.pk, "lease": first.lease}
    assert not services.finish_clip(
        **late, video=tmp_path / "x", poster=tmp_path / "x", table=a_table(30), settings_id="h264-1"
    )
    assert not services.fail_clip(**late, error="x")
    assert not services.release_clip(**late)
    clip.refresh_from_db()
    assert (clip.state, clip.video_sha256) == ("cutting", "")


def test_a_file_with_other_frames_than_asked_for_is_no_clip(ready, annotator, tmp_path):
    clip = asked(annotator, ready, SEGMENTS)
    with pytest.raises(ConflictError, match="29 frames, 30 were asked for"):
        finished(clip, tmp_path, frames=29)
    clip.refresh_from_db()
    assert (clip.state, clip.video_sha256) == ("cutting", "")


def test_cut_stretches_are_kept_and_found_again(ready, tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"one")
    other.write_bytes(b"other")
    stretch = {"video_id": ready.pk, "frames": range(10, 20), "settings_id": "h264-1"}
    assert services.cached_segment(**stretch) is None
    kept = services.record_segment(**stretch, path=one)
    # Made twice at once: the first one stays.
    assert services.record_segment(**stretch, path=other) == kept == services.cached_segment(**stretch)
    assert kept.read_bytes() == b"one"
    assert services.cached_segment(**stretch | {"settings_id": "h264-2"}) is None
    assert services.cached_segment(**stretch | {"frames": range(10, 21)}) is None
    row = CutSegment.objects.get()
    assert (row.first_frame, row.last_frame, row.size_bytes) == (10, 19, 3)
    # A disk has lost it: it is made anew.
    kept.unlink()
    assert services.cached_segment(**stretch) is None
    assert services.record_segment(**stretch, path=other).read_bytes() == b"other"


def test_a_clip_whose_job_ended_without_it_has_failed(ready, annotator):
    """VI53"""
    clip = asked(annotator, ready, SEGMENTS)
    services.start_clip(clip_id=clip.pk)
    assert services.sweep_clips() == 0
    Job.objects.filter(pk=clip.job_id).update(state=Job.State.CANCELLED, message="Cancelled.")
    assert services.sweep_clips() == 1
    clip.refresh_from_db()
    assert (clip.state, clip.error) == ("failed", "Cancelled.")
    assert services.sweep_clips() == 0


def test_a_job_that_is_tried_again_takes_up_its_failed_clip(ready, annotator):
    """VI53"""
    clip = asked(annotator, ready, SEGMENTS)
    first = clip.job_id
    Job.objects.filter(pk=first).update(state=Job.State.FAILED, message="The tool failed.")
    assert services.sweep_clips() == 1
    assert services.start_clip(clip_id=clip.pk) is None
    assert services.start_clip(clip_id=clip.pk, job_id=first) is not None
    clip.refresh_from_db()
    assert (clip.state, clip.error, clip.finished_at) == ("cutting", "", None)
    # Somebody else's job stays out.
    assert services.start_clip(clip_id=clip.pk, job_id=uuid.uuid4()) is None


def test_a_released_clip_waits_again(ready, annotator):
    clip = asked(annotator, ready, SEGMENTS)
    work = services.start_clip(clip_id=clip.pk)
    assert services.release_clip(clip_id=clip.pk, lease=work.lease)
    clip.refresh_from_db()
    assert (clip.state, clip.lease) == ("queued", None)


def test_the_database_wants_a_whole_clip(ready, annotator):
    clip = asked(annotator, ready, SEGMENTS)
    for columns in ({"state": "ready"}, {"lease": uuid.uuid4()}):
        with pytest.raises(IntegrityError), transaction.atomic():
            PreparedClip.objects.filter(pk=clip.pk).update(**columns)
