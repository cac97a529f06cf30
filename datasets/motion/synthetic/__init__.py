"""Generated demo motions: five emotions × eight performers × five actions, the same for the same seed.

They stand in for recordings where there are none; whoever shows or releases them says that they are synthetic.
Every motion loops: its last frame leads over to its first. Walking goes round in a circle for that reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from datasets.motion.avatar.skeleton import AVATAR_JOINTS, REST_OFFSETS
from datasets.motion.synthetic.actions import ACTIONS, FPS, Cast, frames_for
from datasets.motion.synthetic.solve import mirrored, solve
from datasets.motion.synthetic.styles import EMOTIONS, PERFORMERS, Performer
from datasets.motion.synthetic.writer import bvh_text

EMOTION_NAMES: Final = tuple(EMOTIONS)
PERFORMER_IDS: Final = tuple(performer.id for performer in PERFORMERS)
ACTION_NAMES: Final = tuple(action.id for action in ACTIONS)
IN_PLACE_ACTIONS: Final = tuple(action.id for action in ACTIONS if not action.walks)

__all__ = [
    "ACTION_NAMES",
    "EMOTION_NAMES",
    "IN_PLACE_ACTIONS",
    "PERFORMER_IDS",
    "SyntheticMotion",
    "generate",
    "synthetic_motions",
]


@dataclass(frozen=True, slots=True)
class SyntheticMotion:
    """One file; ``performance`` is its leakage group: no two files share one."""

    name: str
    emotion: str
    performer: str
    action: str
    performance: str
    bvh: bytes


def generate(emotion: str, performer: str, action: str, *, seed: int = 0) -> SyntheticMotion:
    """MO16: the same arguments give the same bytes."""
    style = EMOTIONS[emotion]
    who = next(p for p in PERFORMERS if p.id == performer)
    what = next(a for a in ACTIONS if a.id == action)
    numbers = [seed, EMOTION_NAMES.index(emotion), PERFORMER_IDS.index(performer), ACTION_NAMES.index(action)]
    cast = Cast(style, who, np.random.default_rng(numbers))
    body = what.make(cast, frames_for(what, cast))
    body.offsets = _build(who)
    root, local = solve(body)
    offsets = body.offsets
    if who.left_handed:
        root, local = mirrored(root, local)
    take = f"{performer}-{action}-{emotion}"
    return SyntheticMotion(
        name=f"{take}.bvh",
        emotion=emotion,
        performer=performer,
        action=action,
        performance=take,
        bvh=bvh_text(root, local, offsets, fps=FPS).encode("ascii"),
    )


def synthetic_motions(
    *,
    seed: int = 0,
    emotions: tuple[str, ...] = EMOTION_NAMES,
    performers: tuple[str, ...] = PERFORMER_IDS,
    actions: tuple[str, ...] = ACTION_NAMES,
) -> Iterator[SyntheticMotion]:
    """All combinations, performer by performer."""
    for performer in performers:
        for action in actions:
            for emotion in emotions:
                yield generate(emotion, performer, action, seed=seed)


def _build(performer: Performer) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The performer's bone offsets in metres: the avatar's, with other legs and arms."""
    offsets = REST_OFFSETS * performer.height
    for joint, name in enumerate(AVATAR_JOINTS):
        part = name.split("_")[-1]
        if part in ("knee", "ankle"):
            offsets[joint] *= performer.legs
        elif part in ("elbow", "wrist"):
            offsets[joint] *= performer.arms
    return offsets
