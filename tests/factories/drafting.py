"""Videos to draft from, and drafting runs, made through services."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from affectory.accounts.models import Project, User
from annotation.drafting import services
from annotation.drafting.models import DraftRun
from datasets.videos.models import Video
from tests.factories.items import a_track
from tests.factories.videos import a_table, a_video, made_ready


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


def a_wish(**given: Any) -> services.Wish:
    """What is said of the videos goes into the choice."""
    choice = {name: given.pop(name) for name in ("video_ids", "skip_drafted") if name in given}
    return services.Wish(**({"drafter_id": "cuts-1"} | given), choice=services.Choice(**choice))


def a_run(
    actor: User, project: Project, *, carry_out: bool = True, limits: services.Limits | None = None, **given: Any
) -> DraftRun:
    run = services.start_run(actor=actor, project=project, wish=a_wish(**given), limits=limits)
    return services.run_locally(run_id=run.pk) if carry_out else run
