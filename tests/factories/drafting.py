"""Videos to draft from, and drafting runs, made through services."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

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
    ready: bool = True,
    **more: Any,
) -> Video:
    """25 frames a second with cuts at these seconds, and one line of speech."""
    video = a_video(actor, project, **more)
    if not ready:
        return video
    made_ready(video, folder, table=a_table(25 * seconds))
    Video.objects.filter(pk=video.pk).update(cuts=[25 * at for at in cuts])
    a_track(actor, video, [(13, 14, "Ana", "No.")])
    video.refresh_from_db()
    return video


def a_run(
    actor: User,
    project: Project,
    *,
    types: Sequence[str],
    per_video: int,
    drafter_id: str = "cuts-1",
    options: dict[str, Any] | None = None,
    video_ids: tuple[UUID, ...] | None = None,
    skip_drafted: bool = True,
    carry_out: bool = True,
) -> DraftRun:
    run = services.start_run(
        actor=actor,
        project=project,
        drafter_id=drafter_id,
        types=types,
        per_video=per_video,
        options=options or {},
        choice=services.Choice(video_ids=video_ids, skip_drafted=skip_drafted),
    )
    return services.run_locally(run_id=run.pk) if carry_out else run
