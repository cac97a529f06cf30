"""EP2, EP29, EP30, EP34, EP36: what a slot depends on, and what it does not."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.episodes.checks import Eye
from datasets.episodes.composer import MotionMaterial, Tally, compose, compose_slots, scene_of
from datasets.episodes.plan import read_plan, wanted_of
from datasets.scenes.anchors import Anchor, AnchorKind

from .bodies import knocking, standing
from .rooms import room

SIDEBOARD = ((2.0, 1.0, 0.6), (1.0, 0.0, 1.0))
DOOR = Anchor(AnchorKind.DOOR, (0.0, 0.0, -4.0), 0.0, 0.9)
HALL = room(SIDEBOARD, name="hall")
SCENES = [HALL, room(((1, 1, 1), (-1, 0, 1)), ((6, 2.2, 0.1), (0, 0, -4.05)), name="second", anchors=(DOOR,))]
MOTIONS = [
    MotionMaterial(f"{i:064x}", label, performance=f"take {i // 2}", part="AB"[i % 2])
    for i, label in enumerate(("sad", "sad", "happy", "angry", "sad", "happy"))
]
BODIES = {m.sha256: standing(8, 8.0) if i % 2 else knocking(fps=12.0) for i, m in enumerate(MOTIONS)}
ALL = {
    "format": "affectory-plan-1",
    "attempts": 4,
    "challenges": {"far_visible": {"count": 9}, "rear_view": {"count": 9}, "partial_occlusion": {"count": 9}},
    "actions": {"knock": {"count": 9}},
    "dyads": {"count": 9},
}


def material(scenes=SCENES, motions=MOTIONS):
    return {"seed": 5, "scenes": scenes, "motions": motions, "body_of": BODIES.__getitem__, "eye": Eye()}


def told(slot) -> str:
    return json.dumps([slot.name, slot.number, slot.spec and slot.spec.as_json(), [repr(r) for r in slot.refusals]])


def digest_of(specs) -> str:
    return hashlib.sha256(json.dumps([s and s.as_json() for s in specs], sort_keys=True).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("plan", "seed", "digest"),
    [
        ({"challenges": {"far_visible": {"count": 4}, "rear_view": {"count": 4}}}, 1, "f968bc6e621752af"),
        ({"challenges": {"rear_view": {"count": 9, "distance_m": [2, 4]}}, "top": "green"}, 7, "85a116104c425d7b"),
    ],
)
def test_plans_of_earlier_days_give_the_episodes_that_they_gave(plan, seed, digest):
    """EP2: digests found with the composer as it was before it knew other challenges; one scene, no per_motion."""
    bodies = dict.fromkeys(BODIES, standing(8, 8.0))
    motions = [MotionMaterial(m.sha256, m.label) for m in MOTIONS]
    slots = compose(
        read_plan({"format": "affectory-plan-1"} | plan),
        seed=seed, scenes=[HALL], motions=motions, body_of=bodies.__getitem__, eye=Eye(),
    )  # fmt: skip
    assert digest_of(slot.spec for slot in slots) == digest


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_however_slots_are_shared_out_they_are_the_same(data):
    """EP29: any of them, in any order, from a composer that has seen others or none; material in any order; places
    shared or not."""
    plan = read_plan(ALL | data.draw(st.sampled_from([{}, {"motions": {"placements": 2}}])))
    group = data.draw(st.sampled_from(wanted_of(plan)))
    numbers = data.draw(st.lists(st.integers(0, max(group.count - 1, 0)), min_size=1, max_size=3, unique=True))
    order = data.draw(st.permutations(MOTIONS))
    parts = list(compose_slots(plan, group, numbers, **material(SCENES[::-1], order)))
    alone = [next(compose_slots(plan, group, [number], **material())) for number in numbers]
    assert [told(slot) for slot in parts] == [told(slot) for slot in alone]


def test_a_dry_run_is_a_prefix_and_more_keep_what_there_was():
    """EP2."""
    plan = read_plan(ALL)
    whole = [told(slot) for slot in compose(plan, **material())]
    begun = [told(slot) for slot in compose(plan, limit=2, **material())]
    assert set(begun) <= set(whole)
    larger = read_plan(ALL | {"challenges": {k: {"count": 12} for k in ALL["challenges"]}})
    assert set(whole) <= {told(slot) for slot in compose(larger, **material())}


def test_the_scene_tried_first_can_be_asked_for_without_ground_or_bodies():
    """EP29: and where an action needs a door, only scenes with one are tried."""

    class Sketch:
        def __init__(self, scene):
            self.sha256, self.anchors = scene.sha256, scene.anchors

    plan = read_plan(ALL)
    sketches = [Sketch(scene) for scene in SCENES]
    tried = set()
    for group in wanted_of(plan):
        for number in range(group.count):
            expected = scene_of(plan, group, number, seed=5, scenes=sketches)
            slot = next(compose_slots(plan, group, [number], **material()))
            first = slot.refusals[0].scene_sha256 if slot.refusals else slot.spec.scene_sha256
            assert first == expected
            tried.add((group.name, first))
    assert {sha for name, sha in tried if name == "knock"} == {SCENES[1].sha256}
    assert len({sha for name, sha in tried if name == "far_visible"}) == 2
    assert scene_of(plan, wanted_of(plan)[3], 0, seed=5, scenes=[Sketch(HALL)]) is None


def test_a_slot_stays_in_two_scenes():
    """EP29: with 24 attempts that all fail, half are in one scene and half in another or the same."""
    plan = read_plan({"format": "affectory-plan-1", "challenges": {"far_visible": {"count": 6}}})
    flying = standing(8, 8.0).placed((0.0, 1.0, 0.0), 0.0)
    given = material() | {"body_of": lambda sha: flying}
    for slot in compose(plan, **given):
        scenes = [refusal.scene_sha256 for refusal in slot.refusals]
        assert len(scenes) == 24
        assert len(set(scenes[:12])) == len(set(scenes[12:])) == 1


def test_per_motion_holds_over_all_slots():
    """EP30: six motions, at most two of each: twelve slots can be filled, those of the smaller labels run out first.
    Angry has one motion, so two of its five slots; happy and sad fill all five of theirs (two and three motions
    allow four and six): 2 + 4 + 5 = 11."""
    plan = read_plan(
        {"format": "affectory-plan-1", "motions": {"per_motion": 2}, "challenges": {"far_visible": {"count": 15}}}
    )
    used = [m.motion_sha256 for s in compose(plan, **material()) if s.spec for m in s.spec.motions]
    assert max(used.count(sha) for sha in set(used)) <= 2
    assert len(used) == 11


def test_shared_places_are_the_same_for_all_challenges():
    """EP36: slot by slot the same motion in the same place, seen from different starts."""
    plan = read_plan(
        ALL | {"motions": {"placements": 1}, "challenges": {"far_visible": {"count": 6}, "rear_view": {"count": 6}}}
    )
    slots = list(compose(plan, **material()))
    pairs = [[s for s in slots if s.name == name and not s.refusals] for name in ("far_visible", "rear_view")]
    both = {s.number: s.spec for s in pairs[0]}, {s.number: s.spec for s in pairs[1]}
    common = both[0].keys() & both[1].keys()
    assert len(common) >= 3
    for number in common:
        assert both[0][number].motions == both[1][number].motions
        assert both[0][number].robot_start != both[1][number].robot_start


def test_a_refusal_keeps_what_a_picture_of_it_needs():
    """EP34: check, value and bounds; scene, placement and start."""
    plan = read_plan({"format": "affectory-plan-1", "challenges": {"partial_occlusion": {"count": 2}}})
    slot = next(compose(plan, **(material() | {"scenes": [room()]})))
    refusal = slot.refusals[0]
    assert (refusal.check.id, refusal.check.value, refusal.check.bounds) == ("visible", 1.0, (0.2, 0.7))
    assert [use.motion_sha256 for use in refusal.placement] == list(refusal.motions)
    assert refusal.start is not None
    assert (refusal.name, refusal.scene_sha256, refusal.slot) == ("partial_occlusion", room().sha256, 0)


def test_tallies_of_parts_join_to_that_of_the_whole():
    """EP29: in whatever order."""
    plan = read_plan(ALL)
    slots = [slot for slot in compose(plan, **material()) if slot.name == "partial_occlusion"]
    whole, first, second = Tally(9), Tally(9), Tally(9)
    for slot in slots:
        whole.add(slot)
        (first if slot.number % 2 else second).add(slot)
    second.join(first)
    assert second == whole
