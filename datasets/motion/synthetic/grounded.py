"""Actions that need something of a room: a seat to sit down on, a straight way to walk along; and two who talk."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.synthetic.actions import (
    HALF_WIDTH_M,
    Action,
    Cast,
    gesture,
    phase_of,
    ready,
    stepping,
    two_feet,
    window,
)
from datasets.motion.synthetic.solve import Body
from datasets.motion.synthetic.steps import Step

Floats = NDArray[np.float64]

SEAT_HEIGHT_M: Final = 0.45
SITTING_PELVIS_M: Final = 0.55
"""The pelvis joint of a seated avatar: its seat and what it sits on lie below."""
SEAT_BEHIND_M: Final = 0.36
"""From above the feet back to where one sits."""
TALKING_APART_M: Final = 1.2
_STROLL_STEPS: Final = 4
_TURNING_STEPS: Final = 4


def sit(cast: Cast, frames: int) -> Body:
    """Standing before a seat, sitting down on it, staying, rising."""
    body = ready(cast, frames, two_feet(cast, frames))
    phase, style = phase_of(frames), cast.style
    down = window(phase, 0.10, 0.34, 0.70, 0.92)
    # The trunk bows while the weight goes over the feet, and comes up again on the seat.
    moving = window(phase, 0.08, 0.20, 0.24, 0.38) + window(phase, 0.62, 0.74, 0.78, 0.94)
    # Retargeting goes by the length of the legs, so that everybody's avatar sits at the same height.
    size = cast.performer.height * cast.performer.legs
    body.pelvis[:, 1] = body.pelvis[:, 1] * (1.0 - down) - SEAT_BEHIND_M * size * down
    body.sunk, body.sunk_to_m = down, SITTING_PELVIS_M * size
    body.trunk[:, 0] += 26.0 * moving - 0.35 * style.lean_deg * down
    body.pelvis_turn[:, 0] += 9.0 * moving - 4.0 * down
    body.head[:, 0] -= 12.0 * moving
    for arm in (body.left, body.right):
        arm.forward = arm.forward * (1.0 - down) + 30.0 * down
        arm.elbow = arm.elbow * (1.0 - 0.6 * down) + 38.0 * down
        arm.lower = arm.lower - 4.0 * down
    return body


def stroll(cast: Cast, frames: int) -> Body:
    """Straight ahead, round on the spot, straight back and round again: a walk for a narrow way."""
    half = HALF_WIDTH_M * cast.style.stance * 0.9
    stride = 0.45 * cast.style.stride * cast.performer.legs
    reach = _STROLL_STEPS // 2
    turning = [np.pi * n / _TURNING_STEPS for n in range(1, _TURNING_STEPS + 1)]
    # It begins half-way along, where the body faces the way that it goes.
    poses = [(stride * n, 0.0) for n in range(1, reach + 1)]
    poses += [(stride * reach, heading) for heading in turning]
    poses += [(stride * n, np.pi) for n in range(reach - 1, -reach - 1, -1)]
    poses += [(-stride * reach, np.pi + heading) for heading in turning]
    poses += [(stride * n, 2.0 * np.pi) for n in range(1 - reach, 1)]
    count = len(poses)
    steps: tuple[list[Step], list[Step]] = ([], [])
    for number, (z, heading) in enumerate(poses):
        side = 1.0 if number % 2 == 0 else -1.0
        steps[number % 2].append(
            Step(
                number / count,
                (number + 0.9) / count,
                side * half * float(np.cos(heading)),
                z - side * half * float(np.sin(heading)),
                heading + side * 0.06,
            )
        )
    return stepping(cast, frames, *steps, turned=2.0 * np.pi)


def talk(cast: Cast, frames: int, *, first: bool) -> Body:
    """One of two: speaks in one half of the loop and listens, nodding, in the other."""
    speaking, listening = gesture(cast, frames), ready(cast, frames, two_feet(cast, frames))
    phase = phase_of(frames)
    turn = window(phase, 0.02, 0.10, 0.44, 0.52) if first else window(phase, 0.50, 0.58, 0.90, 0.98)
    nod = 4.0 * cast.amplitude * np.sin(2.0 * np.pi * max(2, round(frames / 30 * 0.9)) * phase) ** 2
    body = listening
    body.head[:, 0] += nod * (1.0 - turn)
    for name in ("trunk", "head"):
        share = turn[:, None]
        setattr(body, name, getattr(speaking, name) * share + getattr(body, name) * (1.0 - share))
    for own, other in ((body.left, speaking.left), (body.right, speaking.right)):
        for part in ("lower", "forward", "inward", "elbow", "raise_shoulder", "hand"):
            setattr(own, part, getattr(other, part) * turn + getattr(own, part) * (1.0 - turn))
    return body


GROUNDED_ACTIONS: Final = (
    Action("sit", 4.6, False, sit, longest_s=6.0),
    Action("stroll", 6.6, True, stroll, longest_s=9.0),
)
