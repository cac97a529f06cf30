from django.db import models


class ThrottleCount(models.Model):
    """How often something was tried since the start of its window."""

    key = models.CharField(max_length=200, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
