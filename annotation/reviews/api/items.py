"""The shape of an item as reviewers see it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.questions.api.serializers import (
    AnswerDetailsSerializer,
    AnswerField,
    ItemRubricSerializer,
    SegmentSerializer,
    SubtitleLineSerializer,
)
from datasets.videos.api.serializers import CueSerializer, ProxySerializer, SpriteSerializer


class ShownEvidenceSerializer(serializers.Serializer[Any]):
    start = serializers.FloatField()
    end = serializers.FloatField()
    target = serializers.CharField(allow_null=True)


class ShownClipSerializer(serializers.Serializer[Any]):
    """The clip that was cut for a question about one scene."""

    video_url = serializers.CharField()
    frames_url = serializers.CharField()
    poster_url = serializers.CharField(allow_null=True)
    frame_count = serializers.IntegerField()
    duration_s = serializers.FloatField()
    rate = serializers.CharField()
    segments = SegmentSerializer(many=True)


class ShownVideoSerializer(serializers.Serializer[Any]):
    """The source video of an item, to be played; nothing that says where it came from."""

    id = serializers.UUIDField()
    proxy = ProxySerializer(allow_null=True)
    frames_url = serializers.CharField(allow_null=True)
    peaks_url = serializers.CharField(allow_null=True)
    sprite = SpriteSerializer(allow_null=True)
    cuts = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    duration_s = serializers.FloatField(allow_null=True)
    content_warnings = serializers.ListField(child=serializers.CharField())
    subtitles = CueSerializer(many=True)


class ShownItemSerializer(serializers.Serializer[Any]):
    """All that a reviewer gets of an item: never its author, its revision, its origin or what lints say of it."""

    granularity = serializers.CharField()
    type = serializers.CharField()
    question = serializers.CharField()
    answer = AnswerField(allow_null=True)
    answer_details = AnswerDetailsSerializer(allow_null=True)
    rubric = ItemRubricSerializer(allow_null=True)
    evidence = ShownEvidenceSerializer(many=True)
    subtitles = SubtitleLineSerializer(many=True)
    segments = SegmentSerializer(many=True, allow_null=True)
    clip = ShownClipSerializer(allow_null=True)
    video = ShownVideoSerializer(allow_null=True)
