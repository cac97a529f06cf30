"""A motion of the avatar and its file format AFMO1, which the browser and the engines read as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.skeleton import AVATAR_JOINTS, AVATAR_PARENTS, REST_OFFSETS
from datasets.motion.bvh.kinematics import compose

FORMAT: Final = "AFMO1"
_LONGEST_HEADER: Final = 4096


class AvatarMotionError(ValueError):
    """Bytes that are no AFMO1 file."""


@dataclass(frozen=True, slots=True)
class RetargetReport:
    """How a file's skeleton was understood: shown on the motion's page, kept as provenance.

    ``found`` has one entry for each of the avatar's joints that the file has: avatar, joint (its number), name, how
    and confidence (MO50). ``reference`` is the pose that both bodies were aligned in, ``reference_because`` why.
    """

    family: str
    confidence: float
    joints: dict[str, str]
    reference: str
    up_axis: str
    unit: str
    metres_per_unit: float
    source_leg_m: float
    root_scale: float
    turned_rad: float
    lifted_m: float
    origin_m: tuple[float, float] = (0.0, 0.0)
    """Where the motion's first frame stood in the recording: x, z in metres, the up axis up, before it was turned."""
    reference_because: str = ""
    scores: Mapping[str, float] = field(default_factory=dict)
    found: tuple[Mapping[str, Any], ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    foot_lock: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "family": self.family,
            "confidence": self.confidence,
            "joints": dict(self.joints),
            "reference": self.reference,
            "up_axis": self.up_axis,
            "unit": self.unit,
            "metres_per_unit": self.metres_per_unit,
            "source_leg_m": round(self.source_leg_m, 4),
            "root_scale": round(self.root_scale, 6),
            "turned_rad": round(self.turned_rad, 6),
            "lifted_m": round(self.lifted_m, 6),
            "origin_m": [round(value, 4) for value in self.origin_m],
            "reference_because": self.reference_because,
            "scores": dict(self.scores),
            "found": [dict(one) for one in self.found],
            "options": dict(self.options),
            "foot_lock": dict(self.foot_lock),
            "warnings": list(self.warnings),
        }


@dataclass(frozen=True, slots=True)
class AvatarMotion:
    """Metres, Y up. Frame 0 stands over the origin and faces +Z; the floor is y = 0.

    ``root_positions`` (F, 3) is where the pelvis joint is; ``rotations`` (F, 22, 4) are the joints' rotations in
    their parents' frames, xyzw, identity in the T-pose.
    """

    fps: Fraction
    root_positions: NDArray[np.float32]
    rotations: NDArray[np.float32]
    report: RetargetReport | None = None

    @property
    def frames(self) -> int:
        return len(self.root_positions)

    @property
    def duration_s(self) -> float:
        """Every frame lasts 1/fps, the last one too (MO4)."""
        return float(self.frames / self.fps)

    def to_bytes(self) -> bytes:
        """MO8: a JSON line padded to a multiple of four bytes, then root positions and rotations as float32 LE."""
        header = json.dumps(
            {
                "format": FORMAT,
                "fps": f"{self.fps.numerator}/{self.fps.denominator}",
                "frames": self.frames,
                "joints": list(AVATAR_JOINTS),
            },
            separators=(",", ":"),
        ).encode("ascii")
        line = header + b" " * (-(len(header) + 1) % 4) + b"\n"
        return line + self.root_positions.astype("<f4").tobytes() + self.rotations.astype("<f4").tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> AvatarMotion:
        """The motion in an AFMO1 file, or AvatarMotionError."""
        end = data.find(b"\n", 0, _LONGEST_HEADER)
        try:
            header = json.loads(data[: max(end, 0)])
            known = header["format"] == FORMAT and header["joints"] == list(AVATAR_JOINTS)
            fps, frames = Fraction(header["fps"]), int(header["frames"])
        except (ValueError, KeyError, TypeError, ZeroDivisionError) as error:
            raise AvatarMotionError(f"the header line is not that of an {FORMAT} file") from error
        if not known:
            raise AvatarMotionError(f"not an {FORMAT} file of the {len(AVATAR_JOINTS)}-joint avatar")
        width = 3 + 4 * len(AVATAR_JOINTS)
        if fps <= 0 or frames < 1 or len(data) - end - 1 != frames * width * 4:
            raise AvatarMotionError(f"{FORMAT}: the header's {frames} frames and the file's size do not agree")
        numbers = np.frombuffer(data, dtype="<f4", offset=end + 1)
        if not np.isfinite(numbers).all():
            raise AvatarMotionError(f"{FORMAT}: a value is not finite")
        roots = numbers[: frames * 3].reshape(frames, 3)
        return cls(fps, roots, numbers[frames * 3 :].reshape(frames, len(AVATAR_JOINTS), 4))


def avatar_pose(motion: AvatarMotion) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """World positions (22, F, 3) and rotations (22, F, 4) of the avatar's joints."""
    local = np.ascontiguousarray(motion.rotations.transpose(1, 0, 2), dtype=np.float64)
    offsets = np.repeat(REST_OFFSETS[:, None, :], motion.frames, axis=1)
    offsets[0] = motion.root_positions
    pose = compose(np.array(AVATAR_PARENTS), offsets, local)
    return pose.positions, pose.rotations


def avatar_fk(motion: AvatarMotion) -> NDArray[np.float64]:
    """World positions (F, 22, 3) of the avatar's joints."""
    return np.ascontiguousarray(avatar_pose(motion)[0].transpose(1, 0, 2))
