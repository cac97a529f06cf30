"""One function per event."""

from __future__ import annotations

from affectory.accounts.models import Project, User
from affectory.core.audit import record

from .models import SplitTag
from .scope import Scope


def split_tagged(*, actor: User, tag: SplitTag) -> None:
    record(
        actor=actor,
        event="split_tagged",
        project_id=tag.project_id,
        subject=tag,
        round=str(tag.round_id),
        cause=tag.cause,
    )


def split_tag_removed(*, actor: User, tag: SplitTag) -> None:
    record(actor=actor, event="split_tag_removed", project_id=tag.project_id, subject=tag, cause=tag.cause)


def threshold_set(*, actor: User, project: Project, scope: Scope, alpha: float | None) -> None:
    record(
        actor=actor,
        event="agreement_threshold_set",
        project_id=project.pk,
        subject_kind=scope.kind,
        granularity=scope.granularity,
        alpha=alpha,
    )
