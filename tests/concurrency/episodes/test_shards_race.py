"""EP50 under real concurrency, and the race that is there without the guard."""

from __future__ import annotations

import threading
import uuid

import pytest
from django.utils import timezone

from affectory.core.models import Job
from datasets.episodes.domain import ShardWork
from datasets.episodes.models import Composition, Shard
from datasets.episodes.services import sharding
from datasets.episodes.services.sharding import Work
from tests.factories.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 6


@pytest.fixture
def work(project, maintainer):
    """One part for all of them."""
    job = Job.objects.create(task="episodes.compose", title="Test", state="running", owner=uuid.uuid4())
    composition = Composition.objects.create(
        project=project, created_by=maintainer, plan={}, seed=1, state="composing", job_id=job.pk
    )
    Shard.objects.create(composition=composition, work="compose", number=0, entries=[0], total=1)
    return Work(composition.pk, ShardWork.COMPOSE, job.pk)


def test_of_many_workers_at_once_one_gets_the_part(work):
    ready = threading.Barrier(WORKERS, timeout=20)

    def ask() -> bool:
        ready.wait()
        return sharding.take(work) is not None

    assert sorted(at_once([ask] * WORKERS)) == [False] * (WORKERS - 1) + [True]
    assert Shard.objects.get().attempts == 1


def test_without_compare_and_set_several_would_get_it(work):
    read = threading.Barrier(WORKERS, timeout=20)

    def ask() -> bool:
        free = Shard.objects.filter(owner=None).exists()
        read.wait()
        Shard.objects.update(owner=uuid.uuid4(), heartbeat_at=timezone.now())
        return free

    assert sum(at_once([ask] * WORKERS)) > 1
