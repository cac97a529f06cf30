from __future__ import annotations

import uuid

import numpy as np
import pytest

from datasets.episodes.body import Body
from datasets.episodes.checks import Eye
from datasets.episodes.composer import MotionMaterial, SceneMaterial, Tally, compose
from datasets.episodes.domain import Challenge, EpisodeSpec, MotionUse, RobotStart, turned_to
from datasets.episodes.plan import DEFAULT_BOUNDS, PlanError, read_plan
from datasets.scenes.detail import build_detail
from datasets.scenes.navigation import build_grid
from datasets.scenes.occupancy import build_occupancy
from datasets.scenes.shapes import box, quad

from .bodies import standing

PLAN = {
    "format": "affectory-plan-1",
    "challenges": {"far_visible": {"count": 4}, "rear_view": {"count": 4}},
}


def triangles(*shapes) -> np.ndarray:
    return np.concatenate([s.positions[s.triangles] for s in shapes])


@pytest.fixture(scope="module")
def hall() -> SceneMaterial:
    parts = [
        triangles(quad((-5, 0, 5), (10, 0, 0), (0, 0, -10))),
        triangles(box((2, 1, 0.6), (1, 0, 1))),
    ]
    return SceneMaterial("b" * 64, build_grid(parts), build_detail(build_occupancy(parts), parts))


MOTIONS = [MotionMaterial(f"{i:064x}", label) for i, label in enumerate(("sad", "happy", "sad", "angry", "sad"))]


def run(hall, plan=PLAN, *, seed=1, motions=MOTIONS, limit=None, body_of=None):
    bodies = body_of or (lambda sha: standing(8, 8.0))
    return list(
        compose(read_plan(plan), seed=seed, scenes=[hall], motions=motions, body_of=bodies, eye=Eye(), limit=limit)
    )


def specs(slots) -> list[dict]:
    return [slot.spec.as_json() for slot in slots if slot.spec is not None]


def test_the_same_plan_and_seed_compose_the_same_episodes(hall):
    """EP2: in whatever order the motions come."""
    first = specs(run(hall))
    assert len(first) == 8
    assert specs(run(hall, motions=MOTIONS[::-1])) == first
    assert specs(run(hall, seed=2)) != first


def test_a_dry_run_and_a_larger_order_share_their_beginning(hall):
    """EP2, EP3."""
    whole = run(hall)
    assert specs(run(hall, limit=2)) == specs(whole[:4])
    larger = PLAN | {"challenges": {"far_visible": {"count": 6}, "rear_view": {"count": 4}}}
    found = {str(s) for s in specs(run(hall, larger))}
    assert {str(s) for s in specs(whole)} < found


def test_what_is_called_sitting_or_a_knock_is_not_put_on_free_floor(hall):
    """EP47: a gesture whose joints go like a knock may be."""
    sits = MotionMaterial("a" * 64, "sad", scenario="sits_down")
    knocks = MotionMaterial("b" * 64, "sad", scenario="Knocking at the door")
    points = MotionMaterial("c" * 64, "sad", actions=("knock",), scenario="Pointing")
    unknown = MotionMaterial("d" * 64, "sad")
    found = specs(run(hall, motions=[sits, knocks, points, unknown]))
    assert {spec["motions"][0]["motion_sha256"] for spec in found} == {points.sha256, unknown.sha256}
    assert specs(run(hall, motions=[sits, knocks])) == []


def test_labels_take_turns(hall):
    """Angry, happy, sad, angry …: three classes of 1, 1 and 3 motions stay balanced."""
    label_of = {m.sha256: m.label for m in MOTIONS}
    slots = [s for s in run(hall) if s.name == "rear_view"]
    found = [label_of[s.spec.motions[0].motion_sha256] for s in slots]
    assert found == ["angry", "happy", "sad", "angry"]


def test_a_motion_is_used_at_most_as_often_as_the_plan_says(hall):
    plan = PLAN | {"motions": {"per_motion": 1}, "challenges": {"rear_view": {"count": 9}}}
    used = [s.spec.motions[0].motion_sha256 for s in run(hall, plan) if s.spec]
    assert sorted(used) == sorted(m.sha256 for m in MOTIONS)


def test_no_motion_and_no_way_to_place_one_give_empty_slots(hall):
    empty = run(hall, motions=[])
    assert [s.spec for s in empty] == [None] * 8
    flying = run(hall, body_of=lambda sha: standing(8, 8.0).placed((0.0, 1.0, 0.0), 0.0))
    assert [s.spec for s in flying] == [None] * 8
    assert {r.check.id for s in flying for r in s.refusals} == {"person_height"}
    assert all(len(s.refusals) == 24 for s in flying)


def test_counts_say_what_was_tried_and_what_to_expect(hall):
    """EP3."""
    tally = Tally(asked=100)
    for slot in run(hall, limit=4):
        if slot.name == "rear_view":
            tally.add(slot)
    assert (tally.tried, tally.accepted) == (4, 4)
    assert tally.candidates == 4 + sum(tally.refused.values())


def spec(**changes) -> EpisodeSpec:
    values = {
        "family": "observation_controlled",
        "challenge": "rear_view",
        "scene_sha256": "b" * 64,
        "motions": (MotionUse("a" * 64, (1.0, 0.0, 2.0), 0.5),),
        "robot_start": RobotStart((0.0, 0.0, 0.0), 0.25),
        "seed": 1,
        "duration_s": 2.0,
    }
    return EpisodeSpec(**(values | changes))


def test_an_id_follows_from_the_content():
    """EP1: a tenth of a millimetre and a full turn more are the same episode, two millimetres are not."""
    project = uuid.UUID(int=1)
    same = spec(motions=(MotionUse("a" * 64, (1.0001, 0.0, 2.0), 0.5 + 2 * np.pi),))
    assert same.id_in(project) == spec().id_in(project)
    assert spec(motions=(MotionUse("a" * 64, (1.002, 0.0, 2.0), 0.5),)).id_in(project) != spec().id_in(project)
    assert spec().id_in(uuid.UUID(int=2)) != spec().id_in(project)
    assert spec(seed=2).id_in(project) != spec().id_in(project)


def test_a_specification_comes_back_from_its_json():
    """EP1."""
    assert EpisodeSpec.from_json(spec().as_json()) == spec()
    with pytest.raises(ValueError, match="format is None"):
        EpisodeSpec.from_json({})


def test_looking_from_one_point_to_another():
    """Forward is (sin yaw, 0, cos yaw): +X is a quarter turn."""
    assert turned_to((0, 0, 0), (2, 0, 0)) == pytest.approx(np.pi / 2)
    assert turned_to((0, 0, 0), (0, 0, 2)) == 0.0


def test_defaults_are_filled_in_and_text_means_the_same_as_an_object():
    """EP12."""
    text = "format: affectory-plan-1\nchallenges:\n  far_visible: {count: 4}\n  rear_view: {count: 4}\n"
    assert read_plan(text) == read_plan(PLAN)
    plan = read_plan(text)
    assert (plan.asked, plan.top, plan.attempts, plan.scenes) == (8, "grey", 24, None)
    assert {c.challenge: c.bounds for c in plan.challenges} == {
        k: dict(sorted(DEFAULT_BOUNDS[k].items())) for k in (Challenge.FAR_VISIBLE, Challenge.REAR_VIEW)
    }


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("format: affectory-plan-1\nchallenges:\n  rear_view:\n    count: 1\n    distance_m: [5, 2]\n",
         [(5, "challenges.rear_view.distance_m: 5 is above 2; write the smaller number first")]),
        ("format: affectory-plan-1\nchallenges:\n  side_view: {count: 1}\n",
         [(3, "challenges: 'side_view' is not known; did you mean rear_view? known here: far_visible, "
              "obstacle_detour, partial_occlusion, rear_view")]),
        ("a: &x [1]\nb: *x\n", [(None, "aliases (*name) are not read in plans; write the value out")]),
        ("a: [1\n", [(2, "this is no YAML: expected ',' or ']', but got '<stream end>'")]),
        ("", [(None, "plan: write keys with their values; the first is format: affectory-plan-1")]),
    ],
)  # fmt: skip
def test_a_plan_is_refused_with_the_line(text, faults):
    """EP12."""
    with pytest.raises(PlanError) as caught:
        read_plan(text)
    assert caught.value.faults == faults


@pytest.mark.parametrize(
    "text", [b"\xff", "x" * 70_000, "[" * 5000, "2020-01-01", "a: .nan", "!!python/object:os.system {}", "\ud800"]
)
def test_what_is_no_plan_at_all_is_refused(text):
    """EP12."""
    with pytest.raises(PlanError):
        read_plan(text)


def test_the_body_used_is_the_one_placed(hall):
    """The person of an accepted episode stands clear of the sideboard at (0–2, 0.7–1.3)."""
    for found in specs(run(hall)):
        x, _, z = found["motions"][0]["position"]
        assert not (-0.1 < x < 2.1 and 0.6 < z < 1.4)


def test_slow_and_fast_recordings_of_one_length_last_the_same():
    assert Body(standing(60, 60.0).joints, 60.0).duration_s == standing(12, 12.0).duration_s == 1.0
