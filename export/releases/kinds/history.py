"""Which earlier releases still say where something belongs."""

from __future__ import annotations

from uuid import UUID

from affectory.accounts.models import Project
from export.releases.domain import ReleaseState
from export.releases.models import Release


def since_the_last_new_split(project: Project) -> list[UUID]:
    """SP6: frozen releases from the last one that was split anew on."""
    frozen = Release.objects.filter(project=project, state=ReleaseState.FROZEN)
    since = []
    for release in frozen.order_by("-major", "-minor", "-patch").only("pk", "split_policy"):
        since.append(release.pk)
        if not release.split_policy.get("keep_previous", True):
            break
    return since
