"""EP35: a plan that cannot be met says what stands in the way, with numbers, and how far it gets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from datasets.episodes.checks import Eye
from datasets.episodes.composer import Composer, MotionMaterial, Tally
from datasets.episodes.plan import read_plan, wanted_of
from datasets.episodes.reasons import largest_distance_m

from .bodies import sitting_down, standing
from .rooms import room

MOTIONS = [MotionMaterial(f"{i:064x}", label) for i, label in enumerate(("sad", "happy", "sad"))]


def told(groups: dict, **given) -> list[str]:
    return tried(groups, **given)[0]


def tried(groups: dict, *, scenes=None, motions=MOTIONS, body=None) -> tuple[list[str], list[int]]:
    """What stands in the way of all slots, and how many of the first n can have a motion."""
    plan = read_plan({"format": "affectory-plan-1", "attempts": 3} | groups)
    figure = body or standing(8, 8.0)
    scenes = [room(size=4.0)] if scenes is None else scenes
    composer = Composer(plan, seed=1, scenes=scenes, motions=motions, body_of=lambda sha: figure, eye=Eye())
    wanted = wanted_of(plan)[0]
    tally = Tally(wanted.count)
    for number in range(wanted.count):
        tally.add(composer.slot(wanted, number))
    possible = [composer.possible(wanted, first) for first in range(wanted.count + 1)]
    return [reason.text for reason in composer.reasons(wanted, tally)], possible


def test_the_largest_distance_in_a_room():
    """4 m of floor less 0.18 m on each side, to the cell: 3.6 m by 3.6 m, 5.09 m from corner to corner."""
    assert largest_distance_m(room(size=4.0).grid) == pytest.approx(3.6 * 2**0.5, abs=0.1)


def test_nothing_is_in_the_way_of_what_can_be_had():
    assert told({"challenges": {"far_visible": {"count": 3, "distance_m": [1, 3]}}}, scenes=[room()]) == []


def test_a_room_that_is_too_small_is_told_with_its_size():
    first, second = told({"challenges": {"far_visible": {"count": 3, "distance_m": [8, 9]}}})
    assert first.startswith("The largest free distance in any scene is 5.")
    assert first.endswith("m; distance_m asks for 8 m at least.")
    assert second.startswith("Robot start clearance refused 9 of 9 candidates (100%).")


def test_checks_are_told_by_how_much_they_refused_with_the_nearest_miss():
    found = told({"challenges": {"partial_occlusion": {"count": 3}}}, scenes=[room()])
    assert found == [
        "Visible refused 9 of 9 candidates (100%). Nearest: 100% of the person is visible; 20% to 70% is asked."
    ]


def test_a_scene_without_a_seat_and_motions_that_do_not_sit():
    assert told({"actions": {"sit": {"count": 2}}}, body=sitting_down())[0] == (
        "No scene has a seat: mark one on a scene's page."
    )
    found = told({"actions": {"sit": {"count": 2}}})
    assert found[1] == (
        "None of 3 motions sits down. In the nearest the pelvis comes down 0.00 m, 0.2 to 1 is asked."
    )


def test_pairs_that_are_missing_or_have_two_labels():
    assert told({"dyads": {"count": 3}})[0] == "No performance has two motions, of one person each."
    pair = [MotionMaterial("1" * 64, "sad", "take", "A"), MotionMaterial("2" * 64, "angry", "take", "B")]
    found = told({"dyads": {"count": 2, "target": {"either": 1}}}, motions=pair)
    assert found[0] == "None of 1 pairs has one label for both people, which a question about either needs."
    late = [replace(pair[0], frames=90), replace(pair[1], frames=70)]
    assert told({"dyads": {"count": 3}}, motions=late)[0] == (
        "None of 1 performances of two motions is a dyad: part A has 90 frames at 1 per second, part B has 70 frames "
        "at 1 per second: they do not run on one clock; cut both at the same beginning and end."
    )


def test_motions_that_run_out_are_counted():
    """EP30: of 6 slots three are happy's, which has one motion for at most two of them."""
    plan = {"motions": {"per_motion": 2}, "challenges": {"far_visible": {"count": 6, "distance_m": [1, 3]}}}
    found, possible = tried(plan, scenes=[room()])
    assert found[0] == "1 happy motion at per_motion 2 give 2 episodes; 3 are asked for."
    # EP45: happy's third slot, the fifth of all, has no motion left.
    assert found[1].startswith("1 of 6 slots stay empty: under per_motion a slot has one motion, ")
    assert possible == [0, 1, 2, 3, 4, 4, 5]


def test_no_scene_and_no_motion():
    assert told({"dyads": {"count": 1}}, scenes=[], motions=[]) == ["There is no scene.", "There is no motion."]


def test_a_scene_without_ground_to_stand_on_refuses_and_breaks_nothing():
    """EP35: 30 cm of floor hold no robot of 36 cm."""
    found = told({"challenges": {"rear_view": {"count": 1}}}, scenes=[room(size=0.3)])
    assert found[0] == "The largest free distance in any scene is 0.0 m; distance_m asks for 2 m at least."
    assert len(found) > 1
