"""Shapes only."""

from __future__ import annotations

from rest_framework import serializers

from annotation.rubrics.domain import MAX_TEXT


class RubricWordsSerializer(serializers.Serializer):
    criterion = serializers.CharField()
    scores = serializers.DictField(child=serializers.CharField())


class ProjectRubricFamilySerializer(RubricWordsSerializer):
    """``version`` 0: the words are those that are shipped. ``shipped`` is what they are."""

    id = serializers.CharField()
    title = serializers.CharField()
    max_score = serializers.IntegerField()
    version = serializers.IntegerField()
    changed_by = serializers.CharField(allow_null=True)
    changed_at = serializers.DateTimeField(allow_null=True)
    shipped = RubricWordsSerializer()


class ProjectRubricsSerializer(serializers.Serializer):
    families = ProjectRubricFamilySerializer(many=True)


class RubricChangeSerializer(serializers.Serializer):
    """``base_version``: what was shown when the change was begun."""

    criterion = serializers.CharField(allow_blank=True, max_length=MAX_TEXT * 2)
    scores = serializers.DictField(child=serializers.CharField(allow_blank=True, max_length=MAX_TEXT * 2))
    base_version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
