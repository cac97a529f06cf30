from affectory.accounts.models import Project, User
from affectory.core.audit import record

from .models import Render


def renders_requested(*, actor: User | None, project: Project, count: int) -> None:
    record(actor=actor, event="renders_requested", project_id=project.pk, count=count)


def render_ended(*, render: Render) -> None:
    record(
        actor=None,
        event=f"render_{render.state}",
        project_id=render.episode.project_id,
        subject=render,
        setting=render.setting,
        error=render.error,
    )


def renders_cancelled(*, actor: User, project: Project, count: int) -> None:
    record(actor=actor, event="renders_cancelled", project_id=project.pk, count=count)
