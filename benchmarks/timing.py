"""CPU time of work in this process."""

from __future__ import annotations

import resource
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


def least_cpu_s_with_children(work: Callable[[], object], rounds: int) -> float:
    """The same, with the processes that the work starts and waits for."""
    best = float("inf")
    for _ in range(rounds):
        began = _cpu_s()
        work()
        best = min(best, _cpu_s() - began)
    return best


def _cpu_s() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
