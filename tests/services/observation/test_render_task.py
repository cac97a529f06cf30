"""OB32, OB33: a clip is made whole and once, whatever happens to its worker, its engine or its message."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection

from affectory.core import storage
from datasets.episodes.services import record_checks
from datasets.observation import services
from datasets.observation.models import Render
from tests.factories.episodes import compose_episodes
from tests.factories.threads import at_once
from tests.factories.video import frames_of
from worker.engines.client import EngineClient, engine_client
from worker.engines.embedded.launch import EmbeddedEngine
from worker.engines.launching import HostCommand
from worker.tasks import observation as tasks

PLAN = {"format": "affectory-plan-1", "challenges": {"far_visible": {"count": 3}}}


@pytest.fixture(autouse=True)
def small_pictures(settings, tmp_path):
    settings.OBSERVATION_WIDTH, settings.OBSERVATION_HEIGHT = 160, 120
    settings.STATE_DIR = tmp_path / "state"


@pytest.fixture(scope="module", autouse=True)
def engine_ends_with_the_module():
    yield
    engine_client("embedded-1").close()


@pytest.fixture
def renders(project, maintainer, settings):
    """The two queued clips of one checked episode: P-Init, P-Ref. From here on, a worker reports at every frame."""
    episode = compose_episodes(project, maintainer, plan=PLAN)[0]
    record_checks(episode_id=episode.pk, checks=[])
    settings.JOB_HEARTBEAT_S = 0
    return sorted(services.request_renders(actor=maintainer, project=project), key=lambda r: r.setting)


def _workplaces(settings):
    return list((settings.STATE_DIR / "rendering").iterdir())


def _columns(render):
    render.refresh_from_db()
    return {f.attname: getattr(render, f.attname) for f in render._meta.concrete_fields}


@pytest.mark.django_db
def test_a_clip_is_made_whole(renders, settings):
    for render in renders:
        tasks.render(str(render.pk))

    for render in renders:
        render.refresh_from_db()
        assert (render.state, render.attempts, render.error) == ("done", 1, "")
        video = frames_of(storage.local_path(render.video_sha256), width=160, height=120)
        assert len(video) == render.frames == 36
        assert storage.read_bytes(render.poster_sha256).startswith(b"\xff\xd8")
        assert storage.exists(render.frames_sha256)
        assert len(render.frames_digest) == 64
    assert _workplaces(settings) == []


@pytest.mark.django_db
def test_a_second_delivery_changes_nothing(renders):
    tasks.render(str(renders[0].pk))
    before = _columns(renders[0])
    tasks.render(str(renders[0].pk))

    assert before["state"] == "done"
    assert _columns(renders[0]) == before


@pytest.mark.django_db(transaction=True)
def test_two_deliveries_at_once_make_one_clip(renders):
    key = str(renders[0].pk)
    results = at_once([lambda: tasks.render(key), lambda: tasks.render(key)])

    assert results == [None, None]
    render = Render.objects.get(pk=key)
    assert (render.state, render.attempts) == ("done", 1)


def _while_rendering(render_id, act):
    """Runs ``act`` in a thread once some frames of the clip are done."""

    def watch():
        try:
            for _ in range(600):
                if Render.objects.filter(pk=render_id, state="rendering", frames_done__gt=2).exists():
                    act()
                    return
                time.sleep(0.01)
        finally:
            connection.close()

    thread = threading.Thread(target=watch)
    thread.start()
    return thread


@pytest.fixture
def long_render(renders):
    """A clip of so many frames that there is time to interfere."""
    render = renders[0]
    render.episode.__class__.objects.filter(pk=render.episode_id).update(duration_s=400.0)
    return render


@pytest.mark.django_db(transaction=True)
def test_a_cancelled_clip_stops_and_keeps_nothing(long_render, project, maintainer, settings):
    thread = _while_rendering(
        long_render.pk,
        lambda: services.cancel_renders(actor=maintainer, project=project, render_ids=[long_render.pk]),
    )
    tasks.render(str(long_render.pk))
    thread.join()

    long_render.refresh_from_db()
    assert (long_render.state, long_render.video_sha256) == ("cancelled", "")
    assert _workplaces(settings) == []


@pytest.mark.kill
@pytest.mark.django_db(transaction=True)
def test_a_crash_of_the_engine_costs_an_attempt_and_no_clip(long_render, settings):
    """OB24: the host dies, the clip goes back into the queue, the next delivery makes it with a fresh host."""
    thread = _while_rendering(long_render.pk, lambda: os.kill(engine_client("embedded-1").pid, signal.SIGKILL))
    tasks.render(str(long_render.pk))
    thread.join()
    after_crash = _columns(long_render)

    assert (after_crash["state"], after_crash["attempts"], after_crash["video_sha256"]) == ("queued", 1, "")
    assert "ended in the middle of its work" in after_crash["error"]
    assert _workplaces(settings) == []

    long_render.episode.__class__.objects.filter(pk=long_render.episode_id).update(duration_s=0.5)
    tasks.render(str(long_render.pk))
    long_render.refresh_from_db()
    assert (long_render.state, long_render.attempts, long_render.error) == ("done", 2, "")


_WORKER = """
import django
from django.conf import settings
settings.STORAGE_ROOT = {storage!r}
django.setup()
from worker.tasks.observation import render
render({render_id!r})
"""


@pytest.mark.kill
@pytest.mark.django_db(transaction=True)
def test_a_killed_worker_leaves_nothing_half_and_another_one_goes_on(long_render, settings):
    """OB33: the worker is killed in the middle; its engine ends with it, no result is kept, the sweeper gives the
    clip to the next worker, who clears the leftovers away and makes it."""
    address = urlsplit(settings.DATABASE_URL)._replace(path=f"/{connection.settings_dict['NAME']}")
    worker = subprocess.Popen(
        [sys.executable, "-c", _WORKER.format(render_id=str(long_render.pk), storage=str(settings.STORAGE_ROOT))],
        env={
            **os.environ,
            "DATABASE_URL": address.geturl(),
            "AFFECTORY_STATE": str(settings.STATE_DIR),
        },
    )
    for _ in range(1500):
        left = list((settings.STATE_DIR / "rendering").glob("*/clip.mp4"))
        if left or worker.poll() is not None:
            break
        time.sleep(0.02)
    assert left, "the worker never began"
    hosts = _children(worker.pid)
    worker.kill()
    worker.wait()

    long_render.refresh_from_db()
    assert (long_render.state, long_render.video_sha256) == ("rendering", "")
    assert hosts
    _wait_until(lambda: not any(_is_alive(pid) for pid in hosts))

    settings.JOB_STALE_S = 0
    assert services.sweep_renders() == 1
    long_render.refresh_from_db()
    assert (long_render.state, long_render.lease) == ("queued", None)

    long_render.episode.__class__.objects.filter(pk=long_render.episode_id).update(duration_s=0.5)
    tasks.render(str(long_render.pk))
    long_render.refresh_from_db()
    assert (long_render.state, long_render.attempts) == ("done", 2)
    assert _workplaces(settings) == []


def _children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _is_alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def _wait_until(holds, seconds=10.0):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.05)


@pytest.mark.django_db
def test_a_scene_that_cannot_be_drawn_fails_the_clip_with_a_sentence(renders):
    path = storage.local_path(renders[0].episode.scene.glb_sha256)
    path.chmod(0o644)
    path.write_bytes(b"glTF")
    engine_client("embedded-1").close()
    tasks.render(str(renders[0].pk))

    renders[0].refresh_from_db()
    assert renders[0].state == "failed"
    assert renders[0].error.startswith("The scene cannot be drawn: the scene: ends inside its GLB header")


class _Blind(EmbeddedEngine):
    def host(self):
        host = super().host()
        return HostCommand(host.command, {**host.environment, "__EGL_VENDOR_LIBRARY_DIRS": "/nowhere"})


@pytest.mark.django_db
def test_without_opengl_a_clip_fails_and_says_what_to_install(renders, monkeypatch):
    with EngineClient(_Blind()) as client:
        monkeypatch.setattr(tasks, "engine_client", lambda engine_id: client)
        tasks.render(str(renders[0].pk))

    renders[0].refresh_from_db()
    assert renders[0].state == "failed"
    assert "libegl1 libgl1 libgl1-mesa-dri" in renders[0].error
