"""What people and workers do with drafting, one function a verb."""

from annotation.drafting.services.again import ask_again
from annotation.drafting.services.answers import (
    ask_about,
    ask_once_more,
    asked_about,
    may_not_be_shown,
    take_answer,
)
from annotation.drafting.services.planning import Choice, Plan, Wish, plan_run
from annotation.drafting.services.recording import record_proposals, record_unanswered
from annotation.drafting.services.running import (
    fail_run,
    finish_run,
    pause,
    pause_like_its_budget,
    run_locally,
    take_up_run,
    tell,
)
from annotation.drafting.services.runs import Limits, cancel_run, pause_run, resume_run, start_run

__all__ = [
    "Choice",
    "Limits",
    "Plan",
    "Wish",
    "ask_about",
    "ask_again",
    "ask_once_more",
    "asked_about",
    "cancel_run",
    "fail_run",
    "finish_run",
    "may_not_be_shown",
    "pause",
    "pause_like_its_budget",
    "pause_run",
    "plan_run",
    "record_proposals",
    "record_unanswered",
    "resume_run",
    "run_locally",
    "start_run",
    "take_answer",
    "take_up_run",
    "tell",
]
