"""CO6 under real concurrency, and the race that is there without the guard."""

import threading

import pytest
from django.db import connection
from django.utils import timezone

from affectory.core import jobs
from affectory.core.models import Job

WORKERS = 8


def at_once(work) -> list:
    gate, results = threading.Barrier(WORKERS, timeout=20), []

    def one() -> None:
        try:
            results.append(work(gate))
        finally:
            connection.close()

    threads = [threading.Thread(target=one) for _ in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.django_db(transaction=True)
def test_of_many_deliveries_at_once_one_works():
    job = Job.objects.create(task="core.sweep", title="Test")
    done = threading.Barrier(WORKERS, timeout=20)

    def deliver(gate) -> bool:
        gate.wait()
        with jobs.running(job.pk) as run:
            done.wait()
            return run is not None

    assert sorted(at_once(deliver)) == [False] * (WORKERS - 1) + [True]
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 1)


@pytest.mark.django_db(transaction=True)
def test_without_compare_and_set_several_would_work():
    job = Job.objects.create(task="core.sweep", title="Test")
    read = threading.Barrier(WORKERS, timeout=20)

    def deliver(gate) -> bool:
        gate.wait()
        mine = Job.objects.get(pk=job.pk)
        free = mine.state == Job.State.QUEUED
        read.wait()
        Job.objects.filter(pk=job.pk).update(state="running", owner="0" * 32, heartbeat_at=timezone.now())
        return free

    assert sum(at_once(deliver)) > 1
