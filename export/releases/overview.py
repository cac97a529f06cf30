"""The state of a project in one look: what the first page of a project shows."""

from __future__ import annotations

from typing import Any

from affectory.accounts.models import Project, Role, User
from affectory.accounts.selectors import roles_of
from annotation.questions.selectors import item_counts
from datasets.episodes.selectors import episode_counts
from datasets.motion.selectors import label_counts, motion_counts
from datasets.observation.selectors import render_counts
from datasets.videos.selectors import video_counts
from export.releases.selectors import releases_visible_to


def project_overview(user: User, project: Project) -> dict[str, Any]:
    """Counts by state, of composable motions by label, and the highest release that the user may see.

    Only maintainers get counts: to others they would tell about the work of others.
    """
    kinds = ("motions", "labels", "episodes", "renders", "videos", "items")
    funnel: dict[str, dict[str, int]] = {kind: {} for kind in kinds}
    if Role.MAINTAINER in roles_of(user, project):
        funnel = {
            "motions": motion_counts(project),
            "labels": label_counts(project),
            "episodes": episode_counts(project),
            "renders": render_counts(project),
            "videos": video_counts(project),
            "items": item_counts(project),
        }
    return {"funnel": funnel, "latest_release": releases_visible_to(user, project).first()}
