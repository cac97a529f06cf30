"""Sends the calls of a run in child processes and kills them at random. test_kill.py runs it in a process.

python kill_driver.py DATABASE RUN CONCURRENCY KILLS SEED LEDGER. Each child is forked, sends as a worker does, and is
killed when the endpoint has seen a random number of requests more. The last one comes through. Prints what was seen.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from uuid import UUID

import django

django.setup()

from django.conf import settings  # noqa: E402  after setup
from django.db import connection, connections  # noqa: E402
from django.utils import timezone  # noqa: E402

import worker.calls.client  # noqa: E402, F401  slow to import: once, before the forks
from affectory.endpoints import limits, selectors  # noqa: E402
from affectory.endpoints.models import Attempt, Call  # noqa: E402
from worker.calls import run_calls  # noqa: E402


def main(database: str, run: str, concurrency: str, kills: str, seed: str, ledger: str) -> None:
    connection.settings_dict["NAME"] = database
    settings.ENDPOINT_ALLOW_PRIVATE = True
    settings.ENDPOINT_SENDER_HEARTBEAT_S, settings.ENDPOINT_SENDER_STALE_S = 0.2, 1.0
    run_id, chance = UUID(run), random.Random(seed)
    seen: dict[str, list[int]] = {"in_flight": [], "sent_again": []}
    for number in range(int(kills) + 1):
        is_last, began_at = number == int(kills), timezone.now()
        child = _child(run_id, int(concurrency))
        if not is_last:
            target = len(_lines(ledger)) + chance.randint(1, 2 * int(concurrency))
            while len(_lines(ledger)) < target and os.waitpid(child, os.WNOHANG) == (0, 0):
                time.sleep(0.002)
            time.sleep(chance.random() * 0.04)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if is_last and status != 0:
            raise SystemExit("the last sender did not come through")
        # What an earlier one left is found when it has been silent for long enough, which may be in a later turn.
        left = Attempt.objects.filter(budget_id=run_id, state="sent", sent_at__gte=began_at)
        seen["in_flight"].append(left.count())
        seen["sent_again"].append(_sent_again(run_id, ledger))
    print(json.dumps(seen))


def _child(run_id: UUID, concurrency: int) -> int:
    connections.close_all()
    limits._broker.cache_clear()
    child = os.fork()
    if child == 0:
        try:
            calls = list(selectors.calls_of(run_id))
            run_calls(
                [call.pk for call in calls],
                profile=calls[0].profile,
                run_id=run_id,
                concurrency=concurrency,
                sendable=lambda project_id, video_ids: video_ids,
            )
            os._exit(0)
        finally:
            os._exit(1)
    return child


def _lines(ledger: str) -> list[str]:
    path = Path(ledger)
    return path.read_text().splitlines() if path.exists() else []


def _sent_again(run_id: UUID, ledger: str) -> int:
    """EN4: requests that the endpoint saw after the answer to the same call was committed."""
    answered = dict(Call.objects.filter(uses__run_id=run_id, state="answered").values_list("key", "ended_at"))
    requests = [json.loads(line) for line in _lines(ledger)]
    return sum(
        request["at"] > answered[request["key"]].timestamp() for request in requests if request["key"] in answered
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
