"""The registered videos of a project, as items look for them."""

from __future__ import annotations

from affectory.accounts.models import Project
from annotation.questions.domain.linking import VideoIndex


def video_index(project: Project) -> VideoIndex:
    return VideoIndex(())
