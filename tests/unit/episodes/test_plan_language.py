"""EP12, EP28: what a plan may say, and what is said of one that is wrong."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from datasets.episodes.plan import PLAN_SCHEMA, PlanError, kept_plan, read_plan, unknown_names, wanted_of

WHOLE = """\
format: affectory-plan-1
scenes: [Flat, House]
motions:
  labels: [sad, happy]
  collections: [KDAE]
  performers: [F01]
  scenarios: [parting]
  per_motion: 3
  placements: 2
challenges:
  far_visible: {count: 5}
  rear_view: {count: 5, bearing_deg: [130, 180]}
  partial_occlusion: {count: 4, visible_fraction: [0.3, 0.6]}
  obstacle_detour: {count: 3, way_ratio: [1.5, 4]}
actions:
  sit: {count: 2, seat_gap_m: [0.05, 0.15]}
  knock: {count: 2}
  walk: {count: 2, walk_m: [2, 6]}
dyads:
  count: 7
  target: {A: 1, B: 1, either: 2}
  view: rear_view
  apart_m: [1, 2]
  facing_deg: [0, 20]
attempts: 12
"""


def faults_of(text: str):
    with pytest.raises(PlanError) as caught:
        read_plan(text)
    return caught.value.faults


def test_the_published_schema_is_one():
    Draft202012Validator.check_schema(PLAN_SCHEMA)


def test_a_plan_with_everything_gives_a_group_for_each_thing_asked_for():
    """EP12: 7 at 1 : 1 : 2 are 1.75, 1.75 and 3.5: two, two and three."""
    plan = read_plan(WHOLE)
    groups = wanted_of(plan)
    assert {w.name: w.count for w in groups} == {
        "far_visible": 5, "rear_view": 5, "partial_occlusion": 4, "obstacle_detour": 3,
        "sit": 2, "knock": 2, "walk": 2, "dyad_A": 2, "dyad_B": 2, "dyad_either": 3,
    }  # fmt: skip
    assert plan.asked == 30
    by_name = {w.name: w for w in groups}
    assert by_name["partial_occlusion"].bounds["visible_fraction"] == (0.3, 0.6)
    assert by_name["obstacle_detour"].bounds["way_ratio"] == (1.5, 4.0)
    # The view's bounds hold for a dyad, its own over them.
    assert by_name["dyad_A"].bounds["bearing_deg"] == (120.0, 180.0)
    assert by_name["dyad_A"].bounds["apart_m"] == (1.0, 2.0)
    assert (by_name["sit"].family, by_name["sit"].action) == ("action_grounded", "sit")
    assert (by_name["dyad_B"].family, by_name["dyad_B"].target) == ("dyadic", "B")


def test_a_plan_reads_back_as_itself():
    """EP12."""
    plan = read_plan(WHOLE)
    assert read_plan(plan.as_json()) == plan
    assert read_plan(plan.as_json()).as_json() == plan.as_json()


def test_a_plan_that_a_composition_keeps_is_read_whatever_would_be_refused_today():
    """EP48: a composition of earlier days has its page."""
    kept = read_plan(WHOLE).as_json()
    kept["challenges"] = {"rear_view": {"count": 0, "bearing_deg": [0, 60]}}
    assert kept_plan(kept).challenges[0].bounds["bearing_deg"] == (0.0, 60.0)
    assert kept_plan(read_plan(WHOLE).as_json()) == read_plan(WHOLE)


def test_actions_or_dyads_alone_are_a_plan():
    assert read_plan("format: affectory-plan-1\nactions: {sit: {count: 1}}").asked == 1
    assert read_plan("format: affectory-plan-1\ndyads: {count: 4}").asked == 4


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("format: affectory-plan-1\n", 1, "plan: nothing is asked for; name challenges, actions or dyads"),
        ("format: affectory-plan-1\nactions:\n  sitt: {count: 1}\n", 3, "'sitt' is not known; did you mean sit?"),
        ("format: affectory-plan-1\nactions:\n  sit:\n    count: 1\n    hand_gap_m: [0, 1]\n", 5,
         "actions.sit: 'hand_gap_m' is not known;"),
        ("format: affectory-plan-1\nmotions:\n  labels: [sad, hapy]\ndyads: {count: 1}\n", 3,
         "motions.labels.1: 'hapy' is not known; did you mean happy?"),
        ("format: affectory-plan-1\ndyads:\n  count: 1\n  view: rear\n", 4, "did you mean rear_view?"),
        ("format: affectory-plan-1\ndyads:\n  count: 1\n  target: {A: 0}\n", 4, "all shares are 0"),
        ("format: affectory-plan-1\ndyads:\n  count: 1\n  apart_m: [2, 1]\n", 4, "2 is above 1"),
        ("format: affectory-plan-1\ndyads:\n  count: 1\ndyads:\n  count: 2\n", 4, "dyads: stands here twice"),
        ("format: affectory-plan-1\nscenes: Flat\ndyads: {count: 1}\n", 2, "scenes: write all, or a list of names"),
        ("format: affectory-plan-1\nactions:\n  walk:\n    count: -1\n", 4, "actions.walk.count: -1 is less than"),
        ("format: affectory-plan-1\nactions:\n  walk: {}\n", 3, "actions.walk: 'count' is a required property"),
        ("", None, "plan: write keys with their values; the first is format: affectory-plan-1"),
        ("format: affectory-plan-1\nscenes: [Flat, Hall, Flat]\ndyads: {count: 1}\n", 2, "'Flat' stands here twice"),
        ("format: affectory-plan-1\nscenes: [12]\ndyads: {count: 1}\n", 2, "scenes.0: 12 is read as a number; put"),
        ("format: affectory-plan-1\nscenes: [on]\ndyads: {count: 1}\n", 2, "scenes.0: true is read as yes or no;"),
        ("format: affectory-plan-1\nscenes: []\ndyads: {count: 1}\n", 2, "scenes: this is empty"),
        ("format: affectory-plan-1\nscenes:\n- 2024-01-31\ndyads: {count: 1}\n", 3, "is read as a date; put it in"),
        ("format: affectory-plan-1\ndyads: {count: 1}\nscenes: !!set {a}\n", 3, "scenes: set is not read in plans"),
        ("format: affectory-plan-1\ndyads:\n  <<: {count: 1}\n", 3, "dyads.<<: this is no key; write a name"),
        ("format: affectory-plan-1\ndyads:\n  count: 1\n  apart_m: [1, 2, 3]\n", 4, "dyads.apart_m: two numbers go"),
        ("format: affectory-plan-1\ndyads:\n  count: 1\n  apart_m: [1, .inf]\n", 4, ".inf is no number here"),
        ("format: affectory-plan-1\ndyads:\n  count: 1\n\0", 4, "the plan holds the character U+0000; take it out"),
        ("format: affectory-plan-1\nchallenges:\n  rear_view: {count: 1, bearing_deg: [0, 60]}\n", 3,
         "bearing_deg: 0 to 60 is no rear_view, which is 90 to 180; stay within that"),
        ("format: affectory-plan-1\nchallenges:\n  obstacle_detour: {count: 1, way_ratio: [1, 2]}\n", 3, "no obsta"),
        ("format: affectory-plan-1\ndyads:\n  count: 1\n  view: partial_occlusion\n  visible_fraction: [0.5, 1]\n", 5,
         "dyads.visible_fraction: 0.5 to 1 is no partial_occlusion, which is 0.05 to 0.95"),
        ("format: affectory-plan-1\nactions: {sit: {count: 0}}\n", 1, "plan: every count is 0; ask for one episode"),
    ],
)  # fmt: skip
def test_every_fault_has_its_line_and_says_what_to_do(text, line, sentence):
    """EP12, EP28, EP48."""
    faults = faults_of(text)
    assert len(faults) == 1
    assert faults[0][0] == line
    assert sentence in faults[0][1]


@pytest.mark.parametrize("written", ["010", "0x10", "1:30", "9" * 40])
def test_a_count_that_yaml_reads_otherwise_than_people_is_refused(written):
    """EP12: YAML's 010 are eight, its 1:30 are ninety."""
    faults = faults_of(f"format: affectory-plan-1\ndyads:\n  count: {written}\n")
    assert faults == [(3, f"dyads.count: {written} is no number here; write it with digits, as 90")]


def test_a_plan_in_json_is_read_as_json():
    """EP12: tabs before the keys, an exponent, and an emoji that ASCII writes as a surrogate pair."""
    asked = {"format": "affectory-plan-1", "scenes": ["Flat \U0001f6cb"], "dyads": {"count": 30}}
    text = json.dumps(asked, indent="\t").replace("30", "3e1")
    assert read_plan(text) == read_plan(asked)
    assert faults_of(text.replace("count", "cuont"))[0] == (6, "dyads: 'count' is a required property")


def test_whole_numbers_with_a_point_count():
    """EP12: to a JSON schema 2.0 is a whole number; of three targets the first two get one each."""
    plan = read_plan("format: affectory-plan-1\nmotions: {per_motion: 3.0}\nattempts: 4.0\ndyads: {count: 2.0}\n")
    assert {w.target: w.count for w in wanted_of(plan)} == {"A": 1, "B": 1, "either": 0}
    assert [type(n) for n in (plan.asked, plan.per_motion, plan.attempts)] == [int, int, int]


def test_every_unknown_key_has_its_own_line_and_no_more_are_told_than_anybody_reads():
    """EP12, EP28: 50 and a word about the rest."""
    keys = "".join(f"k{n}: 1\n" for n in range(60))
    faults = faults_of(f"format: affectory-plan-1\ndyads: {{count: 1}}\n{keys}")
    assert [line for line, _ in faults] == [*range(3, 53), None]
    assert faults[1][1].startswith("plan: 'k1' is not known;")
    assert faults[50][1] == "plan: there are more faults than these 50; mend them first"
    plan = read_plan({"format": "affectory-plan-1", "scenes": [f"s{n}" for n in range(60)], "dyads": {"count": 1}})
    assert len(unknown_names(plan, {"scenes": ["Flat"]})) == 51


def test_names_that_mean_nothing_are_told_with_the_nearest_one():
    """EP28."""
    known = {
        "scenes": {"Flat", "Hous"}, "collections": {"KDAE"}, "performers": {"F02"}, "scenarios": {"parting"},
    }  # fmt: skip
    assert unknown_names(read_plan(WHOLE), known) == [
        (2, "scenes: 'House' is not known; did you mean Hous? known here: Flat, Hous"),
        (6, "motions.performers: 'F01' is not known; did you mean F02? known here: F02"),
    ]
    assert unknown_names(read_plan(WHOLE), {"collections": []}) == [
        (5, "motions.collections: 'KDAE' is not known; known here: none yet")
    ]


def test_what_came_later_leaves_earlier_plans_as_they_were():
    """EP2: a plan that says nothing of performers, scenarios or placements is placed by the same words as ever."""
    plan = read_plan({"format": "affectory-plan-1", "challenges": {"far_visible": {"count": 1}}})
    assert set(plan.placement_json()) == {"format", "scenes", "labels", "collections", "bounds", "top"}
    more = read_plan(WHOLE)
    assert set(more.placement_json()) - set(plan.placement_json()) == {"performers", "scenarios", "placements"}
