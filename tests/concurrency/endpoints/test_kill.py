"""EN4, EN5: a worker killed at random moments. benchmarks/endpoint_kills.py does it twenty times."""

from __future__ import annotations

import pytest

from tests.concurrency.endpoints.killing import killed_again_and_again
from tests.fakes.running import fake_endpoint


@pytest.mark.kill
@pytest.mark.django_db(transaction=True)
def test_killed_at_random_no_answer_is_asked_for_twice(project, settings, tmp_path):
    """What is unknown is counted, and is never more than was allowed at once."""
    settings.ENDPOINT_ALLOW_PRIVATE = True
    with fake_endpoint(tmp_path) as fake:
        fake.always(latency_s=0.03)
        seen = killed_again_and_again(project, fake, calls=60, concurrency=6, kills=4, seed=4)
    assert seen["sent_again"] == [0] * 5
    assert max(seen["in_flight"]) <= 6
