"""CO8: tries at a secret are counted in the database, so that the limit holds over all server processes."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from .models import ThrottleCount


def too_many(key: str, *, limit: int, window_s: int) -> bool:
    """Whether `limit` tries under this key lie within the last window."""
    since = timezone.now() - timedelta(seconds=window_s)
    return ThrottleCount.objects.filter(key=key, started_at__gt=since, count__gte=limit).exists()


def count_try(key: str, *, window_s: int) -> None:
    """Count one try; a window that has passed starts again at one."""
    now = timezone.now()
    updated = ThrottleCount.objects.filter(key=key, started_at__gt=now - timedelta(seconds=window_s)).update(
        count=F("count") + 1
    )
    if not updated:
        ThrottleCount.objects.update_or_create(key=key, defaults={"count": 1, "started_at": now})


def forget(key: str) -> None:
    ThrottleCount.objects.filter(key=key).delete()
