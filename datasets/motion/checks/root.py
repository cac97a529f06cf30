"""Does the body as a whole go on smoothly (MO13)."""

from __future__ import annotations

import numpy as np

from datasets.motion.checks.results import CheckResult, Floats, Limit, result_of
from datasets.motion.retarget.motion import AvatarMotion
from datasets.motion.rotations import angle_between


def root_position_jump(motion: AvatarMotion, limit: Limit) -> CheckResult:
    """MO13: the root does not jump: how much longer a step is than both its neighbours, or how far it goes out and
    back within two frames."""
    roots = motion.root_positions.astype(np.float64)
    step, both = (np.linalg.norm(roots[apart:] - roots[:-apart], axis=1) for apart in (1, 2))
    excess = _excess(step, both)
    largest = float(excess.max())
    return result_of(
        "root_jump_position",
        largest,
        "m",
        limit,
        excess,
        f"the root jumps by up to {largest:.3f} m between two frames",
    )


def root_rotation_jump(motion: AvatarMotion, limit: Limit) -> CheckResult:
    """MO13, for the root's rotation."""
    root = motion.rotations[:, 0].astype(np.float64)
    step, both = (np.degrees(angle_between(root[apart:], root[:-apart])) for apart in (1, 2))
    excess = _excess(step, both)
    largest = float(excess.max())
    return result_of(
        "root_jump_rotation",
        largest,
        "deg",
        limit,
        excess,
        f"the root turns by up to {largest:.1f}° more than before",
    )


def _excess(step: Floats, both: Floats) -> Floats:
    """Per frame, how much the step into it exceeds the larger of the steps before and after, or how much of the
    shorter of the steps into it and out of it the two together (``both``) leave nothing of; at least 0."""
    if len(step) == 0:
        return np.zeros(1)
    around = np.concatenate([[0.0], step, [0.0]])
    neighbours = np.maximum(around[:-2], around[2:])
    found = np.concatenate([[0.0], np.maximum(step - neighbours, 0.0)])
    found[1:-1] = np.maximum(found[1:-1], np.minimum(step[:-1], step[1:]) - both)
    return found
