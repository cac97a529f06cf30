"""What tests of asking a model have in common."""

from __future__ import annotations

from typing import Any

from affectory.core.jobs import Unwatched
from annotation.drafting.models import DraftRun
from annotation.drafting.services import Limits
from worker.drafters.asking import ask_for_drafts

CONTEXT, TURN = "contextual emotion", "emotion transition"
PLENTY = Limits(micros=10**9)


def draft(**changes: Any) -> dict[str, Any]:
    """A draft as a model writes it, over a film of ``cut_film``."""
    return {
        "type": CONTEXT,
        "start": 1,
        "end": 11,
        "question": "What does the man feel?",
        "labels": ["fear"],
    } | changes


def carried_out(run: DraftRun) -> DraftRun:
    ask_for_drafts(run_id=run.pk, watch=Unwatched())
    return DraftRun.objects.select_related("budget").get(pk=run.pk)
