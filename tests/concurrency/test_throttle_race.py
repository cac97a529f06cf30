"""CO8: no try is lost when many are counted at once."""

import threading

import pytest

from affectory.api import throttles
from affectory.api.models import ThrottleCount
from tests.factories.threads import at_once

WORKERS = 8


@pytest.mark.django_db(transaction=True)
def test_tries_at_once_are_all_counted():
    throttles.count_try("login:rosa", window_s=300)

    at_once([lambda: throttles.count_try("login:rosa", window_s=300)] * WORKERS)
    assert ThrottleCount.objects.get().count == WORKERS + 1
    assert throttles.too_many("login:rosa", limit=WORKERS + 1, window_s=300)
    assert not throttles.too_many("login:rosa", limit=WORKERS + 2, window_s=300)


@pytest.mark.django_db(transaction=True)
def test_reading_and_writing_back_would_lose_tries():
    throttles.count_try("login:ravi", window_s=300)

    read = threading.Barrier(WORKERS, timeout=20)

    def naive() -> None:
        row = ThrottleCount.objects.get()
        read.wait()
        row.count += 1
        row.save()

    at_once([naive] * WORKERS)
    assert ThrottleCount.objects.get().count < WORKERS + 1
