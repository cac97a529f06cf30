"""Versioned data: which judgements a reviewer gives on a kind of subject, and the reason codes behind each.

A published scheme is never edited: a change is a new id. Codes are what decisions store; labels are for people.
"""

from __future__ import annotations

from typing import Any

from annotation.reviews.domain import JudgementDef, Order, ReasonDef, Scheme


def _reasons(*pairs: tuple[str, str]) -> tuple[ReasonDef, ...]:
    return tuple(ReasonDef(code, label) for code, label in pairs)


SKIP_REASONS = _reasons(
    ("too_distressing", "Too distressing"),
    ("does_not_play", "It does not load or play here"),
    ("conflict_of_interest", "I know the person or made the material"),
    ("cannot_judge", "I cannot judge this one"),
    ("other_skip", "Another reason"),
)

EPISODE_1 = Scheme(
    id="episode-1",
    judgements=(
        JudgementDef(
            id="physical_plausibility",
            label="Physical plausibility",
            reasons=_reasons(
                ("passes_through_objects", "Passes through furniture or walls"),
                ("floats_or_sinks", "Floats above the floor or sinks into it"),
                ("feet_slide", "Feet slide"),
                ("jumps_or_jitters", "Body jumps or jitters"),
                ("impossible_pose", "Impossible pose, or the body passes through itself"),
                ("other_physical", "Something else (say it in the note)"),
            ),
        ),
        JudgementDef(
            id="motion_scene_compatibility",
            label="Motion fits the scene",
            reasons=_reasons(
                ("unlikely_place", "Nobody would do this in this place"),
                ("too_little_room", "Too little room for the motion"),
                ("wrong_heading", "Faces the wrong way"),
                ("wrong_contact", "Touches or sits on nothing"),
                ("challenge_missing", "The intended challenge does not show"),
                ("other_scene", "Something else (say it in the note)"),
            ),
        ),
        JudgementDef(
            id="rendering_quality",
            label="Rendering",
            reasons=_reasons(
                ("person_not_shown", "The person is hardly or never in the picture"),
                ("camera_blocked", "The camera stands inside or behind something"),
                ("surface_faults", "Flicker, holes or broken surfaces"),
                ("too_dark_or_bright", "Too dark or too bright"),
                ("clip_broken", "A clip is blank, stutters or stops"),
                ("other_rendering", "Something else (say it in the note)"),
            ),
        ),
    ),
    skip_reasons=SKIP_REASONS,
)

ITEM_1 = Scheme(
    id="item-1",
    judgements=(
        JudgementDef(
            id="question",
            label="Question",
            reasons=_reasons(
                ("target_unclear", "It is not clear whom or what it is about"),
                ("task_unclear", "It can be read in more than one way"),
                ("gives_answer_away", "It gives the answer away"),
                ("not_observable", "It describes what cannot be seen or heard"),
                ("wrong_span", "Its part of the video is too short, too long or the wrong one"),
                ("not_its_type", "It asks for another kind of answer than its type"),
                ("too_easy", "Subtitles alone, or one moment, answer it"),
                ("other_question", "Something else (say it in the note)"),
            ),
        ),
        JudgementDef(
            id="answer",
            label="Reference answer",
            reasons=_reasons(
                ("answer_wrong", "It is wrong: the video shows something else"),
                ("answer_incomplete", "Something that belongs to it is missing"),
                ("answer_too_much", "It says more than the video shows"),
                ("wrong_emotion", "An emotion or an intensity does not fit"),
                ("wrong_order", "Stages, or before and after, are in the wrong place"),
                ("evidence_missing", "The marked evidence does not bear it out"),
                ("belief_for_fact", "It takes a belief or an excuse for a fact"),
                ("details_unfit", "Reference items or rubric do not fit the answer"),
                ("other_answer", "Something else (say it in the note)"),
            ),
        ),
    ),
    skip_reasons=SKIP_REASONS,
)

SCHEMES: dict[str, Scheme] = {EPISODE_1.id: EPISODE_1, ITEM_1.id: ITEM_1}
CURRENT: dict[str, str] = {"episode": EPISODE_1.id, "item": ITEM_1.id}
KIND_OF: dict[str, str] = {EPISODE_1.id: "episode", ITEM_1.id: "item"}
# What a new policy of a kind has besides the defaults of its columns.
POLICY_DEFAULTS: dict[str, dict[str, Any]] = {
    "item": {"round_limit": 3, "covers_answer": True, "order": Order.VIDEO.value},
}
