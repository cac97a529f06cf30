"""Splits: the list, one side by side, and the causes put to them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.parsers import text_parameter
from affectory.core.errors import InvalidError
from annotation.reviews.models import Round

from ... import selectors
from ...causes import CAUSE_LABELS, Cause
from ...selectors import Wanted
from ...services import remove_tag, tag_split
from .. import serializers
from ..scoping import SCOPE_PARAMETERS, scope_of

MAINTAINER = (Role.MAINTAINER,)
SPLIT_PARAMETERS = [
    *SCOPE_PARAMETERS,
    OpenApiParameter("reason", str, description='"judgement.code"'),
    OpenApiParameter("cause", str, description='A cause, or "none" for splits without one.'),
    OpenApiParameter("rounds", str, enum=["first", "all"]),
]


def wanted_of(request: Request) -> Wanted:
    reason, cause = text_parameter(request, "reason"), text_parameter(request, "cause")
    if cause not in ("", "none", *Cause):
        raise InvalidError(
            f"There is no such cause. Known: {', '.join(Cause)}.", fields={"cause": ["Unknown cause."]}
        )
    return Wanted(reason, cause, later_rounds=text_parameter(request, "rounds") == "all")


class SplitsView(ProjectAPIView):
    roles = {"GET": MAINTAINER}

    @extend_schema(
        parameters=[*SPLIT_PARAMETERS, *PAGE_PARAMETERS], responses=page_of(serializers.SplitRowSerializer)
    )
    def get(self, request: Request, project: str) -> Response:
        splits = selectors.splits_visible_to(
            request.user, self.project, scope_of(request, self.project), wanted_of(request)
        )
        rounds, links = KeysetPagination(("-closed_at", "-id")).paginate(splits, request)
        rows = selectors.split_rows(request.user, self.project, rounds)
        return Response({"results": serializers.SplitRowSerializer(rows, many=True).data, **links, "count": None})


class SplitCountsView(ProjectAPIView):
    roles = {"GET": MAINTAINER}

    @extend_schema(parameters=SPLIT_PARAMETERS, responses=serializers.SplitCountsSerializer)
    def get(self, request: Request, project: str) -> Response:
        splits = selectors.splits_visible_to(
            request.user, self.project, scope_of(request, self.project), wanted_of(request)
        )
        counts = selectors.counts_of_splits(request.user, self.project, splits)
        labels = {cause.value: label for cause, label in CAUSE_LABELS.items()}
        causes = [{**row, "label": labels.get(row["cause"], "No cause named yet")} for row in counts["causes"]]
        return Response({**counts, "causes": causes})


class SplitView(ProjectAPIView):
    roles = {"GET": MAINTAINER}

    @extend_schema(responses=serializers.SplitSerializer)
    def get(self, request: Request, project: str, round_id: UUID) -> Response:
        return Response(_shown(self, request, round_id))


class SplitTagsView(ProjectAPIView):
    roles = {"POST": MAINTAINER}

    @extend_schema(request=serializers.NewSplitTagSerializer, responses={201: serializers.SplitSerializer})
    def post(self, request: Request, project: str, round_id: UUID) -> Response:
        given = serializers.NewSplitTagSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        tag_split(actor=request.user, project=self.project, round_id=round_id, **given.validated_data)
        return Response(_shown(self, request, round_id), status=status.HTTP_201_CREATED)


class SplitTagView(ProjectAPIView):
    roles = {"DELETE": MAINTAINER}

    @extend_schema(responses=serializers.SplitSerializer)
    def delete(self, request: Request, project: str, tag_id: UUID) -> Response:
        tag = remove_tag(actor=request.user, project=self.project, tag_id=tag_id)
        return Response(_shown(self, request, tag.round_id))


def _asked(view: ProjectAPIView, request: Request) -> QuerySet[Round]:
    scope, wanted = scope_of(request, view.project), wanted_of(request)
    return selectors.splits_visible_to(request.user, view.project, scope, wanted)


def _shown(view: ProjectAPIView, request: Request, round_id: UUID) -> object:
    round_ = selectors.split_for(request.user, view.project, round_id)
    return serializers.SplitSerializer(selectors.side_by_side(request.user, view.project, round_)).data
