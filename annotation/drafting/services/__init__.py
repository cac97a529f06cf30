"""What people and workers do with drafting, one function a verb."""

from annotation.drafting.services.planning import Choice, Plan, plan_run
from annotation.drafting.services.recording import record_proposals, record_unanswered
from annotation.drafting.services.running import fail_run, finish_run, pause, run_locally, take_up_run
from annotation.drafting.services.runs import cancel_run, pause_run, resume_run, start_run

__all__ = [
    "Choice",
    "Plan",
    "cancel_run",
    "fail_run",
    "finish_run",
    "pause",
    "pause_run",
    "plan_run",
    "record_proposals",
    "record_unanswered",
    "resume_run",
    "run_locally",
    "start_run",
    "take_up_run",
]
