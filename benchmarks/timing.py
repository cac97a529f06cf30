"""CPU time of work in this process."""

from __future__ import annotations

import time
from collections.abc import Callable


def least_cpu_s(work: Callable[[], object], rounds: int) -> float:
    """The cheapest of some rounds: the rest is the machine's business."""
    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best
