"""Episodes in pages, and the picture of one that has no clip yet."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.db.models import F, QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role, User
from affectory.accounts.views import ProjectAPIView
from affectory.api.files import picture_response
from affectory.api.pagination import PAGE_PARAMETERS, page_of
from affectory.browsing.api.views import WHERE, LibraryView
from affectory.core.errors import GoneError
from datasets.episodes.api.serializers import EpisodeRowSerializer, MaintainedEpisodeRowSerializer
from datasets.episodes.domain import Action, Challenge, EpisodeState, Family, Target
from datasets.episodes.models import Episode
from datasets.episodes.poster import POSTER_VERSION, episode_svg
from datasets.episodes.selectors import episode_visible_to
from datasets.motion.domain.labels import FIVE_LABELS
from datasets.observation.library import LIBRARY, clip_of_row

COLUMNS = (
    *("id", "created_at", "family", "challenge", "action", "target", "label", "second_label", "state", "duration_s"),
    *("refusal", "refusal_check", "picture_sha256", "composition_id", "scene_id", "motion_id", "second_motion_id"),
)
NOT_WITHOUT = "For maintainers; without any effect for others."


class EpisodesView(LibraryView):
    library = LIBRARY

    @extend_schema(
        parameters=[
            OpenApiParameter("state", str, many=True, enum=[s.value for s in EpisodeState], description=NOT_WITHOUT),
            OpenApiParameter("family", str, many=True, enum=[f.value for f in Family]),
            OpenApiParameter("challenge", str, many=True, enum=[*(c.value for c in Challenge), "none"]),
            OpenApiParameter("action", str, many=True, enum=[*(a.value for a in Action), "none"]),
            OpenApiParameter("target", str, many=True, enum=[*(t.value for t in Target), "none"]),
            OpenApiParameter("label", str, many=True, enum=list(FIVE_LABELS), description=NOT_WITHOUT),
            OpenApiParameter("refused", str, many=True, description=f"Ids of checks. {NOT_WITHOUT}"),
            OpenApiParameter("scene", OpenApiTypes.UUID, many=True),
            OpenApiParameter("composition", OpenApiTypes.UUID, many=True, description=NOT_WITHOUT),
            OpenApiParameter("collection", OpenApiTypes.UUID, many=True, description=NOT_WITHOUT),
            *WHERE,
            *PAGE_PARAMETERS,
        ],
        responses=page_of(MaintainedEpisodeRowSerializer),
    )
    def get(self, request: Request, project: str) -> Response:
        """EP20, EP21: to reviewers nothing tells a label, a motion or what is not in review."""
        if self.sees_all:
            return self.page(request, MaintainedEpisodeRowSerializer, _maintained)
        return self.page(request, EpisodeRowSerializer, _shown)


class EpisodeMapView(ProjectAPIView):
    """The room from above with people and the robot's start, for lists, while there is no clip."""

    roles = {"GET": (Role.MAINTAINER, Role.REVIEWER)}

    @extend_schema(responses={(200, "image/svg+xml"): OpenApiTypes.BINARY})
    def get(self, request: Request, project: str, episode_id: UUID) -> HttpResponseBase:
        episode = episode_visible_to(cast(User, request.user), self.project, episode_id, self.project_roles)
        if episode.state == EpisodeState.WITHDRAWN:
            raise GoneError("This episode was withdrawn.", code="episode.withdrawn")
        scene = episode.scene
        return picture_response(
            request,
            f"map-{POSTER_VERSION}-{episode.pk}",
            lambda: episode_svg(
                episode.specification, bounds=scene.bounds, walls=scene.walls, instances=scene.instances
            ),
        )


def _maintained(episodes: QuerySet[Episode]) -> QuerySet[Episode]:
    named = episodes.annotate(
        motion_name=F("motion__name"), second_name=F("second_motion__name"), scene_name=F("scene__name")
    )
    return _shown(named)


def _shown(episodes: QuerySet[Episode]) -> QuerySet[Episode]:
    return episodes.annotate(clip=clip_of_row()).only(*COLUMNS)
