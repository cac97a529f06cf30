"""How the generated people differ: emotions in posture, tempo and amplitude, performers in build and habit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Style:
    """An emotion's way of moving. Degrees and metres; ``tempo`` and ``amplitude`` are factors on a neutral 1."""

    tempo: float = 1.0
    amplitude: float = 1.0
    sharpness: float = 1.0
    """Above 1 movements hit and hold; below 1 they melt into each other."""
    lean_deg: float = 2.0
    head_deg: float = 2.0
    glance_deg: float = 4.0
    shoulders_deg: float = 0.0
    elbow_deg: float = 18.0
    abduction_deg: float = 11.0
    forward_deg: float = 2.0
    inward_deg: float = 8.0
    crouch_m: float = 0.0
    bounce_m: float = 0.0
    stance: float = 1.0
    stride: float = 1.0
    tremor_deg: float = 0.0


EMOTIONS: Final = {
    "angry": Style(
        tempo=1.3,
        amplitude=1.2,
        sharpness=2.2,
        lean_deg=10.0,
        head_deg=3.0,
        glance_deg=2.0,
        shoulders_deg=6.0,
        elbow_deg=55.0,
        abduction_deg=20.0,
        forward_deg=8.0,
        inward_deg=24.0,
        crouch_m=0.015,
        stance=1.35,
        stride=1.2,
    ),
    "fearful": Style(
        tempo=1.15,
        amplitude=0.65,
        sharpness=1.4,
        lean_deg=-7.0,
        head_deg=7.0,
        glance_deg=22.0,
        shoulders_deg=13.0,
        elbow_deg=112.0,
        abduction_deg=9.0,
        forward_deg=22.0,
        inward_deg=34.0,
        crouch_m=0.05,
        stance=0.85,
        stride=0.6,
        tremor_deg=1.2,
    ),
    "happy": Style(
        tempo=1.12,
        amplitude=1.35,
        sharpness=0.9,
        lean_deg=-3.0,
        head_deg=-7.0,
        glance_deg=8.0,
        shoulders_deg=3.0,
        elbow_deg=32.0,
        abduction_deg=17.0,
        forward_deg=4.0,
        inward_deg=4.0,
        bounce_m=0.022,
        stance=1.05,
        stride=1.1,
    ),
    "neutral": Style(),
    "sad": Style(
        tempo=0.78,
        amplitude=0.55,
        sharpness=0.8,
        lean_deg=15.0,
        head_deg=26.0,
        glance_deg=3.0,
        shoulders_deg=-5.0,
        elbow_deg=13.0,
        abduction_deg=12.0,
        forward_deg=9.0,
        inward_deg=14.0,
        crouch_m=0.012,
        stance=0.9,
        stride=0.65,
    ),
}


@dataclass(frozen=True, slots=True)
class Performer:
    """A build (factors on the avatar's) and habits that stay the same through all emotions."""

    id: str
    height: float
    legs: float
    arms: float
    tempo: float
    amplitude: float
    left_handed: bool
    abduction_deg: float
    sway: float


PERFORMERS: Final = (
    Performer("P01", 1.00, 1.00, 1.00, 1.00, 1.00, False, 0.0, 1.0),
    Performer("P02", 0.93, 0.98, 0.97, 1.06, 0.92, False, -1.5, 1.3),
    Performer("P03", 1.07, 1.03, 1.04, 0.95, 1.05, True, 2.0, 0.8),
    Performer("P04", 0.96, 1.01, 0.99, 1.03, 1.12, False, 1.0, 1.5),
    Performer("P05", 1.04, 0.98, 1.02, 0.92, 0.88, False, 3.0, 0.6),
    Performer("P06", 0.90, 1.02, 0.98, 1.08, 1.08, True, 0.5, 1.2),
    Performer("P07", 1.02, 1.04, 1.01, 0.98, 0.96, False, -0.5, 0.9),
    Performer("P08", 0.98, 0.97, 1.03, 1.01, 1.15, True, 1.5, 1.1),
)
