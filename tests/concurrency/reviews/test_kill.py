"""RV7, RV8, RV13: a server killed at any statement of a decision leaves it undone, and the repeat does it once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from annotation.reviews import services
from tests.factories.reviews import decide, open_specimens, review_next

DRIVER = Path(__file__).with_name("kill_driver.py")


@pytest.mark.kill
@pytest.mark.django_db(transaction=True)
def test_killed_at_every_statement_a_decision_is_whole_or_not_there(project, reviewer_a, reviewer_b):
    open_specimens(project, 3)
    for _ in range(3):
        review_next(reviewer_b, project)
    # one verdict is held already: the next one makes it count and closes its round in the same transaction
    first = decide(reviewer_a, project, services.lease_next(actor=reviewer_a, project=project))
    before = {
        "leases": ["DECIDED", "DECIDED", "DECIDED", "HELD", "OPEN"],
        "decisions": ["FINAL", "FINAL", "FINAL", "HELD"],
        "rounds": ["OPEN", "OPEN", "OPEN"],
        "taken": 5,
    }
    out = subprocess.run(
        [
            sys.executable,
            str(DRIVER),
            connection.settings_dict["NAME"],
            str(project.pk),
            str(reviewer_a.pk),
            str(first.next_lease.pk),
        ],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "affectory.settings.test"},
        timeout=300,
    )
    assert out.returncode == 0, out.stderr
    seen = json.loads(out.stdout.splitlines()[-1])
    killed, last = seen[:-1], seen[-1]
    assert len(killed) >= 14
    for after in killed:
        assert {name: after[name] for name in before} == before
    assert last["status"] == 0
    assert {name: last[name] for name in before} == {
        "leases": ["DECIDED", "DECIDED", "DECIDED", "DECIDED", "HELD", "OPEN"],
        "decisions": ["FINAL", "FINAL", "FINAL", "FINAL", "HELD"],
        "rounds": ["CLOSED", "OPEN", "OPEN"],
        "taken": 6,
    }
    again = decide(reviewer_a, project, first.next_lease, idempotency_key="one")
    assert again.repeated
