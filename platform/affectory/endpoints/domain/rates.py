"""Token buckets that keep a limit per minute over every minute, not only on average. limits.py does the same in the
broker, where all workers share it."""

from __future__ import annotations

from dataclasses import dataclass

_BURST_SHARE = 10


@dataclass(frozen=True, slots=True)
class Bucket:
    """A tenth of a minute's worth may go at once; the rest flows in over the minute. What leaves in less than 60
    seconds is less than capacity + 60 × refill = limit + 1, which for whole requests is the limit."""

    capacity: float
    refill_per_s: float

    @classmethod
    def per_minute(cls, limit: int) -> Bucket:
        capacity = max(1.0, limit / _BURST_SHARE)
        return cls(capacity, (limit + 1 - capacity) / 60)

    def level(self, level: float, elapsed_s: float) -> float:
        return min(self.capacity, level + max(0.0, elapsed_s) * self.refill_per_s)

    def wait_s(self, level: float, wanted: float) -> float:
        """How long until `wanted` may be taken. What is more than the bucket holds waits for a full one and leaves it
        in debt, so that a single large request is late rather than impossible."""
        needed = min(wanted, self.capacity)
        return 0.0 if level >= needed else (needed - level) / self.refill_per_s
