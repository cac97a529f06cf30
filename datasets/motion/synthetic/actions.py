"""Five everyday actions as curves over one loop: gesturing, waving, knocking, stepping up to someone, walking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.synthetic.solve import Arm, Body
from datasets.motion.synthetic.steps import FootTrack, Step, ease, follow, standing
from datasets.motion.synthetic.styles import Performer, Style

Floats = NDArray[np.float64]
FPS: Final = 30
_TURN: Final = 2.0 * np.pi
HALF_WIDTH_M: Final = 0.095


@dataclass(frozen=True, slots=True)
class Cast:
    """Who does it in which mood; ``chance`` makes two takes of the same thing differ a little."""

    style: Style
    performer: Performer
    chance: np.random.Generator

    @property
    def tempo(self) -> float:
        return self.style.tempo * self.performer.tempo

    @property
    def amplitude(self) -> float:
        return self.style.amplitude * self.performer.amplitude


@dataclass(frozen=True, slots=True)
class Action:
    id: str
    seconds: float
    """At a neutral tempo."""
    walks: bool
    make: Callable[[Cast, int], Body]
    longest_s: float = 4.0


def frames_for(action: Action, cast: Cast) -> int:
    """At least 2.5 s, at most what the action allows: faster people are done sooner."""
    return round(FPS * float(np.clip(action.seconds / cast.tempo, 2.5, action.longest_s)))


def phase_of(frames: int) -> Floats:
    return np.arange(frames) / frames


def window(phase: Floats, start: float, full: float, fade: float, end: float) -> Floats:
    """0, rising to 1 from ``start`` to ``full``, back to 0 from ``fade`` to ``end``."""
    return ease((phase - start) / (full - start)) * (1.0 - ease((phase - fade) / (end - fade)))


def _beat(phase: Floats, count: int, sharpness: float, offset: float = 0.0) -> Floats:
    """``count`` pulses per loop between 0 and 1; sharpness narrows them."""
    return np.asarray((0.5 - 0.5 * np.cos(_TURN * (count * phase + offset))) ** sharpness)


def ready(cast: Cast, frames: int, feet: tuple[FootTrack, FootTrack]) -> Body:
    """The posture of the mood, breathing, shifting weight: what every action starts from."""
    style, performer = cast.style, cast.performer
    phase = phase_of(frames)
    shift = float(cast.chance.uniform(0.0, 1.0))
    sway = np.sin(_TURN * (phase + shift)) * performer.sway * min(1.2, cast.amplitude)
    breath = np.sin(_TURN * (round(frames / FPS / 2.6) or 1) * phase)
    tremor = style.tremor_deg * np.sin(_TURN * round(frames / FPS * 6.5) * phase)
    bounce = style.bounce_m * _beat(phase, max(2, round(frames / FPS * 1.6)), 1.0)
    zeros = np.zeros(frames)
    lean = style.lean_deg + 0.6 * breath + 0.4 * tremor
    body = Body(
        pelvis=np.stack([0.012 * sway, zeros - 0.0022 * style.lean_deg, style.crouch_m + bounce], axis=1),
        yaw=zeros.copy(),
        pelvis_turn=np.stack([0.22 * lean, zeros, -0.8 * sway], axis=1),
        trunk=np.stack([0.78 * lean, 0.8 * sway, 1.1 * sway], axis=1),
        head=np.stack(
            [
                style.head_deg - 0.45 * style.lean_deg + tremor,
                style.glance_deg * np.sin(_TURN * (phase + shift)) ** 3 + 0.5 * tremor,
                -1.0 * sway,
            ],
            axis=1,
        ),
        left=_resting_arm(cast, phase, breath, tremor),
        right=_resting_arm(cast, phase, breath, -tremor),
        left_foot=feet[0],
        right_foot=feet[1],
    )
    return body


def _resting_arm(cast: Cast, phase: Floats, breath: Floats, tremor: Floats) -> Arm:
    style = cast.style
    shift = float(cast.chance.uniform(0.0, 1.0))
    idle = np.sin(_TURN * (phase + shift))
    rest = np.ones_like(phase)
    return Arm(
        lower=rest * (90.0 - style.abduction_deg - cast.performer.abduction_deg) + 0.8 * idle,
        forward=style.forward_deg + 1.5 * idle,
        inward=rest * style.inward_deg,
        elbow=style.elbow_deg + 2.0 * idle + tremor,
        raise_shoulder=style.shoulders_deg + 0.7 * breath,
        hand=rest * 4.0,
    )


def two_feet(cast: Cast, frames: int) -> tuple[FootTrack, FootTrack]:
    half = HALF_WIDTH_M * cast.style.stance
    return standing(frames, half, 0.0, 0.10), standing(frames, -half, 0.01, -0.10)


def _toward(arm: Arm, share: Floats, **pose: Floats | float) -> None:
    """Moves an arm by a share (0 to 1) from where it is to a pose."""
    for part, value in pose.items():
        setattr(arm, part, getattr(arm, part) * (1.0 - share) + np.asarray(value) * share)


def gesture(cast: Cast, frames: int) -> Body:
    """Telling something with both hands."""
    body = ready(cast, frames, two_feet(cast, frames))
    phase, amount, sharp = phase_of(frames), cast.amplitude, cast.style.sharpness
    beats = max(2, round(frames / FPS * 0.75 * cast.tempo))
    talking = window(phase, 0.04, 0.2, 0.78, 0.96)
    for arm, offset in ((body.left, 0.0), (body.right, 0.18)):
        beat = _beat(phase, beats, sharp, offset)
        _toward(
            arm,
            talking * min(1.0, 0.55 + 0.4 * amount),
            lower=90.0 - cast.style.abduction_deg - 14.0 * amount - 8.0 * amount * beat,
            forward=20.0 + 14.0 * amount * beat,
            inward=6.0 - 16.0 * amount * beat + 0.5 * cast.style.inward_deg,
            elbow=82.0 - 22.0 * amount * (beat - 0.5),
            hand=2.0 - 14.0 * amount * beat,
        )
    beat = _beat(phase, beats, sharp, 0.09)
    body.trunk[:, 0] += 2.5 * amount * talking * (beat - 0.5)
    body.trunk[:, 1] += 6.0 * amount * talking * np.sin(_TURN * phase)
    body.head[:, 0] += 5.0 * amount * talking * (beat - 0.4)
    return body


def wave(cast: Cast, frames: int) -> Body:
    """Waving to someone."""
    body = ready(cast, frames, two_feet(cast, frames))
    phase, amount = phase_of(frames), cast.amplitude
    up = window(phase, 0.04, 0.24, 0.76, 0.97)
    count = max(3, round(frames / FPS * 1.25 * cast.tempo))
    swing = np.sin(_TURN * count * phase) * ease((phase - 0.16) / 0.1) * (1.0 - ease((phase - 0.76) / 0.1))
    height = 28.0 * (1.25 - min(amount, 1.5))
    _toward(
        body.right,
        up,
        lower=20.0 + height - 4.0 * swing,
        forward=14.0,
        inward=-78.0 + 0.4 * cast.style.lean_deg,
        elbow=88.0 + 26.0 * min(amount, 1.3) * swing,
        hand=-6.0 * swing,
        raise_shoulder=cast.style.shoulders_deg + 6.0,
    )
    body.trunk[:, 2] += 4.0 * amount * up
    body.trunk[:, 1] -= 5.0 * amount * up
    body.head[:, 2] -= 4.0 * amount * up * (1.0 if cast.style.head_deg < 10.0 else 0.3)
    body.head[:, 0] -= 0.25 * cast.style.head_deg * up
    return body


def knock(cast: Cast, frames: int) -> Body:
    """Knocking on a door at arm's length, then waiting."""
    body = ready(cast, frames, two_feet(cast, frames))
    phase, amount = phase_of(frames), cast.amplitude
    up = window(phase, 0.03, 0.22, 0.66, 0.9)
    knocks = _beat((phase - 0.24) / 0.38, 3 if cast.tempo < 1.25 else 4, cast.style.sharpness)
    knocks = knocks * ((phase > 0.24) & (phase < 0.62))
    _toward(
        body.right,
        up,
        lower=76.0 - 10.0 * amount,
        forward=48.0 + 12.0 * amount * knocks,
        inward=12.0,
        elbow=104.0 - 30.0 * amount * knocks,
        hand=0.0,
        raise_shoulder=cast.style.shoulders_deg + 4.0,
    )
    body.trunk[:, 1] += up * (8.0 + 3.0 * amount * knocks)
    body.trunk[:, 0] += up * (2.0 + 2.0 * amount * knocks)
    body.head[:, 1] -= up * 6.0
    return body


def approach(cast: Cast, frames: int) -> Body:
    """Two steps up to someone, a halt, and back again, facing the same way throughout."""
    half = HALF_WIDTH_M * cast.style.stance
    stride = 0.40 * cast.style.stride * cast.performer.legs
    starts = (0.03, 0.15, 0.27, 0.50, 0.65, 0.80)
    slots = (0.12, 0.12, 0.12, 0.14, 0.14, 0.14)
    times = [(start, start + slot) for start, slot in zip(starts, slots, strict=True)]
    left = [
        Step(*times[0], half, stride, 0.08),
        Step(*times[2], half, 2.0 * stride, 0.08),
        Step(*times[4], half, 0.0, 0.08),
    ]
    right = [
        Step(*times[1], -half, 2.0 * stride, -0.08),
        Step(*times[3], -half, stride, -0.08),
        Step(*times[5], -half, 0.0, -0.08),
    ]
    return stepping(cast, frames, left, right, turned=0.0)


def walk(cast: Cast, frames: int) -> Body:
    """Walking round in a circle, anticlockwise, so that the loop ends where it began."""
    half = HALF_WIDTH_M * cast.style.stance * 0.9
    stride = 0.45 * cast.style.stride * cast.performer.legs
    pairs = max(3, round(frames / FPS * 0.92 * cast.tempo))
    count = 2 * pairs
    radius = max(0.55, count * stride / _TURN)
    steps: tuple[list[Step], list[Step]] = ([], [])
    for number in range(count):
        start = number / count
        angle = _TURN * (number + 1.38) / count
        side = 1.0 if number % 2 == 0 else -1.0
        # Circling to the left of the start: the centre lies at +X, the left foot on the inside.
        reach = radius - side * half
        # A foot's two places are a chord of its circle; between them it keeps to the arc.
        middle, sagitta = angle - _TURN / count, reach * (1.0 - np.cos(_TURN / count))
        steps[number % 2].append(
            Step(
                start,
                start + 0.88 / count,
                radius - reach * np.cos(angle),
                reach * np.sin(angle),
                angle + side * 0.06,
                bow_x=-sagitta * np.cos(middle),
                bow_z=sagitta * np.sin(middle),
            )
        )
    body = stepping(cast, frames, *steps, turned=_TURN)
    along = _TURN * phase_of(frames)
    body.path = radius * np.stack([1.0 - np.cos(along), np.zeros(frames), np.sin(along)], axis=1)
    return body


def stepping(cast: Cast, frames: int, left: list[Step], right: list[Step], *, turned: float) -> Body:
    """The body over moving feet: arms swing against the legs, the trunk against the pelvis."""
    lift, roll = 0.05 * min(1.5, 0.6 + 0.5 * cast.amplitude), 0.52 * min(1.2, 0.5 + 0.5 * cast.style.stride)
    feet = (
        follow(left, frames, turned=turned, lift_m=lift, roll=roll),
        follow(right, frames, turned=turned, lift_m=lift, roll=roll),
    )
    body = ready(cast, frames, feet)
    mean = 0.5 * (feet[0].yaw + feet[1].yaw)
    # The heading winds up over the loop: smoothed without that part, which is put back after.
    wound = turned * phase_of(frames)
    level = mean - wound
    spread = np.concatenate([level] * 3)
    taps = np.hanning(2 * (frames // 8) + 1)
    body.yaw = np.degrees(np.convolve(spread, taps / taps.sum(), "same")[frames : 2 * frames] + wound)
    facing = np.deg2rad(body.yaw)
    apart = feet[0].place - feet[1].place
    ahead = apart[:, 0] * np.sin(facing) + apart[:, 2] * np.cos(facing)
    swing = 48.0 * (0.35 + 0.65 * cast.amplitude) * ahead
    for arm, sign in ((body.left, -1.0), (body.right, 1.0)):
        arm.forward = arm.forward + sign * swing
        arm.elbow = arm.elbow + 0.35 * np.maximum(sign * swing, 0.0)
    body.pelvis_turn[:, 1] -= 9.0 * ahead
    body.trunk[:, 1] += 18.0 * (0.5 + 0.5 * cast.amplitude) * ahead
    body.head[:, 1] -= 8.0 * ahead
    return body


ACTIONS: Final = (
    Action("gesture", 3.6, False, gesture),
    Action("wave", 3.4, False, wave),
    Action("knock", 3.4, False, knock),
    Action("approach", 4.0, True, approach, longest_s=5.0),
    Action("walk", 4.2, True, walk, longest_s=5.0),
)
