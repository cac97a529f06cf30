"""CO5 and CO6: sent after commit, worked on once."""

from datetime import timedelta

import pytest
from celery.exceptions import NotRegistered
from django.db import transaction
from django.utils import timezone

from affectory.core import jobs
from affectory.core.errors import ConflictError, InvalidError, JobRetryError
from affectory.core.models import Job

pytestmark = pytest.mark.django_db


def make_job(**columns) -> Job:
    return Job.objects.create(
        **({"task": "releases.freeze", "arguments": {"release_id": "7"}, "title": "Test"} | columns)
    )


def test_a_wrong_task_name_fails_at_once():
    """CO5"""
    with pytest.raises(NotRegistered):
        jobs.enqueue("nobody.does_this")


def test_nothing_is_sent_when_the_transaction_rolls_back(django_capture_on_commit_callbacks):
    """CO5"""

    def start_and_break() -> None:
        with transaction.atomic():
            jobs.start_job(actor=None, project_id=None, task="releases.freeze", release_id="7", title="Test")
            raise RuntimeError

    with django_capture_on_commit_callbacks() as sent, pytest.raises(RuntimeError):
        start_and_break()
    assert (sent, Job.objects.count()) == ([], 0)


def test_a_job_is_visible_and_sent_with_its_id(django_capture_on_commit_callbacks, mocker_apply):
    with django_capture_on_commit_callbacks(execute=True):
        job = jobs.start_job(
            actor=None, project_id=None, task="releases.freeze", release_id="7", title="Test", total=4
        )
    assert mocker_apply == [{"job_id": str(job.pk), "release_id": "7"}]
    assert (job.state, job.total) == ("queued", 4)


@pytest.fixture
def mocker_apply(monkeypatch):
    """What would have gone to the broker."""
    sent = []
    from worker.tasks.releases import freeze

    monkeypatch.setattr(freeze, "apply_async", lambda kwargs: sent.append(kwargs))
    return sent


def test_a_second_delivery_leaves_quietly():
    """CO6"""
    job = make_job()
    with jobs.running(job.pk) as first:
        first.progress(done=2, total=2)
        with jobs.running(job.pk) as second:
            assert second is None
    with jobs.running(job.pk) as third:
        assert third is None
    job.refresh_from_db()
    assert (job.state, job.done, job.attempts) == ("done", 2, 1)


def test_a_silent_workers_job_is_taken_over_and_its_late_writes_do_nothing():
    """CO6"""
    job = make_job()
    with jobs.running(job.pk) as silent:
        Job.objects.filter(pk=job.pk).update(heartbeat_at=timezone.now() - timedelta(minutes=5))
        with jobs.running(job.pk) as second:
            assert second is not None
            silent.progress(done=99)
            silent.flush()
            assert silent.lost
            second.progress(done=1)
    job.refresh_from_db()
    assert (job.state, job.done, job.attempts) == ("done", 1, 2)


def test_the_users_mistake_ends_the_job_with_its_sentence():
    job = make_job()
    with jobs.running(job.pk):
        raise InvalidError("walk.bvh: no MOTION section.", code="bvh.no_motion")
    job.refresh_from_db()
    assert (job.state, job.message, job.error_code) == ("failed", "walk.bvh: no MOTION section.", "bvh.no_motion")


def test_our_mistake_ends_the_job_and_is_raised():
    job = make_job()
    with pytest.raises(ZeroDivisionError), jobs.running(job.pk):
        raise ZeroDivisionError("secret detail")
    job.refresh_from_db()
    assert (job.state, job.error_code) == ("failed", "job.broken")
    assert "secret" not in job.message


def test_a_retryable_error_is_retried_until_the_limit(settings, mocker_apply, django_capture_on_commit_callbacks):
    settings.JOB_MAX_ATTEMPTS = 2
    job = make_job()
    states = []
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True), jobs.running(job.pk):
            raise JobRetryError("The engine died.")
        job.refresh_from_db()
        states.append(job.state)
    assert (states, len(mocker_apply)) == (["queued", "failed"], 1)


def test_a_job_that_kills_every_worker_is_set_aside(settings):
    settings.JOB_MAX_ATTEMPTS = 3
    job = make_job(state="running", owner="0" * 32, attempts=3, heartbeat_at=timezone.now() - timedelta(hours=1))
    with jobs.running(job.pk) as run:
        assert run is None
    job.refresh_from_db()
    assert (job.state, job.error_code) == ("failed", "job.poisoned")


def test_cancelling_stops_a_queued_job_now_and_a_running_one_at_its_next_step():
    queued, running = make_job(), make_job()
    jobs.cancel_job(queued)
    with jobs.running(running.pk) as run:
        jobs.cancel_job(Job.objects.get(pk=running.pk))
        run.stop_if_cancelled()
        pytest.fail("the job went on")
    queued.refresh_from_db()
    running.refresh_from_db()
    assert (queued.state, running.state) == ("cancelled", "cancelled")
    with pytest.raises(ConflictError):
        jobs.cancel_job(running)


def test_the_sweeper_sends_abandoned_jobs_again(mocker_apply, django_capture_on_commit_callbacks):
    """CO6"""
    old = timezone.now() - timedelta(hours=1)
    abandoned = make_job(state="running", owner="0" * 32, heartbeat_at=old)
    make_job(state="running", owner="0" * 32, heartbeat_at=timezone.now())
    make_job(state="done")
    with django_capture_on_commit_callbacks(execute=True):
        assert jobs.sweep() == 1
    assert mocker_apply == [{"job_id": str(abandoned.pk), "release_id": "7"}]


def test_what_this_version_cannot_do_does_not_stand_in_the_way(mocker_apply, django_capture_on_commit_callbacks):
    """CO6: jobs left by another version, with arguments or a task that are not known here."""
    foreign = make_job(arguments={"release_id": "7", "colour": "blue"}), make_job(task="releases.gone")
    known = make_job()
    with django_capture_on_commit_callbacks(execute=True):
        jobs.take_over_all()
    assert [sent["job_id"] for sent in mocker_apply] == [str(known.pk)]
    for job in foreign:
        job.refresh_from_db()
        assert (job.state, job.error_code, job.finished_at is None) == ("failed", "job.unknown", False)
        assert "Start it anew" in job.message


def test_a_failed_job_can_be_tried_again(mocker_apply, django_capture_on_commit_callbacks):
    job = make_job(state="failed", attempts=5, message="no", error_code="job.broken")
    with django_capture_on_commit_callbacks(execute=True):
        jobs.retry_job(job)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.message, len(mocker_apply)) == ("queued", 0, "", 1)
