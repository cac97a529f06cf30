"""Videos to draft from, and drafting runs, made through services."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from affectory.accounts.models import Project, User
from affectory.endpoints import services as endpoints
from affectory.endpoints.domain.answers import Answer, Usage
from affectory.endpoints.domain.states import Outcome
from affectory.endpoints.models import Call
from affectory.endpoints.services import Reply
from annotation.drafting import services
from annotation.drafting.domain.asking import Shown
from annotation.drafting.models import DraftRun
from annotation.drafting.selectors import waiting_windows
from datasets.videos.models import Video
from tests.factories.counter_video import cfr_25
from tests.factories.endpoints import all_sendable
from tests.factories.items import a_track
from tests.factories.videos import a_table, a_video, made_ready, registered


def cut_film(
    actor: User,
    project: Project,
    folder: Path,
    *,
    seconds: int = 36,
    cuts: Sequence[int] = (12, 24),
    line: str = "No.",
    ready: bool = True,
    **more: Any,
) -> Video:
    """25 frames a second with cuts at these seconds, and one line of speech."""
    video = a_video(actor, project, **more)
    if not ready:
        return video
    made_ready(video, folder, table=a_table(25 * seconds))
    Video.objects.filter(pk=video.pk).update(cuts=[25 * at for at in cuts])
    a_track(actor, video, [(13, 14, "Ana", line)])
    video.refresh_from_db()
    return video


def counter_film(actor: User, project: Project, folder: Path, *, line: str = "", **more: Any) -> Video:
    """A real film of 10 s at 25 frames a second, every frame with its number and every half second with a click; the
    proxy is the film itself."""
    path = cfr_25(folder).path
    defaults = {"licence": "CC BY 4.0", "may_send_to_external_model": True} | more
    registered(actor, project, {path.name: path.read_bytes()}, defaults=defaults)
    video = Video.objects.get(project=project, name=path.name)
    made_ready(video, folder, table=a_table(250), proxy=path.read_bytes())
    Video.objects.filter(pk=video.pk).update(cuts=[], width=256, height=96, has_audio=True)
    if line:
        a_track(actor, video, [(3, 4, "Ana", line)])
    video.refresh_from_db()
    return video


def a_wish(**given: Any) -> services.Wish:
    """What is said of the videos goes into the choice."""
    choice = {name: given.pop(name) for name in ("video_ids", "skip_drafted") if name in given}
    return services.Wish(**({"drafter_id": "cuts-1"} | given), choice=services.Choice(**choice))


def a_run(
    actor: User, project: Project, *, carry_out: bool = True, limits: services.Limits | None = None, **given: Any
) -> DraftRun:
    run = services.start_run(actor=actor, project=project, wish=a_wish(**given), limits=limits)
    return services.run_locally(run_id=run.pk) if carry_out else run


def answered(run: DraftRun, *drafts: dict[str, Any], text: str | None = None) -> list[Call]:
    """Every window that waits is asked about and answered alike, without a socket."""
    body = json.dumps({"drafts": list(drafts)}) if text is None else text
    sender_id, calls = uuid4(), []
    services.take_up_run(run_id=run.pk)
    assert run.budget_id is not None
    endpoints.sign_on(sender_id=sender_id)
    for window in waiting_windows(run.pk):
        call = services.ask_once_more(window_id=window.pk) or services.ask_about(
            window_id=window.pk, asked=services.asked_about(window, run), shown=Shown()
        )
        assert call is not None
        begun = endpoints.begin_attempt(
            sender_id=sender_id, run_id=run.budget_id, call_id=call.pk, sendable=all_sendable
        )
        assert begun.attempt is not None
        answer = Answer(Outcome.OK, text=body, finish_reason="stop", usage=Usage(100, 20))
        settled = endpoints.settle_attempt(reply=Reply(begun.attempt.pk, 200, answer=answer, raw=body))
        services.take_answer(run=run, call=settled.call)
        calls.append(settled.call)
    services.finish_run(run_id=run.pk)
    run.refresh_from_db()
    return calls
