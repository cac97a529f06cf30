"""Specifications of episodes with two people."""

from __future__ import annotations

import json
import math
from unittest.mock import create_autospec
from uuid import uuid4

import pytest
from django.utils import timezone

from affectory.core import storage
from datasets.observation import specs
from datasets.observation.checking import Observer, engine_checks
from datasets.observation.domain import Setting
from datasets.observation.services import finish_render
from tests.factories.dyads import add_dyad, add_pair
from tests.factories.episodes import frame_records, render_result
from tests.factories.kept_episodes import make_render

pytestmark = pytest.mark.django_db
ENGINE = "embedded-1"


def spec_of(episode, setting=Setting.P_INIT):
    return specs.build_spec(episode, setting=setting, engine_id=ENGINE, parameters=specs.current_parameters())


def test_the_person_who_is_asked_about_leads(project, maintainer):
    """EP64: A, B, and A where either is asked; each keeps the colour of their top, and both replay."""
    pair = add_pair(project, labels=("sad", "sad"))
    episodes = [add_dyad(project, maintainer, target=target, pair=pair) for target in ("A", "B", "either")]

    tops = [[m.top for m in spec_of(episode)[0].motions] for episode in episodes]

    assert tops == [["yellow", "green"], ["green", "yellow"], ["yellow", "green"]]
    led = spec_of(episodes[1])[0].motions[0]
    assert led.motion_sha256 == pair[1].retargeted_sha256
    assert led.path.endswith(led.motion_sha256)
    parameters = specs.current_parameters()
    probe = specs.probe_spec(episodes[1], engine_id=ENGINE, parameters=parameters)
    assert [m.top for m in probe.motions] == ["green", "yellow"]


def test_of_either_both_are_measured_and_the_one_seen_worse_decides(project, maintainer):
    """EP64, EP9: B is behind something; who asks about A alone has an episode, who asks about either has none."""
    observer = create_autospec(Observer, instance=True)
    observer.frames_digest.return_value = "same"
    observer.measure.side_effect = lambda spec: frame_records(
        distance_m=3.0, visible_fraction=0.9 if spec.motions[0].top == "yellow" else 0.1
    )
    pair = add_pair(project, labels=("sad", "sad"))
    bounds = {"distance_m": [1.5, 6.0], "visible_fraction": [0.5, 1.0]}
    found = {}
    for target in ("A", "B", "either"):
        episode = add_dyad(project, maintainer, target=target, pair=pair)
        episode.bounds = bounds
        found[target] = {check.id: check for check in engine_checks(episode, observer)}["visible"]
    assert [(target, check.holds, check.value) for target, check in found.items()] == [
        ("A", True, pytest.approx(0.9)), ("B", False, pytest.approx(0.1)), ("either", False, pytest.approx(0.1)),
    ]  # fmt: skip


def test_a_frames_file_names_who_was_measured(project, maintainer, tmp_path):
    """EP41: for either it is A, who leads."""
    pair = add_pair(project, labels=("sad", "sad"))
    named = {}
    for target in ("A", "B", "either"):
        episode = add_dyad(project, maintainer, target=target, pair=pair)
        held = {"lease": uuid4(), "heartbeat_at": timezone.now(), "deadline_at": timezone.now()}
        render = make_render(episode, "P-Mon", state="rendering", **held)
        assert finish_render(render_id=render.pk, lease=held["lease"], result=render_result(tmp_path))
        render.refresh_from_db()
        named[target] = json.loads(storage.read_bytes(render.frames_sha256))["person"]
    assert named == {"A": "A", "B": "B", "either": "A"}


def test_clips_of_one_dyad_match_and_those_of_another_target_do_not(project, maintainer):
    """OB3."""
    pair = add_pair(project, labels=("sad", "sad"))
    parameters = specs.current_parameters()
    prints = {
        specs.clip_fingerprint(add_dyad(project, maintainer, target=target, pair=pair), parameters, ENGINE)
        for target in ("A", "B", "either")
    }
    assert len(prints) == 3


def test_the_reference_observer_is_aimed_at_who_is_asked_about(project, maintainer):
    """EP66: A and B stand 1.2 m apart; for either the observer's aim passes between them."""
    pair = add_pair(project, labels=("sad", "sad"))
    aims = {}
    for target in ("A", "B", "either"):
        episode = add_dyad(project, maintainer, target=target, pair=pair)
        spec, view = spec_of(episode, Setting.P_REF)
        assert view["kind"] == "static"
        aims[target] = spec.cameras[0]

    for target, number in (("A", 0), ("B", 1)):
        spec = episode.specification
        x, _, z = spec.motions[number].position
        assert _misses(aims[target], x, z) < 0.05
    middle_z = sum(m.position[2] for m in spec.motions) / 2
    assert _misses(aims["either"], spec.motions[0].position[0], middle_z) < 0.05


def _misses(pose, x: float, z: float) -> float:
    """How far the line of sight passes from (x, z) on the floor."""
    across = (x - pose.position[0]) * math.cos(pose.yaw) - (z - pose.position[2]) * math.sin(pose.yaw)
    return abs(across)
