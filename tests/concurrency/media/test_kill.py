"""VI34, VI35: a worker killed at any step of a preparation is followed by one that goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from datasets.videos.models import Video
from tests.factories.counter_video import cfr_25
from tests.factories.videos import registered

DRIVER = Path(__file__).with_name("kill_driver.py")


@pytest.mark.kill
@pytest.mark.django_db(transaction=True)
def test_vi35_killed_at_every_step_a_preparation_goes_on_and_makes_nothing_twice(project, maintainer, tmp_path):
    registered(maintainer, project, {"counter.mp4": cfr_25(tmp_path).path.read_bytes()})
    video = Video.objects.get()
    state = tmp_path / "state"
    state.mkdir()

    out = subprocess.run(
        [
            sys.executable,
            str(DRIVER),
            connection.settings_dict["NAME"],
            str(settings.STORAGE_ROOT),
            str(state),
            str(video.pk),
        ],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "affectory.settings.test"},
        timeout=300,
    )

    assert out.returncode == 0, out.stderr
    seen = json.loads(out.stdout.splitlines()[-1])
    assert seen[0] == {
        "killed": True,
        "state": "preparing",
        "steps": ["probe"],
        "made": [],
        "encoders_left": 0,
    }
    assert [worker["made"] for worker in seen[1:]] == [["Proxy"], ["Poster"], ["Sprite"], ["Peaks"], ["Cuts"]]
    assert [worker["killed"] for worker in seen[1:]] == [True, True, True, True, False]
    steps = ["probe", "proxy", "poster", "sprite", "peaks", "cuts"]
    assert [worker["steps"] for worker in seen[1:]] == [steps[: count + 2] for count in range(5)]
    assert [worker["state"] for worker in seen] == ["preparing"] * 5 + ["ready"]
    video.refresh_from_db()
    assert (video.state, video.lease, video.frame_count) == ("ready", None, 250)
    assert not list((state / "videos").iterdir())
