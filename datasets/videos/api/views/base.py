from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from affectory.accounts.models import Role, User
from affectory.accounts.views import ProjectAPIView
from datasets.videos import selectors
from datasets.videos.api.links import Links
from datasets.videos.models import Video
from datasets.videos.policies import WATCHERS

MAINTAINERS = (Role.MAINTAINER,)


class VideoBaseView(ProjectAPIView):
    """VI40: reading is for maintainers, annotators and reviewers, everything else for maintainers; a view that
    differs says so."""

    roles = {"GET": WATCHERS, "POST": MAINTAINERS, "PATCH": MAINTAINERS, "DELETE": MAINTAINERS}

    @property
    def person(self) -> User:
        """Who asks; nobody unknown gets this far."""
        return cast(User, self.request.user)

    @property
    def links(self) -> Links:
        return Links(self.project.slug)

    @property
    def context(self) -> dict[str, Any]:
        return {"links": self.links}

    @property
    def is_maintainer(self) -> bool:
        return Role.MAINTAINER in self.project_roles

    def find_video(self, video_id: UUID) -> Video:
        return selectors.video_visible_to(self.person, self.project, video_id)
