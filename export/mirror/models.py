from __future__ import annotations

from django.db import models


class MirroredFile(models.Model):
    """RL50: bytes that lie whole in the object store. A copy under way has no row."""

    sha256 = models.CharField(max_length=64, primary_key=True)
    size = models.BigIntegerField()
    mirrored_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.sha256
