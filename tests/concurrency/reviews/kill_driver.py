"""Decides one lease again and again, killed before its first statement, its second, and so on until it comes through.

Run as a program of its own: python kill_driver.py DATABASE PROJECT REVIEWER LEASE. Prints what stood after each kill.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))


def state() -> dict[str, object]:
    from django.db import connections

    from annotation.reviews.models import Decision, Lease, Round, Slot

    found = {
        "leases": sorted(Lease.objects.values_list("state", flat=True)),
        "decisions": sorted(Decision.objects.values_list("state", flat=True)),
        "rounds": sorted(Round.objects.values_list("state", flat=True)),
        "taken": Slot.objects.filter(state="TAKEN").count(),
    }
    connections.close_all()
    return found


def decide_and_die(project_id: str, reviewer_id: str, lease_id: str, statement: int) -> None:
    from django.db import connection

    from affectory.accounts.models import Project, User
    from annotation.reviews.services import submit_decision
    from tests.factories.reviews import ACCEPT, specimens

    project, reviewer = Project.objects.get(pk=project_id), User.objects.get(pk=reviewer_id)
    seen = 0

    def count(execute, sql, params, many, context):
        nonlocal seen
        seen += 1
        if seen == statement:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)

    with specimens(), connection.execute_wrapper(count):
        submit_decision(actor=reviewer, project=project, lease_id=lease_id, judgements=ACCEPT, idempotency_key="one")


def main(database: str, project_id: str, reviewer_id: str, lease_id: str) -> None:
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = database
    django.setup()
    seen = []
    for statement in range(1, 60):
        child = os.fork()
        if child == 0:
            decide_and_die(project_id, reviewer_id, lease_id, statement)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        seen.append({"killed": killed, "status": status, **state()})
        if not killed:
            break
    print(json.dumps(seen))


if __name__ == "__main__":
    main(*sys.argv[1:])
