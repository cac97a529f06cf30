"""Paths in a tree of joints that is given by each joint's parent (-1 for the root)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Parents = NDArray[np.int64] | Sequence[int]


def path_up(joint: int, parents: Parents) -> list[int]:
    """The joint and all it hangs on, the root last."""
    path = [joint]
    while parents[path[-1]] >= 0:
        path.append(int(parents[path[-1]]))
    return path


def hangs_on(joint: int, other: int, parents: Parents) -> bool:
    """Whether ``joint`` is somewhere below ``other``."""
    return joint != other and other in path_up(joint, parents)


def meeting(a: int, b: int, parents: Parents) -> int:
    """The lowest joint that both hang on."""
    above = set(path_up(a, parents))
    return next(j for j in path_up(b, parents) if j in above)
