"""Sends calls to model endpoints: `perform_calls` in an event loop, `run_calls` from a task."""

from worker.calls.sending import Summary, perform_calls, run_calls
from worker.calls.videos import sendable_videos

__all__ = ["Summary", "perform_calls", "run_calls", "sendable_videos"]
