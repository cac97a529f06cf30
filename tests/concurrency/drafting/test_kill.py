"""DR13: a worker killed while calls are on their way: what was answered is never sent again, and every window is
answered once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from affectory.core import jobs
from annotation.drafting.models import DraftRun, DraftWindow, Proposal
from annotation.drafting.services import Limits
from annotation.questions.models import Item
from tests.factories.drafting import a_run, cut_film
from tests.factories.endpoints import made_profile
from tests.fakes.running import fake_endpoint

DRIVER = Path(__file__).with_name("kill_driver.py")
VIDEOS, AT_ONCE, EVERY = 6, 2, 3


@pytest.mark.kill
@pytest.mark.django_db(transaction=True)
def test_what_was_answered_is_never_sent_again(project, maintainer, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(jobs, "enqueue", lambda *args, **options: None)
    monkeypatch.setattr(settings, "ENDPOINT_ALLOW_PRIVATE", True)
    for seed in range(VIDEOS):
        cut_film(
            maintainer, project, tmp_path, name=f"{seed}.mp4", seed=seed, line=f"Line {seed}.",
            may_send_to_external_model=True,
        )  # fmt: skip
    draft = {
        "type": "contextual emotion",
        "start": 1,
        "end": 11,
        "question": "What does she feel?",
        "labels": ["fear"],
    }
    with fake_endpoint(tmp_path) as fake:
        fake.always(json={"drafts": [draft]}, latency_s=0.05)
        profile = made_profile(
            project, base_url=fake.base_url, max_output_tokens=2000, concurrency=AT_ONCE, max_attempts=20
        )
        run = a_run(
            maintainer,
            project,
            drafter_id="openai-1",
            profile_id=profile.pk,
            types=["contextual emotion"],
            per_video=1,
            limits=Limits(tokens=10**9),
            carry_out=False,
        )
        out = subprocess.run(
            [
                sys.executable,
                str(DRIVER),
                connection.settings_dict["NAME"],
                str(settings.STORAGE_ROOT),
                str(run.pk),
                str(fake.ledger_file),
                str(EVERY),
            ],
            check=False,
            capture_output=True,
            text=True,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "affectory.settings.test"},
            timeout=300,
        )
        assert out.returncode == 0, out.stderr
        told = json.loads(out.stdout.splitlines()[-1])
        sent = [request["key"] for request in fake.requests]
    seen = told["seen"]
    assert sum(one["killed"] for one in seen) >= 1
    assert all(one["unknown"] <= AT_ONCE for one in seen)
    for one in seen:
        after = Counter(sent[one["at"] :])
        assert not any(key in after for key in one["answered"])
    assert told["state"] == "done"
    assert set(DraftWindow.objects.filter(run=run).values_list("state", flat=True)) == {"answered"}
    assert (Item.objects.count(), Proposal.objects.count()) == (VIDEOS, VIDEOS)
    assert DraftRun.objects.get().budget.reserved_tokens == 0
