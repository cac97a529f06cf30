"""How the checks' thresholds fall on what was measured."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.api.parsers import text_parameter
from affectory.core.errors import NotFoundError
from affectory.core.models import uuid_or_none
from datasets.motion import selectors
from datasets.motion.api import calibration_shapes as shapes
from datasets.motion.api.motions import MotionView
from datasets.motion.calibrating import calibration, what_if
from datasets.motion.models import Collection
from datasets.motion.thresholds import installed_thresholds

_COLLECTION = OpenApiParameter("collection", str, description="An id; without it, all collections.")


class CalibrationPartView(MotionView):
    def asked_collection(self, request: Request) -> Collection | None:
        given = text_parameter(request, "collection")
        if not given:
            return None
        wanted = uuid_or_none(given)
        visible = selectors.collections_visible_to(self.person, self.project)
        found = None if wanted is None else visible.filter(pk=wanted).first()
        if found is None:
            raise NotFoundError("There is no such collection in this project.", code="motion.no_collection")
        return found


class CalibrationView(CalibrationPartView):
    """Every check's distribution over the inspected motions, what each threshold would refuse, the worst twenty."""

    @extend_schema(parameters=[_COLLECTION], responses=shapes.CalibrationSerializer)
    def get(self, request: Request, project: str) -> Response:
        collection = self.asked_collection(request)
        found = calibration(project=self.project, thresholds=installed_thresholds(), collection=collection)
        body = {"collection": None if collection is None else collection.pk, "checks": found}
        return Response(shapes.CalibrationSerializer(body).data)


class WhatIfView(CalibrationPartView):
    """What other thresholds of one check would pass, warn of and fail. Changes nothing."""

    @extend_schema(
        operation_id="projects_motions_calibration_what_if",
        parameters=[_COLLECTION, shapes.ThresholdsSerializer],
        responses=shapes.WhatIfSerializer,
    )
    def get(self, request: Request, project: str, check: str) -> Response:
        given = shapes.ThresholdsSerializer(data={k: v for k, v in request.query_params.items() if v != ""})
        given.is_valid(raise_exception=True)
        collection = self.asked_collection(request)
        found = what_if(
            project=self.project,
            thresholds=installed_thresholds(),
            check=check,
            collection=collection,
            **given.validated_data,
        )
        return Response(shapes.WhatIfSerializer(found).data)
