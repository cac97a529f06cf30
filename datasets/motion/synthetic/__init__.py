"""Generated demo motions: five emotions × eight performers × five actions, the same for the same seed; besides those
sitting down, strolling along a way, and two people who talk.

They stand in for recordings where there are none; whoever shows or releases them says that they are synthetic.
Every motion loops: its last frame leads over to its first. Walking goes round in a circle for that reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.skeleton import AVATAR_JOINTS, REST_OFFSETS
from datasets.motion.synthetic.actions import ACTIONS, FPS, Cast, frames_for
from datasets.motion.synthetic.grounded import GROUNDED_ACTIONS, TALKING_APART_M, talk
from datasets.motion.synthetic.solve import Body, mirrored, solve, turned_about
from datasets.motion.synthetic.styles import EMOTIONS, PERFORMERS, Performer
from datasets.motion.synthetic.writer import bvh_text

Floats = NDArray[np.float64]
EMOTION_NAMES: Final = tuple(EMOTIONS)
PERFORMER_IDS: Final = tuple(performer.id for performer in PERFORMERS)
ACTION_NAMES: Final = tuple(action.id for action in ACTIONS)
IN_PLACE_ACTIONS: Final = tuple(action.id for action in ACTIONS if not action.walks)
GROUNDED_ACTION_NAMES: Final = tuple(action.id for action in GROUNDED_ACTIONS)
_ALL_ACTIONS: Final = (*ACTIONS, *GROUNDED_ACTIONS)
_TALK: Final = len(_ALL_ACTIONS)
_TALK_S: Final = 4.0

__all__ = [
    "ACTION_NAMES",
    "EMOTION_NAMES",
    "GROUNDED_ACTION_NAMES",
    "IN_PLACE_ACTIONS",
    "PERFORMER_IDS",
    "SyntheticMotion",
    "demo_motions",
    "generate",
    "generate_talk",
    "synthetic_motions",
]


@dataclass(frozen=True, slots=True)
class SyntheticMotion:
    """One file; ``performance`` is its leakage group: only the two ``part``s of a talk share one."""

    name: str
    emotion: str
    performer: str
    action: str
    performance: str
    bvh: bytes
    part: str = ""


def generate(emotion: str, performer: str, action: str, *, seed: int = 0) -> SyntheticMotion:
    """MO16: the same arguments give the same bytes."""
    style = EMOTIONS[emotion]
    who = next(p for p in PERFORMERS if p.id == performer)
    what = next(a for a in _ALL_ACTIONS if a.id == action)
    cast = Cast(style, who, _chance(seed, emotion, performer, _ALL_ACTIONS.index(what)))
    root, local, offsets = _solved(what.make(cast, frames_for(what, cast)), who)
    take = f"{performer}-{action}-{emotion}"
    return SyntheticMotion(
        name=f"{take}.bvh",
        emotion=emotion,
        performer=performer,
        action=action,
        performance=take,
        bvh=bvh_text(root, local, offsets, fps=FPS).encode("ascii"),
    )


def generate_talk(
    emotions: tuple[str, str], performers: tuple[str, str], *, seed: int = 0
) -> tuple[SyntheticMotion, SyntheticMotion]:
    """MO16: two people of one performance on one clock, captured in one space: A at its origin facing +Z, B 1.2 m
    before A, facing A."""
    take = f"{'-'.join(performers)}-talk-{'-'.join(emotions)}"
    frames = round(FPS * _TALK_S)
    made = []
    for number, (emotion, performer) in enumerate(zip(emotions, performers, strict=True)):
        who = next(p for p in PERFORMERS if p.id == performer)
        # With whom somebody talks enters too, or two takes of one person would be one file.
        with_whom = EMOTION_NAMES.index(emotions[1 - number])
        cast = Cast(EMOTIONS[emotion], who, _chance(seed, emotion, performer, _TALK + 2 * with_whom + number))
        root, local, offsets = _solved(talk(cast, frames, first=number == 0), who)
        if number == 1:
            root, local = turned_about(root, local, TALKING_APART_M)
        part = "AB"[number]
        made.append(
            SyntheticMotion(
                name=f"{take}-{part}.bvh",
                emotion=emotion,
                performer=performer,
                action="talk",
                performance=take,
                bvh=bvh_text(root, local, offsets, fps=FPS).encode("ascii"),
                part=part,
            )
        )
    first, second = made
    return first, second


def _chance(seed: int, emotion: str, performer: str, action: int) -> np.random.Generator:
    return np.random.default_rng([seed, EMOTION_NAMES.index(emotion), PERFORMER_IDS.index(performer), action])


def _solved(body: Body, who: Performer) -> tuple[Floats, Floats, Floats]:
    body.offsets = _build(who)
    root, local = solve(body)
    if who.left_handed:
        root, local = mirrored(root, local)
    return root, local, body.offsets


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


def demo_motions(*, seed: int = 0) -> Iterator[SyntheticMotion]:
    """Everyday actions of everybody; sitting down and strolling by half of them; pairs who talk, in two moods or in
    one."""
    yield from synthetic_motions(seed=seed)
    yield from synthetic_motions(seed=seed, performers=PERFORMER_IDS[::2], actions=GROUNDED_ACTION_NAMES)
    for number, emotion in enumerate(EMOTION_NAMES):
        first, second = PERFORMER_IDS[number % 4 * 2], PERFORMER_IDS[number % 4 * 2 + 1]
        other = EMOTION_NAMES[(number + 2) % len(EMOTION_NAMES)]
        yield from generate_talk((emotion, other), (first, second), seed=seed)
        yield from generate_talk((emotion, emotion), (first, second), seed=seed)


def _build(performer: Performer) -> Floats:
    """The performer's bone offsets in metres: the avatar's, with other legs and arms."""
    offsets = REST_OFFSETS * performer.height
    for joint, name in enumerate(AVATAR_JOINTS):
        part = name.split("_")[-1]
        if part in ("knee", "ankle"):
            offsets[joint] *= performer.legs
        elif part in ("elbow", "wrist"):
            offsets[joint] *= performer.arms
    return offsets
