"""Causes that people put to splits."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from annotation.reviews.models import Round

from .. import audit, policies, selectors
from ..causes import OF_GUIDELINE, Cause
from ..models import SplitTag

MAX_NOTE = 2_000


@transaction.atomic
def tag_split(
    *, actor: User, project: Project, round_id: UUID, cause: str, guideline_line: int | None = None, note: str = ""
) -> SplitTag:
    """AG11: say why a round was split; a guideline's line is one of the task's in the edition in force."""
    _require_maintainer(actor, project)
    round_ = selectors.split_for(actor, project, round_id)
    Round.objects.select_for_update().get(pk=round_.pk)
    version = _check(round_, cause, guideline_line, note)
    if SplitTag.objects.filter(round=round_, cause=cause, removed_at=None).exists():
        raise ConflictError("This cause is named here already.", code="split.cause_named")
    tag = SplitTag.objects.create(
        project=project,
        round=round_,
        cause=cause,
        guideline_version=version,
        guideline_line=guideline_line,
        note=note.strip(),
        author=actor,
    )
    audit.split_tagged(actor=actor, tag=tag)
    return tag


@transaction.atomic
def remove_tag(*, actor: User, project: Project, tag_id: UUID) -> SplitTag:
    """AG11: a cause that was named in error is taken off; who named it and who took it off stays on record."""
    _require_maintainer(actor, project)
    tag = SplitTag.objects.select_for_update().filter(project=project, pk=tag_id).first()
    if tag is None:
        raise NotFoundError("There is no such cause here.", code="split.tag_not_found")
    selectors.split_for(actor, project, tag.round_id)
    if tag.removed_at is not None:
        raise ConflictError("This cause was taken off already.", code="split.tag_removed")
    tag.removed_at, tag.removed_by = timezone.now(), actor
    tag.save(update_fields=["removed_at", "removed_by"])
    audit.split_tag_removed(actor=actor, tag=tag)
    return tag


def _check(round_: Round, cause: str, line: int | None, note: str) -> int | None:
    """The edition of the guideline that the line is of, or None without a line."""
    fields: dict[str, list[str]] = {}
    if cause not in [known.value for known in Cause]:
        fields["cause"] = [f"There is no such cause. Known: {', '.join(Cause)}."]
    if len(note) > MAX_NOTE:
        fields["note"] = [f"At most {MAX_NOTE:,} characters."]
    if cause == Cause.OTHER and not note.strip():
        fields["note"] = ["Say in a few words what it was."]
    version: int | None = None
    if line is not None:
        version, lines = selectors.guideline_of(round_)
        if cause not in OF_GUIDELINE or not 0 <= line < len(lines):
            fields["guideline_line"] = [
                "The task's guideline has no such line, or this cause is none of a guideline."
            ]
    if fields:
        raise InvalidError(" ".join(text for texts in fields.values() for text in texts), fields=fields)
    return version


def _require_maintainer(actor: User, project: Project) -> None:
    if not policies.can_run_agreement(actor, project):
        raise NotAllowedError("Only a maintainer names causes.", code="agreement.not_maintainer")
