"""When a foot of the avatar is on the floor."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from datasets.motion.avatar.skeleton import REST_POSITIONS

HEIGHT_M: Final = 0.03
RISE_M_PER_S: Final = 0.25


def floor_contact(path: NDArray[np.float64], joint: int, fps: float) -> NDArray[np.bool_]:
    """Frames in which the joint, which moves along ``path`` (F, 3), is as low as in standing and neither rises nor
    falls."""
    rise = np.zeros(len(path))
    rise[1:] = np.diff(path[:, 1]) * fps
    return np.asarray((path[:, 1] - REST_POSITIONS[joint, 1] < HEIGHT_M) & (np.abs(rise) < RISE_M_PER_S))
