"""VI34, VI35: the tasks of videos, called as a worker calls them."""

from __future__ import annotations

from fractions import Fraction

import av
import numpy as np
import pytest

from affectory.core import storage
from affectory.core.models import Job
from datasets.videos import services
from datasets.videos.frames import FrameTable
from datasets.videos.models import CutSegment, PreparedClip, Video
from tests.factories.counter_video import KINDS, read_number
from tests.factories.videos import registered
from worker import video_work
from worker.media import cutting, ffmpeg
from worker.supervisor import installation
from worker.tasks import videos as tasks


@pytest.fixture(autouse=True)
def own_state(settings, tmp_path):
    settings.STATE_DIR = tmp_path / "state"
    settings.STATE_DIR.mkdir()


@pytest.fixture
def video(project, maintainer, tmp_path) -> Video:
    registered(maintainer, project, {"counter.mp4": KINDS["cfr_25"](tmp_path).path.read_bytes()})
    return Video.objects.get()


@pytest.fixture
def ready(video) -> Video:
    prepare(video)
    video.refresh_from_db()
    return video


def prepare(video: Video) -> Job:
    tasks.prepare(str(video.job_id), str(video.pk))
    return Job.objects.get(pk=video.job_id)


def cut(clip: PreparedClip) -> Job:
    tasks.cut(str(clip.job_id), str(clip.pk))
    clip.refresh_from_db()
    return Job.objects.get(pk=clip.job_id)


def numbers_in(sha256: str) -> list[int | None]:
    with av.open(str(storage.local_path(sha256))) as container:
        return [read_number(f.to_ndarray(format="gray")) for f in container.decode(container.streams.video[0])]


@pytest.mark.django_db
def test_a_video_is_prepared_whole_and_a_second_message_changes_nothing(video, settings):
    job = prepare(video)
    assert (job.state, job.done, job.total) == ("done", 100, 100)
    video.refresh_from_db()
    assert (video.state, video.frame_count, video.duration_s, video.has_audio) == ("ready", 250, 10.0, True)
    assert (video.probe["rate"], video.proxy_rate, video.proxy_frames) == ("25/1", "25/1", 250)
    assert (len(video.sprite["times"]), len(video.sprite["sheets"])) == (10, 1)
    table = FrameTable.from_bytes(storage.read_bytes(video.frames_sha256))
    assert table.time(83) == Fraction("3.32")
    assert numbers_in(video.proxy_sha256) == list(range(250))
    assert storage.exists(video.poster_sha256)
    assert storage.exists(video.peaks_sha256)
    assert not list((settings.STATE_DIR / "videos").iterdir())
    before = Video.objects.values().get()
    prepare(video)
    assert Video.objects.values().get() == before


@pytest.mark.django_db
def test_vi34_steps_that_are_done_are_not_done_again(ready, maintainer, monkeypatch):
    """The video is given back after its proxy: the rest is made from that proxy."""
    cuts = ready.cuts
    services.prepare_again(actor=maintainer, video_id=ready.pk)
    Video.objects.filter(pk=ready.pk).update(steps_done=["probe", "proxy"], sprite=None, cuts=None)
    ready.refresh_from_db()
    monkeypatch.setattr("worker.media.prepare.make_proxy", None)
    monkeypatch.setattr("worker.media.prepare.examine", None)
    assert prepare(ready).state == "done"
    ready.refresh_from_db()
    assert (ready.state, len(ready.sprite["times"]), ready.cuts) == ("ready", 10, cuts)


@pytest.mark.django_db
def test_a_file_that_cannot_be_used_is_refused_with_a_sentence_and_nothing_is_tried_again(project, maintainer):
    broken = b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41" + bytes(range(256)) * 40
    registered(maintainer, project, {"broken.mp4": broken})
    video = Video.objects.get()
    job = prepare(video)
    video.refresh_from_db()
    assert (job.state, job.refused) == ("done", 1)
    assert job.message.startswith("This is no video file that can be read")
    assert (video.state, video.lease) == ("refused", None)
    assert [(note["code"], note["kind"]) for note in video.notes] == [("media.unreadable", "refusal")]


@pytest.mark.django_db
def test_a_longer_video_than_the_settings_allow_is_refused(video, settings):
    settings.VIDEO_MAX_SECONDS = 9
    prepare(video)
    video.refresh_from_db()
    assert (video.state, video.notes[-1]["code"]) == ("refused", "media.too_long")


@pytest.mark.django_db
def test_a_cancelled_preparation_is_given_back_and_can_be_asked_for_again(video, maintainer, monkeypatch):
    def cancel_at_once(run):
        Job.objects.filter(pk=run.job.pk).update(cancel_requested=True)
        run.flush()
        return lambda: run.cancelled

    with monkeypatch.context() as patched:
        patched.setattr(video_work, "_unwanted", cancel_at_once)
        assert prepare(video).state == "cancelled"
    video.refresh_from_db()
    assert (video.state, video.lease) == ("registered", None)
    services.prepare_again(actor=maintainer, video_id=video.pk)
    video.refresh_from_db()
    assert prepare(video).state == "done"


@pytest.mark.django_db
def test_a_tool_that_fails_for_no_fault_of_the_file_is_tried_again(video, monkeypatch):
    def full_disk(*_, **__):
        raise ffmpeg.FfmpegError("ffmpeg ended with code 228: No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("worker.media.proxy.ffmpeg.run", full_disk)
        job = prepare(video)
    assert (job.state, "No space left" in job.message) == ("queued", True)
    video.refresh_from_db()
    assert (video.state, video.steps_done) == ("registered", ["probe"])
    assert prepare(video).state == "done"


@pytest.mark.django_db
def test_a_clip_is_cut_and_its_stretches_serve_the_next_clip(ready, maintainer, monkeypatch):
    """3.3 to 5.3 s are frames 83 to 132; 9.96 to 10 s is frame 249."""
    spans = [{"start": 3.3, "end": 5.3}, {"start": 9.96, "end": 10}]
    clip, _ = services.request_clip(actor=maintainer, video_id=ready.pk, segments=spans)
    job = cut(clip)
    assert (job.state, job.done, job.total) == ("done", 51, 51)
    assert (clip.state, clip.frame_count, clip.duration_s) == ("ready", 51, 2.04)
    assert numbers_in(clip.video_sha256) == [*range(83, 133), 249]
    table = FrameTable.from_bytes(storage.read_bytes(clip.frames_sha256))
    assert (table.slots.tolist(), table.time(50)) == (list(range(51)), Fraction(2))
    kept = CutSegment.objects.values_list("first_frame", "last_frame", "settings_id")
    assert sorted(kept) == [(83, 132, cutting.CUT_SETTINGS), (249, 249, cutting.CUT_SETTINGS)]

    monkeypatch.setattr(video_work, "cut_segment", None)  # nothing is left to be cut
    turned, _ = services.request_clip(actor=maintainer, video_id=ready.pk, segments=spans[::-1])
    assert cut(turned).state == "done"
    assert numbers_in(turned.video_sha256) == [249, *range(83, 133)]
    cut(turned)
    assert CutSegment.objects.count() == 2


@pytest.mark.django_db
def test_a_clip_of_a_file_that_no_longer_gives_its_frames_fails_and_says_so(ready, maintainer, monkeypatch):
    nothing = ffmpeg.Given(np.empty(0, np.int64), np.empty(0, np.int64))
    monkeypatch.setattr("worker.media.cutting.ffmpeg.frames_given", lambda log: nothing)
    clip, _ = services.request_clip(actor=maintainer, video_id=ready.pk, segments=[{"start": 0, "end": 1}])
    job = cut(clip)
    assert (job.state, clip.state, clip.lease) == ("failed", "failed", None)
    assert clip.error == "Frames 0 to 24 cannot be cut: 0 of 25 decode. Prepare the video again."
    assert not CutSegment.objects.exists()


@pytest.mark.django_db
def test_work_on_videos_goes_to_its_own_queue(settings):
    queues = {name: route["queue"] for name, route in settings.CELERY_TASK_ROUTES.items()}
    assert {queues[name] for name in ("videos.prepare", "videos.cut", "videos.take_subtitles")} == {"media"}
    services_of = {service.name: service for service in installation(port=1, host="h")}
    consumed = {words[words.index("-Q") + 1] for s in services_of.values() if "-Q" in (words := s.command)}
    assert consumed == {"default", *queues.values()}
