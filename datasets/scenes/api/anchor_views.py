from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView

from ..policies import VIEWERS
from ..selectors import anchor_rows_of, scene_visible_to
from ..services import anchors
from . import anchor_serializers as serializers

MAINTAINERS = (Role.MAINTAINER,)


class AnchorsView(ProjectAPIView):
    roles = {"GET": VIEWERS, "POST": MAINTAINERS}

    @extend_schema(responses=serializers.AnchorSerializer(many=True))
    def get(self, request: Request, project: str, scene_id: UUID) -> Response:
        scene = scene_visible_to(request.user, self.project, scene_id)
        rows = anchor_rows_of(scene).select_related("created_by").order_by("kind", "created_at", "id")
        return Response(serializers.AnchorSerializer(rows, many=True).data)

    @extend_schema(request=serializers.PlacedAnchorSerializer, responses={201: serializers.AnchorSerializer})
    def post(self, request: Request, project: str, scene_id: UUID) -> Response:
        given = serializers.PlacedAnchorSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        row = anchors.place_anchor(
            actor=request.user,
            project=self.project,
            scene_id=scene_id,
            anchor=given.anchor,
            replaces_id=given.validated_data["replaces"],
        )
        return Response(serializers.AnchorSerializer(row).data, status=status.HTTP_201_CREATED)


class AnchorView(ProjectAPIView):
    roles = {"DELETE": MAINTAINERS}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project: str, scene_id: UUID, anchor_id: UUID) -> Response:
        anchors.remove_anchor(actor=request.user, project=self.project, scene_id=scene_id, anchor_id=anchor_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class FindingView(ProjectAPIView):
    roles = {"GET": MAINTAINERS, "POST": MAINTAINERS}

    @extend_schema(responses=serializers.AnchorFindingSerializer)
    def get(self, request: Request, project: str, scene_id: UUID) -> Response:
        found = anchors.preview_finding(actor=request.user, project=self.project, scene_id=scene_id)
        return Response(serializers.AnchorFindingSerializer(found).data)

    @extend_schema(request=None, responses=serializers.AnchorFindingSerializer)
    def post(self, request: Request, project: str, scene_id: UUID) -> Response:
        found = anchors.find_again(actor=request.user, project=self.project, scene_id=scene_id)
        return Response(serializers.AnchorFindingSerializer(found).data)
