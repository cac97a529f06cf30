"""What an episode is: an immutable specification whose id follows from its content. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from affectory.core.canonical import content_uuid

FORMAT = "affectory-episode-1"
POSITION_DIGITS = 3
YAW_DIGITS = 4
HALF_TURN = round(math.pi, YAW_DIGITS)

Vector = tuple[float, float, float]


class Family(StrEnum):
    """What an episode is about; each family has a column of its own (FAMILY_COLUMN) that says more."""

    OBSERVATION_CONTROLLED = "observation_controlled"
    ACTION_GROUNDED = "action_grounded"
    DYADIC = "dyadic"


class Challenge(StrEnum):
    FAR_VISIBLE = "far_visible"
    REAR_VIEW = "rear_view"
    PARTIAL_OCCLUSION = "partial_occlusion"
    OBSTACLE_DETOUR = "obstacle_detour"


class Action(StrEnum):
    """What a person does with a thing in the scene."""

    SIT = "sit"
    KNOCK = "knock"
    WALK = "walk"


class Target(StrEnum):
    """Whose emotion is asked for: person A's (the first motion), B's, or either's, who both show the same one."""

    A = "A"
    B = "B"
    EITHER = "either"


TOPS = ("grey", "yellow", "green")
PARTS = ("A", "B")
DYAD_TOPS = ("yellow", "green")
"""EP60: person A, the first motion, wears yellow, person B green."""

FAMILY_COLUMN: dict[str, str] = {
    Family.OBSERVATION_CONTROLLED: "challenge",
    Family.ACTION_GROUNDED: "action",
    Family.DYADIC: "target",
}
"""EP61: the column that a family has; those of the other families are empty in its episodes."""


class EpisodeState(StrEnum):
    """COMPOSED: the geometry holds. CHECKED: the engine measured that the challenge is realised."""

    COMPOSED = "composed"
    CHECKED = "checked"
    REFUSED = "refused"
    IN_REVIEW = "in_review"
    KEPT = "kept"
    REMOVED = "removed"
    WITHDRAWN = "withdrawn"
    DISCARDED = "discarded"


TRANSITIONS: dict[str, frozenset[str]] = {
    EpisodeState.COMPOSED: frozenset(
        {EpisodeState.CHECKED, EpisodeState.REFUSED, EpisodeState.WITHDRAWN, EpisodeState.DISCARDED}
    ),
    # A clip whose second rendering differs refuses an episode that had passed before.
    EpisodeState.CHECKED: frozenset(
        {EpisodeState.IN_REVIEW, EpisodeState.REFUSED, EpisodeState.WITHDRAWN, EpisodeState.DISCARDED}
    ),
    EpisodeState.IN_REVIEW: frozenset(
        {EpisodeState.KEPT, EpisodeState.REMOVED, EpisodeState.WITHDRAWN, EpisodeState.DISCARDED}
    ),
    EpisodeState.KEPT: frozenset({EpisodeState.WITHDRAWN}),
    EpisodeState.REMOVED: frozenset({EpisodeState.WITHDRAWN}),
    EpisodeState.REFUSED: frozenset({EpisodeState.WITHDRAWN, EpisodeState.DISCARDED}),
    # Composed again (the same plan and seed give the same episode), or put back as it was.
    EpisodeState.DISCARDED: frozenset(
        {EpisodeState.COMPOSED, EpisodeState.CHECKED, EpisodeState.REFUSED, EpisodeState.WITHDRAWN}
    ),
    # What was withdrawn does not come back.
    EpisodeState.WITHDRAWN: frozenset(),
}


class CompositionState(StrEnum):
    QUEUED = "queued"
    COMPOSING = "composing"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


COMPOSITION_TRANSITIONS: dict[str, frozenset[str]] = {
    CompositionState.QUEUED: frozenset(
        {CompositionState.COMPOSING, CompositionState.FAILED, CompositionState.CANCELLED}
    ),
    CompositionState.COMPOSING: frozenset(
        {CompositionState.DONE, CompositionState.FAILED, CompositionState.CANCELLED}
    ),
    # Composing again after a failure gives the same ids, so what is there already stays.
    CompositionState.FAILED: frozenset({CompositionState.COMPOSING}),
    CompositionState.CANCELLED: frozenset({CompositionState.COMPOSING}),
    CompositionState.DONE: frozenset(),
}


class ShardWork(StrEnum):
    """What a part of a composition is for."""

    COMPOSE = "compose"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class MotionUse:
    """A retargeted motion (digest of its AFMO1 file) put at a place, facing ``yaw``, in a top of that colour."""

    motion_sha256: str
    position: Vector
    yaw: float
    top: str = "grey"


@dataclass(frozen=True, slots=True)
class RobotStart:
    """x_0: a point on the floor and the viewing direction."""

    position: Vector
    yaw: float


@dataclass(frozen=True, slots=True)
class EpisodeSpec:
    """e = C(m, S, p_h, x_0). EP1: two specifications that say the same are the same episode.

    ``motions`` holds one motion or, in a dyad, two on one clock: person A's, then person B's. ``anchor`` says what
    the person was placed by: ``kind``, ``position``, ``yaw``, and for a walkway its ``path``. ``avatar_sha256`` is
    the fitted avatar that everybody in it is drawn with; empty is the mannequin.
    """

    family: str
    challenge: str
    scene_sha256: str
    motions: tuple[MotionUse, ...]
    robot_start: RobotStart
    seed: int
    duration_s: float
    action: str = ""
    target: str = ""
    anchor: Mapping[str, Any] | None = None
    avatar_sha256: str = ""

    @property
    def asked(self) -> tuple[int, ...]:
        """EP62: which motions (by number) the question is about."""
        return asked_of(self.target)

    def as_json(self) -> dict[str, Any]:
        """Numbers are rounded to a millimetre and to 1/10,000 rad before they enter an id. What came later (action,
        target, anchor, avatar) stands there only where it is used, so that earlier episodes keep their ids."""
        written: dict[str, Any] = {
            "format": FORMAT,
            "family": str(self.family),
            "challenge": str(self.challenge),
            "scene_sha256": self.scene_sha256,
            "motions": [{**asdict(m), "position": _rounded(m.position), "yaw": _angle(m.yaw)} for m in self.motions],
            "robot_start": {"position": _rounded(self.robot_start.position), "yaw": _angle(self.robot_start.yaw)},
            "seed": self.seed,
            "duration_s": round(self.duration_s, 6),
        }
        if self.action:
            written["action"] = str(self.action)
        if self.target:
            written["target"] = str(self.target)
        if self.anchor is not None:
            written["anchor"] = _anchor(self.anchor)
        if self.avatar_sha256:
            written["avatar_sha256"] = self.avatar_sha256
        return written

    def id_in(self, project_id: UUID) -> UUID:
        return content_uuid("episode", str(project_id), self.as_json())

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> EpisodeSpec:
        if data.get("format") != FORMAT:
            raise ValueError(f"format is {data.get('format')!r}, not {FORMAT!r}")
        start = data["robot_start"]
        return cls(
            family=data["family"],
            challenge=data["challenge"],
            scene_sha256=data["scene_sha256"],
            motions=tuple(
                MotionUse(m["motion_sha256"], _vector(m["position"]), float(m["yaw"]), m.get("top", "grey"))
                for m in data["motions"]
            ),
            robot_start=RobotStart(_vector(start["position"]), float(start["yaw"])),
            seed=int(data["seed"]),
            duration_s=float(data["duration_s"]),
            action=data.get("action", ""),
            target=data.get("target", ""),
            anchor=data.get("anchor"),
            avatar_sha256=data.get("avatar_sha256", ""),
        )


def asked_of(target: str) -> tuple[int, ...]:
    """EP62: A is the first motion, B the second; without a target there is one person only."""
    return {Target.B.value: (1,), Target.EITHER.value: (0, 1)}.get(target, (0,))


def turned_to(start: Vector, target: Vector) -> float:
    """The yaw from which one looks from ``start`` towards ``target``: forward is (sin yaw, 0, cos yaw)."""
    return math.atan2(target[0] - start[0], target[2] - start[2])


def _anchor(anchor: Mapping[str, Any]) -> dict[str, Any]:
    written = dict(anchor) | {"kind": str(anchor["kind"]), "position": _rounded(_vector(anchor["position"]))}
    if anchor.get("yaw") is not None:
        written["yaw"] = _angle(anchor["yaw"])
    if anchor.get("path"):
        written["path"] = [_rounded(_vector(point)) for point in anchor["path"]]
    return written


def _rounded(position: Vector) -> list[float]:
    return [round(v, POSITION_DIGITS) + 0.0 for v in position]


def _angle(yaw: float) -> float:
    """Within [-pi, pi), so that a full turn more gives the same id. Half a turn has one name: rounded, pi is wrapped
    to the other side when it is read back."""
    wrapped = round(math.atan2(math.sin(yaw), math.cos(yaw)), YAW_DIGITS) + 0.0
    return -wrapped if wrapped == HALF_TURN else wrapped


def _vector(values: Any) -> Vector:
    x, y, z = (float(v) for v in values)
    return (x, y, z)
