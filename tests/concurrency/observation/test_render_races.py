"""OB7, EP14, EP1 under real concurrency, and the races that are there without the guards."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from datasets.episodes.models import Episode
from datasets.observation import services
from datasets.observation.models import Render
from tests.factories.episodes import check_all, compose_episodes, render_result
from tests.factories.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
ONE = {"format": "affectory-plan-1", "challenges": {"rear_view": {"count": 1}}}


@pytest.fixture
def renders(project, maintainer, monkeypatch) -> list[Render]:
    monkeypatch.setattr(services, "enqueue", lambda *names, **ids: None)
    monkeypatch.setattr("affectory.core.jobs.enqueue", lambda *names, **ids: None)
    episodes = compose_episodes(project, maintainer, plan=ONE)
    check_all(episodes)
    return services.request_renders(actor=maintainer, project=project)


def test_of_many_workers_one_gets_the_clip(renders):
    """OB7."""
    pk = renders[0].pk
    results = at_once([lambda: services.start_render(render_id=pk)] * 6)
    assert sum(result is not None for result in results) == 1
    assert Render.objects.get(pk=pk).attempts == 1


def test_without_compare_and_set_several_workers_get_it(renders, monkeypatch):
    """The twin of the above: every worker reads QUEUED before the first one writes."""
    pk = renders[0].pk
    read = threading.Barrier(3, timeout=20)

    def unguarded(obj, *, to, **columns) -> None:
        read.wait()
        columns = {k: v for k, v in columns.items() if k not in ("transitions", "actor")}
        type(obj).objects.filter(pk=obj.pk).update(state=to, **columns)

    monkeypatch.setattr(services, "move", unguarded)
    results = at_once([lambda: services.start_render(render_id=pk)] * 3)
    assert sum(isinstance(result, services.StartedRender) for result in results) == 3


def finishers(renders: list[Render], tmp_path) -> list[Callable[[], object]]:
    """What finishes the last two clips of an episode; the others are finished before."""
    works: list[Callable[[], object]] = []
    for number, render in enumerate(renders):
        started = services.start_render(render_id=render.pk)
        folder = tmp_path / str(number)
        folder.mkdir()
        result = render_result(folder, content=bytes([number]))
        works.append(
            lambda pk=render.pk, lease=started.lease, result=result: services.finish_render(
                render_id=pk, lease=lease, result=result
            )
        )
    for work in works[:-2]:
        assert work()
    return works[-2:]


def test_two_last_clips_at_once_open_the_episode_once(renders, tmp_path):
    """EP14."""
    assert at_once(finishers(renders, tmp_path)) == [True, True]
    assert Episode.objects.get().state == "in_review"


def test_without_the_episodes_lock_it_may_stay_closed(renders, tmp_path, monkeypatch):
    """The twin: each looks for the other's clip before the other has committed, and neither finds it."""
    looked = threading.Barrier(2, timeout=20)
    real = services._open_if_whole

    def unlocked(episode_id) -> None:
        done = Render.objects.filter(episode_id=episode_id, state="done").count()
        looked.wait()
        if done == len(renders):
            real(episode_id)

    last = finishers(renders, tmp_path)
    monkeypatch.setattr(services, "_open_if_whole", unlocked)
    assert at_once(last) == [True, True]
    assert Episode.objects.get().state == "checked"


def test_a_clip_cancelled_while_it_finishes_is_one_or_the_other(project, maintainer, renders, tmp_path):
    """OB10."""
    for number, render in enumerate(renders):
        folder = tmp_path / f"c{number}"
        folder.mkdir()
        started = services.start_render(render_id=render.pk)
        result = render_result(folder, content=bytes([number]))
        finished, cancelled = at_once(
            [
                lambda pk=render.pk, lease=started.lease, result=result: services.finish_render(
                    render_id=pk, lease=lease, result=result
                ),
                lambda pk=render.pk: services.cancel_renders(actor=maintainer, project=project, render_ids=[pk]),
            ]
        )
        row = Render.objects.get(pk=render.pk)
        assert (finished, cancelled, row.state) in [(True, 0, "done"), (False, 1, "cancelled")]
        assert (row.video_sha256 != "") == finished


def test_asking_twice_at_once_makes_each_clip_once(project, maintainer, renders):
    """OB2."""
    Render.objects.all().delete()
    results = at_once([lambda: services.request_renders(actor=maintainer, project=project)] * 4)
    assert [r for r in results if isinstance(r, Exception)] == []
    assert Render.objects.count() == 3
