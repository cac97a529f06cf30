"""What people say about a video: rights, source, warnings."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import User
from affectory.accounts.services import lock_project
from affectory.core.errors import ConflictError, InvalidError
from affectory.core.rights import MayRedistribute
from affectory.core.strict_json import check_text
from datasets.videos import audit
from datasets.videos.models import Video
from datasets.videos.registering.mapping import checked_warnings
from datasets.videos.services.access import locked_video, require_maintainer

CHANGEABLE = (
    "source",
    "external_id",
    "licence",
    "may_redistribute",
    "may_send_to_external_model",
    "domain",
    "content_warnings",
)


@transaction.atomic
def change_video(*, actor: User, video_id: UUID, **given: Any) -> Video:
    """VI49: change what is said about a video; what is not given stays. Each change is kept with before and after."""
    # The project first, like a registration: whether an id is taken is read before it is written.
    found = Video.objects.filter(pk=video_id).values_list("project_id", flat=True).first()
    if found is not None:
        lock_project(found)
    video = locked_video(video_id)
    require_maintainer(actor, video.project)
    unknown = set(given) - set(CHANGEABLE)
    if unknown:
        raise InvalidError(f"These cannot be changed: {', '.join(sorted(unknown))}.", code="video.not_changeable")
    check_text(given)
    if "content_warnings" in given:
        kept, objection = checked_warnings(given["content_warnings"])
        if objection:
            raise InvalidError(
                f"content_warnings {objection}.", code="video.warnings", fields={"content_warnings": [objection]}
            )
        given["content_warnings"] = list(kept)
    if "may_redistribute" in given:
        given["may_redistribute"] = MayRedistribute(given["may_redistribute"])
    external_id = given.get("external_id")
    if (
        external_id
        and Video.objects.filter(project=video.project, external_id=external_id).exclude(pk=video.pk).exists()
    ):
        sentence = f"Another video of this project already has the id {external_id!r}."
        raise ConflictError(sentence, code="video.id_taken", fields={"external_id": [sentence]})
    write_changes(actor=actor, video=video, columns=given)
    return video


def changed_columns(video: Video, columns: dict[str, Any]) -> dict[str, Any]:
    """Those that say something else than the row."""
    return {name: value for name, value in columns.items() if getattr(video, name) != value}


def write_changes(*, actor: User, video: Video, columns: dict[str, Any]) -> bool:
    """Write and audit what differs; whether anything did. Assumes the caller's transaction and the locked row."""
    after = changed_columns(video, columns)
    if not after:
        return False
    before = {name: getattr(video, name) for name in after}
    for name, value in after.items():
        setattr(video, name, value)
    video.save(update_fields=list(after))
    audit.video_changed(actor=actor, video=video, before=before, after=after)
    return True
