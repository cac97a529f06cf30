"""EP27, EP33, EP37, EP38: two people of one performance."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from datasets.episodes.checks import Eye
from datasets.episodes.composer import Composer, MotionMaterial
from datasets.episodes.figures import Figure, PlacedFigure, placed_bodies
from datasets.episodes.ingredients import Cast, casts_for, origin_in, pairs_of
from datasets.episodes.material import _stored_motions
from datasets.episodes.placing_dyads import apart_check, between, place_dyad
from datasets.episodes.plan import read_plan, wanted_of
from datasets.motion.models import MotionAsset

from .bodies import standing
from .rooms import room

HALL = room(((2.0, 1.0, 0.6), (1.0, 0, 1.0)))
FIGURES = (Figure(standing(12)), Figure(standing(12)))


def motion(number: int, label: str, take: str = "take", part: str = "A", origin=None) -> MotionMaterial:
    return MotionMaterial(f"{number:064x}", label, performance=take, part=part, origin=origin)


def groups(**dyads):
    return {w.target: w for w in wanted_of(read_plan({"format": "affectory-plan-1", "dyads": {"count": 9} | dyads}))}


def cast(origin_a=None, origin_b=None) -> Cast:
    return Cast((motion(1, "sad", origin=origin_a), motion(2, "happy", part="B", origin=origin_b)), "sad")


def placed(x: float, z: float, yaw: float) -> PlacedFigure:
    return PlacedFigure(FIGURES[0], (x, 0.0, z), yaw)


def test_pairs_are_the_two_of_a_performance_in_the_order_of_their_parts():
    """EP37: one alone, and three, are no pair; motions without a performance belong to nobody."""
    motions = [motion(1, "sad", "t1", "B"), motion(2, "sad", "t1", "A"), motion(3, "sad", "t2"), motion(4, "sad", "")]
    motions += [motion(n, "sad", "t3", str(n)) for n in (5, 6, 7)]
    assert [(a.part, b.part) for a, b in pairs_of(motions)] == [("A", "B")]


@pytest.mark.parametrize(
    ("second", "is_pair"),
    [
        ({"part": "B"}, True),
        ({"part": "B", "frames": 301}, True),
        ({"part": "B", "frames": 310}, False),
        ({"part": "B", "fps_ratio": "60"}, False),
        ({"part": "A"}, False),
        ({"part": ""}, False),
    ],
)
def test_two_who_do_not_run_on_one_clock_or_are_one_person_are_no_dyad(second, is_pair):
    """EP37, MO41: one frame may be missing, ten may not; a take and its mirrored twin are no two people."""
    first = replace(motion(1, "sad"), fps_ratio="30", frames=300)
    other = replace(motion(2, "sad"), **{"fps_ratio": "30", "frames": 300} | second)
    assert len(pairs_of([first, other])) == is_pair


def test_what_may_be_one_of_a_dyad_is_pinned_with_its_clock():
    """EP37, EP52."""
    told = {"label": "sad", "fps_ratio": "30000/1001", "frames": 9, "retarget_report": {}}
    rows = [
        MotionAsset(retargeted_sha256="1" * 64, part="A", **told),
        MotionAsset(retargeted_sha256="2" * 64, **told),
    ]
    found = [m.material for m in _stored_motions(rows, paired=True)]
    assert [(m.fps_ratio, m.frames) for m in found] == [("30000/1001", 9), ("1", 0)]


def test_the_label_asked_for_is_the_targets_and_either_needs_one_answer():
    """EP37."""
    motions = [motion(1, "sad", "t1", "A"), motion(2, "happy", "t1", "B")]
    motions += [motion(3, "angry", "t2", "A"), motion(4, "angry", "t2", "B")]
    asked = groups()
    labels = {t: sorted(c.label for c in casts_for(asked[t], motions, lambda m, a: False)) for t in asked}
    assert labels == {"A": ["angry", "sad"], "B": ["angry", "happy"], "either": ["angry"]}


def test_shares_of_targets_become_whole_numbers_that_add_up():
    """9 at 2 : 1 : 1 are 4.5, 2.25 and 2.25: the half goes up."""
    asked = groups(target={"A": 2, "B": 1, "either": 1})
    assert {t: w.count for t, w in asked.items()} == {"A": 5, "B": 2, "either": 2}
    assert set(groups(target={"B": 1})) == {"B"}


@pytest.mark.parametrize(
    ("second", "distance", "looks_past"),
    [((0, 1.5, math.pi), 1.5, 0.0), ((0, 1.5, 0.0), 1.5, 180.0), ((2, 0, -math.pi / 2), 2.0, 90.0)],
)
def test_distance_and_facing_of_two(second, distance, looks_past):
    """EP27: A at the origin faces +Z. With B at (2, 0) facing −X, B looks at A and A past B by a right angle."""
    found = between((placed(0, 0, 0), placed(*second)))
    assert found == (pytest.approx(distance), pytest.approx(looks_past, abs=1e-5))


def test_two_go_through_each_other_when_their_bodies_meet():
    """EP33: 1 m apart they are clear: the elbows stick out 0.21 m and 0.04 m on either side, the gap is 1 − 2 · 0.25.
    20 cm apart, side by side, they are one."""
    clear = apart_check((placed(0, 0, 0), placed(1, 0, 0)))
    assert clear.holds
    assert clear.value == pytest.approx(0.464, abs=0.02)
    assert not apart_check((placed(0, 0, 0), placed(0.2, 0, 0))).holds


def test_two_who_meet_between_two_frames_that_are_looked_at_go_through_each_other():
    """EP33: B runs through A at 6 m/s: looked at six times a second, B is at x = −1.5, −0.5, 0.5; A stands at 0."""
    stands = PlacedFigure(Figure(standing(30, 30.0)), (0.0, 0.0, 0.0), 0.0)
    runs = PlacedFigure(Figure(standing(30, 30.0, velocity=(6, 0))), (-1.5, 0.0, 0.0), 0.0)
    check = apart_check((stands, runs))
    assert not check.holds
    assert check.frame in (6, 7, 8, 9)
    assert apart_check((stands, replace(runs, position=(-1.5, 0.0, 1.0)))).holds


def test_people_captured_in_one_space_keep_their_distance_and_turn():
    """EP38: A began at (0.3, 0) facing +Z, B at (0.3, 1.4) facing −Z: 1.4 m face to face, wherever the room has
    space, although the plan asks for 2 m."""
    asked = groups(apart_m=[2, 2.5])["A"]
    origins = ((0.3, 0.0, 0.0), (0.3, 1.4, math.pi))
    for seed in range(4):
        placement = place_dyad(HALL, FIGURES, cast(*origins), asked, random.Random(seed))
        distance, looks_past = between(placement.people)
        assert distance == pytest.approx(1.4, abs=0.002)
        assert looks_past == pytest.approx(0.0, abs=0.1)
        assert next(c for c in placement.checks if c.id == "people_distance").bounds == (None, None)


def test_people_captured_apart_stand_as_the_plan_says():
    """EP27: without frames, or with two that begin at the same spot, within the plan's bounds."""
    asked = groups(apart_m=[1.2, 1.6], facing_deg=[10, 20])["A"]
    frames = [(None, None), ((0, 0, 0), (0, 0, 0)), ((0, 0, 0), None), ((5, 5, 1), (5, 5.1, 0))]
    for seed, origins in enumerate(frames):
        placement = place_dyad(HALL, FIGURES, cast(*origins), asked, random.Random(seed))
        distance, looks_past = between(placement.people)
        assert 1.2 <= distance <= 1.6
        assert 10 <= looks_past <= 20


def test_the_frame_of_a_recording_is_read_from_its_report():
    """EP38: turned by −0.5 to face +Z, it faced 0.5 in the recording."""
    assert origin_in({"turned_rad": -0.5, "origin_m": [1.0, 2.0]}) == (1.0, 2.0, 0.5)
    assert origin_in({"turned_rad": -0.5}) is None


def test_dyads_are_composed_with_two_tops_and_a_target():
    """EP27: the pair stands on the floor, clear of objects; the start sees who is asked about."""
    asked = {"count": 6, "view": "far_visible", "distance_m": [3, 5]}
    plan = read_plan({"format": "affectory-plan-1", "dyads": asked})
    motions = [motion(1, "sad", "t", "A"), motion(2, "sad", "t", "B")]
    composer = Composer(plan, seed=1, scenes=[HALL], motions=motions, body_of=lambda sha: standing(12), eye=Eye())
    for group in wanted_of(plan):
        for number in range(group.count):
            slot = composer.slot(group, number)
            spec = slot.spec
            assert spec is not None
            assert (spec.family, spec.challenge, spec.target) == ("dyadic", "", group.target)
            assert [use.top for use in spec.motions] == ["yellow", "green"]
            assert [use.motion_sha256 for use in spec.motions] == [m.sha256 for m in motions]
            found = {check.id: check.value for check in slot.checks}
            assert found["visible"] >= 0.7
            assert 3 <= found["distance"] <= 5
            assert found["people_apart"] > -0.06
            bodies = placed_bodies(spec, lambda sha: standing(12))
            assert math.dist(bodies[0].pelvis[0, [0, 2]], bodies[1].pelvis[0, [0, 2]]) == pytest.approx(
                found["people_distance"], abs=1e-6
            )


def test_a_dyad_lasts_as_long_as_the_shorter_of_its_motions():
    """EP65: of 24 and 23 frames at 12 fps both begin anew after 23/12 s."""
    plan = read_plan({"format": "affectory-plan-1", "dyads": {"count": 1, "target": {"A": 1}}})
    motions = [motion(1, "sad", "t", "A"), motion(2, "sad", "t", "B")]
    bodies = {motions[0].sha256: standing(24), motions[1].sha256: standing(23)}
    composer = Composer(plan, seed=1, scenes=[HALL], motions=motions, body_of=bodies.__getitem__, eye=Eye())
    spec = composer.slot(wanted_of(plan)[0], 0).spec
    assert spec is not None
    assert spec.duration_s == pytest.approx(23 / 12)
