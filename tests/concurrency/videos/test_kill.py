"""VI42: a worker killed at any moment of a registration leaves nothing half done, and the next one goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from affectory.core import jobs
from tests.factories.videos import registered, video_bytes

DRIVER = Path(__file__).with_name("kill_driver.py")
VTT = b"WEBVTT\n\n00:01.000 --> 00:02.500\nHello.\n"


@pytest.mark.kill
@pytest.mark.django_db(transaction=True)
def test_killed_at_every_step_a_registration_is_carried_out_once(project, maintainer, monkeypatch) -> None:
    monkeypatch.setattr(jobs, "enqueue", lambda *args, **options: None)
    files = {"a.mp4": video_bytes(1), "a.en.vtt": VTT, "notes.txt": b"notes"}
    registration = registered(maintainer, project, files, defaults={"licence": "CC0"}, run=False)
    out = subprocess.run(
        [
            sys.executable,
            str(DRIVER),
            connection.settings_dict["NAME"],
            str(settings.STORAGE_ROOT),
            str(registration.pk),
        ],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "affectory.settings.test"},
        timeout=300,
    )
    assert out.returncode == 0, out.stderr
    seen = json.loads(out.stdout.splitlines()[-1])
    assert len(seen) > 20
    for left in seen:
        # The rows are there all at once, and what a row says was done was done once.
        assert left["rows"] in (0, 3)
        assert left["taken"] == left["videos"] == left["jobs"]
        assert left["subtitles"] == left["tracks"]
    assert all(left["killed"] for left in seen[:-1])
    assert seen[-1] == {
        "killed": False,
        "state": "done",
        "rows": 3,
        "taken": 1,
        "videos": 1,
        "jobs": 1,
        "subtitles": 1,
        "tracks": 1,
    }
