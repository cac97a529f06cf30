"""Straight lines over free cells, many at a time. Pure numpy.

Points are in cells: cell (i, j) spans [i, i+1) × [j, j+1).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


TIP = 1e-6
"""A line that passes the tip of a cell this closely passes it by."""


@dataclass(frozen=True, eq=False)
class Sight:
    """``strides`` says how far a line may advance from anywhere in a cell and stay on free cells: 0 where only the
    cell itself is known to be free, negative where blocked. It has a border of blocked cells."""

    strides: Floats

    @classmethod
    def over(cls, free: Mask, room: Floats) -> Sight:
        """``room``: cells within so many of a free cell's centre are free too."""
        safe = np.maximum(room - math.sqrt(2), 0.0)
        return cls(np.pad(np.where(free, safe, -1.0), 1, constant_values=-1.0))

    def sees(self, starts: Floats, ends: Floats) -> Mask:
        """SC50: which lines from ``starts`` (N, 2) to ``ends``, (N, 2) or one point, cross free cells only. Beside
        what is blocked a line goes cell by cell, over open ground in a few strides."""
        ends = np.broadcast_to(ends, starts.shape)
        length = np.hypot(*(ends - starts).T)
        unit = (ends - starts) / np.maximum(length, 1e-12)[:, None]
        upper = np.array(self.strides.shape) - 1
        seen, done, going = np.ones(len(starts), bool), np.zeros(len(starts)), np.arange(len(starts))
        before: NDArray[np.int64] | None = None
        while len(going):
            at = starts[going] + unit[going] * done[going, None]
            cells = np.floor(at)
            index = np.clip(cells.astype(np.int64) + 1, 0, upper)
            stride = self.strides[index[:, 0], index[:, 1]]
            blocked = (stride < 0) if before is None else (stride < 0) | self._squeezed(before, index)
            seen[going[blocked]] = False
            on = ~blocked & (done[going] < length[going])
            step = np.maximum(stride[on], _to_border(at[on] - cells[on], unit[going[on]]))
            going, before = going[on], index[on]
            done[going] = np.minimum(done[going] + step, length[going])
        return cast(Mask, seen)

    def _squeezed(self, before: NDArray[np.int64], index: NDArray[np.int64]) -> Mask:
        """Nothing passes between two blocked cells that touch by their tips."""
        tip = (np.abs(index - before) == 1).all(axis=1)
        one, other = self.strides[before[:, 0], index[:, 1]], self.strides[index[:, 0], before[:, 1]]
        return cast(Mask, tip & (one < 0) & (other < 0))


def _to_border(within: Floats, unit: Floats) -> Floats:
    """How far it is out of a cell, a hair past its border."""
    still = np.abs(unit) < 1e-12
    ahead = np.where(unit > 0, 1 - within, within) / np.where(still, 1.0, np.abs(unit))
    ahead[still] = 2.0
    return cast(Floats, np.minimum(ahead[:, 0], ahead[:, 1]) + TIP)
