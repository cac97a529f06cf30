"""Windows that a model is asked about: which call stands for each, and what came of its answer."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction

from affectory.core.canonical import canonical_json
from affectory.core.errors import InvalidError
from affectory.core.strict_json import check_text
from affectory.endpoints import services as endpoints
from affectory.endpoints.domain.answers import UnreadableAnswerError, read_object
from affectory.endpoints.domain.states import CallState, Outcome
from affectory.endpoints.models import Call
from annotation.drafting.domain.asking import Shown
from annotation.drafting.domain.proposing import Asked, UnusableAnswerError, read_drafts
from annotation.drafting.domain.states import LeftOut, WindowState
from annotation.drafting.facts import asked_of, facts_of, options_of, window_of
from annotation.drafting.models import DraftRun, DraftWindow
from annotation.drafting.prompting import prompt
from annotation.drafting.registry import drafter as load_drafter
from annotation.drafting.requests import request_for
from annotation.drafting.services.recording import record_proposals, record_unanswered
from datasets.videos.domain import VideoState

SENTENCES = {
    LeftOut.NOT_READY: "The video is not ready any more; nothing was sent. Prepare it again and ask for drafts anew.",
    LeftOut.NO_RIGHT: "The video may not be sent to a model any more; nothing of it was sent.",
}
OUTCOMES = {
    Outcome.REFUSED: "The model refused to answer.",
    Outcome.TRUNCATED: "The answer reached its greatest length and was not whole.",
    Outcome.EMPTY: "The model wrote nothing.",
    Outcome.API_ERROR: "The endpoint gave no answer.",
}


def may_not_be_shown(window: DraftWindow) -> LeftOut | None:
    """DR18: looked at again when its turn comes, for rights and readiness may be lost in between. The sender asks
    for the rights once more before every attempt (EN11)."""
    video = window.run_video.video
    if video.state != VideoState.READY:
        return LeftOut.NOT_READY
    return None if video.may_send_to_external_model else LeftOut.NO_RIGHT


def asked_about(window: DraftWindow, run: DraftRun) -> Asked:
    video = window.run_video
    return asked_of(facts_of(video.video, video.track), window_of(window), options_of(run))


@transaction.atomic
def ask_about(*, window_id: UUID, asked: Asked, shown: Shown) -> Call | None:
    """The call of a window, asked for once. The same request in an earlier run is the same call, with its answer."""
    window = DraftWindow.objects.select_for_update(of=("self",)).select_related("run_video").get(pk=window_id)
    if window.state != WindowState.WAITING or window.call_id is not None:
        return window.call
    run = DraftRun.objects.select_related("profile", "budget__project").get(pk=window.run_id)
    if run.profile is None or run.budget is None:
        raise ValueError("a run without an endpoint asks nobody")
    told = prompt(run.prompt)
    spec = request_for(load_drafter(run.drafter), asked, options_of(run), told, shown, run.profile)
    window.call = endpoints.request_call(
        run=run.budget,
        profile=run.profile,
        spec=spec,
        purpose="drafting",
        title=f"{asked.video.name}, window {window.number}",
        video_ids=[asked.video.id],
    )
    window.shown = shown.as_json()
    window.save(update_fields=["call", "shown"])
    return window.call


@transaction.atomic
def ask_once_more(*, window_id: UUID) -> Call | None:
    """DR24: the call of a window that was asked about before and waits again; None where it never was."""
    window = DraftWindow.objects.select_for_update(of=("self",)).get(pk=window_id)
    if window.state != WindowState.WAITING or window.call_id is not None or not window.earlier_calls:
        return window.call
    run = DraftRun.objects.select_related("budget__project").get(pk=window.run_id)
    assert run.budget is not None, "who asked a model had a budget"
    window.call = endpoints.request_again(run=run.budget, call=Call.objects.get(pk=window.earlier_calls[-1]))
    window.earlier_calls = [one for one in window.earlier_calls if one != window.call.pk]
    window.save(update_fields=["call", "earlier_calls"])
    return window.call


def take_answer(*, run: DraftRun, call: Call) -> int:
    """Whatever became of a call, for every window of the run that waits for it; how many windows it closed."""
    windows = DraftWindow.objects.filter(run=run, call=call, state=WindowState.WAITING.value)
    return sum(_take(run, window, call) for window in windows.select_related("run_video__video", "run_video__track"))


def _take(run: DraftRun, window: DraftWindow, call: Call) -> bool:
    if call.state == CallState.WITHHELD:
        reason = SENTENCES[may_not_be_shown(window) or LeftOut.NO_RIGHT]
        return record_unanswered(window_id=window.pk, reason=reason, state=WindowState.NOT_SENT)
    if call.outcome == Outcome.TRUNCATED and _asked_for_more(run, window, call):
        return False
    if call.outcome != Outcome.OK and call.outcome != Outcome.UNPARSED:
        reason = " ".join(filter(None, (OUTCOMES.get(Outcome(call.outcome), ""), call.explanation)))
        return record_unanswered(window_id=window.pk, reason=reason)
    try:
        candidates = read_drafts(_storable(read_object(call.answer)), asked_about(window, run))
    except (UnreadableAnswerError, UnusableAnswerError, InvalidError) as error:
        endpoints.mark_unparsed(call_id=call.pk, explanation=str(error))
        return record_unanswered(window_id=window.pk, reason=f"The answer cannot be read. {error}")
    return record_proposals(window_id=window.pk, candidates=candidates)


def _storable(answer: dict[str, Any]) -> dict[str, Any]:
    """CO2. Raises InvalidError."""
    check_text(answer, "the answer")
    canonical_json(answer)
    return answer


@transaction.atomic
def _asked_for_more(run: DraftRun, window: DraftWindow, call: Call) -> bool:
    """One more try, with room for an answer of twice the length."""
    shown: dict[str, Any] = window.shown or {}
    if run.budget is None or shown.get("asked_for_more"):
        return False
    larger = endpoints.request_larger(run=run.budget, call=call)
    if larger is None:
        return False
    window.earlier_calls = [*window.earlier_calls, call.pk]
    window.call, window.shown = larger, {**shown, "asked_for_more": True}
    window.save(update_fields=["call", "shown", "earlier_calls"])
    return True
