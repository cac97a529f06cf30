"""What each family's specification holds, and that ids of earlier episodes stay."""

from __future__ import annotations

import math
from dataclasses import replace
from uuid import UUID

import pytest

from datasets.episodes.domain import DYAD_TOPS, EpisodeSpec, MotionUse, RobotStart, Target, asked_of

PROJECT = UUID("00000000-0000-4000-8000-000000000001")
ALONE = EpisodeSpec(
    family="observation_controlled",
    challenge="far_visible",
    scene_sha256="a" * 64,
    motions=(MotionUse("b" * 64, (1.23456, 0.0, -0.5), 0.1),),
    robot_start=RobotStart((4.0, 0.0, 2.0), -3.0),
    seed=7,
    duration_s=3.7,
)
DYAD = replace(
    ALONE,
    family="dyadic",
    challenge="",
    motions=(
        MotionUse("b" * 64, (1.0, 0.0, 1.0), 0.0, DYAD_TOPS[0]),
        MotionUse("c" * 64, (1.0, 0.0, 2.2), 3.1416, DYAD_TOPS[1]),
    ),
    target="B",
)
SEATED = replace(
    ALONE,
    family="action_grounded",
    challenge="",
    action="sit",
    anchor={"kind": "seat", "position": (1.00049, 0.45, -0.5), "yaw": 0.1},
)

HALF_TURNS = (math.pi, -math.pi, 3.1416, -3.1416, 3 * math.pi)


def test_an_episode_with_one_person_says_nothing_new():
    """EP1: the content, and with it the id, is what it was before there were dyads and actions."""
    assert sorted(ALONE.as_json()) == [
        "challenge", "duration_s", "family", "format", "motions", "robot_start", "scene_sha256", "seed",
    ]  # fmt: skip
    assert str(ALONE.id_in(PROJECT)) == "b1a7c9d4-528e-8a63-ae02-aebb337940f8"


@pytest.mark.parametrize("spec", [ALONE, DYAD, SEATED])
def test_a_specification_reads_back_as_itself(spec):
    again = EpisodeSpec.from_json(spec.as_json())

    assert again.as_json() == spec.as_json()
    assert again.id_in(PROJECT) == spec.id_in(PROJECT)


def test_half_a_turn_has_one_name():
    """EP1: pi rounds to a little more than pi, which wraps around when it is read back."""
    ids = {replace(ALONE, robot_start=RobotStart((4.0, 0.0, 2.0), yaw)).id_in(PROJECT) for yaw in HALF_TURNS}
    assert len(ids) == 1


def test_target_and_anchor_are_part_of_the_content():
    assert DYAD.as_json()["target"] == "B"
    assert "action" not in DYAD.as_json()
    assert SEATED.as_json()["anchor"] == {"kind": "seat", "position": [1.0, 0.45, -0.5], "yaw": 0.1}
    ids = {spec.id_in(PROJECT) for spec in (DYAD, replace(DYAD, target="A"), replace(DYAD, target="either"))}
    assert len(ids) == 3
    elsewhere = replace(SEATED, anchor={"kind": "seat", "position": (2.0, 0.45, -0.5), "yaw": 0.1})
    assert elsewhere.id_in(PROJECT) != SEATED.id_in(PROJECT)


def test_who_is_asked_about():
    """EP62: without a target there is one person; either asks about both."""
    assert [asked_of(t) for t in ("", "A", "B", "either")] == [(0,), (0,), (1,), (0, 1)]
    assert DYAD.asked == (1,)
    assert DYAD_TOPS == ("yellow", "green"), "EP60"
    assert [t.value for t in Target] == ["A", "B", "either"]
