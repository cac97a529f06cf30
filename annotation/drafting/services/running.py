"""Carrying out a run, window by window. Killed anywhere, it goes on with the windows that wait."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from affectory.core.jobs import Unwatched, Watcher
from affectory.core.transitions import move
from affectory.endpoints.domain.states import PauseReason as Paused
from annotation.drafting import audit
from annotation.drafting.domain.states import RUN_TRANSITIONS, UNFINISHED, PauseReason, RunState, WindowState
from annotation.drafting.errors import no_such_run
from annotation.drafting.facts import asked_of, facts_of, options_of, window_of
from annotation.drafting.models import DraftRun
from annotation.drafting.registry import drafter as load_drafter
from annotation.drafting.selectors import run_counts, waiting_windows
from annotation.drafting.services.recording import record_proposals, record_unanswered
from annotation.drafting.services.runs import end_run
from datasets.intake.services import why_it_broke_off
from datasets.videos.domain import VideoState

NOT_READY = "The video is not ready any more. Prepare it again and ask for drafts anew."
JOB_CANCELLED = "Its job was cancelled. Everything so far is kept; resume it to go on."


def take_up_run(*, run_id: UUID) -> DraftRun | None:
    """The run, running; None where it is at rest, for a message may come late or twice."""
    run = DraftRun.objects.select_related("project", "created_by").filter(pk=run_id).first()
    if run is None:
        raise no_such_run()
    if run.state == RunState.QUEUED:
        move(run, to=RunState.RUNNING, transitions=RUN_TRANSITIONS)
    return run if run.state == RunState.RUNNING else None


def run_locally(*, run_id: UUID, watch: Watcher | None = None) -> DraftRun:
    """For drafters that need no endpoint."""
    watch = watch or Unwatched()
    run = take_up_run(run_id=run_id)
    if run is None:
        return DraftRun.objects.get(pk=run_id)
    drafter, options = load_drafter(run.drafter), options_of(run)
    for row in waiting_windows(run.pk):
        if watch.lost or not is_wanted(run_id):
            break
        if watch.cancelled:
            pause(
                run_id=run_id, reason=PauseReason.ASKED, message="Its job was cancelled. Everything so far is kept."
            )
            break
        video = row.run_video.video
        if video.state != VideoState.READY:
            record_unanswered(window_id=row.pk, reason=NOT_READY, state=WindowState.NOT_SENT)
        else:
            asked = asked_of(facts_of(video, row.run_video.track), window_of(row), options)
            record_proposals(window_id=row.pk, candidates=drafter.look(asked))
        tell(run, watch)
    finish_run(run_id=run_id)
    tell(run, watch)
    return DraftRun.objects.get(pk=run_id)


def is_wanted(run_id: UUID) -> bool:
    """Whether the run still runs, as it stands in its row."""
    return DraftRun.objects.filter(pk=run_id, state=RunState.RUNNING.value).exists()


def tell(run: DraftRun, watch: Watcher) -> None:
    counts = run_counts(run)
    done = counts["windows"] - counts["windows_waiting"]
    watch.progress(
        done=done,
        total=counts["windows"],
        refused=counts["refused"],
        message=f"{counts['proposed']} drafts, {counts['refused']} refused",
    )


@transaction.atomic
def finish_run(*, run_id: UUID) -> bool:
    """Done when no window waits any more."""
    run = DraftRun.objects.select_for_update(of=("self",)).select_related("project").get(pk=run_id)
    if run.state != RunState.RUNNING or waiting_windows(run_id).exists():
        return False
    end_run(run, to=RunState.DONE, actor=None)
    return True


@transaction.atomic
def pause_like_its_budget(*, run_id: UUID) -> None:
    """DR19: the endpoint's side stopped the run: its budget does not allow the next call, or the endpoint is out of
    order. How far it got stands in its counts."""
    run = DraftRun.objects.select_for_update(of=("self",)).select_related("budget").get(pk=run_id)
    if run.state != RunState.RUNNING or run.budget is None:
        return
    by_budget = run.budget.reason in (Paused.BUDGET_SPENT, Paused.OVERCHARGED)
    by_hand = run.budget.reason == Paused.PERSON
    reason = PauseReason.BUDGET if by_budget else PauseReason.ASKED if by_hand else PauseReason.ENDPOINT
    move(
        run,
        to=RunState.PAUSED,
        transitions=RUN_TRANSITIONS,
        pause_reason=reason.value,
        message=run.budget.message or "The endpoint's budget is closed.",
    )
    audit.run_paused(actor=None, run=run)


@transaction.atomic
def pause(*, run_id: UUID, reason: PauseReason, message: str) -> None:
    run = DraftRun.objects.select_for_update().get(pk=run_id)
    if run.state == RunState.RUNNING:
        move(run, to=RunState.PAUSED, transitions=RUN_TRANSITIONS, pause_reason=reason.value, message=message)


@transaction.atomic
def fail_run(*, run_id: UUID, error: Exception) -> None:
    """Say in the run why it stopped; what was proposed stays, and it can be resumed."""
    run = DraftRun.objects.select_for_update().get(pk=run_id)
    if run.state not in UNFINISHED or run.state == RunState.PAUSED:
        return
    otherwise = "The run broke off ({kind}). What was proposed stays; resume it to go on."
    message = why_it_broke_off(error, otherwise=otherwise)
    move(run, to=RunState.FAILED, transitions=RUN_TRANSITIONS, message=message)
