from __future__ import annotations

import json
import uuid
from dataclasses import replace
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.utils import timezone

from affectory.core import storage
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.models import AuditEvent
from datasets.episodes.models import Episode
from datasets.observation import services, specs
from datasets.observation.models import Render
from datasets.observation.selectors import render_counts
from datasets.observation.services import frame_json
from datasets.scenes.stage import load_grid
from tests.factories.episodes import check_all, compose_episodes, frame_records, render_all, render_result

pytestmark = pytest.mark.django_db
ONE = {"format": "affectory-plan-1", "challenges": {"rear_view": {"count": 1}}}


@pytest.fixture
def episode(project, maintainer):
    episodes = compose_episodes(project, maintainer, plan=ONE)
    check_all(episodes)
    return episodes[0]


@pytest.fixture
def renders(project, maintainer, episode):
    return services.request_renders(actor=maintainer, project=project)


def test_each_setting_is_asked_for_once_with_one_fingerprint(project, maintainer, episode, renders):
    """OB1, OB2, OB3."""
    assert sorted(r.setting for r in renders) == ["P-Init", "P-Mon", "P-Ref"]
    assert len({r.fingerprint for r in renders}) == 1
    assert services.request_renders(actor=maintainer, project=project, episode_ids=[episode.pk]) == []
    assert Render.objects.count() == 3
    assert AuditEvent.objects.filter(event="renders_requested").count() == 1


def test_clips_are_sent_to_their_queue_after_commit(
    project, maintainer, episode, django_capture_on_commit_callbacks, monkeypatch
):
    """CO5."""
    sent = []
    monkeypatch.setattr(services, "enqueue", lambda name, **ids: sent.append((name, str(ids["render_id"]))))
    asked = services.request_renders(actor=maintainer, project=project)
    assert sorted(sent) == sorted(("observation.render", str(r.pk)) for r in asked)


def test_an_episode_that_did_not_pass_gets_no_clip(project, maintainer):
    """OB1."""
    episode = compose_episodes(project, maintainer, plan=ONE)[0]
    with pytest.raises(InvalidError):
        services.request_renders(actor=maintainer, project=project, episode_ids=[episode.pk])
    assert services.request_renders(actor=maintainer, project=project) == []
    assert Render.objects.count() == 0


def test_only_a_maintainer_asks_for_clips(project, reviewer_a, episode):
    with pytest.raises(NotAllowedError):
        services.request_renders(actor=reviewer_a, project=project)
    with pytest.raises(NotAllowedError):
        services.cancel_renders(actor=reviewer_a, project=project)
    assert Render.objects.count() == 0


def test_a_specification_is_stored_under_its_digest_and_spans_two_cycles(renders):
    """OB4, OB7: 1.5 s at 12 fps, twice: 36 frames."""
    started = services.start_render(render_id=renders[0].pk)
    render = Render.objects.get(pk=renders[0].pk)
    assert (render.state, render.attempts, render.lease) == ("rendering", 1, started.lease)
    assert started.spec.digest() == render.spec_sha256
    assert storage.read_bytes(render.spec_sha256) == started.spec.canonical_bytes()
    assert (started.spec.frames, started.spec.fps, render.frames) == (36, 12, 36)
    assert started.spec.scene.path == str(storage.local_path(started.spec.scene.scene_sha256))
    assert services.start_render(render_id=renders[0].pk) is None


def test_p_init_stays_at_the_robots_start_at_eye_height(episode, renders):
    """OB4."""
    p_init = next(r for r in renders if r.setting == "P-Init")
    spec = services.start_render(render_id=p_init.pk).spec
    start = episode.spec["robot_start"]
    assert len(spec.cameras) == 1
    assert spec.cameras[0].position == (start["position"][0], 1.25, start["position"][2])
    assert (spec.cameras[0].yaw, spec.cameras[0].pitch) == (start["yaw"], 0.0)


def test_the_last_clip_opens_the_episode_for_review(project, maintainer, episode, tmp_path, renders):
    """OB8, EP14."""
    started = [services.start_render(render_id=r.pk) for r in renders]
    for number, one in enumerate(started):
        episode.refresh_from_db()
        assert episode.state == "checked"
        result = render_result(tmp_path, content=bytes([number]))
        assert services.finish_render(render_id=one.render_id, lease=one.lease, result=result)
    episode.refresh_from_db()
    assert episode.state == "in_review"
    assert render_counts(project) == {"queued": 0, "rendering": 0, "done": 3, "failed": 0, "cancelled": 0}
    frames = json.loads(storage.read_bytes(Render.objects.first().frames_sha256))["frames"]
    assert (len(frames), frames[0]["visible_fraction"], frames[0]["camera"]["yaw"]) == (4, 0.9, 0.0)


def test_the_room_camera_hangs_on_a_wall_and_stays_there(renders):
    """OB34: one pose for the whole clip, above head height in the generated apartment, and how much it covers."""
    p_mon = next(r for r in renders if r.setting == "P-Mon")
    spec = services.start_render(render_id=p_mon.pk).spec
    assert len(spec.cameras) == 1
    assert 1.8 < spec.cameras[0].position[1] <= 2.3
    p_mon.refresh_from_db()
    assert (p_mon.view["kind"], p_mon.view["on_wall"]) == ("fixed", True)
    assert 0.5 < p_mon.view["covers"] <= 1.0


def test_the_first_room_camera_leaves_the_parameters_of_older_clips_as_they_are(renders):
    """OB2: clips made before there was a room camera keep their digest; a later version of it makes others."""
    parameters = specs.current_parameters()
    assert "monitor" not in parameters.as_json()
    assert replace(parameters, monitor="monitor-2").digest() != parameters.digest()
    assert specs.Parameters(**renders[0].parameters) == parameters


def test_kept_frames_tell_the_clearance_of_who_stands_on_the_floor(episode, tmp_path, renders):
    """OB36: the robot's start is at least its radius of 0.18 m from everything; a camera on a wall has none."""
    for render in renders:
        started = services.start_render(render_id=render.pk)
        frames = tuple(replace(f, camera=started.spec.cameras[0]) for f in frame_records())
        result = replace(render_result(tmp_path), frames=frames)
        services.finish_render(render_id=render.pk, lease=started.lease, result=result)
    kept = {r.setting: json.loads(storage.read_bytes(r.frames_sha256))["frames"] for r in Render.objects.all()}
    start = episode.spec["robot_start"]["position"]
    grid = load_grid(episode.scene.nav_sha256)
    assert kept["P-Init"][0]["clearance_m"] == round(grid.clearance((start[0], start[2])), 4) >= 0.18
    assert kept["P-Ref"][0]["clearance_m"] > 0
    assert kept["P-Mon"][0]["clearance_m"] is None


def test_frames_kept_before_parts_were_measured_are_read():
    """OB35."""
    old = frame_json(frame_records(1)[0])
    del old["parts"], old["clearance_m"]
    read = specs.stored_frames(json.dumps({"frames": [old]}).encode())
    assert (dict(read[0].parts), read[0].clearance_m) == ({}, None)


def test_a_clip_whose_pictures_break_the_challenge_refuses_the_episode(episode, tmp_path, renders):
    """EP14."""
    for render in renders:
        started = services.start_render(render_id=render.pk)
        result = render_result(tmp_path, bearing_deg=30.0)
        services.finish_render(render_id=render.pk, lease=started.lease, result=result)
    episode.refresh_from_db()
    assert (episode.state, episode.opened_at) == ("refused", None)
    assert episode.refusal.startswith("The camera is 30° from the body's front")
    seen = Render.objects.get(episode=episode, setting="P-Init").poster_sha256
    assert episode.picture_sha256 == seen != ""


def test_a_result_that_comes_twice_or_late_is_not_kept(episode, tmp_path, renders):
    """OB8."""
    started = services.start_render(render_id=renders[0].pk)
    result = render_result(tmp_path)
    assert not services.finish_render(render_id=renders[0].pk, lease=uuid.uuid4(), result=result)
    assert services.finish_render(render_id=renders[0].pk, lease=started.lease, result=result)
    done = Render.objects.values().get(pk=renders[0].pk)
    assert not services.finish_render(render_id=renders[0].pk, lease=started.lease, result=result)
    assert not services.fail_render(render_id=renders[0].pk, lease=started.lease, error="late")
    assert Render.objects.values().get(pk=renders[0].pk) == done


def test_what_may_work_another_time_is_tried_up_to_the_limit(renders, settings):
    """OB9."""
    settings.JOB_MAX_ATTEMPTS = 2
    pk = renders[0].pk
    for state in ("queued", "failed"):
        lease = services.start_render(render_id=pk).lease
        assert services.fail_render(render_id=pk, lease=lease, error="the driver crashed", retry=True)
        assert Render.objects.get(pk=pk).state == state
    render = Render.objects.get(pk=pk)
    assert (render.attempts, render.error, render.lease) == (2, "the driver crashed", None)
    assert services.start_render(render_id=pk) is None


def test_a_failed_clip_is_tried_again_when_asked_for_again(project, maintainer, renders):
    """OB1."""
    lease = services.start_render(render_id=renders[0].pk).lease
    services.fail_render(render_id=renders[0].pk, lease=lease, error="no such material")
    asked = services.request_renders(actor=maintainer, project=project)
    assert [r.pk for r in asked] == [renders[0].pk]
    render = Render.objects.get(pk=renders[0].pk)
    assert (render.state, render.attempts, render.error) == ("queued", 0, "")


def test_a_clip_of_what_cannot_be_read_fails_with_a_sentence(renders, monkeypatch):
    """CO10."""
    unreadable = ConflictError("What is stored of the scene cannot be read.")
    monkeypatch.setattr(specs, "load_stage", Mock(side_effect=unreadable))
    pk = next(render.pk for render in renders if render.setting == "P-Ref")
    assert services.start_render(render_id=pk) is None
    render = Render.objects.get(pk=pk)
    assert (render.state, render.lease) == ("failed", None)
    assert render.error == "No clip can be made: What is stored of the scene cannot be read."


def test_a_cancelled_clip_stops_its_worker_and_keeps_nothing(project, maintainer, tmp_path, renders):
    """OB10."""
    lease = services.start_render(render_id=renders[0].pk).lease
    assert services.heartbeat_render(render_id=renders[0].pk, lease=lease, frames_done=3)
    assert services.cancel_renders(actor=maintainer, project=project) == 3
    assert not services.heartbeat_render(render_id=renders[0].pk, lease=lease, frames_done=4)
    assert not services.finish_render(render_id=renders[0].pk, lease=lease, result=render_result(tmp_path))
    render = Render.objects.get(pk=renders[0].pk)
    assert (render.state, render.video_sha256, render.frames_done) == ("cancelled", "", 3)


def test_a_silent_worker_loses_its_clip_to_the_queue(renders):
    """OB11."""
    lease = services.start_render(render_id=renders[0].pk).lease
    assert services.sweep_renders() == 0
    silent_since = timezone.now() - timedelta(seconds=61)
    Render.objects.filter(pk=renders[0].pk).update(heartbeat_at=silent_since)
    assert services.sweep_renders() == 1
    render = Render.objects.get(pk=renders[0].pk)
    assert (render.state, render.lease, render.error) == ("queued", None, "The worker went silent.")
    assert not services.heartbeat_render(render_id=render.pk, lease=lease, frames_done=1)


def test_a_clip_over_its_deadline_loses_it_too(renders):
    """OB11."""
    services.start_render(render_id=renders[0].pk)
    Render.objects.filter(pk=renders[0].pk).update(deadline_at=timezone.now() - timedelta(seconds=1))
    assert services.sweep_renders() == 1
    assert Render.objects.get(pk=renders[0].pk).state == "queued"


def test_a_lost_message_is_sent_again(renders, monkeypatch):
    """OB11."""
    sent = []
    monkeypatch.setattr(services, "enqueue", lambda name, **ids: sent.append(ids["render_id"]))
    Render.objects.filter(pk=renders[0].pk).update(queued_at=timezone.now() - timedelta(minutes=11))
    assert (services.sweep_renders(), sent) == (1, [renders[0].pk])
    assert services.sweep_renders() == 0


def test_where_nobody_can_be_at_work_every_unfinished_clip_is_sent_at_once(renders, monkeypatch):
    """OB11."""
    sent = []
    monkeypatch.setattr(services, "enqueue", lambda name, **ids: sent.append(ids["render_id"]))
    lease = services.start_render(render_id=renders[0].pk).lease

    assert services.take_over_renders() == 3

    assert sorted(sent) == sorted(render.pk for render in renders)
    assert not services.heartbeat_render(render_id=renders[0].pk, lease=lease, frames_done=1)
    assert set(Render.objects.values_list("state", flat=True)) == {"queued"}


def test_other_parameters_make_other_clips_and_never_mix_with_these(project, maintainer, episode, tmp_path, settings):
    """OB2, OB3."""
    render_all(project, maintainer, tmp_path)
    settings.OBSERVATION_CLIP_FPS = 8
    more = services.request_renders(actor=maintainer, project=project)
    assert len(more) == 3
    assert Render.objects.count() == 6
    assert len(set(Render.objects.values_list("fingerprint", flat=True))) == 2
    from datasets.observation.selectors import clips_of

    assert clips_of(Episode.objects.get(pk=episode.pk)) == []
