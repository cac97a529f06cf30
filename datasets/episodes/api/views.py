from __future__ import annotations

from uuid import UUID

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.files import blob_response
from affectory.core.errors import GoneError, NotFoundError

from ..domain import PARTS, EpisodeState
from ..selectors import (
    episode_visible_to,
)


class EpisodeMotionView(ProjectAPIView):
    """The episode's motion as the avatar's file (AFMO1), under a name that tells nothing."""

    roles = {"GET": (Role.MAINTAINER, Role.REVIEWER)}

    @extend_schema(
        parameters=[
            OpenApiParameter("part", str, enum=list(PARTS), description="Which person of a dyad; A by default.")
        ],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, project: str, episode_id: UUID) -> HttpResponseBase:
        episode = episode_visible_to(request.user, self.project, episode_id, self.project_roles)
        if episode.state == EpisodeState.WITHDRAWN:
            raise GoneError("The motion of this episode was withdrawn.", code="episode.withdrawn")
        part = request.query_params.get("part", PARTS[0])
        motions = dict(zip(PARTS, episode.specification.motions, strict=False))
        if part not in motions:
            raise NotFoundError("There is no such person in this episode.", code="episode.no_such_person")
        return blob_response(request, motions[part].motion_sha256, content_type="application/octet-stream")


class EpisodePictureView(ProjectAPIView):
    """What the engine saw from the robot's start, of an episode that it refused."""

    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(responses={(200, "image/jpeg"): OpenApiTypes.BINARY})
    def get(self, request: Request, project: str, episode_id: UUID) -> HttpResponseBase:
        episode = episode_visible_to(request.user, self.project, episode_id, self.project_roles)
        if not episode.picture_sha256:
            raise NotFoundError("There is no picture of this episode.", code="episode.no_picture")
        return blob_response(request, episode.picture_sha256, content_type="image/jpeg")
