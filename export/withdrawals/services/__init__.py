"""Writes about withdrawals."""

from export.withdrawals.services.carrying_out import preview, withdraw
from export.withdrawals.services.purging import purge, sweep

__all__ = ["preview", "purge", "sweep", "withdraw"]
