"""A run that asks a model: clips and pictures are taken while earlier calls are on their way, and answers become
proposals as they come. Killed anywhere, it goes on with the windows that wait; calls that have an answer are not sent
again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from uuid import UUID, uuid4

from affectory.core.jobs import Watcher
from affectory.endpoints.models import Call
from annotation.drafting import services
from annotation.drafting.domain.states import PauseReason, WindowState
from annotation.drafting.facts import options_of
from annotation.drafting.models import DraftRun
from annotation.drafting.selectors import waiting_windows
from annotation.drafting.services.answers import SENTENCES
from annotation.drafting.services.running import JOB_CANCELLED
from worker.calls import run_calls
from worker.calls.ledger import Thread
from worker.drafters.showing import NothingToShowError, shown_of
from worker.media.ffmpeg import FfmpegCancelledError
from worker.workplace import workplace

ROUNDS = 3
"""A call that asks again with more room is sent in the next round."""


def ask_for_drafts(*, run_id: UUID, watch: Watcher) -> None:
    run = services.take_up_run(run_id=run_id)
    if run is None:
        return
    run = DraftRun.objects.select_related("project", "created_by", "profile", "budget").get(pk=run_id)
    assert run.profile is not None, "a run that asks a model has an endpoint"
    assert run.budget_id is not None, "and a budget"

    def settled(call: Call) -> None:
        services.take_answer(run=run, call=call)
        services.tell(run, watch)

    def stops() -> bool:
        return watch.cancelled or watch.lost

    for _ in range(ROUNDS):
        summary = run_calls(
            _calls(run, stops),
            profile=run.profile,
            run_id=run.budget_id,
            on_settled=settled,
            cancelled=stops,
        )
        if watch.lost:
            return
        if summary.is_paused:
            services.pause_like_its_budget(run_id=run_id)
            break
        if summary.is_cancelled:
            services.pause(run_id=run_id, reason=PauseReason.ASKED, message=JOB_CANCELLED)
            break
        if services.finish_run(run_id=run_id):
            break
    services.tell(run, watch)


async def _calls(run: DraftRun, cancelled: Callable[[], bool]) -> AsyncIterator[UUID]:
    """The calls of the windows that wait, each asked for when the sender has room for it."""
    thread = Thread("windows")
    try:
        for window_id in await thread.run(lambda: [window.pk for window in waiting_windows(run.pk)]):
            call_id = await thread.run(_call_of, run, window_id, cancelled)
            if call_id is not None:
                yield call_id
    finally:
        thread.close()


def _call_of(run: DraftRun, window_id: UUID, cancelled: Callable[[], bool]) -> UUID | None:
    window = waiting_windows(run.pk).filter(pk=window_id).first()
    if window is None:
        return None
    if window.call_id is not None:
        return window.call_id
    if (reason := services.may_not_be_shown(window)) is not None:
        services.record_unanswered(window_id=window.pk, reason=SENTENCES[reason], state=WindowState.NOT_SENT)
        return None
    if (before := services.ask_once_more(window_id=window.pk)) is not None:
        return before.pk
    asked = services.asked_about(window, run)
    assert run.profile is not None, "as above"
    video, options = window.run_video.video, options_of(run)
    try:
        with workplace("windows", window.pk, uuid4()) as folder:
            shown = shown_of(asked, video, options, run.profile, folder=folder, cancelled=cancelled)
    except FfmpegCancelledError:
        return None
    except NothingToShowError as error:
        services.record_unanswered(window_id=window.pk, reason=str(error), state=WindowState.NOT_SENT)
        return None
    call = services.ask_about(window_id=window.pk, asked=asked, shown=shown)
    return call.pk if call is not None else None
