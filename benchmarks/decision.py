"""What one decision costs the server, PostgreSQL included: python -m benchmarks.decision [episodes] [decisions]

One reviewer decides, then a second the same episodes in another order, so that rounds
close and episodes are settled. Every decision brings the next lease with it.
"""

from __future__ import annotations

import sys
import uuid

from .episodes import make_episodes, make_people
from .serving import Caller, Server, print_costs, scratch_database, settle

JUDGEMENTS = ("physical_plausibility", "motion_scene_compatibility", "rendering_quality")
ACCEPT = {name: {"value": "fine", "reasons": []} for name in JUDGEMENTS}
REJECT = {**ACCEPT, "rendering_quality": {"value": "problem", "reasons": ["clip_broken"]}}
FIRST, SECOND, ALL = "decision, first reviewer", "decision, second reviewer", "decision, all"
TARGETS = {ALL: 12.0, "next": 10.0}


def main(episodes: int = 5_000, decisions: int = 300) -> int:
    with scratch_database("affectory_bench_decision"):
        from annotation.reviews.services import open_rounds

        project, _, reviewers = make_people()
        make_episodes(project, episodes)
        while open_rounds(actor=None, project=project)[1]:
            pass
        settle()
        server = Server()
        try:
            callers = [Caller(server, person) for person in reviewers]
            for kind, caller in zip((FIRST, SECOND), callers, strict=True):
                _work(caller, kind, decisions)
                caller.costs[ALL] = caller.costs[kind]
            print(f"{episodes:,} episodes in review, two reviewers, {decisions} decisions each")
            return 0 if print_costs(callers, TARGETS) else 1
        finally:
            server.stop()


def _work(caller: Caller, kind: str, decisions: int) -> None:
    base = "/api/v1/projects/bench/review"
    lease = caller.call("next", "POST", f"{base}/leases", {})["lease"]
    for number in range(decisions):
        body = {"judgements": REJECT if number % 5 == 0 else ACCEPT, "note": "", "pins": []}
        path = f"{base}/leases/{lease['id']}"
        sent = caller.call(kind, "POST", f"{path}/decision", body,
                           **{"Idempotency-Key": str(uuid.uuid4())})  # fmt: skip
        lease = sent["next"]
        if number % 3 == 0:
            caller.call("release", "POST", f"{base}/leases/{lease['id']}/release")
            lease = caller.call("next", "POST", f"{base}/leases", {})["lease"]
        if number % 4 == 0:
            caller.call("heartbeat", "POST", f"{base}/leases/{lease['id']}/heartbeat")
            caller.call("lease again", "GET", f"{base}/leases/{lease['id']}")
        if number % 10 == 0:
            caller.call("queue", "GET", f"{base}/queue")
    caller.call("leave", "POST", f"{base}/leave")


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
