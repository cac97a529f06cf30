from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from affectory.accounts.models import Project
from datasets.videos.selectors import videos_sendable_to_models


def sendable_videos(project_id: UUID, video_ids: Collection[UUID]) -> set[UUID]:
    """EN11: which of these may go to a model right now; a video that is gone or of another project may not."""
    project = Project.objects.get(pk=project_id)
    return set(videos_sendable_to_models(project).filter(pk__in=video_ids).values_list("pk", flat=True))
