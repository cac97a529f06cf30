"""A run of calls whose sender is killed at random, and what must hold in the end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from django.db import connection

from affectory.accounts.models import Project
from affectory.endpoints.models import Attempt, Budget, Call
from tests.factories.endpoints import asked, made_profile, opened_run
from tests.fakes.running import FakeEndpoint

DRIVER = Path(__file__).with_name("kill_driver.py")


def killed_again_and_again(
    project: Project, fake: FakeEndpoint, *, calls: int, concurrency: int, kills: int, seed: int
) -> dict[str, list[int]]:
    """How many attempts each kill left in flight, and how often an answered call was sent again; checks the rest."""
    run = opened_run(project)
    profile = made_profile(project, base_url=fake.base_url, concurrency=64, max_attempts=20)
    for number in range(calls):
        asked(run, profile, f"call {number}")
    arguments = [connection.settings_dict["NAME"], run.pk, concurrency, kills, seed, fake.ledger_file]
    out = subprocess.run(
        [sys.executable, str(DRIVER), *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "affectory.settings.test",
            "PYTHONPATH": str(DRIVER.parents[3]),
        },
        timeout=1800,
    )
    assert out.returncode == 0, out.stderr[-4000:]
    seen: dict[str, list[int]] = json.loads(out.stdout.splitlines()[-1])
    _check_the_end(run, fake, seen)
    return seen


def _check_the_end(run: Budget, fake: FakeEndpoint, seen: dict[str, list[int]]) -> None:
    """All answered; every request that arrived has its attempt; what was billed was charged, or more."""
    run.refresh_from_db()
    assert set(Call.objects.filter(uses__run=run).values_list("state", flat=True)) == {"answered"}
    unknown = Attempt.objects.filter(budget=run, state="unknown")
    assert unknown.count() == sum(seen["in_flight"])
    assert all(attempt.is_possibly_billed and attempt.is_estimated for attempt in unknown)
    assert not Attempt.objects.filter(budget=run, state="sent").exists()
    requests = fake.requests
    assert len(requests) <= Attempt.objects.filter(budget=run).count()
    billed = [request["billed"] for request in requests if request["billed"]]
    assert sum(each["prompt_tokens"] + each["completion_tokens"] for each in billed) <= run.spent_tokens
    assert run.reserved_tokens == run.reserved_micros == 0
