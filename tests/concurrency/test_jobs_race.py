"""CO6 under real concurrency, and the race that is there without the guard."""

import threading

import pytest
from django.utils import timezone

from affectory.core import jobs
from affectory.core.models import Job
from tests.factories.threads import at_once

WORKERS = 8


@pytest.mark.django_db(transaction=True)
def test_of_many_deliveries_at_once_one_works():
    job = Job.objects.create(task="core.sweep", title="Test")
    done = threading.Barrier(WORKERS, timeout=20)

    def deliver() -> bool:
        with jobs.running(job.pk) as run:
            done.wait()
            return run is not None

    assert sorted(at_once([deliver] * WORKERS)) == [False] * (WORKERS - 1) + [True]
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 1)


@pytest.mark.django_db(transaction=True)
def test_without_compare_and_set_several_would_work():
    job = Job.objects.create(task="core.sweep", title="Test")
    read = threading.Barrier(WORKERS, timeout=20)

    def deliver() -> bool:
        mine = Job.objects.get(pk=job.pk)
        free = mine.state == Job.State.QUEUED
        read.wait()
        Job.objects.filter(pk=job.pk).update(state="running", owner="0" * 32, heartbeat_at=timezone.now())
        return free

    assert sum(at_once([deliver] * WORKERS)) > 1
