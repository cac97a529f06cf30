"""Many reviewers of items at once: python -m benchmarks.review_load [reviewers] [seconds] [least think] [most think]

First what a decision on an item costs, as benchmarks.decision does for episodes; then so many people who each ask,
think, decide and go on over HTTP; then the same people without thinking, which is as much as the server takes.
"""

from __future__ import annotations

import http.client
import json
import random
import sys
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .reviewed_items import make_items, make_people
from .serving import Caller, Server, print_costs, scratch_database, settle

ITEMS = 8_000
SATURATION_S = 20
BASE = "/api/v1/projects/bench/review"
FINE = {"value": "fine", "reasons": []}
ACCEPT = {"question": FINE, "answer": FINE}
REJECT = {"question": FINE, "answer": {"value": "problem", "reasons": ["answer_wrong"]}}
TARGETS = {"decision": 12.0, "next": 10.0}
P95_MS, PER_SECOND = 150.0, 60.0


@dataclass
class Tally:
    """What all reviewers of one stretch met."""

    waits: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, seconds: float, error: str = "") -> None:
        with self.lock:
            self.waits.append(seconds * 1000)
            if error:
                self.errors.append(error)


class Reviewer(threading.Thread):
    def __init__(self, caller: Caller, tally: Tally, until: float, think: tuple[float, float]) -> None:
        super().__init__(daemon=True)
        self.headers, self.tally, self.until, self.think = caller.headers, tally, until, think
        self.port = caller.server.port
        self.draw = random.Random(caller.headers["Cookie"])

    def run(self) -> None:
        time.sleep(self.draw.uniform(0, self.think[1]))
        lease = self._send(f"{BASE}/leases", {})["lease"]
        while lease is not None and time.monotonic() < self.until:
            time.sleep(self.draw.uniform(*self.think))
            body = {"judgements": REJECT if self.draw.random() < 0.2 else ACCEPT}
            lease = self._send(f"{BASE}/leases/{lease['id']}/decision", body).get("next")
        self._send(f"{BASE}/leave", {})

    def _send(self, path: str, body: Any) -> Any:
        begun = time.monotonic()
        # Who thinks for seconds finds the server's end of the last connection closed.
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("POST", path, json.dumps(body), {**self.headers, "Idempotency-Key": str(uuid.uuid4())})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        wrong = "" if answer.status < 300 else f"{answer.status} {content[:200]!r}"
        self.tally.add(time.monotonic() - begun, wrong)
        return json.loads(content) if not wrong else {"lease": None}


def main(reviewers: int = 32, seconds: int = 300, least: float = 2.0, most: float = 4.0) -> int:
    with scratch_database("affectory_bench_review_load"):
        from annotation.reviews.services import open_rounds

        project, author, people = make_people(reviewers)
        make_items(project, author, ITEMS)
        while open_rounds(actor=None, project=project, subject_kind="item")[1]:
            pass
        settle()
        server = Server(workers=2)
        try:
            callers = [Caller(server, person) for person in people]
            _costs(callers[0])
            met = print_costs(callers[:1], TARGETS)
            calm, _ = _stretch(callers, seconds, (least, most), f"{least:g} to {most:g} s of thought")
            flat, per_second = _stretch(callers, SATURATION_S, (0.0, 0.0), "no thought at all")
            met &= not calm.errors and not flat.errors and _p95(calm) <= P95_MS and per_second >= PER_SECOND
            met &= _nothing_twice()
            return 0 if met else 1
        finally:
            server.stop()


def _costs(caller: Caller, decisions: int = 200) -> None:
    lease = caller.call("next", "POST", f"{BASE}/leases", {})["lease"]
    for number in range(decisions):
        path = f"{BASE}/leases/{lease['id']}"
        body = {"judgements": REJECT if number % 5 == 0 else ACCEPT}
        lease = caller.call("decision", "POST", f"{path}/decision", body)["next"]
        if number % 3 == 0:
            caller.call("release", "POST", f"{BASE}/leases/{lease['id']}/release")
            lease = caller.call("next", "POST", f"{BASE}/leases", {})["lease"]
        if number % 4 == 0:
            caller.call("look ahead", "GET", f"{BASE}/upcoming")
    caller.call("leave", "POST", f"{BASE}/leave")


def _stretch(callers: list[Caller], seconds: float, think: tuple[float, float], what: str) -> tuple[Tally, float]:
    tally = Tally()
    begun = time.monotonic()
    threads = [Reviewer(caller, tally, begun + seconds, think) for caller in callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    per_second = len(tally.waits) / (time.monotonic() - begun)
    print(
        f"{len(callers)} reviewers, {seconds:g} s, {what}: {len(tally.waits):,} requests, {per_second:.1f} a second, "
        f"95 % within {_p95(tally):.0f} ms, {len(tally.errors)} errors {tally.errors[:2]}"
    )
    return tally, per_second


def _p95(tally: Tally) -> float:
    waits = sorted(tally.waits)
    return waits[int(len(waits) * 0.95)] if waits else 0.0


def _nothing_twice() -> bool:
    """No place with two standing decisions, nobody twice in a round; the database would not have let them in."""
    from annotation.reviews.domain import STANDING
    from annotation.reviews.models import Decision

    rows = list(Decision.objects.filter(state__in=STANDING).values_list("slot", "round", "reviewer"))
    slots = Counter(slot for slot, _, _ in rows)
    seats = Counter((round_, person) for _, round_, person in rows)
    twice = sum(n > 1 for n in slots.values()) + sum(n > 1 for n in seats.values())
    print(f"{len(rows):,} decisions, {twice} places or people twice")
    return twice == 0


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:3]]
    sys.exit(main(*given, *map(float, sys.argv[3:5])))
