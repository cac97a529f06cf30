"""Versioned data: which judgements a reviewer gives on a kind of subject, and the reason codes behind each.

A published scheme is never edited: a change is a new id. Codes are what decisions store; labels are for people.
"""

from __future__ import annotations

from annotation.reviews.domain import JudgementDef, ReasonDef, Scheme


def _reasons(*pairs: tuple[str, str]) -> tuple[ReasonDef, ...]:
    return tuple(ReasonDef(code, label) for code, label in pairs)


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
    skip_reasons=_reasons(
        ("too_distressing", "Too distressing"),
        ("does_not_play", "It does not load or play here"),
        ("conflict_of_interest", "I know the person or made the material"),
        ("cannot_judge", "I cannot judge this one"),
        ("other_skip", "Another reason"),
    ),
)

SCHEMES: dict[str, Scheme] = {EPISODE_1.id: EPISODE_1}
CURRENT: dict[str, str] = {"episode": EPISODE_1.id}
