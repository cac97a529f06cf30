"""Where the feet are: planted, lifted and set down again, so that they never slide and the loop closes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Step:
    """One foot moves between two phases (0 to 1, the landing may lie past 1) to a place on the floor; ``bow_x`` and
    ``bow_z`` are how far its way leaves the straight line in the middle, so that a foot goes round the other one."""

    lift: float
    land: float
    x: float
    z: float
    yaw: float
    bow_x: float = 0.0
    bow_z: float = 0.0


@dataclass(frozen=True, slots=True)
class FootTrack:
    """Per frame: the flat foot's place (F, 3), heading, heel rise (radians, toes up is negative)."""

    place: Floats
    yaw: Floats
    pitch: Floats


def ease(value: Floats) -> Floats:
    """0 below 0, 1 above 1, smooth to the second derivative in between."""
    t = np.clip(value, 0.0, 1.0)
    return np.asarray(t**3 * (10.0 - 15.0 * t + 6.0 * t * t))


def standing(frames: int, x: float, z: float, yaw: float) -> FootTrack:
    """A foot that stays where it is."""
    place = np.tile(np.array([x, 0.0, z]), (frames, 1))
    return FootTrack(place, np.full(frames, yaw), np.zeros(frames))


def follow(steps: list[Step], frames: int, *, turned: float, lift_m: float, roll: float) -> FootTrack:
    """The track through one loop's steps of one foot, in order. A loop ends ``turned`` further than it began.

    Each step adds what it changes; the loop before is added too, for a step that lands past the loop's end.
    """
    phase = np.arange(frames) / frames
    place = np.zeros((frames, 3))
    place[:, 0], place[:, 2] = steps[-1].x, steps[-1].z
    yaw = np.full(frames, steps[-1].yaw - 2.0 * turned)
    pitch = np.zeros(frames)
    before = Step(0.0, 0.0, steps[-1].x, steps[-1].z, steps[-1].yaw - turned)
    for step in steps:
        ahead = np.sin(step.yaw) * (step.x - before.x) + np.cos(step.yaw) * (step.z - before.z)
        strength = roll if ahead > 0.02 else -0.35 * roll if ahead < -0.02 else 0.2 * roll
        for loop in (-1.0, 0.0, 1.0):
            swing = (phase - loop - step.lift) / (step.land - step.lift)
            place[:, 1] += lift_m * np.sin(np.pi * np.clip(swing, 0.0, 1.0)) ** 2
            pitch += strength * _rolling(swing)
            if loop < 1.0:
                share = ease(swing)
                bow = 4.0 * share * (1.0 - share)
                place[:, 0] += (step.x - before.x) * share + step.bow_x * bow
                place[:, 2] += (step.z - before.z) * share + step.bow_z * bow
                yaw += (step.yaw - before.yaw) * share
        before = step
    return FootTrack(place, yaw, pitch)


def _rolling(swing: Floats) -> Floats:
    """Heel up before the foot lifts (1), toes up as it lands (-0.45), flat soon after."""
    off = ease((swing + 0.45) / 0.5) * (1.0 - ease((swing - 0.1) / 0.55))
    on = ease((swing - 0.45) / 0.45) * (1.0 - ease((swing - 1.0) / 0.22))
    return np.asarray(off - 0.45 * on)
