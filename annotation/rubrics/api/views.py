"""The rubric families in a project's own words."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Project, Role
from affectory.accounts.views import ProjectAPIView
from annotation.rubrics import selectors, services
from annotation.rubrics.api import serializers
from annotation.rubrics.policies import READERS
from annotation.taxonomy import catalogue


class RubricsView(ProjectAPIView):
    roles = {"GET": READERS}

    @extend_schema(responses=serializers.ProjectRubricsSerializer)
    def get(self, request: Request, project: str) -> Response:
        return Response({"families": families_of(self.project)})


class RubricView(ProjectAPIView):
    roles = {"PUT": (Role.MAINTAINER,)}

    @extend_schema(request=serializers.RubricChangeSerializer, responses=serializers.ProjectRubricsSerializer)
    def put(self, request: Request, project: str, family: str) -> Response:
        """Change criterion and score texts; new items begin with them."""
        given = serializers.RubricChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.change_rubric(actor=request.user, project=self.project, family=family, **given.validated_data)
        return Response({"families": families_of(self.project)})


def families_of(project: Project) -> list[dict[str, Any]]:
    own = selectors.rubrics_in_force(project)
    found = []
    shipped = {family.id: family for family in catalogue.rubrics().families}
    for family in selectors.rubrics_of(project).families:
        row = own.get(family.id)
        found.append(
            {
                "id": family.id,
                "title": family.title,
                "max_score": family.max_score,
                **_words(family.criterion, family.scores),
                "version": row.version if row else 0,
                "changed_by": row.author.username if row else None,
                "changed_at": row.created_at if row else None,
                "shipped": _words(shipped[family.id].criterion, shipped[family.id].scores),
            }
        )
    return found


def _words(criterion: str, scores: Any) -> dict[str, Any]:
    return {"criterion": criterion, "scores": {str(score): text for score, text in scores.items()}}
