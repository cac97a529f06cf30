"""Sending calls: CPU beyond the client library, and how busy 64 slots are kept.

    python -m benchmarks.endpoint_calls

The fake endpoint runs in a process of its own. CPU: the same requests by a bare AsyncOpenAI, 64 at a time, and by
`perform_calls` with its commits, limits and budget; the difference by call, of this process with its threads. Busy:
requests in service at the endpoint over time, divided by 64, between the first and the last full moment.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from .serving import scratch_database

SLOTS = 64


def _bare(base_url: str, count: int) -> float:
    """CPU seconds of the client library alone."""
    from openai import AsyncOpenAI

    async def all_of_them() -> None:
        client = AsyncOpenAI(base_url=base_url, api_key="none", max_retries=0)
        slots = asyncio.Semaphore(SLOTS)

        async def one(number: int) -> None:
            async with slots:
                await client.chat.completions.create(
                    model="lab/model-1", messages=[{"role": "user", "content": f"bare {number}"}], max_tokens=100
                )

        await asyncio.gather(*(one(number) for number in range(count)))
        await client.close()

    before = time.process_time()
    asyncio.run(all_of_them())
    return time.process_time() - before


def _ours(project: Any, profile: Any, count: int) -> float:
    from tests.factories.endpoints import all_sendable, asked, opened_run
    from worker.calls import run_calls

    run = opened_run(project)
    ids = [asked(run, profile, f"{run.pk} {number}").pk for number in range(count)]
    before = time.process_time()
    summary = run_calls(ids, profile=profile, run_id=run.pk, concurrency=SLOTS, sendable=all_sendable)
    assert summary.answered == count, summary
    return time.process_time() - before


def main() -> int:
    with scratch_database("affectory_bench_endpoints"):
        from django.conf import settings

        from affectory.accounts import services as accounts
        from affectory.accounts.models import Project
        from tests.factories.endpoints import made_profile
        from tests.fakes.running import fake_endpoint

        settings.ENDPOINT_ALLOW_PRIVATE = True
        project = accounts.create_project(actor=None, slug="bench", name="Bench", kind=Project.Kind.LONGEMO)
        with tempfile.TemporaryDirectory() as folder, fake_endpoint(Path(folder)) as fake:
            profile = made_profile(project, base_url=fake.base_url, concurrency=SLOTS)
            reached = [_overhead(project, profile, fake)]
            reached += [_busy(project, profile, fake, *goal) for goal in ((1.0, 0.95), (0.2, 0.80))]
    return 0 if all(reached) else 1


def _overhead(project: Any, profile: Any, fake: Any, count: int = 600, rounds: int = 3) -> bool:
    _bare(fake.base_url, 64), _ours(project, profile, 64)
    pairs = [(_bare(fake.base_url, count), _ours(project, profile, count)) for _ in range(rounds)]
    bare, ours = (min(pair[side] for pair in pairs) / count * 1000 for side in (0, 1))
    print(f"CPU per call: bare {bare:.2f} ms, ours {ours:.2f} ms, beyond it {ours - bare:.2f} ms (at most 3)")
    return ours - bare <= 3


def _busy(project: Any, profile: Any, fake: Any, latency_s: float, least: float, waves: int = 10) -> bool:
    """The first and the last wave fill and empty the slots; they are left out by looking at the time between."""
    fake.reset()
    fake.always(latency_s=latency_s)
    count = SLOTS * waves
    _ours(project, profile, count)
    requests = sorted(request["at"] for request in fake.requests)
    # A request is noted when its latency is over: it was in service from `at - latency` to `at`.
    start, end = requests[SLOTS - 1], requests[-SLOTS] - latency_s
    inside = sum(max(0.0, min(at, end) - max(at - latency_s, start)) for at in requests)
    share, most = inside / (SLOTS * (end - start)), fake.ledger()["most_at_once"]
    print(f"{SLOTS} at {latency_s:g} s: {share:.1%} busy (at least {least:.0%}), most at once {most}")
    return share >= least


if __name__ == "__main__":
    sys.exit(main())
