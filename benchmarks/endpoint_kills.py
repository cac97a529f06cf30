"""Twenty random kills of a sender at work on 400 calls.

    python -m benchmarks.endpoint_kills

Counts calls that were sent again after their answer was committed (none may be) and attempts that each kill left in
flight (at most as many as were allowed at once). The same as tests/concurrency/endpoints/test_kill.py, for longer.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from .serving import scratch_database

KILLS, CONCURRENCY, CALLS = 20, 16, 400


def main() -> int:
    with scratch_database("affectory_bench_kills"):
        from django.conf import settings

        from affectory.accounts import services as accounts
        from affectory.accounts.models import Project
        from tests.concurrency.endpoints.killing import killed_again_and_again
        from tests.fakes.running import fake_endpoint

        settings.ENDPOINT_ALLOW_PRIVATE = True
        project = accounts.create_project(actor=None, slug="bench", name="Bench", kind=Project.Kind.LONGEMO)
        with tempfile.TemporaryDirectory() as folder, fake_endpoint(Path(folder)) as fake:
            fake.always(latency_s=0.05)
            seen = killed_again_and_again(project, fake, calls=CALLS, concurrency=CONCURRENCY, kills=KILLS, seed=20)
            sent = len(fake.requests)
    again, left = sum(seen["sent_again"]), seen["in_flight"][:-1]
    print(f"{KILLS} kills, {CONCURRENCY} at once, {CALLS} calls, {sent} requests")
    print(f"sent again after their answer: {again} (must be 0)")
    print(f"in flight at a kill: {left} (each at most {CONCURRENCY})")
    return 0 if again == 0 and max(left) <= CONCURRENCY else 1


if __name__ == "__main__":
    sys.exit(main())
