"""Asking once more for what has no answer yet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import User
from affectory.core.errors import ConflictError, InvalidError
from affectory.core.transitions import move_many
from affectory.endpoints import services as endpoints
from annotation.drafting import audit
from annotation.drafting.domain.states import (
    ASKED_AGAIN,
    AT_WORK,
    WINDOW_TRANSITIONS,
    WITHOUT_ANSWER,
    RunState,
    WindowState,
)
from annotation.drafting.models import DraftRun, DraftWindow
from annotation.drafting.selectors import is_worked_on
from annotation.drafting.services.runs import BATCH, Limits, go_on, own_run


@transaction.atomic
def ask_again(
    *, actor: User, run_id: UUID, window_ids: Collection[UUID] | None = None, limits: Limits | None = None
) -> DraftRun:
    """DR24: these windows, or all without an answer, are asked about again in the same run and its budget, also when
    it is finished. Nothing is sent here: whether the same call goes again or another one is made is decided when the
    window's turn comes (EN4)."""
    run = own_run(actor, run_id)
    if run.state == RunState.CANCELLED:
        raise ConflictError("This run was cancelled. Ask for drafts anew.", code="drafting.cancelled")
    if run.state in AT_WORK and is_worked_on(run):
        message = "This run is being worked on; ask again when it has come to rest."
        raise ConflictError(message, code="drafting.under_way")
    windows = _meant(run, window_ids)
    for first in range(0, len(windows), BATCH):
        moves = [(one, _begun_anew(one)) for one in windows[first : first + BATCH]]
        move_many(moves, to=WindowState.WAITING, transitions=WINDOW_TRANSITIONS)
    if run.budget_id is not None:
        endpoints.reopen_budget(actor=actor, run_id=run.budget_id)
    go_on(run, actor=actor, transitions=ASKED_AGAIN, limits=limits)
    audit.asked_again(actor=actor, run=run, windows=len(windows))
    return run


def _meant(run: DraftRun, window_ids: Collection[UUID] | None) -> Sequence[DraftWindow]:
    """Locked. Raises InvalidError for a window that is none of the run's or has its answer."""
    rows = DraftWindow.objects.select_for_update().filter(run=run).order_by("pk")
    if window_ids is None:
        windows = list(rows.filter(state__in=WITHOUT_ANSWER))
    else:
        windows = list(rows.filter(pk__in=window_ids))
    message = ""
    if missing := set(window_ids or ()) - {one.pk for one in windows}:
        message = f"There is no stretch {min(missing)} in this run."
    elif not windows:
        message = "Every stretch of this run has its answer or is still to be asked about; choose what to ask again."
    elif wrong := [one for one in windows if one.state not in WITHOUT_ANSWER]:
        message = f"Stretch {wrong[0].position} is {wrong[0].state}; only what has no answer is asked for again."
    if message:
        raise InvalidError(message, code="drafting.not_unanswered", fields={"windows": [message]})
    return windows


def _begun_anew(window: DraftWindow) -> dict[str, Any]:
    earlier = [*window.earlier_calls, window.call_id] if window.call_id is not None else window.earlier_calls
    return {
        "call_id": None,
        "earlier_calls": earlier,
        "asked_again": window.asked_again + 1,
        "reason": "",
        "done_at": None,
    }
