"""RL10: a worker killed at any moment of a freeze leaves nothing half published, and the next one ends it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from export.releases import services
from tests.factories.releases import written_by_a_worker

DRIVER = Path(__file__).with_name("kill_driver.py")


@pytest.mark.kill
@pytest.mark.django_db(transaction=True)
def test_rl10_killed_at_every_step_a_freeze_is_whole_or_not_there(kept, draft, maintainer) -> None:
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    expected = {file.path: file.sha256 for file in written_by_a_worker(release)}
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "affectory.settings.test"}
    database = connection.settings_dict["NAME"]
    out = subprocess.run(
        [sys.executable, str(DRIVER), database, str(settings.STORAGE_ROOT), str(release.pk)],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
    )
    assert out.returncode == 0, out.stderr
    seen = json.loads(out.stdout.splitlines()[-1])
    killed, last = seen[:-1], seen[-1]
    assert len(killed) >= 40
    for after in killed:
        assert (after["killed"], after["state"], after["rows"], after["files"]) == (True, "freezing", 24, 0)
    assert (last["state"], last["files"], last["broken"]) == ("frozen", len(expected), [])
    assert last["manifest"] == expected["manifest.json"]
    assert dict(release.files.values_list("path", "sha256")) == expected
