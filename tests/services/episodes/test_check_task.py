"""The worker's task, with an engine stood in for at its own protocol: what it sees is told by the test."""

from __future__ import annotations

import uuid
from contextlib import nullcontext
from datetime import timedelta
from unittest.mock import create_autospec

import pytest
from django.conf import settings
from django.utils import timezone

from affectory.core import storage
from affectory.core.models import Job
from datasets.episodes.composition_selectors import group_of, measured_of, refused_by_engine
from datasets.episodes.models import Episode
from datasets.episodes.services import checking
from datasets.episodes.services.discarding import discard_episodes, restore_episodes
from datasets.observation.domain import RenderResult
from datasets.observation.models import Render
from datasets.observation.services import SETTINGS
from tests.factories.episodes import compose_episodes, composition_of, frame_records
from worker import looking
from worker.engines.client import EngineClient, EngineCrashedError, EngineInputError
from worker.tasks import episodes as tasks

pytestmark = pytest.mark.django_db


@pytest.fixture
def engine(monkeypatch):
    client = create_autospec(EngineClient, instance=True)
    client.measure.return_value = frame_records()
    client.frames_digest.return_value = "same"

    def render(spec, folder):
        (folder / "poster.jpg").write_bytes(b"what it saw")
        return create_autospec(RenderResult, poster_path=str(folder / "poster.jpg"))

    client.render.side_effect = render
    monkeypatch.setattr(looking, "engine_client", lambda engine_id: client)
    monkeypatch.setattr(looking, "fresh_engine", lambda engine_id: nullcontext(client))
    monkeypatch.setattr(settings, "EPISODE_REPEAT_SHARE", 0.0)
    return client


def checked(project, maintainer, *, render: bool = False) -> tuple[Job, list[Episode]]:
    episodes = compose_episodes(project, maintainer, render=render)
    return Job.objects.get(task="episodes.check"), episodes


def deliver(job: Job) -> None:
    tasks.check(str(job.pk), job.arguments["composition_id"])
    job.refresh_from_db()


def test_every_episode_is_measured_and_rendered_twice(project, maintainer, engine):
    """EP8, EP9."""
    job, episodes = checked(project, maintainer)
    deliver(job)
    assert (job.state, job.done, job.total, job.refused) == ("done", 4, 4, 0)
    assert set(Episode.objects.values_list("state", flat=True)) == {"checked"}
    assert engine.measure.call_count == len(episodes)
    assert engine.frames_digest.call_count == 2 * len(episodes)
    assert Render.objects.count() == 0


def test_clips_are_asked_for_where_the_composition_says_so(project, maintainer, engine):
    """OB1."""
    deliver(checked(project, maintainer, render=True)[0])
    assert Render.objects.count() == 4 * len(SETTINGS)


def test_a_second_delivery_measures_nothing(project, maintainer, engine):
    """CO6."""
    job, _ = checked(project, maintainer)
    deliver(job)
    engine.reset_mock()
    deliver(job)
    assert engine.measure.call_count == 0


def test_pixels_that_differ_refuse_the_episode(project, maintainer, engine):
    """EP8."""
    digests = iter(range(100))
    engine.frames_digest.side_effect = lambda spec: str(next(digests))
    job, _ = checked(project, maintainer)
    deliver(job)
    assert (job.state, job.refused) == ("done", 4)
    assert set(Episode.objects.values_list("refusal", flat=True)) == {"Two renderings of the same frames differ."}
    pictures = Episode.objects.values_list("picture_sha256", flat=True)
    assert {storage.read_bytes(sha256) for sha256 in pictures} == {b"what it saw"}


def test_an_episode_that_the_engine_cannot_read_is_refused_and_the_rest_goes_on(project, maintainer, engine):
    """EP16."""
    engine.measure.side_effect = [EngineInputError("stage.glb: meshes: is missing"), *[frame_records()] * 3]
    job, _ = checked(project, maintainer)
    deliver(job)
    assert (job.state, job.refused) == ("done", 1)
    assert Episode.objects.get(state="refused").refusal == "stage.glb: meshes: is missing"
    assert Episode.objects.filter(state="checked").count() == 3
    assert "stage.glb" in job.log


def test_a_crash_costs_one_episode_one_attempt(project, maintainer, engine):
    """EP17."""
    engine.measure.side_effect = [frame_records(), EngineCrashedError("signal 11"), *[frame_records()] * 2]
    job, _ = checked(project, maintainer)
    deliver(job)
    assert job.state == "queued"
    assert job.message == "The engine crashed on 1 of 4 episodes; they are tried again."
    assert sorted(Episode.objects.values_list("state", flat=True)) == ["checked"] * 3 + ["composed"]
    engine.measure.side_effect = None
    deliver(job)
    assert (job.state, job.done, job.total) == ("done", 4, 4)
    assert set(Episode.objects.values_list("state", flat=True)) == {"checked"}


def test_what_comes_back_while_a_job_runs_is_checked_by_the_next(project, maintainer, engine):
    """BW15: the engine is not said to have crashed on it."""
    job, episodes = checked(project, maintainer)
    discard_episodes(actor=maintainer, project=project, ids=[episodes[0].pk])

    def measure(spec):
        restore_episodes(actor=maintainer, project=project, before={episodes[0].pk: "composed"})
        return frame_records()

    engine.measure.side_effect = measure
    deliver(job)
    assert (job.state, job.message) == ("done", "")
    assert Episode.objects.get(state="composed") == episodes[0]
    following = Job.objects.get(task="episodes.check", state="queued")
    deliver(following)
    assert set(Episode.objects.values_list("state", flat=True)) == {"checked"}


def test_an_episode_whose_scene_is_gone_is_refused(project, maintainer, engine):
    """EP18."""
    job, episodes = checked(project, maintainer)
    storage.local_path(episodes[0].scene.glb_sha256).unlink()
    deliver(job)
    assert (job.state, job.refused, engine.measure.call_count) == ("done", 4, 0)
    assert set(Episode.objects.values_list("refusal", flat=True)) == {"Missing in storage: the scene."}


def test_the_whole_clip_of_a_sample_is_drawn_twice_and_a_difference_refuses(
    project, maintainer, engine, settings, monkeypatch
):
    """EP55: the composition tells of how many, and of which came out different."""
    settings.EPISODE_REPEAT_SHARE = 1.0
    job, episodes = checked(project, maintainer)
    other = create_autospec(EngineClient, instance=True)
    other.frames_digest.side_effect = ["same", "same", "same", "different"]
    monkeypatch.setattr(looking, "fresh_engine", lambda engine_id: nullcontext(other))
    deliver(job)
    assert (job.state, job.refused) == ("done", 1)
    refused = Episode.objects.get(state="refused")
    assert "differ when another process draws them again" in refused.refusal
    found = measured_of(composition_of(episodes[0]))
    assert found["repeated"] == {"sampled": 4, "same": 3, "different": [str(refused.pk)]}
    passed = {check["id"]: check for check in Episode.objects.filter(state="checked").first().checks}
    assert passed["same_clip"]["outcome"] == "pass"


def test_what_the_engine_refused_is_counted_by_check_and_has_a_picture(project, maintainer, engine):
    """EP9: added up from the parts, shown with where everybody was and what the engine saw."""
    engine.measure.side_effect = [frame_records(visible_fraction=0.1), *[frame_records()] * 3]
    job, episodes = checked(project, maintainer)
    deliver(job)
    composition = composition_of(episodes[0])
    counts = measured_of(composition)["groups"]
    assert sum(group["looked_at"] for group in counts.values()) == 4
    assert [group["refused"] for group in counts.values() if group["refused"]] == [{"visible": 1}]
    episode = Episode.objects.get(state="refused")
    assert storage.read_bytes(episode.picture_sha256) == b"what it saw"
    [shown] = refused_by_engine(composition, project=project, group=group_of(episode), check="visible")
    assert (shown["episode"], shown["value"], len(shown["people"])) == (episode.pk, 0.1, 1)
    assert shown["picture_url"].endswith(f"/episodes/{episode.pk}/picture.jpg?v={episode.picture_sha256[:12]}")


def test_helpers_look_at_parts_beside_the_holder(project, maintainer, engine, monkeypatch):
    """EP50: three parts, of which a helper takes what is free; nothing is looked at twice."""
    monkeypatch.setattr(checking, "EPISODES_PER_SHARD", 1)
    job, episodes = checked(project, maintainer)
    Job.objects.filter(pk=job.pk).update(state="running", owner=uuid.uuid4(), heartbeat_at=timezone.now())
    checking._cut_up(composition_of(episodes[0]))
    tasks.help_checking(job.arguments["composition_id"], str(job.pk))
    assert set(Episode.objects.values_list("state", flat=True)) == {"checked"}
    assert engine.measure.call_count == 4
    Job.objects.filter(pk=job.pk).update(heartbeat_at=timezone.now() - timedelta(minutes=5))
    deliver(job)
    assert (job.state, job.done, engine.measure.call_count) == ("done", 4, 4)
