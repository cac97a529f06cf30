"""What the calibration report looks like."""

from __future__ import annotations

from rest_framework import serializers


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
