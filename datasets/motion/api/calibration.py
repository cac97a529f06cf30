"""How the checks' thresholds fall on what was measured."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.api.parsers import text_parameter
from affectory.core.errors import NotFoundError
from affectory.core.models import uuid_or_none
from datasets.motion import selectors
from datasets.motion.api.motions import MotionView
from datasets.motion.calibrating import calibration, what_if
from datasets.motion.models import Collection
from datasets.motion.thresholds import installed_thresholds


class VerdictsSerializer(serializers.Serializer[object]):
    passed = serializers.IntegerField()
    warned = serializers.IntegerField()
    failed = serializers.IntegerField()


class DistributionSerializer(serializers.Serializer[object]):
    """``edges`` bound the ``counts``; values past the last edge are counted in ``beyond``."""

    count = serializers.IntegerField()
    least = serializers.FloatField()
    most = serializers.FloatField()
    quantiles = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    edges = serializers.ListField(child=serializers.FloatField())
    counts = serializers.ListField(child=serializers.IntegerField())
    beyond = serializers.IntegerField()


class WorstMotionSerializer(serializers.Serializer[object]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    label = serializers.CharField()
    value = serializers.FloatField()
    outcome = serializers.CharField()


class CheckCalibrationSerializer(serializers.Serializer[object]):
    """``refused_at``: pairs of a failing threshold and how many motions it would refuse."""

    id = serializers.CharField()
    label = serializers.CharField()
    unit = serializers.CharField()
    setting = serializers.CharField()
    bad = serializers.ChoiceField(["above", "below"])
    threshold_warn = serializers.FloatField(allow_null=True)
    threshold_fail = serializers.FloatField(allow_null=True)
    verdicts = VerdictsSerializer()
    distribution = DistributionSerializer(allow_null=True)
    refused_at = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))
    worst = WorstMotionSerializer(many=True)


class CalibrationSerializer(serializers.Serializer[object]):
    collection = serializers.UUIDField(allow_null=True)
    checks = CheckCalibrationSerializer(many=True)


class LabelVerdictsSerializer(serializers.Serializer[object]):
    label = serializers.CharField()
    now = VerdictsSerializer()
    then = VerdictsSerializer()


class WhatIfSerializer(serializers.Serializer[object]):
    check = serializers.CharField()
    setting = serializers.CharField()
    warn = serializers.FloatField(allow_null=True)
    fail = serializers.FloatField(allow_null=True)
    now = VerdictsSerializer()
    then = VerdictsSerializer()
    labels = LabelVerdictsSerializer(many=True)


class ThresholdsSerializer(serializers.Serializer[object]):
    """``None``: never warns, or never fails."""

    warn = serializers.FloatField(allow_null=True, default=None)
    fail = serializers.FloatField(allow_null=True, default=None)


_COLLECTION = OpenApiParameter("collection", str, description="An id; without it, all collections.")


class CalibrationPartView(MotionView):
    def asked_collection(self, request: Request) -> Collection | None:
        given = text_parameter(request, "collection")
        if not given:
            return None
        wanted = uuid_or_none(given)
        found = selectors.collections_visible_to(self.person, self.project).filter(pk=wanted).first()
        if wanted is None or found is None:
            raise NotFoundError("There is no such collection in this project.", code="motion.no_collection")
        return found


class CalibrationView(CalibrationPartView):
    """Every check's distribution over the inspected motions, what each threshold would refuse, the worst twenty."""

    @extend_schema(parameters=[_COLLECTION], responses=CalibrationSerializer)
    def get(self, request: Request, project: str) -> Response:
        collection = self.asked_collection(request)
        found = calibration(project=self.project, thresholds=installed_thresholds(), collection=collection)
        body = {"collection": None if collection is None else collection.pk, "checks": found}
        return Response(CalibrationSerializer(body).data)


class WhatIfView(CalibrationPartView):
    """What other thresholds of one check would pass, warn of and fail. Changes nothing."""

    @extend_schema(parameters=[_COLLECTION, ThresholdsSerializer], responses=WhatIfSerializer)
    def get(self, request: Request, project: str, check: str) -> Response:
        given = ThresholdsSerializer(data={k: v for k, v in request.query_params.items() if v != ""})
        given.is_valid(raise_exception=True)
        collection = self.asked_collection(request)
        found = what_if(
            project=self.project,
            thresholds=installed_thresholds(),
            check=check,
            collection=collection,
            **given.validated_data,
        )
        return Response(WhatIfSerializer(found).data)
