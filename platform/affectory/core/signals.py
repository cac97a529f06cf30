"""What layers above are told, inside the transaction in which it happens."""

from django.dispatch import Signal

job_ended = Signal()
"""Carries `job`, as it stands now."""
