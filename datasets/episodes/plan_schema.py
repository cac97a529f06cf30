"""The published JSON schema of composition plans, and the bounds where a plan says nothing. Pure."""

from __future__ import annotations

from typing import Any

from datasets.episodes.domain import TOPS, Action, Challenge, Target

FORMAT = "affectory-plan-1"
MAX_COUNT = 100_000
LABELS = ("angry", "fearful", "happy", "neutral", "sad")

Range = tuple[float, float]


def _range(low: float, high: float, description: str) -> dict[str, Any]:
    return {
        "description": description,
        "type": "array",
        "items": {"type": "number", "minimum": low, "maximum": high},
        "minItems": 2,
        "maxItems": 2,
    }


def _names(description: str) -> dict[str, Any]:
    items = {"type": "string", "maxLength": 300}
    return {"description": description, "type": "array", "items": items, "minItems": 1, "uniqueItems": True}


def _group(*keys: str, **more: Any) -> dict[str, Any]:
    """What is asked of one group of episodes: how many, within which bounds."""
    return {
        "type": "object",
        "required": ["count"],
        "additionalProperties": False,
        "properties": {"count": _COUNT} | {key: BOUNDS[key] for key in keys} | more,
    }


_COUNT: dict[str, Any] = {
    "description": "Episodes asked for.",
    "type": "integer",
    "minimum": 0,
    "maximum": MAX_COUNT,
}
_SHARE = {"type": "number", "minimum": 0, "maximum": 1_000_000}

BOUNDS: dict[str, dict[str, Any]] = {
    "distance_m": _range(0.5, 50, "Mean horizontal distance from the robot start to the person."),
    "visible_fraction": _range(0, 1, "Mean share of the person's pixels that nothing hides."),
    "in_picture": _range(0, 1, "Mean share of the 22 joints inside the picture."),
    "bearing_deg": _range(0, 180, "Mean angle between the body's front and the camera; 180 is right behind."),
    "way_ratio": _range(1, 50, "Length of the robot's shortest way to the person, over the straight line."),
    "visible_at_start": _range(0, 1, "Share of the person that nothing hides in the first frame."),
    "seat_gap_m": _range(-0.2, 0.6, "Height of the sitting pelvis (its joint) above the seat."),
    "fall_m": _range(0.1, 1.5, "How far the pelvis comes down from standing to sitting."),
    "seat_turn_deg": _range(0, 180, "Angle between where the seated person and the seat face."),
    "hand_gap_m": _range(-0.2, 0.6, "Distance of the knocking fist from the door's leaf."),
    "door_turn_deg": _range(0, 180, "Angle between where the knocking person faces and the way to the door."),
    "walk_m": _range(0.3, 100, "Length of the walk."),
    "apart_m": _range(0.3, 10, "Mean horizontal distance between the two people."),
    "facing_deg": _range(0, 180, "Mean angle by which each of the two looks past the other."),
}
VIEW = ("distance_m", "visible_fraction", "in_picture", "bearing_deg", "way_ratio")
_ACTED = (*VIEW, "visible_at_start")

PLAN_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Affectory composition plan",
    "type": "object",
    "required": ["format"],
    "anyOf": [{"required": ["challenges"]}, {"required": ["actions"]}, {"required": ["dyads"]}],
    "additionalProperties": False,
    "properties": {
        "format": {"const": FORMAT},
        "scenes": {
            "description": "Names of scenes, or all.",
            "oneOf": [{"const": "all"}, _names("Names of scenes.")],
            "default": "all",
        },
        "motions": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "labels": {**_names("Labels; all five where nothing is said."), "items": {"enum": [*LABELS]}},
                "collections": _names("Names of collections."),
                "performers": _names("Names of performers."),
                "scenarios": _names("Names of scenarios."),
                "per_motion": {
                    "description": "At most so many episodes of one motion in each group asked for.",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 1000,
                },
                "placements": {
                    "description": "At most so many places of one motion in one scene, shared by all challenges: "
                    "the same behaviour seen from different starts. Otherwise every episode has its own.",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 1000,
                },
            },
        },
        "challenges": {
            "description": "Observation-controlled episodes: the same behaviour under a view that is hard.",
            "type": "object",
            "minProperties": 1,
            "additionalProperties": False,
            "properties": {c.value: _group(*VIEW) for c in Challenge},
        },
        "actions": {
            "description": "Action-grounded episodes: the motion is fitted to a seat, a door or a walkway.",
            "type": "object",
            "minProperties": 1,
            "additionalProperties": False,
            "properties": {
                Action.SIT.value: _group(*_ACTED, "seat_gap_m", "fall_m", "seat_turn_deg"),
                Action.KNOCK.value: _group(*_ACTED, "hand_gap_m", "door_turn_deg"),
                Action.WALK.value: _group(*_ACTED, "walk_m"),
            },
        },
        "dyads": {
            "description": "Two people of one performance, in two tops; what is asked names the target.",
            **_group(
                *_ACTED,
                "apart_m",
                "facing_deg",
                target={
                    "description": "Shares of the episodes about A, about B, about either (both have one label).",
                    "type": "object",
                    "minProperties": 1,
                    "additionalProperties": False,
                    "properties": {t.value: _SHARE for t in Target},
                },
                view={
                    "description": "A challenge whose bounds hold for the view of the target.",
                    "enum": [c.value for c in Challenge],
                },
            ),
        },
        "top": {"enum": [*TOPS], "default": "grey"},
        "attempts": {
            "description": "Candidates tried for one episode before it is given up.",
            "type": "integer",
            "minimum": 1,
            "maximum": 200,
            "default": 24,
        },
    },
}

# EP10, EP11, EP22, EP23: what makes a challenge real, where the plan says nothing else.
DEFAULT_BOUNDS: dict[Challenge, dict[str, Range]] = {
    Challenge.FAR_VISIBLE: {"distance_m": (4.0, 10.0), "visible_fraction": (0.7, 1.0), "in_picture": (0.7, 1.0)},
    Challenge.REAR_VIEW: {
        "distance_m": (2.0, 6.0),
        "visible_fraction": (0.5, 1.0),
        "in_picture": (0.7, 1.0),
        "bearing_deg": (120.0, 180.0),
    },
    Challenge.PARTIAL_OCCLUSION: {
        "distance_m": (1.5, 6.0),
        "visible_fraction": (0.2, 0.7),
        "in_picture": (0.7, 1.0),
    },
    Challenge.OBSTACLE_DETOUR: {
        "distance_m": (1.5, 8.0),
        "visible_fraction": (0.3, 1.0),
        "in_picture": (0.7, 1.0),
        "way_ratio": (1.25, 50.0),
    },
}
# EP48: a plan asks for harder or easier views, and not for others under the same name.
MEANT: dict[str, dict[str, Range]] = {
    Challenge.REAR_VIEW: {"bearing_deg": (90.0, 180.0)},
    Challenge.PARTIAL_OCCLUSION: {"visible_fraction": (0.05, 0.95)},
    Challenge.OBSTACLE_DETOUR: {"way_ratio": (1.05, 50.0)},
}
_ACTED_BOUNDS: dict[str, Range] = {
    "distance_m": (1.2, 6.0),
    "visible_fraction": (0.5, 1.0),
    "visible_at_start": (0.6, 1.0),
    "in_picture": (0.7, 1.0),
    "way_ratio": (1.0, 1.6),
}
# EP24 to EP26: an action is done to the thing that it is done to.
ACTION_BOUNDS: dict[Action, dict[str, Range]] = {
    Action.SIT: _ACTED_BOUNDS | {"seat_gap_m": (0.0, 0.2), "fall_m": (0.2, 1.0), "seat_turn_deg": (0.0, 25.0)},
    Action.KNOCK: _ACTED_BOUNDS | {"hand_gap_m": (-0.05, 0.12), "door_turn_deg": (0.0, 35.0)},
    Action.WALK: _ACTED_BOUNDS | {"walk_m": (1.0, 100.0)},
}
# EP27: two people stand as they were captured, else at talking distance and turned to each other.
DYAD_BOUNDS: dict[str, Range] = {
    "distance_m": (1.5, 6.0),
    "visible_fraction": (0.5, 1.0),
    "visible_at_start": (0.5, 1.0),
    "in_picture": (0.7, 1.0),
    "apart_m": (0.6, 2.5),
    "facing_deg": (0.0, 60.0),
}
