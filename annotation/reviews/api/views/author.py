"""The author's side: taking a submission back."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from annotation.reviews import services
from annotation.reviews.api import serializers

WRITERS = (Role.MAINTAINER, Role.ANNOTATOR)


class RecallView(ProjectAPIView):
    """Take a submission back to go on writing, as long as no reviewer was given it."""

    roles = {"POST": WRITERS}

    @extend_schema(request=None, responses=serializers.SettledItemSerializer)
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        item = services.recall_submission(actor=request.user, project=self.project, item_id=item_id)
        return Response(serializers.SettledItemSerializer(item).data)
